package rollback_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"example.com/backstep/rollback"
	"example.com/backstep/savestate"
)

func reports(events []rollback.Event) (list []*rollback.DesyncReport) {
	for _, e := range events {
		if e.Kind == rollback.EventDesyncReport {
			list = append(list, e.Report)
		}
	}
	return list
}

func explained(_ int, c *rollback.Config[uint16]) { c.Explain = true }

// A bit goes wrong in one state: both sides name the frame and the field, with
// both values, whatever the interval of the checks.
func TestReportNamesTheField(t *testing.T) {
	for _, n := range []int{2, 3} {
		for _, every := range []int{1, 10, 60} {
			for _, lossy := range []bool{false, true} {
				m := newMatch(t, n, func(_ int, c *rollback.Config[uint16]) { c.Explain, c.ChecksumEvery = true, every })
				m.lose = func(from, to, tick int) bool { return lossy && tick%5 == (from+to)%3 }
				m.start()
				m.peers[n-1].flipAt = 230
				m.run(500)
				for i := range n {
					r := reports(m.events[i])
					if len(r) != 1 {
						t.Fatalf("n %d every %d loss %v: peer %d has %d reports: %v", n, every, lossy, i, len(r), m.events[i])
					}
					if r[0].Frame != 231 || !r[0].Exact || len(r[0].Fields) == 0 || r[0].Fields[0].Path != "world.Digest" || r[0].Missing != "" {
						t.Errorf("n %d every %d loss %v: peer %d: %v", n, every, lossy, i, r[0])
					}
					if len(r[0].Sections) != 1 || r[0].Sections[0] != "Digest" {
						t.Errorf("sections %v", r[0].Sections)
					}
					if n == 3 && r[0].Desync.Alone() != 1<<2 {
						t.Errorf("alone are %b", r[0].Desync.Alone())
					}
				}
			}
		}
	}
}

