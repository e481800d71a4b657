package rollback_test

import (
	"testing"

	"example.com/backstep/rollback"
)

// Of every frame that can never change again both sides hold the same state, as
// long as it is held at all.
func TestSavedStatesAreFinal(t *testing.T) {
	m := newMatch(t, 2, func(_ int, c *rollback.Config[uint16]) { c.KeepFrames = 20 })
	m.start()
	seen, compared := map[rollback.Frame]uint64{}, 0
	for range 300 {
		m.run(1)
		for i, p := range m.peers {
			f := p.session.ConfirmedFrame()
			s, ok := p.session.Saved(f)
			if f == rollback.NoFrame {
				continue
			}
			if !ok {
				t.Fatalf("peer %d at frame %d: nothing is held of frame %d", i, p.session.Frame(), f)
			}
			if s.Frame != int64(f) {
				t.Fatalf("peer %d: the state of frame %d is that of %d", i, f, s.Frame)
			}
			if want, known := seen[f]; known {
				compared++
				if s.Digest != want {
					t.Fatalf("peer %d, frame %d: %x, want %x", i, f, s.Digest, want)
				}
			}
			seen[f] = s.Digest
		}
	}
	if compared < 100 {
		t.Errorf("%d states compared, want many", compared)
	}
	s := m.peers[0].session
	for _, f := range []rollback.Frame{rollback.NoFrame, s.Frame() - 60, s.Frame(), s.Frame() + 1} {
		if _, ok := s.Saved(f); ok {
			t.Errorf("frame %d is held at frame %d", f, s.Frame())
		}
	}
}
