package sim

import (
	"strings"
	"testing"
	"time"

	"example.com/backstep/rollback"
	"example.com/backstep/transport/memnet"
)

// One wrong bit in one peer's state is found by both sides, once, at the first
// frame that is checked after it.
func TestOneBitIsFound(t *testing.T) {
	for _, every := range []int{1, 10, 30} {
		p := plainPlan(3, 2, memnet.Policy{Delay: 40 * ms, Loss: 0.05})
		p.ChecksumEvery = every
		w := mustWorld(t, &p)
		const wrong = 95
		w.hosts[1].game.wrong = spoiled{wrong, sound().to, flaws[0].do}
		w.mustAdvance(t, 5*time.Second)
		first := rollback.Frame((wrong + every - 1) / every * every)
		for _, h := range w.hosts {
			if n := len(h.events.desyncs); n != 1 || h.Stats().Desyncs != 1 {
				t.Fatalf("every %d: host %d reports %d desyncs, counts %d, want 1", every, h.id, n, h.Stats().Desyncs)
			}
			if d := h.events.desyncs[0]; d.Frame != first || d.LastEqual != first-rollback.Frame(every) || d.Ours == d.Theirs {
				t.Errorf("every %d: host %d reports %+v, want frame %d", every, h.id, d, first)
			}
		}
	}
}

// wantRed checks that a plan's run fails, and on what.
func wantRed(t *testing.T, p Plan, spoil func(w *world), complaint string) {
	t.Helper()
	w := mustWorld(t, &p)
	spoil(w)
	err := w.run()
	if err == nil || !strings.Contains(err.Error(), complaint) {
		t.Errorf("got %v, want a complaint about %q", err, complaint)
	}
}

// The invariants do turn red: each is shown something that breaks it.
func TestInvariantsTurnRed(t *testing.T) {
	lossy := memnet.Policy{Delay: 40 * ms, Loss: 0.1}
	for _, c := range []struct {
		name, complaint string
		spoil           func(w *world)
	}{
		{"a game that reads what it does not save", "offline it is", func(w *world) { w.hosts[1].game.impure = true }},
		{"a wrong bit in a state", "offline it is", func(w *world) {
			w.hosts[0].game.wrong.flaw, w.hosts[0].game.wrong.from, w.hosts[0].game.wrong.to = flaws[0].do, 50, 50
		}},
		{"another input than was pressed", "the feed says", func(w *world) {
			w.agenda = append(w.agenda, action{time.Second, func() error {
				log := w.ledgers[0].pressed[1][0].entries
				log[len(log)-1].value ^= 1
				return nil
			}})
		}},
		{"a slot that was overwritten", "saved was", func(w *world) {
			for at := time.Second; at < 2*time.Second; at += 10 * ms {
				w.agenda = append(w.agenda, action{at, func() error {
					for i := range w.hosts[0].game.saved {
						w.hosts[0].game.saved[i].Digest++
					}
					return nil
				}})
			}
		}},
		{"a watcher that reads what it does not save", "watcher 0: state of frame", func(w *world) {
			w.later(time.Second, func() error { w.viewers[0].game.impure = true; return nil })
		}},
		{"a watcher to whom a player comes back", "no event told so", func(w *world) {
			w.later(time.Second, func() error { w.viewers[0].feed.present = 1; return nil })
		}},
		{"a packet that was not counted", "stats say", func(w *world) { w.hosts[1].sent.packets++ }},
		{"a link that is never healed", "after healing", func(w *world) {
			w.agenda = append(w.agenda, action{3*time.Second + ms, func() error { w.net.Cut(0, 1); return nil }})
		}},
		{"a feed that skips a frame", "feed gives frame", func(w *world) { w.hosts[0].feed.next = 1 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := plainPlan(5, 2, lossy)
			p.Watchers = []Watcher{{Of: 0}}
			wantRed(t, p, c.spoil, c.complaint)
		})
	}
}

// A link that alters what it carries is caught: not at once, since most of it
// is no packet any more, but as soon as an altered input is confirmed.
func TestAlteredInputsAreCaught(t *testing.T) {
	caught := 0
	for seed := range uint64(20) {
		p := plainPlan(seed, 2, memnet.Policy{Delay: 40 * ms})
		w := mustWorld(t, &p)
		d := newDice(seed, 6)
		w.alter = func(from, to int, b []byte) []byte {
			if w.now < time.Second || from != 0 || len(b) < 10 {
				return b
			}
			lie := append([]byte(nil), b...)
			lie[5+d.IntN(len(b)-5)] ^= 1 << d.IntN(8)
			return lie
		}
		if err := w.run(); err != nil {
			caught++
		}
	}
	if caught < 15 {
		t.Errorf("lies were caught in %d of 20 runs, want most", caught)
	}
}

// renewed has states travel all the time, so that there are asks and chunks to lie
// about.
func (p *Plan) renewed(d dice) {
	p.StateBytes, p.Explain, p.OnDesync, p.ChecksumEvery = d.between(1, 30000), d.chance(0.5), Resync, d.between(1, 10)
	p.Faults = append(p.Faults, Fault{Kind: Corrupt, At: d.span(0, p.Heal), A: d.IntN(len(p.Hosts)), N: d.IntN(len(flaws))})
	for range d.between(1, 4) {
		p.Faults = append(p.Faults, Fault{Kind: Restart, At: d.span(0, p.Heal), A: d.IntN(len(p.Hosts))})
	}
	p.Watchers = append(p.Watchers, Watcher{Of: d.IntN(len(p.Hosts)), Join: d.span(0, p.Heal), FromNow: true})
}

// A peer that knows the token and lies can spoil its own match, but it cannot
// make a session panic, leave its window, load a confirmed frame or send too
// much.
func TestHostilePeer(t *testing.T) {
	var total Report
	first, count := seeds(200)
	for i := range uint64(count) {
		seed := first + i
		p := Draw(seed, 2, 4)
		p.Hostile = true
		d := newDice(seed, 7)
		if seed%3 == 0 && len(p.Hosts) > 1 {
			p.renewed(d)
		}
		for range pick(d, 4, 20, 40) {
			if len(p.Hosts) > 1 {
				f := Fault{Kind: Lied, At: d.span(pick(d, 0, p.Heal/2, p.Heal/2, p.Heal/2), p.Heal), A: d.IntN(len(p.Hosts)), N: d.between(1, 20)}
				f.B = other(d, &p, f.A)
				p.Faults = append(p.Faults, f)
			}
		}
		r, err := Run(p)
		total.Add(r)
		if err != nil {
			t.Errorf("seed %d: %v\n%v", seed, err, &p)
		}
	}
	t.Log(total)
	if total.Malformed == 0 || total.Foreign == 0 || total.Conflicts == 0 {
		t.Errorf("the lies were not heard: %v", total)
	}
}
