package view

import (
	"testing"

	"example.com/backstep/demo/duel"
)

// A limb reaches its goal when it can, bends to its side, and stretches only
// as far as it may.
func TestJoin(t *testing.T) {
	for _, tc := range []struct {
		name    string
		goal    pt
		stretch float32
		reach   float32
	}{
		{"near", pt{20, 0}, 0, 20},
		{"at full length", pt{0, -40}, 0, 40},
		{"too far", pt{100, 0}, 0, 40},
		{"too far, stretched", pt{100, 0}, 1, 64},
		{"nowhere", pt{0, 0}, 0, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			mid, end := join(pt{}, tc.goal, 20, tc.stretch, -1)
			if got := end.len(); abs(got-tc.reach) > 0.01 {
				t.Errorf("reaches %v, want %v", got, tc.reach)
			}
			if d := abs(mid.len() - mid.sub(end).len()); d > 0.01 {
				t.Errorf("halves differ by %v", d)
			}
		})
	}
	if mid, _ := join(pt{}, pt{20, 0}, 20, 0, -1); mid.y >= 0 {
		t.Errorf("an elbow at %v, want it below", mid)
	}
	if mid, _ := join(pt{}, pt{0, -20}, 20, 0, 1); mid.x <= 0 {
		t.Errorf("a knee at %v, want it in front", mid)
	}
}

// The striking limb is where the attack hits, so that what looks like a hit is
// one.
func TestBlowsReachTheirHitboxes(t *testing.T) {
	for m := duel.Jab; m <= duel.Uppercut; m++ {
		d := m.Data()
		if d.Hits == (duel.Span{}) {
			continue // it throws something
		}
		f := duel.Fighter{Facing: 1, Action: duel.Attack, Move: m, Frame: int32(d.Startup)}
		b := body{side: 1, pose: act(&f, 0)}
		b.solve()
		_, tip := join(b.chest.add(pt{5, -2}), b.fist, armLen, b.smear, -1)
		if kicking(m) {
			_, tip = join(b.hip.add(pt{5, 0}), b.front.add(pt{0, 5}), legLen, b.smear, 1)
		}
		if x := float32(d.Hits.X1); tip.x < x-24 || tip.x > x+12 {
			if m != duel.Uppercut { // it hits above, not in front
				t.Errorf("move %d: the limb ends at %v, the box at %v", m, tip.x, x)
			}
		}
		if tip.y < float32(d.Hits.Y0)-10 || tip.y > float32(d.Hits.Y1)+10 {
			t.Errorf("move %d: the limb ends %v high, the box spans %d to %d", m, tip.y, d.Hits.Y0, d.Hits.Y1)
		}
	}
}

// No pose jumps: from one frame to the next of one action, hands and feet move
// less than a body's height.
func TestPosesMoveSmoothly(t *testing.T) {
	for _, f := range []duel.Fighter{
		{Action: duel.Idle}, {Action: duel.Walk}, {Action: duel.Crouch, Low: true}, {Action: duel.Dash, Lean: 1},
		{Action: duel.Reel, Stun: 20}, {Action: duel.Rise}, {Action: duel.Victory}, {Action: duel.Lying},
	} {
		f.Facing = 1
		prev := act(&f, 0)
		for n := range uint32(40) {
			f.Frame++
			p := act(&f, n+1)
			for _, d := range []pt{p.fist.sub(prev.fist), p.front.sub(prev.front), p.hip.sub(prev.hip)} {
				if d.len() > 40 {
					t.Errorf("action %d frame %d: a part moved %v units", f.Action, f.Frame, d.len())
				}
			}
			prev = p
		}
	}
}
