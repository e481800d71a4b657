package live_test

import (
	"errors"
	"testing"
	"time"

	"example.com/backstep/rollback"
	"example.com/backstep/rollback/live"
	"example.com/backstep/transport"
	"example.com/backstep/transport/memnet"
)

// One who comes in the middle of a match sees all of it.
func TestSpectator(t *testing.T) {
	d := newDuo(t, memnet.Policy{Delay: 20 * time.Millisecond}, func(_ int, c *rollback.Config[uint16]) { c.Spectators = 1 })
	d.start()
	d.run(2 * time.Second)
	gallery := memnet.New(2, 2)
	if _, err := d.seats[0].AddSpectator(gallery.Link(0, 1)); err != nil {
		t.Fatal(err)
	}
	if _, err := d.seats[0].AddSpectator(memnet.New(3, 2).Link(0, 1)); !errors.Is(err, rollback.ErrSpectators) {
		t.Errorf("one more than Config.Spectators: %v, want %v", err, rollback.ErrSpectators)
	}
	var seen world
	cfg := rollback.Config[uint16]{Players: 2, Peers: []rollback.PeerConfig{{Host: true}}}
	h, err := live.New(rollback.Plain(&seen, step), cfg, []transport.Link{gallery.Link(1, 0)}, live.Options{Now: d.clock.read})
	if err != nil {
		t.Fatal(err)
	}
	digests, compared := map[uint64]uint64{}, 0 // what a player confirmed, by frame
	for range 600 {
		d.step(time.Second / 120)
		digests[d.seats[1].feed.Frame] = d.seats[1].feed.Digest
		gallery.SetNow(d.clock.now)
		if _, err := h.Update(); err != nil {
			t.Fatal(err)
		}
		if want, ok := digests[seen.Frame]; ok {
			compared++
			if seen.Digest != want {
				t.Fatalf("frame %d: the spectator has %x, a player %x", seen.Frame, seen.Digest, want)
			}
		}
	}
	if compared < 50 {
		t.Errorf("%d states compared, want many", compared)
	}
	if behind := d.seats[0].Session().Frame() - h.Session().Frame(); behind > 60 {
		t.Errorf("%d frames behind after 5 s, want a second at most", behind)
	}
}
