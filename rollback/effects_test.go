package rollback_test

import (
	"fmt"
	"testing"

	"example.com/backstep/rollback"
)

// band is a game that beeps: player p's input 1 starts effect p, three frames
// later if bit 1 is set.
type band struct {
	tracer
	out   *rollback.Effects[int]
	heard map[string]int // effects that are playing: key@frame
	log   []string
}

func (g *band) Advance(in []rollback.Input[uint16]) {
	for p, x := range in {
		if x.Value != 0 {
			g.out.Emit(rollback.Frame(g.Frame), p)
		}
	}
	g.tracer.Advance(in)
}

func (g *band) apply(e rollback.Effect[int]) {
	at := func(f rollback.Frame) string { return fmt.Sprint(e.Key, "@", f) }
	switch e.Change {
	case rollback.Play:
		g.heard[at(e.Frame)]++
	case rollback.Cancel:
		g.heard[at(e.Frame)]--
	case rollback.Shift:
		g.heard[at(e.From)]--
		g.heard[at(e.Frame)]++
	}
	g.log = append(g.log, fmt.Sprint(e.Change, " ", at(e.Frame)))
}

// Whatever is guessed wrongly on the way, in the end exactly the effects of the
// true match have been played, each once.
func TestEffectsEqualTheTrueMatch(t *testing.T) {
	for _, lag := range []int{0, 3, 6} {
		var bands [2]*band
		m := newMatch(t, 2, nil)
		for i := range bands {
			bands[i] = &band{out: rollback.NewEffects[int](256), heard: map[string]int{}}
			cfg := rollback.Config[uint16]{Local: []int{i}, GameID: "trace", Peers: []rollback.PeerConfig{{Seats: []int{1 - i}}}}
			cfg.Entropy[0] = byte(i + 1)
			s, err := rollback.NewSession(bands[i], cfg)
			if err != nil {
				t.Fatal(err)
			}
			bands[i].session = s
			m.peers[i] = &bands[i].tracer
		}
		m.lag = lag
		m.input = func(p, tick int) uint16 {
			if (tick+p*5)%13 < 2 {
				return 1
			}
			return 0
		}
		played, cancelled := 0, 0
		for range 600 {
			m.step()
			for i, g := range bands {
				for e := range g.out.Drain(m.steps[i], g.session.ConfirmedFrame()) {
					g.apply(e)
					played++
					if e.Change == rollback.Cancel {
						cancelled++
					}
				}
			}
		}
		n := min(bands[0].session.ConfirmedFrame(), bands[1].session.ConfirmedFrame())
		want := map[string]int{}
		for f := range n {
			v := m.feeds[0][f]
			for p, in := range []uint64{v/65537 - 1, v%65537 - 1} {
				if in != 0 {
					want[fmt.Sprint(p, "@", f)] = 1
				}
			}
		}
		for i, g := range bands {
			for key, times := range g.heard {
				var p int
				var f rollback.Frame
				fmt.Sscanf(key, "%d@%d", &p, &f)
				if f < n && times != want[key] {
					t.Errorf("lag %d: band %d played %s %d times, want %d", lag, i, key, times, want[key])
				}
			}
			if len(g.heard) < 100 || g.out.Lost() != 0 {
				t.Errorf("lag %d: %d effects, %d lost", lag, len(g.heard), g.out.Lost())
			}
		}
		if lag == 6 && cancelled == 0 {
			t.Error("nothing was ever guessed wrongly")
		}
	}
}

func TestEffectsStepByStep(t *testing.T) {
	type emit struct {
		frame rollback.Frame
		key   int
	}
	none := rollback.NoFrame
	for _, c := range []struct {
		name  string
		first []emit
		back  rollback.Frame
		again []emit
		want  []string
	}{
		{"run again, the same", []emit{{5, 1}, {6, 2}}, 5, []emit{{5, 1}, {6, 2}}, nil},
		{"never happened", []emit{{5, 1}, {6, 2}}, 5, []emit{{6, 2}}, []string{"cancel 1@5"}},
		{"happened later", []emit{{5, 1}}, 4, []emit{{7, 1}}, []string{"shift 1@7"}},
		{"happened after all", []emit{{5, 1}}, 4, []emit{{5, 1}, {5, 3}}, []string{"play 3@5"}},
		{"before the rollback", []emit{{5, 1}, {8, 1}}, 7, nil, []string{"cancel 1@8"}},
		{"no rollback", []emit{{5, 1}}, none, []emit{{9, 1}}, []string{"play 1@9"}},
		{"one stays, one goes", []emit{{5, 1}, {7, 1}}, 5, []emit{{7, 1}}, []string{"cancel 1@5"}},
	} {
		e := rollback.NewEffects[int](8)
		for _, x := range c.first {
			e.Emit(x.frame, x.key)
		}
		for range e.Drain(rollback.Step{RolledBack: none}, 3) {
		}
		for _, x := range c.again {
			e.Emit(x.frame, x.key)
		}
		var got []string
		for x := range e.Drain(rollback.Step{RolledBack: c.back}, 3) {
			got = append(got, fmt.Sprint(x.Change, " ", x.Key, "@", x.Frame))
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

func TestEffectsAreBounded(t *testing.T) {
	e := rollback.NewEffects[int](4)
	for n := range 100 {
		for k := range 10 {
			e.Emit(rollback.Frame(n), k)
		}
		for range e.Drain(rollback.Step{RolledBack: rollback.NoFrame}, -1) {
		}
	}
	if e.Lost() != 600 {
		t.Errorf("%d lost", e.Lost())
	}
}
