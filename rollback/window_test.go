package rollback_test

import (
	"fmt"
	"slices"
	"testing"

	"example.com/backstep/rollback"
)

// duo is two sessions joined by hand: what a has to say reaches b only when
// the test says so, and the other way round.
type duo struct {
	*match
	held [2][][]byte // packets of a peer that were not delivered yet
}

// newDuo runs both through the handshake without latency, to the moment where
// neither has run a frame.
func newDuo(t testing.TB, change func(int, *rollback.Config[uint16])) *duo {
	d := &duo{match: newMatch(t, 2, change)}
	for range 1000 {
		running := 0
		for i := range 2 {
			s := d.peers[i].session
			s.Poll(d.now)
			d.take(i)
			if s.State() == rollback.Running {
				running++
			}
		}
		if running == 2 {
			d.held = [2][][]byte{}
			return d
		}
		d.give(0)
		d.give(1)
		d.now += tick
	}
	t.Fatal("the handshake does not end")
	return nil
}

// take moves what peer i has to say into its held packets.
func (d *duo) take(i int) {
	for _, b := range d.peers[i].session.Packets() {
		d.held[i] = append(d.held[i], append([]byte(nil), b...))
	}
}

// give delivers what peer i has held.
func (d *duo) give(i int) {
	for _, b := range d.held[i] {
		d.peers[1-i].session.Receive(d.now, 0, b)
	}
	d.held[i] = nil
}

// advance steps peer i alone.
func (d *duo) advance(i int, input uint16) rollback.Step {
	d.t.Helper()
	step, err := d.peers[i].session.Advance(d.now, input)
	if err != nil {
		d.t.Fatal(err)
	}
	d.now += tick
	return step
}

// Exactly Window frames run past the confirmed one, never one fewer or more;
// a rollback of the full depth finds its frame, wherever in the ring it lies;
// frame 0 can be wrong; a correction that comes while stalled happens once.
func TestEveryWindowAndOffset(t *testing.T) {
	for w := range rollback.MaxWindow + 1 {
		for _, offset := range offsets(w) {
			testDepth(t, w, offset)
		}
	}
}

func offsets(w int) []int {
	if w <= 10 {
		all := make([]int, 3*(w+2))
		for i := range all {
			all[i] = i
		}
		return all
	}
	return []int{0, 1, w - 1, w, w + 1, w + 2, 2*w + 3, 3 * w}
}

func testDepth(t *testing.T, w, offset int) {
	t.Helper()
	window := w
	if w == 0 {
		window = -1
	}
	d := newDuo(t, func(_ int, c *rollback.Config[uint16]) { c.Window = window })
	a := d.peers[0]
	for f := range offset { // both in step
		if w == 0 {
			d.advance(1, 5)
			d.take(1)
			d.give(1)
		}
		d.advance(0, uint16(f))
		d.take(0)
		d.give(0)
		if w > 0 {
			d.advance(1, 5)
		} else {
			d.advance(1, 99) // the first sample counted
		}
		d.take(1)
		d.give(1)
		d.advanceStalled(0, f)
	}
	start := a.session.Frame()
	ran := 0
	for d.advance(0, 1).Advanced {
		ran++
	}
	if ran != w || start != rollback.Frame(offset) {
		t.Fatalf("window %d offset %d: ran %d frames ahead from frame %d", w, offset, ran, start)
	}
	if w == 0 {
		return
	}
	// The other side ran the same frames with something else from the first on.
	d.advance(1, 9)
	d.take(1) // one input: it makes room for one more frame
	a.traced, a.trace = true, nil
	d.give(1)
	for i := range 3 {
		step := d.advance(0, 1)
		switch {
		case i == 0 && (step.Resimulated != w || step.RolledBack != start || !step.Advanced):
			t.Fatalf("window %d offset %d: correction gave %+v", w, offset, step)
		case i > 0 && (step.Resimulated != 0 || step.Advanced):
			t.Fatalf("window %d offset %d: again %+v", w, offset, step)
		}
	}
	if want := expected(int(start), w); !slices.Equal(a.trace, want) {
		t.Fatalf("window %d offset %d:\n got %v\nwant %v", w, offset, a.trace, want)
	}
}

