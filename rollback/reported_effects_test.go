package rollback_test

import (
	"testing"
	"time"

	"example.com/backstep/rollback"
)

// emitter says one effect in every frame.
type emitter struct {
	tracer
	fx *rollback.Effects[int64]
}

func (g *emitter) Advance(in []rollback.Input[uint16]) {
	g.fx.Emit(rollback.Frame(g.Frame), g.Frame)
	g.tracer.Advance(in)
}

// Sparse saving plays effects twice.
func TestEffectsWithSparseSaving(t *testing.T) {
	for _, save := range []int{1, 4} {
		var ss [2]*rollback.Session[world, uint16]
		var gs [2]*emitter
		plays := map[int64]int{}
		for i := range 2 {
			cfg := rollback.Config[uint16]{Local: []int{i}, Peers: []rollback.PeerConfig{{Seats: []int{1 - i}}}, SaveEvery: save}
			cfg.Entropy[0] = byte(i + 1)
			gs[i] = &emitter{fx: rollback.NewEffects[int64](256)}
			s, err := rollback.NewSession(gs[i], cfg)
			if err != nil {
				t.Fatal(err)
			}
			ss[i] = s
		}
		var wires [2][]flight
		for n := range 600 {
			at := tick * time.Duration(n)
			for i, s := range ss {
				kept := wires[i][:0]
				for _, f := range wires[i] {
					if f.due > n {
						kept = append(kept, f)
					} else {
						s.Receive(at, 0, f.packet)
					}
				}
				wires[i] = kept
				s.Poll(at)
				step, _ := s.Advance(at, uint16(n/17))
				for e := range gs[i].fx.Drain(step, s.ConfirmedFrame()) {
					if i == 0 && e.Change == rollback.Play {
						plays[e.Key]++
					}
				}
				for _, b := range s.Packets() {
					wires[1-i] = append(wires[1-i], flight{n + 4, append([]byte(nil), b...)})
				}
			}
		}
		twice := 0
		for _, n := range plays {
			if n > 1 {
				twice++
			}
		}
		if twice > 0 {
			t.Errorf("save every %d: %d of %d effects were played more than once", save, twice, len(plays))
		}
	}
}
