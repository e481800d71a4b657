package rollback

import "bytes"

// inputLog is one player's inputs, frame by frame, append-only. It holds the
// frames up to have; behind have, the frames already simulated hold the
// prediction that was used, so that the truth can be compared with it. The
// ring keeps the newest reach frames.
type inputLog struct {
	size   int // bytes of an entry: the input and its control byte
	mask   Frame
	ring   []byte
	have   Frame // newest known frame, everything before it is known too
	same   Frame // all entries from this frame to have are equal
	sealed bool  // the player has left: no frame after have ever comes
	gap    Frame // no frame after it is one without the player, as far as it is held
	floor  Frame // oldest frame that somebody may still need
	base   Frame // oldest frame that was ever held
	reach  Frame // known frames kept; the rest of the ring is for predictions
}

func newInputLog(size, capacity, window int) inputLog {
	return inputLog{size: size, mask: Frame(capacity - 1), ring: make([]byte, capacity*size),
		have: NoFrame, base: NoFrame, gap: NoFrame, reach: Frame(capacity - window - 2)}
}

// at is the slot of frame f: its input if f <= have, else the prediction used.
func (l *inputLog) at(f Frame) []byte {
	i := int(f&l.mask) * l.size
	return l.ring[i : i+l.size : i+l.size]
}

// input is the slot of frame f without its control byte.
func (l *inputLog) input(f Frame) []byte { return l.at(f)[:l.size-1] }

// control is the control byte of frame f.
func (l *inputLog) control(f Frame) control { return control(l.at(f)[l.size-1]) }

// holds tells whether f's input is known and not yet overwritten.
func (l *inputLog) holds(f Frame) bool {
	return f >= max(l.base, 0) && f <= l.have && f > l.have-l.reach
}

// room tells whether another frame fits without losing one that is needed.
func (l *inputLog) room() bool { return l.have+1-l.floor < l.reach }

// append makes in the input of frame have+1 and reports whether a simulation
// that has run simulated frames used something else.
func (l *inputLog) append(in []byte, simulated Frame) (mispredicted bool) {
	l.have++
	slot := l.at(l.have)
	mispredicted = l.have < simulated && !bytes.Equal(slot, in)
	copy(slot, in)
	if l.have > 0 && !bytes.Equal(l.at(l.have-1), slot) {
		l.same = l.have
	}
	return mispredicted
}

// absent tells whether the player is not there in frame f: it has left before, or
// came back after.
func (l *inputLog) absent(f Frame) bool {
	return f > l.have && l.sealed || f <= l.gap && l.marked(f)
}

// marked tells whether the log says so of a frame up to gap, which it holds.
func (l *inputLog) marked(f Frame) bool { return f <= l.have && l.control(f) == controlAbsent }

// reopen begins a sealed log anew with frame g. The frames in between are absent.
func (l *inputLog) reopen(g Frame) {
	for f := max(l.have+1, g-l.mask-1); f < g; f++ {
		slot := l.at(f)
		clear(slot)
		slot[l.size-1] = byte(controlAbsent)
	}
	l.have = max(g-1, l.have)
	l.sealed, l.same, l.gap = false, l.have, g-1
}
