package wire

// gossipLimit is where records stop, in bits, so that inputs keep room.
const gossipLimit = 700 * 8

// AppendGame encodes g into dst[:0], whose capacity must be MaxPacket at
// least, and returns the packet. Runs that do not fit are shortened to their
// oldest inputs, or dropped; g.Run then tells what was sent. s.Owned are the
// sender's seats.
func AppendGame(dst []byte, s *Shape, token uint32, g *Game, src Source) []byte {
	w := bitWriter{buf: dst[:0]}
	ext := g.extended()
	for i := range g.Run[:g.Runs] {
		if !s.owns(g.Run[i].Seat) {
			ext |= extForeign
		}
	}
	w.bits(1|one(ext != 0)<<1|one(g.HasSum)<<2, 3)
	w.bits(uint64(token^mixEpoch(g.Frames)), 32)
	w.bits(uint64(g.Frames), frameBits)
	if ext != 0 {
		w.bits(ext, 8)
	}
	if g.Sealed != 0 {
		w.bits(uint64(g.Sealed), uint(s.Players))
	}
	for p := range s.Players {
		if !s.owns(p) && g.Sealed>>p&1 == 0 {
			w.signed(g.Frames-1-g.Have[p], haveRice)
		}
	}
	w.extras(s, g)
	w.runs(s, g, src, ext)
	return w.finish()
}

func (w *bitWriter) extras(s *Shape, g *Game) {
	if g.HasSum {
		w.signed(g.Frames-g.SumFrame, sumRice)
		w.bits(uint64(g.Sum), 32)
	}
	if g.HasPing {
		w.bits(uint64(g.Ping), 8)
	}
	if g.HasPong {
		w.bits(uint64(g.Pong), 8)
		w.bits(uint64(g.Hold), 16)
	}
	if g.HasLife {
		w.varint(uint64(g.Life))
	}
	if g.HasBye {
		w.bits(uint64(g.Bye), 4)
		for p := range s.Players {
			if s.owns(p) {
				w.signed(g.Frames-1-g.Ends[p], haveRice)
			}
		}
	}
	if g.Gossip {
		w.gossip(s, g)
	}
}

// gossip writes records while there is room; the rest waits for the next one.
func (w *bitWriter) gossip(s *Shape, g *Game) {
	kept := 0
	for i := range g.Record[:g.Records] {
		before := *w
		w.bits(1, 1)
		w.record(s, g, &g.Record[i])
		if w.used() > gossipLimit {
			*w = before
			break
		}
		kept++
	}
	g.Records = kept
	w.bits(0, 1)
}

func (w *bitWriter) record(s *Shape, g *Game, r *Record) {
	w.bits(uint64(r.Origin), 4)
	w.varint(uint64(r.Version))
	w.varint(uint64(r.Era))
	w.varint(uint64(r.Life))
	w.flag(r.Resync >= 0)
	if r.Resync >= 0 {
		w.varint(uint64(r.Resync))
		w.flag(r.Holds)
	}
	for _, mask := range [...]uint16{r.Deaf, r.Suspect, r.Frozen, r.Marked} {
		w.flag(mask != 0)
		if mask != 0 {
			w.bits(uint64(mask), uint(s.Players))
		}
	}
	for p := range s.Players {
		if r.Frozen>>p&1 == 1 {
			w.bits(uint64(r.Why[p]), 4)
		}
		w.signed(g.Frames-1-r.Have[p], recordRice)
	}
}

// runs shares the room that is left evenly among the runs still to write, so
// that no seat starves behind another.
func (w *bitWriter) runs(s *Shape, g *Game, src Source, ext uint64) {
	kept, next := 0, 0
	for p := range s.Players {
		if !s.owns(p) && ext&extForeign == 0 {
			continue
		}
		if next == g.Runs || g.Run[next].Seat != p {
			w.bits(0, 1)
			continue
		}
		r := g.Run[next]
		room := (MaxPacket*8 - w.used() - s.Players) / (g.Runs - next)
		next++
		if w.run(s, g, &r, src, room) {
			g.Run[kept] = r
			kept++
		}
	}
	g.Runs = kept
}

// heavyRun is how many bytes of inputs on the way are sent again and again
// without a thought.
const heavyRun = 128

