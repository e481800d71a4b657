package view

// glyph returns the strokes of a character on a grid 4 wide and 6 high: pairs
// of digits are points, x then y from the top left, and a space lifts the pen.
// Lower case is drawn as upper case; what is unknown is a box.
func glyph(r rune) string {
	if r >= 'a' && r <= 'z' {
		r -= 'a' - 'A'
	}
	if r > ' ' && r <= 'Z' {
		if s := glyphs[r-'!']; s != "" {
			return s
		}
	}
	if r == ' ' {
		return ""
	}
	return "0040460600"
}

// glyphs is the alphabet from '!' on. Nothing writes to it.
var glyphs = [...]string{
	'!' - '!': "2024 2626", '%' - '!': "0640 0111 3545", '\'' - '!': "2021",
	'(' - '!': "30121436", ')' - '!': "10323416", '+' - '!': "0343 2125",
	',' - '!': "2516", '-' - '!': "0343", '.' - '!': "2626", '/' - '!': "0640",
	'0' - '!': "100105163645413010 1432", '1' - '!': "112026 1636", '2' - '!': "01103041420646",
	'3' - '!': "0110304142334445361605 1333", '4' - '!': "36300444", '5' - '!': "400003334445361605",
	'6' - '!': "4130100105163645443303", '7' - '!': "004026",
	'8' - '!': "100102133344453616050413 3342413010", '9' - '!': "0516364541301001021343",
	':' - '!': "2222 2525", '<' - '!': "301336", '=' - '!': "0242 0444", '>' - '!': "103316",
	'?' - '!': "01103041422324 2626",
	'A' - '!': "0602204246 0444", 'B' - '!': "06003041423303 3344453606", 'C' - '!': "4130100105163645",
	'D' - '!': "06003041453606", 'E' - '!': "40000646 0333", 'F' - '!': "400006 0333",
	'G' - '!': "41301001051636454323", 'H' - '!': "0006 4046 0343", 'I' - '!': "1030 2026 1636",
	'J' - '!': "404536160504", 'K' - '!': "0006 400346", 'L' - '!': "000646", 'M' - '!': "0600234046",
	'N' - '!': "06004640", 'O' - '!': "100105163645413010", 'P' - '!': "06003041423303",
	'Q' - '!': "100105163645413010 2446", 'R' - '!': "06003041423303 2346",
	'S' - '!': "413010010213334445361605", 'T' - '!': "0040 2026", 'U' - '!': "000516364540",
	'V' - '!': "002640", 'W' - '!': "0016233640", 'X' - '!': "0046 4006", 'Y' - '!': "002340 2326",
	'Z' - '!': "00400646",
}

// typeface is how a line of text looks.
type typeface struct {
	size   float32 // height of a capital
	weight float32 // width of a stroke
	slant  float32 // shift of the top of a letter
	track  float32 // space between letters
	round  bool    // strokes have round ends
}

// face is the usual typeface of that size.
func face(size float32) typeface {
	return typeface{size: size, weight: size * 0.17, track: size * 0.33}
}

// title is a slanted heavy typeface of that size.
func title(size float32) typeface {
	return typeface{size: size, weight: size * 0.23, slant: size * 0.18, track: size * 0.4, round: true}
}

func (f typeface) advance() float32 { return f.size*0.62 + f.track }

// width is the width of a line.
func (f typeface) width(s string) float32 {
	n := 0
	for range s {
		n++
	}
	return float32(n)*f.advance() - f.track
}

// text draws a line whose anchor, as a share of its width, is at p; p.y is
// the top of the letters.
func (m *mesh) text(f typeface, p pt, anchor float32, s string, c ink) {
	p.x -= f.width(s) * anchor
	for _, r := range s {
		m.glyph(f, p, glyph(r), c)
		p.x += f.advance()
	}
}

// shadowed is text over a dark copy of itself.
func (m *mesh) shadowed(f typeface, p pt, anchor float32, s string, c ink) {
	d := max(f.size*0.07, 1)
	m.text(f, p.add(pt{d, d}), anchor, s, black.fade(0.7*c.a))
	m.text(f, p, anchor, s, c)
}

func (m *mesh) glyph(f typeface, p pt, strokes string, c ink) {
	at := func(i int) pt {
		x, y := float32(strokes[i]-'0')/4, float32(strokes[i+1]-'0')/6
		return pt{p.x + x*f.size*0.62 + (1-y)*f.slant, p.y + y*f.size}
	}
	for i := 0; i+3 < len(strokes); {
		if strokes[i] == ' ' {
			i++
		} else if strokes[i+2] == ' ' {
			i += 3
		} else {
			m.stroke(f, at(i), at(i+2), c)
			i += 2
		}
	}
}

func (m *mesh) stroke(f typeface, a, b pt, c ink) {
	if f.round {
		m.bone(a, b, f.weight/2, f.weight/2, c)
	} else {
		m.bar(a, b, f.weight, c)
	}
}
