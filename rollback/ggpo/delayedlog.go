package ggpo

import (
	"example.com/backstep/rollback"
	"example.com/backstep/savestate"
)

// delayedLog is one player's inputs in a SyncTest, as far back as it goes and as
// far ahead as an input can be delayed.
type delayedLog struct {
	size    int
	ring    []byte
	frames  savestate.Frame // of the ring
	have    savestate.Frame // newest frame with an input
	delay   savestate.Frame
	offered bool // an input was given since the last frame
}

func newDelayedLog(size, distance int) delayedLog {
	frames := distance + rollback.MaxInputDelay + 2
	return delayedLog{size: size, ring: make([]byte, frames*size), frames: savestate.Frame(frames), have: savestate.NoFrame}
}

func (l *delayedLog) at(f savestate.Frame) []byte {
	i := int(f%l.frames) * l.size
	return l.ring[i : i+l.size]
}

// offer puts the input off by the delay. A gap that a raised delay leaves is
// filled with the last input; after a lowered one the log is long enough already.
func (l *delayedLog) offer(frame savestate.Frame, in []byte) {
	target := frame + l.delay
	l.fill(target - 1)
	if l.have < target {
		l.have = target
		slot := l.at(target)
		clear(slot[copy(slot, in):])
	}
	l.offered = true
}

// fill repeats the last input up to frame f.
func (l *delayedLog) fill(f savestate.Frame) {
	for l.have < f {
		l.have++
		slot := l.at(l.have)
		clear(slot)
		if l.have > 0 {
			copy(slot, l.at(l.have-1))
		}
	}
	l.offered = false
}
