package sim

import (
	"flag"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"time"
)

var plotFile = flag.String("plot", "", "where TestPacingPlot writes its picture (an SVG)")

// sleeper is the rule of the engine that this field descends from: once in 240
// frames, the side that is ahead by three frames or more sleeps half of the
// difference at once, nine frames at most; the side that is behind does
// nothing.
type sleeper struct{ last int64 }

func (z *sleeper) length(l *looper, now time.Duration) time.Duration {
	frame := time.Second / 60
	f := int64(l.s.Frame())
	if f-z.last < 240 {
		return frame
	}
	z.last = f
	ahead := math.Floor(l.s.FramesAhead() + 0.5)
	if ahead < 3 {
		return frame
	}
	return frame + time.Duration(min(ahead, 9))*frame
}

// gaps runs two players for a time and samples how far player 0 is ahead: by
// the session's own pace, or by the sleeper's rule.
func gaps(t *testing.T, seed uint64, sleep bool, d time.Duration) (list []float64, longest time.Duration) {
	k := newTrack(t, seed, trackConfig{players: 2, oneWay: path(30*time.Millisecond, 10*time.Millisecond), window: 20,
		ppm: []float64{150, -150}})
	if sleep {
		for _, l := range k.loops {
			l.rule = (&sleeper{}).length
		}
	}
	k.start(t)
	k.loops[1].wake += 7 * time.Second / 60
	for end := k.now + d; k.now < end; {
		k.run(k.now+time.Second/10, nil)
		list = append(list, k.gap(0, 1))
		for _, l := range k.loops {
			longest = max(longest, l.longest)
		}
	}
	return list, longest
}

// Beside the rule of sleeping now and then, continuous pacing is nearer to even
// and never holds a frame for long.
func TestPacingPlot(t *testing.T) {
	const d = 30 * time.Second
	var ours, theirs [][]float64
	var longestOurs, longestTheirs time.Duration
	var sumOurs, sumTheirs float64
	for seed := range uint64(3) {
		a, x := gaps(t, seed, false, d)
		b, y := gaps(t, seed, true, d)
		ours, theirs = append(ours, a), append(theirs, b)
		longestOurs, longestTheirs = max(longestOurs, x), max(longestTheirs, y)
		for i := 50; i < len(a); i++ { // from five seconds on
			sumOurs += math.Abs(a[i])
			sumTheirs += math.Abs(b[i])
		}
	}
	n := float64(3 * (len(ours[0]) - 50))
	fmt.Printf("mean distance after 5 s: %.2f frames paced, %.2f slept; longest frame %v paced, %v slept\n",
		sumOurs/n, sumTheirs/n, longestOurs.Round(10*time.Microsecond), longestTheirs.Round(10*time.Microsecond))
	if sumOurs >= sumTheirs || longestOurs > 18*time.Millisecond || longestTheirs < 50*time.Millisecond {
		t.Error("continuous pacing is no better than sleeping")
	}
	if *plotFile != "" {
		if err := os.WriteFile(*plotFile, []byte(plot(ours, theirs, d)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// plot draws both families of curves over time as an SVG.
func plot(ours, theirs [][]float64, d time.Duration) string {
	const w, h, left, top = 720, 300, 46, 30
	x := func(i, n int) float64 { return left + float64(i)/float64(n-1)*(w-left-12) }
	y := func(g float64) float64 { return top + (9.5-g)/11.5*(h-top-34) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">`+"\n", w, h)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#fff"/>`+"\n", w, h)
	for g := -2; g <= 8; g += 2 {
		fmt.Fprintf(&b, `<path d="M%d %.1fH%d" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end" fill="#555">%d</text>`+"\n",
			left, y(float64(g)), w-12, left-8, y(float64(g))+4, g)
	}
	for s := 0; s <= int(d/time.Second); s += 5 {
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle" fill="#555">%d s</text>`+"\n", x(s, int(d/time.Second)+1), h-14, s)
	}
	curve := func(list []float64, colour string) {
		fmt.Fprintf(&b, `<polyline fill="none" stroke="%s" stroke-width="1.6" stroke-opacity="0.8" points="`, colour)
		for i, g := range list {
			fmt.Fprintf(&b, "%.1f,%.1f ", x(i, len(list)), y(g))
		}
		b.WriteString("\"/>\n")
	}
	for i := range ours {
		curve(theirs[i], "#c2571a")
		curve(ours[i], "#1f6fb2")
	}
	fmt.Fprintf(&b, `<text x="%d" y="18" fill="#1f6fb2">continuous pacing</text><text x="%d" y="18" fill="#c2571a">sleeping once in 240 frames</text>`+"\n", left, left+150)
	fmt.Fprintf(&b, `<text x="%d" y="18" text-anchor="end" fill="#555">frames that player 0 is ahead of player 1</text>`+"\n</svg>\n", w-12)
	return b.String()
}
