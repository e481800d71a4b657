package view

// ink is a colour with premultiplied alpha. A zero alpha with a colour adds
// light, so glows and solid shapes share one mesh.
type ink struct{ r, g, b, a float32 }

// rgb is an opaque ink from 0xRRGGBB.
func rgb(hex uint32) ink {
	return ink{
		float32(hex>>16&255) / 255, float32(hex>>8&255) / 255, float32(hex&255) / 255, 1,
	}
}

// fade makes the ink translucent: 1 leaves it, 0 removes it.
func (c ink) fade(t float32) ink { return ink{c.r * t, c.g * t, c.b * t, c.a * t} }

// light turns the ink into added light of that strength.
func (c ink) light(t float32) ink { return ink{c.r * t, c.g * t, c.b * t, 0} }

// mix goes from c to d as t goes from 0 to 1.
func (c ink) mix(d ink, t float32) ink {
	return ink{lerp(c.r, d.r, t), lerp(c.g, d.g, t), lerp(c.b, d.b, t), lerp(c.a, d.a, t)}
}

// dark scales the colour and keeps the alpha.
func (c ink) dark(t float32) ink { return ink{c.r * t, c.g * t, c.b * t, c.a} }

var (
	white = rgb(0xffffff)
	black = rgb(0x05060c)
	none  = ink{}
)
