package view

import (
	"cmp"
	"strconv"

	"example.com/backstep/demo/duel"
)

// Overlay is what is drawn over the world.
type Overlay struct {
	Names  [duel.MaxFighters]string // by seat; empty is "P1" and so on
	Local  int                      // seat played here, marked with an arrow; negative is none
	Banner string                   // one large line, such as "CONNECTING"; empty is none
	Detail string                   // a smaller line below it, such as the room code
	Boxes  bool                     // show where fighters hit and are hit
	Net    *Net                     // the network panel; nil is none
	Scrub  *Scrub                   // the bar over the last minute; nil is none
}

// name is what seat i is called.
func (o *Overlay) name(i int) string {
	return cmp.Or(o.Names[i], "P"+strconv.Itoa(i+1))
}

// Net is what the network panel shows.
type Net struct {
	RTT         float32 // milliseconds to the other peer and back
	FramesAhead float32 // of the other peer; negative is behind
	Delay       int     // frames of input delay
	Stalled     bool    // waiting for inputs on this frame
	Interrupted bool    // nothing was heard for a while

	Ping     History // RTT in milliseconds, one sample a frame
	Rollback History // frames resimulated on each frame; 0 is none
}

// HistoryLen is the number of samples a History keeps.
const HistoryLen = 120

// History is a ring of the last samples of a graph. The zero value is empty.
type History struct {
	samples [HistoryLen]float32
	next, n int
}

// Add appends a sample; the oldest gives way.
func (h *History) Add(v float32) {
	h.samples[h.next] = v
	h.next = (h.next + 1) % HistoryLen
	h.n = min(h.n+1, HistoryLen)
}

// Len is the number of samples held.
func (h *History) Len() int { return h.n }

// At is sample i, the oldest being 0. It panics unless i is in [0, Len()).
func (h *History) At(i int) float32 {
	if i < 0 || i >= h.n {
		panic("view: no such sample")
	}
	return h.samples[(h.next-h.n+i+HistoryLen)%HistoryLen]
}

// Max is the largest sample, or 0 when there is none above.
func (h *History) Max() float32 {
	var m float32
	for i := range h.n {
		m = max(m, h.At(i))
	}
	return m
}
