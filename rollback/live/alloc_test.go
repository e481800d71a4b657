package live_test

import (
	"testing"
	"time"

	"example.com/backstep/transport/memnet"
)

func TestAllocs(t *testing.T) {
	d := newDuo(t, memnet.Policy{Delay: 40 * time.Millisecond}, nil)
	d.start()
	d.run(5 * time.Second)
	rolled := d.seats[0].Session().Stats().Rollbacks
	if n := testing.AllocsPerRun(600, func() { d.step(time.Second / 60) }); n != 0 {
		t.Errorf("%v allocations per step of two hosts, want 0", n)
	}
	if d.seats[0].Session().Stats().Rollbacks == rolled {
		t.Error("no rollback was measured")
	}
	a := d.seats[0]
	if n := testing.AllocsPerRun(600, func() {
		d.clock.now += time.Second / 60
		d.net.SetNow(d.clock.now)
		_, _ = a.Update(3)
	}); n != 0 {
		t.Errorf("%v allocations per Update, want 0", n)
	}
}
