package view

import "example.com/backstep/demo/duel"

// look is what tells one seat's fighter from another's.
type look struct {
	cloth, trim, skin, hair ink
	style                   int // of the hair
}

// looks are by seat. Nothing writes to them.
var looks = [duel.MaxFighters]look{
	{cloth: rgb(0xe8483f), trim: rgb(0xffd166), skin: rgb(0xf2b48c), hair: rgb(0x2a1a2e), style: 0},
	{cloth: rgb(0x2f7fe0), trim: rgb(0x7df9ff), skin: rgb(0xd99a6c), hair: rgb(0xf4ecd8), style: 1},
	{cloth: rgb(0xf2a01e), trim: rgb(0x3a2418), skin: rgb(0xa86a45), hair: rgb(0x1d1410), style: 2},
	{cloth: rgb(0x8d55e8), trim: rgb(0xf7a8ff), skin: rgb(0xf6cfb4), hair: rgb(0xff6fae), style: 3},
}

// Lengths of the body in units.
const (
	spineLen = 35
	armLen   = 20 // each half
	legLen   = 24 // each half
	headSize = 11.5
	rim      = 2.2 // outline
)

// body draws one fighter: limbs in layers from the far side to the near one.
type body struct {
	m     *mesh
	cam   *camera
	look  look
	pos   pt
	side  float32 // 1 looks right
	flash float32 // how white a hit makes it
	wind  float32 // what pulls at loose cloth: speed against the facing
	clock float32
	pose

	chest, neck, head pt
}

// drawBody draws fighter i of a world.
func drawBody(m *mesh, cam *camera, w *duel.World, i int) {
	f := &w.Fighters[i]
	b := body{
		m: m, cam: cam, look: looks[i], pos: point(f.Pos), side: float32(f.Facing),
		clock: float32(w.Frame), pose: act(f, w.Frame+uint32(i)*29),
	}
	if f.Stop > 0 && (f.Action == duel.Reel || f.Action == duel.Fall) {
		b.flash = 0.55 * float32(f.Stop) / 12
		b.pos.x += float32(int(f.Stop)%4/2*2-1) * 2.2
	}
	b.wind = clamp(float(f.Vel.X)*b.side*-0.12, -1, 1) - 0.35
	b.solve()
	b.draw(f)
}

// solve finds the spine from the pose.
func (b *body) solve() {
	up := pt{sin(b.lean), cos(b.lean)}
	b.chest = b.hip.add(up.mul(spineLen - 4))
	b.neck = b.hip.add(up.mul(spineLen + 2))
	tilt := b.lean + b.nod
	b.head = b.neck.add(pt{sin(tilt), cos(tilt)}.mul(headSize + 1.5))
}

// at takes a point of the pose to the canvas.
func (b *body) at(p pt) pt {
	return b.cam.at(pt{b.pos.x + p.x*b.side, b.pos.y + p.y})
}

// paint is a colour of the body, whitened by a hit.
func (b *body) paint(c ink) ink { return c.mix(white, b.flash) }

func (b *body) draw(f *duel.Fighter) {
	const far = 0.66 // the limbs away from the viewer are darker
	shoulderB, shoulderF := b.chest.add(pt{-5, -1}), b.chest.add(pt{5, -2})
	hipB, hipF := b.hip.add(pt{-5, 0}), b.hip.add(pt{5, 0})
	b.arm(shoulderB, b.guard, 0, far)
	b.leg(hipB, b.rear, 0, far)
	b.tails()
	b.torso()
	b.skull()
	leg, arm := float32(0), b.smear
	if f.Action == duel.Attack && kicking(f.Move) {
		leg, arm = b.smear, 0
	}
	b.leg(hipF, b.front, leg, 1)
	b.arm(shoulderF, b.fist, arm, 1)
}

// kicking reports whether a move strikes with the leg.
func kicking(m duel.Move) bool {
	return m == duel.Kick || m == duel.LowJab || m == duel.Sweep || m == duel.AirKick
}

// piece is a tapered part with a dark rim and a light along its upper edge.
func (b *body) piece(p, q pt, rp, rq float32, c ink) {
	z := b.cam.zoom
	p, q = b.at(p), b.at(q)
	c = b.paint(c)
	b.m.bone(p, q, (rp+rim)*z, (rq+rim)*z, black)
	b.m.bone(p, q, rp*z, rq*z, c)
	l := pt{-0.28, -0.34}
	b.m.bone(p.add(l.mul(rp*z)), q.add(l.mul(rq*z)), rp*0.52*z, rq*0.52*z, c.mix(white, 0.22))
}

