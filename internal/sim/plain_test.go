package sim

import (
	"runtime"
	"testing"
	"time"

	"example.com/backstep/rollback"
	"example.com/backstep/transport/memnet"
)

// plainPlan is a match without faults: one player a host, everything else usual.
func plainPlan(seed uint64, hosts int, link memnet.Policy) Plan {
	p := Plan{Seed: seed, Players: hosts, Window: 8, Rate: 60, InputBytes: 2, ChecksumEvery: 10,
		Timeout: 5 * time.Second, Notify: 750 * ms, Heal: 3 * time.Second, Calm: link}
	for h := range hosts {
		p.Hosts = append(p.Hosts, Host{Seats: []int{h}, Paced: true})
		p.Seats = append(p.Seats, Seat{Habit: Regular, Period: 7 + 2*h})
		for to := range hosts {
			if to != h {
				p.Links = append(p.Links, Link{h, to, link})
			}
		}
	}
	return p
}

func mustWorld(t testing.TB, p *Plan) *world {
	t.Helper()
	w, err := newWorld(p)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *world) mustAdvance(t testing.TB, by time.Duration) {
	t.Helper()
	if err := w.advanceTo(w.now + by); err != nil {
		t.Fatalf("seed %d: %v", w.plan.Seed, err)
	}
}

// mustReach runs a millisecond at a time until something holds, and returns
// when that was.
func (w *world) mustReach(t testing.TB, limit time.Duration, what string, holds func() bool) time.Duration {
	t.Helper()
	for end := w.now + limit; w.now < end; {
		w.mustAdvance(t, ms)
		if holds() {
			return w.now
		}
	}
	t.Fatalf("seed %d: %s not within %v", w.plan.Seed, what, limit)
	return 0
}

func (w *world) allRun() bool {
	return w.find(func(h *host) bool { return h.State() != rollback.Running }) == nil
}

// A match that nothing disturbs shows no faults, and nobody passes on what
// everybody gets anyway.
func TestHealthyMatch(t *testing.T) {
	for _, hosts := range []int{1, 2, 3, 4, 8} {
		r, err := Run(plainPlan(7, hosts, memnet.Policy{Delay: 40 * ms}))
		if err != nil {
			t.Fatal(err)
		}
		if r.Forwarded+r.Foreign+r.Malformed+r.Conflicts+r.Refused+r.Desyncs > 0 || r.Losses+r.Interruptions+r.Forks > 0 {
			t.Errorf("%d hosts: %v", hosts, r)
		}
		if hosts > 1 && (r.Rollbacks == 0 || r.Mispredicted == 0) {
			t.Errorf("%d hosts: nothing was rolled back: %v", hosts, r)
		}
	}
}

// Two peers that do not hear each other at all play on through a third.
func TestMissingLink(t *testing.T) {
	p := plainPlan(11, 3, memnet.Policy{Delay: 30 * ms})
	p.Heal = 20 * time.Second
	p.Faults = []Fault{{Kind: Cut, At: time.Second, For: 19 * time.Second, A: 0, B: 1}, {Kind: Cut, At: time.Second, For: 19 * time.Second, A: 1, B: 0}}
	w := mustWorld(t, &p)
	w.mustAdvance(t, 19*time.Second)
	for _, h := range w.hosts {
		if c := h.ConfirmedFrame(); c < 900 || len(h.events.ends) > 0 {
			t.Errorf("host %d has confirmed %d frames in 19 s, lost %v", h.id, c, h.events.ends)
		}
	}
	if r := w.report(); r.Forwarded == 0 {
		t.Errorf("nothing was passed on: %v", r)
	}
}

// Nothing grows while a link is dead one way, strangers knock and nobody drains
// events or feeds: two minutes more cost no memory but the ledger's own.
func TestMemoryStaysBounded(t *testing.T) {
	p := plainPlan(13, 3, memnet.Policy{Delay: 30 * ms, Loss: 0.05})
	p.Heal = time.Hour
	p.Faults = []Fault{{Kind: Cut, At: time.Second, For: time.Hour, A: 0, B: 1}}
	for h := range 3 {
		p.Faults = append(p.Faults, Fault{Kind: MuteEvents, At: time.Second, For: time.Hour, A: h},
			Fault{Kind: MuteFeed, At: time.Second, For: time.Hour, A: h})
	}
	for at := time.Second; at < 140*time.Second; at += 100 * ms {
		p.Faults = append(p.Faults, Fault{Kind: pick(newDice(13, uint64(at)), Mutated, Truncated, Replayed, Foreign), At: at, A: 1, B: 2, N: 5})
	}
	w := mustWorld(t, &p)
	w.mustAdvance(t, 20*time.Second)
	before, then := heap(), w.hosts[0].ConfirmedFrame()
	w.mustAdvance(t, 120*time.Second)
	pressed := 0
	for _, log := range w.ledgers[0].pressed {
		pressed += 16 * cap(log[0].entries)
	}
	if grown := heap() - before; grown > pressed+128<<10 {
		t.Errorf("%d bytes more after two minutes, of which %d are the ledger's", grown, pressed)
	}
	if now := w.hosts[0].ConfirmedFrame(); now < then+3600 {
		t.Errorf("confirmed %d to %d in two minutes: that was no match", then, now)
	}
	runtime.KeepAlive(w)
}

func heap() int {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}
