package main

import (
	"slices"
	"testing"
	"time"
)

// A long match is 4 players at 5 % loss and 0 to 2 frames of jitter. What a frame
// costs must not grow with the number of frames before it.
const (
	longFrames  = 40000
	longPart    = 1000 // frames at each end that are compared
	longSlices  = 20   // of a part, each timed; the median counts
	longPlayers = 4
	longDelay   = 3 // frames
)

// Units of the metrics.
const (
	firstTime = "ns/first"
	lastTime  = "ns/last"
)

func longMatches() group {
	return group{name: "LongMatch", title: "A match of 40,000 steps, with its set-up",
		columns: []column{{"ns a peer-frame, first 1,000 steps", firstTime}, {"ns a peer-frame, last 1,000", lastTime}},
		benches: []bench{{"4p/3f/lossy", benchLongMatch}}}
}

// benchLongMatch: an op is a whole match, from set-up to end.
func benchLongMatch(b *testing.B) {
	var first, last []time.Duration
	b.ReportAllocs()
	for b.Loop() {
		m, err := newLong(1)
		if err != nil {
			b.Fatal(err)
		}
		first = append(first, timeParts(m)...)
		m.run(longFrames - 2*longPart)
		last = append(last, timeParts(m)...)
	}
	b.ReportMetric(float64(median(first)), firstTime)
	b.ReportMetric(float64(median(last)), lastTime)
}

func newLong(seed uint64) (*lossyMatch, error) {
	s := stallSetup(longPlayers, longDelay, false)
	return newLossy(s, seed, func(seat int) (player, error) {
		return newSessionPlayer[[4]byte](s, seat, 0, newHabit(everyFrame, seed, seat))
	})
}

// timeParts plays a part and returns what a peer-frame took in each slice of it.
func timeParts(m *lossyMatch) (each []time.Duration) {
	const steps = longPart / longSlices
	for range longSlices {
		start := time.Now()
		m.run(steps)
		each = append(each, time.Since(start)/(steps*longPlayers))
	}
	return each
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}