// join finds the middle joint of a limb of two equal halves between a and the
// end nearest to goal that stretch allows; bend is the side it bends to.
func join(a, goal pt, half, stretch, bend float32) (mid, end pt) {
	d := goal.sub(a)
	n := d.len()
	if longest := half * 2 * (1 + 0.6*stretch); n > longest {
		d = d.mul(longest / n)
		n = longest
	}
	end = a.add(d)
	h := max(half, n/2)
	out := h*h - n*n/4
	mid = a.add(d.mul(0.5))
	if out > 0 && n > 0 {
		mid = mid.add(d.left().mul(bend * sqrt(out) / n))
	}
	return mid, end
}

func (b *body) arm(shoulder, hand pt, stretch, shade float32) {
	elbow, end := join(shoulder, hand, armLen, stretch, -1)
	b.piece(shoulder, elbow, 6.6, 5.2, b.look.cloth.dark(shade))
	b.piece(elbow, end, 4.8, 4.2, b.look.skin.dark(shade))
	wrist := elbow.to(end, 0.72)
	b.piece(wrist, end, 4.9, 5.2, b.look.trim.dark(shade))
	b.piece(end, end.add(end.sub(elbow).unit().mul(2)), 6.3, 6.3, b.look.skin.dark(shade))
}

func (b *body) leg(hip, foot pt, stretch, shade float32) {
	ankle := foot.add(pt{0, 5})
	knee, end := join(hip, ankle, legLen, stretch, 1)
	b.piece(hip, knee, 9.2, 8.2, b.look.cloth.dark(shade*0.92))
	b.piece(knee, knee.to(end, 0.85), 8, 8.6, b.look.cloth.dark(shade*0.92))
	toe := end.sub(knee).unit()
	tip := pt{-toe.y, toe.x} // a right angle to the shin, towards the front
	b.piece(end, end.add(tip.mul(8)).add(toe.mul(1.5)), 4.8, 3.8, b.look.skin.dark(shade))
}

func (b *body) torso() {
	b.piece(b.hip.add(pt{0, 1}), b.chest, 11.5, 14, b.look.cloth)
	z := b.cam.zoom
	up := b.chest.sub(b.hip).unit()
	// The jacket's lapel, and the belt.
	c := b.paint(b.look.skin)
	b.m.fan(c, b.at(b.chest.add(up.mul(11)).add(pt{5, 0})), b.at(b.chest.add(up.mul(9)).add(pt{-3, 0})), b.at(b.chest.add(up.mul(-6)).add(pt{6, 0})))
	side := pt{up.y, -up.x}
	waist := b.hip.add(up.mul(6))
	b.m.bone(b.at(waist.sub(side.mul(11))), b.at(waist.add(side.mul(11))), 3.6*z, 3.6*z, black)
	b.m.bone(b.at(waist.sub(side.mul(11))), b.at(waist.add(side.mul(11))), 2.6*z, 2.6*z, b.paint(b.look.trim))
}

// tails are the loose ends of belt and headband.
func (b *body) tails() {
	up := b.chest.sub(b.hip).unit()
	b.ribbon(b.hip.add(up.mul(6)).add(pt{-9, 0}), 17, 0)
	b.ribbon(b.hip.add(up.mul(6)).add(pt{-8, -2}), 14, 2)
	if b.look.style != 1 {
		tilt := b.lean + b.nod
		back := pt{-cos(tilt), sin(tilt)}
		b.ribbon(b.head.add(back.mul(headSize)).add(pt{0, 3}), 24, 1)
		b.ribbon(b.head.add(back.mul(headSize)).add(pt{0, 1}), 19, 3)
	}
}

// ribbon waves from p backwards and down, in three parts.
func (b *body) ribbon(p pt, length, phase float32) {
	z := b.cam.zoom
	c := b.paint(b.look.trim)
	for i := range 3 {
		a := -2.2 - b.wind*0.9 + 0.35*sin(b.clock*0.16+phase*1.7-float32(i)*0.9)
		q := p.add(pt{cos(a), sin(a)}.mul(length / 3))
		b.m.bone(b.at(p), b.at(q), 3.4*z, 3.4*z, black)
		b.m.bone(b.at(p), b.at(q), 2.1*z, 2.1*z, c.dark(1-0.12*float32(i)))
		p = q
	}
}