// advanceStalled fails if peer i can advance: used where frames must be in step.
func (d *duo) advanceStalled(i, f int) {
	if got := d.peers[i].session.Frame(); got != rollback.Frame(f+1) {
		d.t.Fatalf("peer %d is at frame %d, want %d", i, got, f+1)
	}
}

// expected is the order of calls in a rollback of depth w from start+w, and the
// frame that follows it.
func expected(start, w int) []string {
	want := []string{fmt.Sprint("load ", start), fmt.Sprint("advance ", start)}
	for f := start + 1; f <= start+w; f++ {
		want = append(want, fmt.Sprint("save ", f), fmt.Sprint("advance ", f))
	}
	return want
}

// With three endpoints a correction can come while the window still waits for
// another one: it must reach the game then, and only once.
func TestCorrectionWhileStalled(t *testing.T) {
	for _, w := range []int{1, 2, 8} {
		m := newMatch(t, 3, func(_ int, c *rollback.Config[uint16]) { c.Window = w })
		m.start()
		m.run(30)
		dead, from := 2, m.tick
		m.lose = func(a, b, tick int) bool {
			return a == dead || (a == 1 && b == 0 && tick < from+w+12)
		}
		m.input = func(p, tick int) uint16 { return uint16(tick * (p + 1)) }
		g := m.peers[0]
		m.run(w + 11)
		if m.steps[0].Advanced {
			t.Fatalf("window %d: not stalled: %+v", w, m.steps[0])
		}
		before := g.session.Stats()
		m.run(40)
		after := g.session.Stats()
		if got := after.Rollbacks - before.Rollbacks; got == 0 {
			t.Errorf("window %d: the correction was lost while stalled", w)
		}
		if n := after.Loads - before.Loads; n != after.Rollbacks-before.Rollbacks || n > 4 {
			t.Errorf("window %d: %d loads", w, n)
		}
		if m.steps[0].Advanced || m.steps[0].WaitingFor != 1<<dead {
			t.Errorf("window %d: waits for %b", w, m.steps[0].WaitingFor)
		}
	}
}

// A late input that equals its guess costs nothing; of several that differ, the
// first decides where to go back to.
func TestOnlyTheFirstDifferenceIsLoaded(t *testing.T) {
	for bad := range 6 {
		d := newDuo(t, nil)
		for range 6 {
			d.advance(0, 0)
		}
		for f := range 6 {
			in := uint16(0)
			if f == bad || f == 5 {
				in = 7
			}
			d.advance(1, in)
		}
		d.take(1)
		d.give(1)
		step := d.advance(0, 0)
		if step.RolledBack != rollback.Frame(bad) || step.Resimulated != 6-bad {
			t.Errorf("first difference at %d: %+v", bad, step)
		}
	}
	d := newDuo(t, nil)
	for range 6 {
		d.advance(0, 0)
		d.advance(1, 0)
	}
	d.take(1)
	d.give(1)
	if step := d.advance(0, 0); step.RolledBack != rollback.NoFrame || step.Resimulated != 0 {
		t.Errorf("right guesses: %+v", step)
	}
}

// Packets out of order, twice, and with gaps before them: what is contiguous is
// taken in once, with its first value.
func TestLateAndRepeatedPackets(t *testing.T) {
	d := newDuo(t, nil)
	for f := range 8 {
		d.advance(1, uint16(f))
		d.take(1)
	}
	packets := d.held[1]
	for _, i := range []int{2, 0, 5, 5, 1, 7, 3, 0} {
		d.peers[0].session.Receive(d.now, 0, packets[i])
	}
	for f := range 8 {
		d.advance(0, 100+uint16(f))
	}
	d.advance(0, 0)
	st := d.peers[0].session.Stats()
	if st.Conflicts+st.Malformed+st.Foreign+st.Refused != 0 || st.Rollbacks != 0 || st.Predicted != 1 {
		t.Errorf("%+v", st)
	}
}
