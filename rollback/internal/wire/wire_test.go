package wire

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"
)

// memory is a Source over inputs drawn once.
type memory struct {
	size int
	logs [MaxSeats][]byte
}

func (m *memory) Log(seat int) Log {
	return Log{Ring: m.logs[seat], Mask: -1, Size: m.size, Same: 1 << 62}
}

func (m *memory) input(seat int, f int64) []byte {
	l := m.Log(seat)
	return l.At(f)
}

// draw makes a packet that a session could send, in all its parts.
func draw(r *rand.Rand) (s Shape, g Game, m *memory) {
	s = Shape{Players: 1 + r.IntN(MaxSeats), InputBytes: r.IntN(MaxInput + 1)}
	if r.IntN(2) == 0 {
		s.Players, s.InputBytes = 2, 2
	}
	s.Owned = uint16(r.Uint32()) & s.all()
	g.Frames = int64(r.IntN(2000))
	if r.IntN(4) == 0 {
		g.Frames = r.Int64N(1<<31 - 1)
	}
	const newest = 700
	m = &memory{size: s.InputBytes + 1}
	for p := range s.Players {
		m.logs[p] = make([]byte, newest*m.size)
		mash, marks := r.IntN(20), r.IntN(3) == 0
		for i := range m.logs[p] {
			switch {
			case i%m.size == s.InputBytes:
				if marks && r.IntN(50) == 0 {
					m.logs[p][i] = byte(r.Uint32())
				}
				continue
			case i >= m.size:
				m.logs[p][i] = m.logs[p][i-m.size]
			}
			if r.IntN(20) < mash {
				m.logs[p][i] = byte(r.Uint32())
			}
		}
		g.Have[p] = max(g.Frames+int64(r.IntN(40))-20, -1)
		g.Ends[p] = max(g.Frames+int64(r.IntN(9))-4, -1)
		if (s.owns(p) || r.IntN(4) == 0) && r.IntN(4) > 0 {
			n := 1 + r.IntN(20)
			if r.IntN(9) == 0 {
				n = 1 + r.IntN(600)
			}
			first := int64(r.IntN(newest - n))
			g.Run[g.Runs] = Run{Seat: p, First: first, N: n, FromZero: r.IntN(5) == 0}
			g.Runs++
		}
	}
	drawExtras(r, &s, &g)
	return s, g, m
}

// drawExtras adds what does not travel in every packet.
func drawExtras(r *rand.Rand, s *Shape, g *Game) {
	if r.IntN(4) == 0 {
		g.Sealed = uint16(r.Uint32()) & s.all()
	}
	if g.HasSum = r.IntN(3) == 0; g.HasSum {
		g.SumFrame, g.Sum = max(g.Frames-int64(r.IntN(30)), 0), r.Uint32()
	}
	if g.HasPing = r.IntN(3) == 0; g.HasPing {
		g.Ping = uint8(r.Uint32())
	}
	if g.HasPong = r.IntN(3) == 0; g.HasPong {
		g.Pong, g.Hold = uint8(r.Uint32()), uint16(r.Uint32())
	}
	if g.HasLife = r.IntN(3) == 0; g.HasLife {
		g.Life = r.Uint32()
	}
	if g.HasBye = r.IntN(8) == 0; g.HasBye {
		g.Bye = uint8(r.IntN(16))
	}
	if g.Gossip = r.IntN(4) == 0; g.Gossip {
		for i := range r.IntN(s.Players + 1) {
			rec := Record{Origin: i, Version: r.Uint32(), Life: r.Uint32(), Era: r.Uint32() >> r.IntN(32), Resync: -1, Deaf: uint16(r.Uint32()) & s.all(), Frozen: uint16(r.Uint32()) & s.all()}
			if r.IntN(2) == 0 {
				rec.Resync, rec.Holds = r.Int64N(maxFrame), r.IntN(2) == 0
			}
			for p := range s.Players {
				if rec.Frozen>>p&1 == 1 {
					rec.Why[p] = uint8(r.IntN(16))
				}
				rec.Have[p] = max(g.Frames+int64(r.IntN(40))-20, -1)
			}
			g.Record[g.Records] = rec
			g.Records++
		}
	}
}

