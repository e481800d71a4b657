package view

// skull draws the head: face, hair by style, band and eyes.
func (b *body) skull() {
	b.piece(b.neck.add(b.chest.sub(b.neck).mul(0.3)), b.head, 5, 5, b.look.skin.dark(0.85))
	b.piece(b.head, b.head, headSize, headSize, b.look.skin)
	b.hair()
	b.band()
	z := b.cam.zoom
	for _, x := range []float32{3.2, 8} {
		eye := b.onHead(x, -0.6)
		b.m.oval(b.at(eye), 1.5*z, 2.5*z, black, black)
	}
	brow, tip := b.onHead(1.4, 3.4), b.onHead(10, 1.9)
	b.m.bar(b.at(brow), b.at(tip), 1.6*z, b.look.hair.dark(0.8))
}

// onHead is a point of the face: x forward, y up, turned with the head.
func (b *body) onHead(x, y float32) pt {
	return b.head.add(pt{x, y}.turn(-(b.lean + b.nod)))
}

func (b *body) hair() {
	c := b.paint(b.look.hair)
	switch b.look.style {
	case 0: // spikes
		for i := range 6 {
			a := 0.75 + float32(i)*0.44
			b.spike(a, 12+5*wobble(uint32(i), 3), 6, c)
		}
	case 1: // a topknot and a long tail
		b.cap(c)
		b.lock(c, pt{-9, 9}, pt{-20 + b.wind*3, 8}, pt{-26 + b.wind*5, -4}, pt{-25 + b.wind*7, -16})
		b.lump(-9, 10, 4.6, c)
	case 2: // a short crop
		b.cap(c)
	default: // a bob
		b.cap(c)
		b.lump(-9, -4, 6.5, c)
		b.lump(-8, 3, 7, c)
		b.spike(1.2, 13, 6, c)
	}
}

// spike is a lock of hair at an angle, measured from the front of the face.
func (b *body) spike(a, length, width float32, c ink) {
	d := pt{cos(a), sin(a)}
	root := d.mul(headSize - 4)
	n := d.left().mul(width)
	tip := d.mul(headSize - 2 + length*0.75)
	corners := [3]pt{root.add(n), tip, root.sub(n)}
	var ps, rims [3]pt
	for i, p := range corners {
		ps[i] = b.at(b.onHead(p.x, p.y))
		out := p.add(p.sub(root).unit().mul(rim * 1.6))
		rims[i] = b.at(b.onHead(out.x, out.y))
	}
	b.m.fan(black, rims[0], rims[1], rims[2])
	b.m.fan(c, ps[0], ps[1], ps[2])
}

// cap covers the top and the back of the head, cut along a line above the
// eyes.
func (b *body) cap(c ink) {
	const n = 14
	for _, layer := range []struct {
		r float32
		c ink
	}{{headSize + rim + 2, black}, {headSize + 1.8, c}} {
		var ps [n]pt
		for i := range ps {
			a := 0.42 + 2.95*float32(i)/(n-1)
			ps[i] = b.at(b.onHead(layer.r*cos(a), layer.r*sin(a)))
		}
		b.m.fan(layer.c, ps[:]...)
	}
	b.m.disc(b.at(b.onHead(-2, 8)), 3.6*b.cam.zoom, c.mix(white, 0.16))
}

// lock is long hair along a line of points, thinner towards the end.
func (b *body) lock(c ink, ps ...pt) {
	z := b.cam.zoom
	for _, grow := range []float32{rim, 0} {
		paint := c
		if grow > 0 {
			paint = black
		}
		for i := 1; i < len(ps); i++ {
			r := 5.4 - 1.1*float32(i)
			b.m.bone(b.at(b.onHead(ps[i-1].x, ps[i-1].y)), b.at(b.onHead(ps[i].x, ps[i].y)), (r+1+grow)*z, (r+grow)*z, paint)
		}
	}
}

func (b *body) lump(x, y, r float32, c ink) {
	z := b.cam.zoom
	p := b.at(b.onHead(x, y))
	b.m.disc(p, (r+rim*0.8)*z, black)
	b.m.disc(p, r*z, c)
	b.m.disc(p.add(pt{-0.2, -0.3}.mul(r*z)), r*0.45*z, c.mix(white, 0.14))
}

// band is the headband; the long hair goes without.
func (b *body) band() {
	if b.look.style == 1 {
		return
	}
	z := b.cam.zoom
	p, q := b.at(b.onHead(-10.5, 3.6)), b.at(b.onHead(10.8, 4.8))
	b.m.bar(p, q, 5.2*z, black)
	b.m.bar(p, q, 3.6*z, b.paint(b.look.trim))
}
