package lab

// ink is a colour with premultiplied alpha. A zero alpha adds light to what is there:
// so cyan and orange at one place are white.
type ink struct{ r, g, b, a float32 }

// rgb is an opaque ink from 0xRRGGBB.
func rgb(hex uint32) ink {
	return ink{float32(hex>>16&255) / 255, float32(hex>>8&255) / 255, float32(hex&255) / 255, 1}
}

// fade makes the ink translucent: 1 leaves it, 0 removes it.
func (c ink) fade(t float32) ink { return ink{c.r * t, c.g * t, c.b * t, c.a * t} }

// light turns the ink into added light of that strength.
func (c ink) light(t float32) ink { return ink{c.r * t, c.g * t, c.b * t, 0} }

// The inks. The copies have the same ones everywhere, and the page has them too.
func inkA() ink     { return rgb(0x4cc9f0) }
func inkB() ink     { return rgb(0xff9f1c) }
func inkEqual() ink { return rgb(0x56e0a0) }
func inkSplit() ink { return rgb(0xff3b5c) }
func inkApart() ink { return rgb(0xffe14d) }
func inkRule() ink  { return rgb(0x243046) }