// equal compares what was sent with what arrived, in the fields that travel.
func equal(t *testing.T, s *Shape, sent, got *Game, m *memory) {
	t.Helper()
	if a, b := sent.Describe(s), got.Describe(s); a != b {
		t.Fatalf("sent %s\n got %s", a, b)
	}
	for p := range s.Players {
		if sent.HasBye && s.owns(p) && sent.Ends[p] != got.Ends[p] {
			t.Fatalf("end of %d: got %d, want %d", p, got.Ends[p], sent.Ends[p])
		}
	}
	if sent.HasPong && sent.Hold != got.Hold {
		t.Fatalf("hold: got %d, want %d", got.Hold, sent.Hold)
	}
	for i := range got.Run[:got.Runs] {
		r := &got.Run[i]
		in := make([]byte, s.InputBytes+1)
		if r.First > 0 && !r.FromZero {
			copy(in, m.input(r.Seat, r.First-1))
		}
		var walk Inputs
		got.Inputs(i, &walk)
		for n := range r.N {
			walk.Next(in)
			if want := m.input(r.Seat, r.First+int64(n)); !bytes.Equal(in, want) {
				t.Fatalf("input %d of seat %d: got %x, want %x", r.First+int64(n), r.Seat, in, want)
			}
		}
	}
}

func TestGameRoundTrip(t *testing.T) {
	buf := make([]byte, 0, MaxPacket)
	shortened := 0
	for seed := range uint64(5000) {
		r := rand.New(rand.NewPCG(seed, 2))
		s, g, m := draw(r)
		asked := g
		b := AppendGame(buf, &s, 0xfeedbeef, &g, m)
		if len(b) > MaxPacket {
			t.Fatalf("seed %d: %d bytes", seed, len(b))
		}
		if cap(b) != cap(buf) {
			t.Fatalf("seed %d: the buffer was left", seed)
		}
		for i := range g.Run[:g.Runs] {
			if g.Run[i].N != asked.Run[i].N || g.Runs != asked.Runs {
				shortened++
				break
			}
		}
		var got Game
		near := max(g.Frames+int64(r.IntN(2*8000))-8000, 0)
		if err := DecodeGame(b, &s, 0xfeedbeef, near, &got); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		equal(t, &s, &g, &got, m)
		for cut := range len(b) {
			if seed%16 != 0 {
				break
			}
			if DecodeGame(b[:cut], &s, 0xfeedbeef, near, &got) == nil {
				t.Fatalf("seed %d: cut to %d of %d bytes it is still a packet", seed, cut, len(b))
			}
		}
	}
	if shortened == 0 {
		t.Error("no run was ever shortened: the draw is too tame")
	}
}

// Whoever replays a datagram when its low frame bits fit again fails the token.
func TestReplayAfterWrapIsForeign(t *testing.T) {
	s := Shape{Players: 2, InputBytes: 2, Owned: 1}
	m := &memory{size: 3}
	m.logs[0] = make([]byte, 150)
	for _, frames := range []int64{0, 1, 100, frameMask, 1 << 20, 1<<31 - 1} {
		g := Game{Frames: frames}
		g.Have[1] = frames - 1
		b := AppendGame(make([]byte, 0, MaxPacket), &s, 7, &g, m)
		var got Game
		for laps := int64(1); laps < 2000; laps++ {
			if err := DecodeGame(b, &s, 7, frames+laps<<frameBits, &got); err != ErrForeign {
				t.Fatalf("frame %d, %d laps later: %v", frames, laps, err)
			}
		}
		if err := DecodeGame(b, &s, 8, frames, &got); err != ErrForeign {
			t.Fatalf("another token: %v", err)
		}
		if err := DecodeGame(b, &s, 7, frames, &got); err != nil || got.Frames != frames {
			t.Fatalf("in time: %v, frames %d", err, got.Frames)
		}
	}
}

