package rollback_test

import (
	"testing"
	"time"

	"example.com/backstep/rollback"
)

// lane is a pair of sessions joined by queues of fixed length that are reused:
// nothing in it allocates once warm.
type lane struct {
	now   time.Duration
	n     int
	s     [2]*rollback.Session[world, uint16]
	queue [2][]parcel // towards s[i]
	lag   int
	input func(peer, tick int) uint16
	fed   int
}

type parcel struct {
	due, size int
	data      [rollback.MaxPacket]byte
}

type plainGame struct{ world }

func (g *plainGame) Save(dst *world)          { *dst = g.world }
func (g *plainGame) Load(src *world)          { g.world = *src }
func (g *plainGame) Checksum(s *world) uint64 { return s.Digest }
func (g *plainGame) Advance(in []rollback.Input[uint16]) {
	for _, i := range in {
		g.Digest = (g.Digest ^ uint64(i.Value)) * 0x100000001b3
	}
	g.Frame++
}

func newLane(t testing.TB, lag int, input func(peer, tick int) uint16) *lane {
	l := &lane{lag: lag, input: input}
	for i := range l.s {
		cfg := rollback.Config[uint16]{Local: []int{i}, Peers: []rollback.PeerConfig{{Seats: []int{1 - i}}}}
		cfg.Entropy[0] = byte(i + 1)
		s, err := rollback.NewSession(&plainGame{}, cfg)
		if err != nil {
			t.Fatal(err)
		}
		l.s[i] = s
		l.queue[i] = make([]parcel, 64)
	}
	return l
}

func (l *lane) tick() {
	for i, s := range l.s {
		for j := range l.queue[i] {
			if q := &l.queue[i][j]; q.size > 0 && q.due <= l.n {
				s.Receive(l.now, 0, q.data[:q.size])
				q.size = 0
			}
		}
		s.Poll(l.now)
		s.Advance(l.now, l.input(i, l.n))
		for _, b := range s.Packets() {
			q := &l.queue[1-i][l.n%64]
			q.due, q.size = l.n+l.lag, copy(q.data[:], b)
		}
		for range s.Events() {
		}
		for range s.Confirmed() {
			l.fed++
		}
	}
	l.n++
	l.now += tick
}

// A frame costs no allocation, with or without a rollback: the collector has
// nothing to stop the game for.
func TestAllocs(t *testing.T) {
	for _, c := range []struct {
		name  string
		input func(peer, tick int) uint16
		roll  bool
	}{
		{"idle", func(int, int) uint16 { return 0 }, false},
		{"rollback in every frame", func(p, tick int) uint16 { return uint16(tick * (p + 1)) }, true},
	} {
		l := newLane(t, 3, c.input)
		for range 300 {
			l.tick()
		}
		before := l.s[0].Stats()
		if n := testing.AllocsPerRun(200, l.tick); n != 0 {
			t.Errorf("%s: %v allocations per frame", c.name, n)
		}
		after := l.s[0].Stats()
		if after.Frames == before.Frames || (after.Rollbacks > before.Rollbacks) != c.roll || l.fed == 0 {
			t.Errorf("%s: the measured frames did not do what they are measured for: %+v", c.name, after)
		}
	}
}

func BenchmarkPeerFrame(b *testing.B) {
	for _, c := range []struct {
		name  string
		input func(peer, tick int) uint16
	}{
		{"idle", func(int, int) uint16 { return 0 }},
		{"rollback", func(p, tick int) uint16 { return uint16(tick * (p + 1)) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			l := newLane(b, 3, c.input)
			for range 300 {
				l.tick()
			}
			before := l.s[0].Stats()
			b.ReportAllocs()
			b.ResetTimer()
			n := 0
			for b.Loop() {
				l.tick()
				n++
			}
			st := l.s[0].Stats()
			b.ReportMetric(float64(st.BytesOut-before.BytesOut)/float64(n), "B/frame")
			b.ReportMetric(float64(st.Rollbacks-before.Rollbacks)/float64(n), "rollbacks/frame")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(2*n), "ns/peer-frame")
		})
	}
}
