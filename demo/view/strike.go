package view

import "example.com/backstep/demo/duel"

// attacking is the pose of a move: from the stance into the wind-up, out into
// the blow for the active frames, and back.
func attacking(f *duel.Fighter, stance pose, t float32) pose {
	d := f.Move.Data()
	wind, blow := blows(f.Move)
	start, active := float32(d.Startup), float32(d.Active)
	switch {
	case t < start:
		x := (t + 1) / start
		return stance.to(wind, snap(x*1.6)).to(blow, ease((x-0.62)/0.5))
	case t < start+active || d.Landing > 0:
		if t > start+active {
			blow.smear = 0
		}
		return blow
	}
	blow.smear = 0
	x := (t - start - active) / float32(max(d.Recovery, 1))
	return blow.to(stance, ease(x*1.15-0.15))
}

// blows are the wind-up and the blow of a move.
func blows(m duel.Move) (wind, blow pose) {
	switch m {
	case duel.Jab:
		return punch()
	case duel.Kick:
		return kick()
	case duel.LowJab:
		return lowPoke()
	case duel.Sweep:
		return sweep()
	case duel.AirPunch:
		return airPunch()
	case duel.AirKick:
		return airKick()
	case duel.Throw:
		return grab()
	case duel.FireballMove:
		return cast()
	}
	return uppercut()
}

func punch() (wind, blow pose) {
	wind = idle(0)
	wind.hip.x, wind.lean, wind.fist = -5, 0.02, pt{4, 72}
	blow = idle(0)
	blow.hip, blow.lean, blow.smear = pt{9, 45}, 0.3, 1
	blow.fist, blow.guard, blow.front = pt{72, 84}, pt{10, 70}, pt{28, 2}
	return wind, blow
}

func kick() (wind, blow pose) {
	wind = idle(0)
	wind.hip, wind.lean = pt{2, 51}, -0.05
	wind.front, wind.fist, wind.guard = pt{18, 38}, pt{16, 80}, pt{-6, 70}
	blow = wind
	blow.hip, blow.lean, blow.nod, blow.smear = pt{18, 52}, -0.5, 0.35, 1
	blow.front, blow.rear = pt{95, 86}, pt{2, 2}
	blow.fist, blow.guard = pt{22, 66}, pt{-22, 74}
	return wind, blow
}

func lowPoke() (wind, blow pose) {
	wind = crouched(0)
	wind.front = pt{12, 12}
	blow = crouched(0)
	blow.hip, blow.lean, blow.smear = pt{4, 24}, 0.05, 1
	blow.front, blow.guard = pt{70, 17}, pt{6, 40}
	return wind, blow
}

func sweep() (wind, blow pose) {
	wind = crouched(0)
	wind.hip, wind.lean, wind.front = pt{-8, 26}, 0.7, pt{-2, 8}
	blow = crouched(0)
	blow.hip, blow.lean, blow.nod, blow.smear = pt{14, 20}, -0.6, 0.4, 1
	blow.front, blow.rear = pt{93, 8}, pt{0, 2}
	blow.fist, blow.guard = pt{12, 44}, pt{-32, 6}
	return wind, blow
}

func airPunch() (wind, blow pose) {
	wind = jumping(0)
	wind.fist = pt{2, 92}
	blow = jumping(0)
	blow.lean, blow.smear = 0.75, 1
	blow.fist, blow.guard = pt{55, 50}, pt{-4, 78}
	return wind, blow
}

func airKick() (wind, blow pose) {
	wind = jumping(0)
	wind.front = pt{20, 44}
	blow = jumping(0)
	blow.hip, blow.lean, blow.smear = pt{4, 56}, -0.25, 1
	blow.front, blow.rear = pt{64, 20}, pt{-12, 34}
	blow.fist, blow.guard = pt{14, 78}, pt{-26, 84}
	return wind, blow
}

func grab() (wind, blow pose) {
	wind = idle(0)
	wind.lean, wind.fist, wind.guard = 0.05, pt{18, 86}, pt{14, 62}
	blow = idle(0)
	blow.hip, blow.lean = pt{8, 44}, 0.4
	blow.fist, blow.guard, blow.front = pt{46, 80}, pt{44, 66}, pt{26, 2}
	return wind, blow
}

func cast() (wind, blow pose) {
	wind = idle(0)
	wind.hip, wind.lean, wind.nod = pt{-8, 42}, -0.05, 0
	wind.fist, wind.guard = pt{-18, 56}, pt{-22, 50}
	blow = idle(0)
	blow.hip, blow.lean, blow.smear = pt{7, 40}, 0.42, 0.4
	blow.fist, blow.guard = pt{52, 68}, pt{48, 60}
	blow.front, blow.rear = pt{32, 2}, pt{-28, 2}
	return wind, blow
}

func uppercut() (wind, blow pose) {
	wind = crouched(0)
	wind.fist, wind.lean = pt{10, 22}, 0.65
	blow = jumping(16)
	blow.hip, blow.lean, blow.nod, blow.smear = pt{2, 56}, -0.12, -0.3, 1
	blow.fist, blow.guard = pt{24, 134}, pt{-10, 58}
	blow.front, blow.rear = pt{20, 34}, pt{-12, 2}
	return wind, blow
}
