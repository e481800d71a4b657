package rollback_test

import (
	"bytes"
	"testing"

	"example.com/backstep/rollback"
)

type stick struct {
	Buttons uint8
	Held    bool
	X, Y    int16
	Axes    [2]float32
	Wide    uint64
}

// pairOf joins two sessions without latency and runs them.
func pairOf[S, I any](t *testing.T, games [2]rollback.Game[S, I], codec rollback.Codec[I], ticks int, input func(peer, tick int) I) [2]*rollback.Session[S, I] {
	t.Helper()
	var s [2]*rollback.Session[S, I]
	for i := range s {
		cfg := rollback.Config[I]{Local: []int{i}, Peers: []rollback.PeerConfig{{Seats: []int{1 - i}}}, Codec: codec}
		cfg.Entropy[1] = byte(i)
		var err error
		if s[i], err = rollback.NewSession(games[i], cfg); err != nil {
			t.Fatal(err)
		}
	}
	now := tick
	for n := range ticks {
		for i := range s {
			s[i].Poll(now)
			if _, err := s[i].Advance(now, input(i, n)); err != nil {
				t.Fatal(err)
			}
			for _, b := range s[i].Packets() {
				s[1-i].Receive(now, 0, b)
			}
		}
		now += tick
	}
	return s
}

// keeper remembers the inputs of every frame.
type keeper[I any] struct{ log [][]I }

func (g *keeper[I]) Save(dst *int)          { *dst = len(g.log) }
func (g *keeper[I]) Load(src *int)          { g.log = g.log[:*src] }
func (g *keeper[I]) Checksum(s *int) uint64 { return uint64(*s) }
func (g *keeper[I]) Advance(in []rollback.Input[I]) {
	var row []I
	for _, x := range in {
		row = append(row, x.Value)
	}
	g.log = append(g.log, row)
}

func TestDerivedCodecCarriesEveryField(t *testing.T) {
	a, b := &keeper[stick]{}, &keeper[stick]{}
	at := func(p, n int) stick {
		return stick{uint8(n), n%3 == 0, int16(-n), int16(n * 7), [2]float32{float32(n) / 3, -1}, uint64(n) << 40}
	}
	s := pairOf(t, [2]rollback.Game[int, stick]{a, b}, nil, 200, at)
	n := min(s[0].ConfirmedFrame(), s[1].ConfirmedFrame())
	if n < 150 {
		t.Fatalf("confirmed %d", n)
	}
	for f := range int(n) {
		for p := range 2 {
			if a.log[f][p] != b.log[f][p] {
				t.Fatalf("frame %d player %d: %+v and %+v", f, p, a.log[f][p], b.log[f][p])
			}
		}
	}
	if last := a.log[n][0]; last.Wide == 0 || last.Axes[0] == 0 || last.X == 0 {
		t.Errorf("fields were lost: %+v", last)
	}
}

// lossy keeps eight bits of sixteen.
type lossy struct{}

func (lossy) Size() int                        { return 1 }
func (lossy) Append(b []byte, v uint16) []byte { return append(b, byte(v)) }
func (lossy) Decode(b []byte) uint16           { return uint16(b[0]) }

// A local input takes the same way through the codec as a remote one: what is
// lost on the way is lost for everybody.
func TestLocalInputGoesThroughTheCodec(t *testing.T) {
	a, b := &keeper[uint16]{}, &keeper[uint16]{}
	pairOf(t, [2]rollback.Game[int, uint16]{a, b}, lossy{}, 100, func(p, n int) uint16 { return 0x1200 + uint16(n) })
	for f, row := range a.log {
		if row[0] > 0xff {
			t.Fatalf("frame %d: the local player saw %#x", f, row[0])
		}
	}
}

// text is a codec of variable length over a slice.
type text struct{}

func (text) Size() int                        { return 20 }
func (text) Append(b []byte, v []byte) []byte { return append(b, v...) }
func (text) Decode(b []byte) []byte           { return bytes.Clone(b) }

// Inputs of a length that changes in every frame, handed over in one buffer
// that the caller uses again.
func TestReusedBufferOfVariableLength(t *testing.T) {
	a, b := &keeper[[]byte]{}, &keeper[[]byte]{}
	buffer := make([]byte, 20)
	value := func(p, n int) []byte { return bytes.Repeat([]byte{byte(n), byte(p)}, n%11) }
	s := pairOf(t, [2]rollback.Game[int, []byte]{a, b}, text{}, 10000, func(p, n int) []byte {
		return buffer[:copy(buffer, value(p, n))]
	})
	confirmed := int(min(s[0].ConfirmedFrame(), s[1].ConfirmedFrame()))
	if confirmed < 9900 {
		t.Fatalf("confirmed %d", confirmed)
	}
	for f := range confirmed {
		for p := range 2 {
			if !bytes.Equal(a.log[f][p], b.log[f][p]) {
				t.Fatalf("frame %d player %d: %x and %x", f, p, a.log[f][p], b.log[f][p])
			}
		}
	}
}

// greedy claims less than it writes.
type greedy struct{ text }

func (greedy) Size() int { return 2 }

func TestCodecLimits(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a codec that breaks its word goes unnoticed")
		}
	}()
	pairOf(t, [2]rollback.Game[int, []byte]{&keeper[[]byte]{}, &keeper[[]byte]{}}, greedy{}, 50,
		func(int, int) []byte { return []byte("long") })
}

// A guess from Config.Predict is used, and compared like any other.
func TestPredictor(t *testing.T) {
	m := newMatch(t, 2, func(_ int, c *rollback.Config[uint16]) {
		c.Predict = func(last uint16, ahead int) uint16 { return last + uint16(ahead) }
	})
	m.input = func(p, tick int) uint16 { return uint16(tick) }
	m.start()
	m.run(30)
	before := m.peers[0].session.Stats()
	m.run(300)
	after := m.peers[0].session.Stats()
	if after.Rollbacks != before.Rollbacks || after.Predicted == before.Predicted {
		t.Errorf("a right predictor still rolls back: %d times in %d guesses", after.Rollbacks-before.Rollbacks, after.Predicted-before.Predicted)
	}
	m.agree()
}