func TestVarintLengths(t *testing.T) {
	values := []uint64{0, 1, 127, 128, 16383, 16384, math.MaxUint64}
	for k := 7; k < 64; k++ {
		values = append(values, 1<<k-1, 1<<k, 1<<k+1)
	}
	for _, v := range values {
		w := bitWriter{buf: make([]byte, 0, 32)}
		w.varint(v)
		groups := 1
		for x := v >> 7; x > 0; x >>= 7 {
			groups++
		}
		if w.used() != 8*groups {
			t.Errorf("%d takes %d bits, want %d", v, w.used(), 8*groups)
		}
		b := w.finish()
		r := bitReader{buf: b}
		if got := r.varint(); got != v || r.bad {
			t.Errorf("%d came back as %d (bad %v)", v, got, r.bad)
		}
		for cut := range b {
			r := bitReader{buf: b[:cut]}
			if r.varint(); !r.bad {
				t.Errorf("%d cut to %d bytes is not noticed", v, cut)
			}
		}
		for k := range uint(8) {
			w := bitWriter{buf: make([]byte, 0, 32)}
			w.rice(v, k)
			if w.used() != riceCost(v, k) {
				t.Errorf("rice(%d, %d) takes %d bits, priced %d", v, k, w.used(), riceCost(v, k))
			}
			r := bitReader{buf: w.finish()}
			if got := r.rice(k); got != v || r.bad {
				t.Errorf("rice(%d, %d) came back as %d (bad %v)", v, k, got, r.bad)
			}
		}
	}
}

func TestOverlongVarintIsBad(t *testing.T) {
	for _, bits := range []struct {
		name   string
		groups []uint64 // 7 bits each, all but the last marked as continued
	}{
		{"zero padded", []uint64{1, 0}},
		{"eleven groups", []uint64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
		{"beyond 64 bits", []uint64{0, 0, 0, 0, 0, 0, 0, 0, 0, 2}},
	} {
		w := bitWriter{buf: make([]byte, 0, 32)}
		for i, g := range bits.groups {
			w.flag(i < len(bits.groups)-1)
			w.bits(g, 7)
		}
		r := bitReader{buf: w.finish()}
		if r.varint(); !r.bad {
			t.Errorf("%s: not noticed", bits.name)
		}
	}
}

func TestZigzag(t *testing.T) {
	for _, v := range []int64{0, 1, -1, 2, math.MaxInt64, math.MinInt64} {
		if got := unzigzag(zigzag(v)); got != v {
			t.Errorf("%d came back as %d", v, got)
		}
	}
}

// Every seat gets some room, however much the others have to say.
func TestNoSeatStarves(t *testing.T) {
	s := Shape{Players: 8, InputBytes: 64, Owned: 0xff}
	r := rand.New(rand.NewPCG(1, 1))
	m := &memory{size: 65}
	g := Game{Frames: 300}
	for p := range 8 {
		m.logs[p] = make([]byte, 65*300)
		for i := range m.logs[p] {
			if i%65 != 64 {
				m.logs[p][i] = byte(r.Uint32())
			}
		}
		g.Run[p] = Run{Seat: p, First: 100, N: 188}
	}
	g.Runs = 8
	b := AppendGame(make([]byte, 0, MaxPacket), &s, 1, &g, m)
	if g.Runs != 8 || len(b) > MaxPacket {
		t.Fatalf("%d of 8 seats in %d bytes", g.Runs, len(b))
	}
	for _, r := range g.Run[:8] {
		if r.N < 1 || r.First != 100 {
			t.Errorf("seat %d: %d inputs from %d", r.Seat, r.N, r.First)
		}
	}
}

func TestAllocs(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	s, g, m := draw(r)
	for g.Runs == 0 || !g.Gossip {
		s, g, m = draw(r)
	}
	buf := make([]byte, 0, MaxPacket)
	var got Game
	asked := g
	n := testing.AllocsPerRun(100, func() {
		g = asked
		b := AppendGame(buf, &s, 1, &g, m)
		if DecodeGame(b, &s, 1, g.Frames, &got) != nil {
			t.Fatal("not decoded")
		}
		in := buf[:MaxInput+1]
		for i := range got.Run[:got.Runs] {
			var walk Inputs
			got.Inputs(i, &walk)
			walk.Next(in[:s.InputBytes+1])
		}
	})
	if n != 0 {
		t.Errorf("%v allocations per packet", n)
	}
}
