package wire

// DecodeGame reads a game packet into g. s.Owned are the sender's seats, token
// is the one that the receiver gave it, and near is the last known Frames of
// that sender: the packet carries the low bits only. On an error g is
// undefined. g refers to b until the next call.
func DecodeGame(b []byte, s *Shape, token uint32, near int64, g *Game) error {
	if len(b) > MaxPacket || !IsGame(b) {
		return ErrForeign
	}
	r := bitReader{buf: b}
	head := r.bits(3 + 32)
	hasExt, hasSum := head&2 != 0, head&4 != 0
	got, low := uint32(head>>3), int64(r.bits(frameBits))
	g.Frames = resolve(low, near)
	if r.bad || g.Frames < 0 || got != token^mixEpoch(g.Frames) {
		return ErrForeign
	}
	var ext uint64
	if hasExt {
		ext = r.bits(8)
	}
	g.src, g.HasSum, g.Sealed = b, hasSum, 0
	if ext&extSealed != 0 {
		g.Sealed = uint16(r.bits(uint(s.Players)))
	}
	for p := range s.Players {
		if !s.owns(p) && g.Sealed>>p&1 == 0 {
			g.Have[p] = g.Frames - 1 - r.signed(haveRice)
			r.bad = r.bad || g.Have[p] < -1
		}
	}
	r.extras(s, g, ext)
	r.runs(s, g, ext)
	if !r.atEnd() || ext&extReserved != 0 {
		return ErrMalformed
	}
	return nil
}

// resolve finds the frame count nearest to near that has these low bits.
func resolve(low, near int64) int64 {
	d := (low - near) & frameMask
	if d > frameMask/2 {
		d -= frameMask + 1
	}
	return near + d
}

func (r *bitReader) extras(s *Shape, g *Game, ext uint64) {
	if g.HasSum {
		g.SumFrame = g.Frames - r.signed(sumRice)
		g.Sum = uint32(r.bits(32))
		r.bad = r.bad || g.SumFrame < 0
	}
	g.HasPing, g.HasPong = ext&extPing != 0, ext&extPong != 0
	if g.HasPing {
		g.Ping = uint8(r.bits(8))
	}
	if g.HasPong {
		g.Pong, g.Hold = uint8(r.bits(8)), uint16(r.bits(16))
	}
	g.HasLife, g.HasBye, g.Gossip = ext&extLife != 0, ext&extBye != 0, ext&extGossip != 0
	if g.HasLife {
		g.Life = r.uint32()
	}
	if g.HasBye {
		g.Bye = uint8(r.bits(4))
		for p := range s.Players {
			if s.owns(p) {
				g.Ends[p] = g.Frames - 1 - r.signed(haveRice)
				r.bad = r.bad || g.Ends[p] < -1
			}
		}
	}
	g.Records = 0
	for g.Gossip && !r.bad && r.flag() {
		if g.Records == MaxSeats {
			r.bad = true
			return
		}
		r.record(s, g, &g.Record[g.Records])
		g.Records++
	}
}

func (r *bitReader) uint32() uint32 {
	v := r.varint()
	r.bad = r.bad || v > 1<<32-1
	return uint32(v)
}

func (r *bitReader) record(s *Shape, g *Game, rec *Record) {
	rec.Origin = int(r.bits(4))
	r.bad = r.bad || rec.Origin >= s.Players
	rec.Version, rec.Era, rec.Life = r.uint32(), r.uint32(), r.uint32()
	rec.Resync, rec.Holds = -1, false
	if r.flag() {
		rec.Resync = int64(r.varint())
		rec.Holds = r.flag()
		r.bad = r.bad || rec.Resync < 0
	}
	rec.Deaf, rec.Suspect, rec.Frozen, rec.Marked = r.mask(s), r.mask(s), r.mask(s), r.mask(s)
	for p := range s.Players {
		rec.Why[p] = 0
		if rec.Frozen>>p&1 == 1 {
			rec.Why[p] = uint8(r.bits(4))
		}
		rec.Have[p] = g.Frames - 1 - r.signed(recordRice)
		r.bad = r.bad || rec.Have[p] < -1
	}
}

