package view

import "example.com/backstep/demo/duel"

// pose is where the parts of a body are, in units from its feet, looking
// right, y up. Elbows and knees follow from the ends of their limbs.
type pose struct {
	hip         pt
	lean        float32 // of the spine, radians forward of upright
	nod         float32 // of the head against the spine
	fist, guard pt      // the front and the back hand
	front, rear pt      // feet
	smear       float32 // 0 to 1: how far the striking limb may stretch
}

// to blends two poses.
func (p pose) to(q pose, t float32) pose {
	return pose{
		hip: p.hip.to(q.hip, t), lean: lerp(p.lean, q.lean, t), nod: lerp(p.nod, q.nod, t),
		fist: p.fist.to(q.fist, t), guard: p.guard.to(q.guard, t),
		front: p.front.to(q.front, t), rear: p.rear.to(q.rear, t),
		smear: lerp(p.smear, q.smear, t),
	}
}

// act is the pose of a fighter on a frame. clock is World.Frame, for what goes
// on by itself, such as breathing.
func act(f *duel.Fighter, clock uint32) pose {
	t := float32(f.Frame)
	stance := idle(float32(clock))
	if f.Low {
		stance = crouched(float32(clock))
	}
	switch f.Action {
	case duel.Walk:
		return walking(f, t)
	case duel.PreJump, duel.Land:
		return stance.to(squat(), ease((t+2)/4))
	case duel.Airborne:
		return jumping(float(f.Vel.Y))
	case duel.Dash:
		return dashing(f, t)
	case duel.Attack:
		return attacking(f, stance, t)
	case duel.Block:
		return blocking(f.Low)
	case duel.Reel:
		return reeling(f.Low).to(stance, ease(t/float32(max(f.Stun, 1))*1.4-0.4))
	case duel.Fall:
		return falling(float(f.Vel.Y))
	case duel.Lying:
		return falling(-8).to(lying(), snap(t/7))
	case duel.Rise:
		return lying().to(crouched(t), ease(t/9)).to(idle(t), ease((t-8)/8))
	case duel.Victory:
		return stance.to(cheering(t), snap(t/14))
	}
	return stance
}

func idle(clock float32) pose {
	b := sin(clock*0.11) * 1.3
	return pose{
		hip: pt{-1, 49 + b}, lean: 0.16, nod: -0.1,
		fist: pt{27, 73 + b*1.4}, guard: pt{15, 67 + b*1.2},
		front: pt{18, 2}, rear: pt{-21, 2},
	}
}

func crouched(clock float32) pose {
	b := sin(clock*0.11) * 0.8
	return pose{
		hip: pt{-5, 25 + b}, lean: 0.42, nod: -0.35,
		fist: pt{27, 46 + b}, guard: pt{18, 38 + b},
		front: pt{19, 2}, rear: pt{-21, 2},
	}
}

func squat() pose {
	p := crouched(0)
	p.hip, p.fist, p.guard = pt{-2, 34}, pt{12, 40}, pt{-14, 42}
	return p
}

func walking(f *duel.Fighter, t float32) pose {
	way := float32(1)
	if float(f.Vel.X)*float32(f.Facing) < 0 {
		way = -1
	}
	a := t * 0.23 * way
	p := idle(0)
	p.lean += 0.07 * way
	p.hip.y += 1.6 * cos(2*a)
	p.front = pt{2 + 20*sin(a), 2 + max(0, cos(a))*9}
	p.rear = pt{-2 - 20*sin(a), 2 + max(0, -cos(a))*9}
	p.fist.x -= 3 * sin(a)
	p.guard.x += 3 * sin(a)
	return p
}

func jumping(rise float32) pose {
	up := pose{
		hip: pt{0, 54}, lean: 0.12, fist: pt{16, 104}, guard: pt{-14, 66},
		front: pt{10, 22}, rear: pt{-8, 2},
	}
	tuck := pose{
		hip: pt{0, 56}, lean: 0.35, nod: -0.2, fist: pt{25, 70}, guard: pt{9, 62},
		front: pt{17, 30}, rear: pt{-12, 24},
	}
	down := pose{
		hip: pt{0, 56}, lean: 0.2, nod: -0.25, fist: pt{24, 96}, guard: pt{-22, 88},
		front: pt{13, 12}, rear: pt{-13, 8},
	}
	return up.to(tuck, ease((13-rise)/11)).to(down, ease((-3-rise)/9))
}

func dashing(f *duel.Fighter, t float32) pose {
	out := ease((t - 10) / 6)
	if f.Lean == f.Facing {
		return pose{
			hip: pt{6, 38}, lean: 0.85, nod: -0.6, fist: pt{14, 48}, guard: pt{-26, 56},
			front: pt{24, 3}, rear: pt{-34, 10},
		}.to(idle(t), out)
	}
	return pose{
		hip: pt{-8, 44}, lean: -0.18, fist: pt{24, 70}, guard: pt{16, 64},
		front: pt{24, 6}, rear: pt{-18, 2},
	}.to(idle(t), out)
}

func blocking(low bool) pose {
	if low {
		return pose{
			hip: pt{-9, 25}, lean: 0.12, nod: 0.1, fist: pt{18, 56}, guard: pt{20, 40},
			front: pt{15, 2}, rear: pt{-24, 2},
		}
	}
	return pose{
		hip: pt{-6, 45}, lean: -0.1, nod: 0.22, fist: pt{17, 94}, guard: pt{18, 74},
		front: pt{15, 2}, rear: pt{-23, 2},
	}
}

func reeling(low bool) pose {
	p := pose{
		hip: pt{-7, 45}, lean: -0.55, nod: -0.4, fist: pt{10, 66}, guard: pt{-34, 84},
		front: pt{20, 3}, rear: pt{-22, 2},
	}
	if low {
		p.hip, p.fist, p.guard = pt{-7, 26}, pt{8, 42}, pt{-36, 52}
	}
	return p
}

func falling(rise float32) pose {
	up := pose{
		hip: pt{0, 46}, lean: -1.0, nod: -0.4, fist: pt{8, 84}, guard: pt{-38, 84},
		front: pt{36, 62}, rear: pt{30, 42},
	}
	down := pose{
		hip: pt{0, 30}, lean: -1.75, nod: -0.3, fist: pt{-16, 62}, guard: pt{-54, 40},
		front: pt{34, 62}, rear: pt{38, 44},
	}
	return up.to(down, ease((4-rise)/12))
}

func lying() pose {
	return pose{
		hip: pt{2, 9}, lean: -1.55, nod: 0.05, fist: pt{-20, 5}, guard: pt{-52, 5},
		front: pt{44, 5}, rear: pt{38, 6},
	}
}

func cheering(t float32) pose {
	b := sin(t*0.2) * 2
	return pose{
		hip: pt{0, 51}, lean: -0.06, nod: -0.15, fist: pt{17, 128 + b}, guard: pt{-19, 54},
		front: pt{13, 2}, rear: pt{-13, 2},
	}
}
