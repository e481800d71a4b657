package view

import (
	"fmt"
	"strconv"
)

const (
	panelX    = 14
	panelY    = Height - 88
	panelWide = 2*HistoryLen + 16
	panelHigh = 76
	graphHigh = 34
)

// drawNet draws the connection: numbers, and the graphs of ping (a line) and
// of rollback depth (bars) over the last HistoryLen frames.
func drawNet(m *mesh, n *Net, frame uint32) {
	if n == nil {
		return
	}
	back := rgb(0x080b18)
	m.rect(panelX, panelY, panelWide, panelHigh, back.fade(0.78), back.fade(0.78))
	edge := rgb(0x6fd3ff)
	if n.Interrupted {
		edge = rgb(0xff5a44)
	} else if n.Stalled {
		edge = rgb(0xffc14d)
	}
	m.rect(panelX, panelY, 3, panelHigh, edge, edge)
	f := face(8)
	x, y := float32(panelX+12), float32(panelY+8)
	m.text(f, pt{x, y}, 0, fmt.Sprintf("RTT %.0f MS", n.RTT), rgb(0x7dffb0))
	m.text(f, pt{x + 80, y}, 0, fmt.Sprintf("AHEAD %+.1f", n.FramesAhead), rgb(0xd6e4ff))
	m.text(f, pt{panelX + panelWide - 10, y}, 1, "DELAY "+strconv.Itoa(n.Delay), rgb(0xd6e4ff))
	base := float32(panelY + panelHigh - 8)
	drawDepths(m, &n.Rollback, x, base)
	drawPing(m, &n.Ping, x, base)
	m.text(face(7), pt{x, panelY + 23}, 0, fmt.Sprintf("ROLLBACK %.0f  MAX %.0f", last(&n.Rollback), n.Rollback.Max()), rgb(0xffa05a))
	if n.Stalled || n.Interrupted {
		s := "WAITING"
		if n.Interrupted {
			s = "INTERRUPTED"
		}
		if frame/12%3 != 2 {
			m.text(face(8.5), pt{panelX + panelWide - 10, panelY + 23}, 1, s, edge)
		}
	}
}

func last(h *History) float32 {
	if h.Len() == 0 {
		return 0
	}
	return h.At(h.Len() - 1)
}

// drawDepths is a bar a frame, as high as that frame's rollback was deep.
func drawDepths(m *mesh, h *History, x, base float32) {
	m.rect(x, base, 2*HistoryLen, 1, white.fade(0.3), white.fade(0.3))
	for i := range h.Len() {
		d := h.At(i)
		if d <= 0 {
			continue
		}
		high := min(d*graphHigh/10, graphHigh)
		c := rgb(0xffa05a).mix(rgb(0xff4545), clamp((d-3)/5, 0, 1))
		m.rect(x+2*float32(HistoryLen-h.Len()+i), base-high, 1.6, high, c, c.fade(0.7))
	}
}

// drawPing is a line; its scale is at least 100 ms so that a good link looks
// calm.
func drawPing(m *mesh, h *History, x, base float32) {
	top := max(h.Max()*1.15, 100)
	at := func(i int) pt {
		return pt{x + 2*float32(HistoryLen-h.Len()+i), base - h.At(i)/top*graphHigh}
	}
	for i := 1; i < h.Len(); i++ {
		m.bar(at(i-1), at(i), 1.4, rgb(0x7dffb0).fade(0.9))
	}
}
