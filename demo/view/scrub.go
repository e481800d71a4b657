package view

import "fmt"

// Scrub is a bar over a match's last minute, below a picture of what was.
type Scrub struct {
	Oldest, Newest, At int64 // frames
	Rate               int   // frames a second
	Memory             int   // bytes that the kept states take
}

// The bar and its track on the canvas.
const (
	scrubTop  = Height - 84
	scrubHigh = 84
	trackY    = Height - 30
	trackX    = 40
	trackWide = Width - 2*trackX
	trackGrip = 22 // around the track a pointer still holds it
)

// Part is where a point of the canvas is along the track, from 0 at the oldest frame
// to 1 at the newest. on tells whether it is near enough to take hold of it.
func (s *Scrub) Part(x, y float32) (part float64, on bool) {
	on = y >= trackY-trackGrip && y <= trackY+trackGrip && x >= trackX-trackGrip && x <= trackX+trackWide+trackGrip
	return float64(clamp((x-trackX)/trackWide, 0, 1)), on
}

// x is where a frame is on the track.
func (s *Scrub) x(frame int64) float32 {
	return trackX + trackWide*clamp(float32(frame-s.Oldest)/float32(max(s.Newest-s.Oldest, 1)), 0, 1)
}

// drawScrub draws the bar, and a frame around the picture that is not live.
func drawScrub(m *mesh, s *Scrub) {
	if s == nil {
		return
	}
	blue, dim := rgb(0x6fd3ff), rgb(0x8fa6c8)
	for _, e := range [4][4]float32{{0, 0, Width, 3}, {0, 0, 3, Height}, {Width - 3, 0, 3, Height}} {
		m.rect(e[0], e[1], e[2], e[3], blue.fade(0.8), blue.fade(0.8))
	}
	back := rgb(0x070a16)
	m.rect(0, scrubTop-26, Width, 26, back.fade(0), back.fade(0.9))
	m.rect(0, scrubTop, Width, scrubHigh, back.fade(0.9), back.fade(0.96))
	rate := max(s.Rate, 1)
	ago := float64(s.Newest-s.At) / float64(rate)
	y := float32(scrubTop + 6)
	m.text(title(17), pt{trackX, y}, 0, fmt.Sprintf("-%.2f S", ago), white)
	m.text(face(10), pt{trackX + 160, y + 5}, 0, fmt.Sprintf("FRAME %d", s.At), blue)
	m.text(face(9), pt{Width / 2, y + 6}, 0.5, "LEFT AND RIGHT OR DRAG.  F8: LIVE", dim)
	m.text(face(9), pt{trackX + trackWide, y + 6}, 1, fmt.Sprintf("%d STATES IN %s", s.Newest-s.Oldest+1, bytesText(s.Memory)), dim)
	drawTrack(m, s, int64(rate))
}

// drawTrack is the line, with a mark every five seconds before now and a knob.
func drawTrack(m *mesh, s *Scrub, rate int64) {
	blue := rgb(0x6fd3ff)
	line := rgb(0x31405e)
	m.bar(pt{trackX, trackY}, pt{trackX + trackWide, trackY}, 5, line)
	at := s.x(s.At)
	m.bar(pt{trackX, trackY}, pt{at, trackY}, 5, blue.mix(line, 0.35))
	for n := int64(0); s.Newest-n*5*rate >= s.Oldest && n <= 12; n++ {
		x := s.x(s.Newest - n*5*rate)
		high := float32(5)
		if n%2 == 0 {
			high = 9
			if n > 0 && x > trackX+20 {
				m.text(face(7), pt{x, trackY + 14}, 0.5, fmt.Sprintf("-%d", n*5), rgb(0x8fa6c8))
			}
		}
		m.bar(pt{x, trackY - high}, pt{x, trackY + high}, 1.5, rgb(0x8fa6c8).fade(0.8))
	}
	m.text(face(7), pt{trackX + trackWide, trackY + 14}, 0.5, "LIVE", rgb(0x7dffb0))
	m.glow(pt{at, trackY}, 26, blue, 0.6)
	m.disc(pt{at, trackY}, 10, black)
	m.disc(pt{at, trackY}, 8, white)
	m.disc(pt{at, trackY}, 4, blue)
}

func bytesText(n int) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d KB", (n+1023)>>10)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
}