// The bundle holds what is needed to compute the step again: it comes out like
// the side's that did not flip the bit.
func TestBundleIsRunAgain(t *testing.T) {
	m := newMatch(t, 2, explained)
	m.start()
	m.peers[1].flipAt = 230
	m.run(500)
	for i := range 2 {
		file := reports(m.events[i])[0].Bundle().Append([]byte("before"))[6:]
		b, err := rollback.ReadBundle(file)
		if err != nil {
			t.Fatal(err)
		}
		r, err := rollback.RerunBundle[world, uint16](b, &tracer{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Frame != 231 || r.LikeOurs != (i == 0) || r.LikeTheirs != (i == 1) {
			t.Errorf("peer %d: frame %d, like ours %v, like theirs %v", i, r.Frame, r.LikeOurs, r.LikeTheirs)
		}
	}
}

func TestBundleRefused(t *testing.T) {
	m := newMatch(t, 2, explained)
	m.start()
	m.peers[1].flipAt = 100
	m.run(300)
	good := reports(m.events[0])[0].Bundle().Append(nil)
	change := func(at int, to byte) []byte {
		b := bytes.Clone(good)
		b[at] ^= to
		return b
	}
	for name, c := range map[string]struct {
		file []byte
		want error
	}{
		"empty":            {nil, rollback.ErrBundleMagic},
		"another file":     {[]byte("PNG, or something else that is long enough"), rollback.ErrBundleMagic},
		"another version":  {change(4, 9), rollback.ErrBundleVersion},
		"a flipped bit":    {change(len(good)/2, 1), rollback.ErrBundleChecksum},
		"cut short":        {good[:len(good)-9], rollback.ErrBundleChecksum},
		"something behind": {append(bytes.Clone(good), 1), rollback.ErrBundleChecksum},
	} {
		if _, err := rollback.ReadBundle(c.file); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	b, err := rollback.ReadBundle(good)
	if err != nil {
		t.Fatal(err)
	}
	type other struct{ Frame, Digest int32 }
	var se *savestate.SnapshotError
	_, err = rollback.RerunBundle(b, rollback.Plain(&other{}, func(*other, []rollback.Input[uint16]) {}), nil)
	if !errors.As(err, &se) || !errors.Is(err, savestate.ErrSnapshotPlan) {
		t.Errorf("another state type: %v", err)
	}
	_, err = rollback.RerunBundle(b, rollback.Plain(&world{}, func(*world, []rollback.Input[uint64]) {}), nil)
	if !errors.Is(err, rollback.ErrBundleGame) || !strings.Contains(err.Error(), "8") {
		t.Errorf("another input type: %v", err)
	}
}

func FuzzReadBundle(f *testing.F) {
	f.Add([]byte("BSDB"), true)
	f.Add((&rollback.Bundle{GameID: "x", Players: 2, InputBytes: 1, Frame: 3}).Append(nil), true)
	f.Fuzz(func(t *testing.T, b []byte, seal bool) {
		if seal { // a fuzzer does not find a checksum
			b = binary.LittleEndian.AppendUint64(b, savestate.XXH64(b, 0))
		}
		if g, err := rollback.ReadBundle(b); err == nil && !bytes.Equal(g.Append(nil), b) {
			t.Fatalf("%x is read and written otherwise", b)
		}
	})
}

// With the policy halt both sides leave, after the report, and say why.
func TestHaltOnDesync(t *testing.T) {
	for _, explain := range []bool{false, true} {
		m := newMatch(t, 2, func(_ int, c *rollback.Config[uint16]) { c.Explain, c.OnDesync = explain, rollback.HaltOnDesync })
		m.start()
		m.peers[0].flipAt = 100
		m.run(500)
		for i, p := range m.peers {
			var de *rollback.DesyncError
			if p.session.State() != rollback.Closed || !errors.As(p.session.Err(), &de) || (len(reports(m.events[i])) == 1) != explain {
				t.Errorf("explain %v: peer %d is %v, %v: %v", explain, i, p.session.State(), p.session.Err(), m.events[i])
			}
		}
	}
}

// With the policy resync the match goes on from the majority's state, or, of two,
// from the lowest seat's: one desync, one resync on the same frame for all, and
// equal states from there on.
func TestResync(t *testing.T) {
	for _, n := range []int{2, 3, 4} {
		for wrong := range n {
			for _, explain := range []bool{false, true} {
				m := newMatch(t, n, func(_ int, c *rollback.Config[uint16]) { c.Explain, c.OnDesync = explain, rollback.ResyncOnDesync })
				m.start()
				m.peers[wrong].flipAt = 200
				m.run(900)
				authority := 0
				if wrong == 0 && n > 2 {
					authority = 1
				}
				at := rollback.NoFrame
				for i := range m.peers {
					if r := reports(m.events[i]); explain && (len(r) != 1 || len(r[0].Fields) == 0) {
						t.Fatalf("n %d wrong %d: peer %d is told %v", n, wrong, i, r)
					}
				}
				for i, p := range m.peers {
					if d := desyncs(m.events[i]); len(d) != 1 {
						t.Fatalf("n %d wrong %d explain %v: peer %d: %v", n, wrong, explain, i, m.events[i])
					}
					for _, e := range m.events[i] {
						if e.Kind == rollback.EventResynced {
							if at == rollback.NoFrame {
								at = e.Frame
							}
							if e.Frame != at || e.Player != authority {
								t.Fatalf("n %d wrong %d: peer %d resynced with %d at %d, want %d at %d", n, wrong, i, e.Player, e.Frame, authority, at)
							}
						}
					}
					if c := p.session.ConfirmedFrame(); at == rollback.NoFrame || c < 800 {
						t.Fatalf("n %d wrong %d explain %v: peer %d confirmed %d, resynced at %d: %v", n, wrong, explain, i, c, at, m.events[i])
					}
				}
				last := int64(m.peers[0].session.ConfirmedFrame()) - 20
				for f := int64(at) + 1; f < last; f++ {
					for i, p := range m.peers {
						if p.digests[f] != m.peers[0].digests[f] {
							t.Fatalf("n %d wrong %d: states of frame %d differ at peer %d, resynced at %d", n, wrong, f, i, at)
						}
					}
				}
			}
		}
	}
}