// run writes one run in at most room bits; false when not even one input fits.
func (w *bitWriter) run(s *Shape, g *Game, r *Run, src Source, room int) bool {
	const overhead = 1 + 2*(riceLimit+80) + 4 // present bit, two counts at their worst, modes
	log := src.Log(r.Seat)
	r.N = min(r.N, MaxRun)
	mode, cost := r.cheapest(s, g, &log)
	if r.Newest > 0 && r.N > r.Newest && cost > heavyRun*8 {
		r.First, r.N = r.First+int64(r.N-r.Newest), r.Newest
		mode, cost = r.cheapest(s, g, &log)
	}
	for cost+overhead > room {
		r.N = min(r.N-1, (room-overhead)/(8*max(s.InputBytes, 1)))
		if r.N <= 0 {
			w.bits(0, 1)
			return false
		}
		mode, cost = r.cheapest(s, g, &log)
	}
	w.bits(1, 1)
	w.signed(r.First+int64(r.N)-g.Frames, newestRice)
	w.rice(uint64(r.N-1), countRice)
	if r.FromZero && r.First > 0 {
		w.bits(modeZero, 2)
	}
	w.bits(mode, 2)
	switch mode {
	case modeSparse:
		w.sparse(s, g, r, &log)
	case modeRaw:
		for i := range r.N {
			w.bytes(log.At(r.First + int64(i))[:s.InputBytes])
		}
	}
	return true
}

// reference is the input that the first of the run is coded against.
func (r *Run) reference(s *Shape, g *Game, log *Log) []byte {
	if r.FromZero || r.First == 0 {
		return g.zero[:s.InputBytes+1]
	}
	return log.At(r.First - 1)
}

// cheapest chooses the mode and says what the inputs cost in bits.
func (r *Run) cheapest(s *Shape, g *Game, log *Log) (mode uint64, bits int) {
	if !r.FromZero && r.First > 0 && r.First-1 >= log.Same {
		return modeSame, 0
	}
	changes, sparse, gap, control := 0, 0, 0, byte(0)
	last := r.reference(s, g, log)
	for i := range r.N {
		in := log.At(r.First + int64(i))
		control |= in[s.InputBytes]
		if same(in, last) {
			gap++
			continue
		}
		changes++
		sparse += riceCost(uint64(gap), gapRice) + changeCost(last, in)
		gap, last = 0, in
	}
	if changes == 0 {
		return modeSame, 0
	}
	sparse += riceCost(uint64(changes-1), changeRice)
	raw := 8 * s.InputBytes * r.N
	if sparse < raw || control != 0 {
		return modeSparse, sparse
	}
	return modeRaw, raw
}

func (w *bitWriter) sparse(s *Shape, g *Game, r *Run, log *Log) {
	changes := 0
	last := r.reference(s, g, log)
	for i := range r.N {
		if in := log.At(r.First + int64(i)); !same(in, last) {
			changes, last = changes+1, in
		}
	}
	w.rice(uint64(changes-1), changeRice)
	last = r.reference(s, g, log)
	gap := 0
	for i := range r.N {
		in := log.At(r.First + int64(i))
		if same(in, last) {
			gap++
			continue
		}
		w.rice(uint64(gap), gapRice)
		w.change(last, in)
		gap, last = 0, in
	}
}

// change writes the bytes of in that differ from last: a bit that says "all"
// (but the control byte), or one bit a byte, then the bytes.
func (w *bitWriter) change(last, in []byte) {
	all := allDiffer(last, in)
	w.flag(all)
	if !all {
		for i := range in {
			w.flag(in[i] != last[i])
		}
	}
	for i := range in {
		if in[i] != last[i] {
			w.bits(uint64(in[i]), 8)
		}
	}
}

func allDiffer(a, b []byte) bool {
	n := len(a) - 1
	for i := range n {
		if a[i] == b[i] {
			return false
		}
	}
	return a[n] == b[n]
}

func changeCost(last, in []byte) int {
	differ := 0
	for i := range in {
		if in[i] != last[i] {
			differ++
		}
	}
	if n := len(in) - 1; differ == n && last[n] == in[n] {
		return 1 + 8*differ
	}
	return 1 + len(in) + 8*differ
}

func riceCost(v uint64, k uint) int {
	q := v >> k
	if q < riceLimit {
		return int(q) + 1 + int(k)
	}
	n := riceLimit + 8
	for ; v >= 1<<7; v >>= 7 {
		n += 8
	}
	return n
}