func (r *bitReader) mask(s *Shape) uint16 {
	if !r.flag() {
		return 0
	}
	return uint16(r.bits(uint(s.Players)))
}

func (r *bitReader) runs(s *Shape, g *Game, ext uint64) {
	g.Runs = 0
	for p := range s.Players {
		if !s.owns(p) && ext&extForeign == 0 || !r.flag() {
			continue
		}
		run := &g.Run[g.Runs]
		run.Seat = p
		r.run(s, g, run)
		if r.bad {
			return
		}
		g.Runs++
	}
}

// run reads a run's head and passes over its inputs, so that a packet is known
// to be whole before any of it is used.
func (r *bitReader) run(s *Shape, g *Game, run *Run) {
	end := g.Frames + r.signed(newestRice)
	n := r.rice(countRice) + 1
	if n > MaxRun || end < int64(n) || end > 1<<62 {
		r.bad = true
		return
	}
	run.N, run.First = int(n), end-int64(n)
	run.mode = r.bits(2)
	run.FromZero = run.mode == modeZero
	if run.FromZero {
		run.mode = r.bits(2)
	}
	run.at = r.pos
	switch run.mode {
	case modeSparse:
		r.skipSparse(s, run.N)
	case modeRaw:
		r.skip(8 * s.InputBytes * run.N)
	case modeZero:
		r.bad = true
	}
}

func (r *bitReader) skip(n int) {
	r.pos += n
	r.bad = r.bad || r.pos > len(r.buf)*8
}

func (r *bitReader) skipSparse(s *Shape, n int) {
	changes := r.rice(changeRice) + 1
	left := uint64(n)
	if changes > left {
		r.bad = true
		return
	}
	for ; changes > 0 && !r.bad; changes-- {
		gap := r.rice(gapRice)
		if gap >= left {
			r.bad = true
			return
		}
		left -= gap + 1
		r.skip(8 * r.changed(s))
	}
}

// changed reads which bytes change and returns how many.
func (r *bitReader) changed(s *Shape) int {
	if r.flag() {
		return s.InputBytes
	}
	n := 0
	for range s.InputBytes + 1 {
		if r.flag() {
			n++
		}
	}
	return n
}

// Inputs walks the inputs of one run of a decoded packet.
type Inputs struct {
	r       bitReader
	mode    uint64
	changes uint64
	gap     uint64
}

// Inputs starts the walk of g.Run[i] in in. The packet must still be intact.
func (g *Game) Inputs(i int, in *Inputs) {
	run := &g.Run[i]
	in.mode = run.mode
	if in.mode == modeSame {
		return
	}
	in.r.buf, in.r.pos, in.r.bad = g.src, run.at, false
	if in.mode == modeSparse {
		in.changes = in.r.rice(changeRice) + 1
		in.gap = in.r.rice(gapRice)
	}
}

// Same tells that every input of the run equals its reference.
func (in *Inputs) Same() bool { return in.mode == modeSame }

// Next turns input, which holds the one before (first: the reference) with its
// control byte, into the next input of the run.
func (in *Inputs) Next(input []byte) {
	switch {
	case in.mode == modeRaw:
		last := len(input) - 1
		for i := range last {
			input[i] = byte(in.r.bits(8))
		}
		input[last] = 0
	case in.mode == modeSparse && in.changes > 0:
		if in.gap > 0 {
			in.gap--
			return
		}
		in.change(input)
		if in.changes--; in.changes > 0 {
			in.gap = in.r.rice(gapRice)
		}
	}
}

func (in *Inputs) change(input []byte) {
	last := len(input) - 1
	mask, control := ^uint64(0), false
	if !in.r.flag() {
		mask = 0
		for i := range last {
			mask |= in.r.bits(1) << i
		}
		control = in.r.flag()
	}
	for i := range last {
		if mask>>i&1 == 1 {
			input[i] = byte(in.r.bits(8))
		}
	}
	if control {
		input[last] = byte(in.r.bits(8))
	}
}
