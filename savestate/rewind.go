package savestate

import (
	"errors"
	"fmt"
)

// RewindConfig bounds a Rewind. A zero field means its default.
type RewindConfig struct {
	Frames        int // most frames held; default 3600, a minute at 60 fps
	Bytes         int // most bytes of their data; default 16 MiB
	KeyframeEvery int // frames of a chunk; default 60
}

const (
	defaultRewindFrames  = 3600
	defaultRewindBytes   = 16 << 20
	defaultKeyframeEvery = 60
	recordBytes          = 32 // of one record, on any target
)

// ErrStateTooLarge is returned for a state that does not fit a Rewind's Bytes
// even alone.
var ErrStateTooLarge = errors.New("savestate: the state is larger than all of the rewind's memory")

// Rewind keeps the states of minutes in bounded memory, any of them to be had
// back exactly: to scrub through what was played, or to go back a long way.
//
// States are kept as their encodings' differences. They form chunks: a
// keyframe, as its difference from the first state that was ever saved, and the
// states after it, each as its difference from the keyframe. When there is no
// room the oldest chunk is forgotten, whole.
//
// Differences are found place by place. In a state of a fixed size they are as
// small as what changed; a string or a map that grows moves all that is encoded
// after it, which then counts as different until the next keyframe.
//
// Its memory is at most Bytes, 32 bytes for each of Frames, and room for five
// encodings of the largest state, besides what the plan keeps. Save and Load do
// not allocate once that much was needed. A Rewind is not safe for concurrent
// use; it uses its plan.
type Rewind[S any] struct {
	plan *Plan[S]
	cfg  RewindConfig

	// Records by their number, at number mod Frames; their data at offset mod
	// len(data). Both only ever count up.
	records     []record
	first, next int64
	data        []byte
	from, to    uint64

	base          []byte // the encoding of the first state ever saved
	key           []byte // of the keyframe of the chunk in hand
	keyNumber     int64  // its record, or -1 if the next state begins a chunk
	state, change []byte
	decoded       []byte
}

// record is one state.
type record struct {
	frame Frame
	at    uint64 // offset of its data
	n     uint32 // bytes
	since uint32 // records from the chunk's keyframe to this one
	_     uint64
}

// NewRewind returns an empty Rewind of states with this plan.
func NewRewind[S any](plan *Plan[S], cfg RewindConfig) (*Rewind[S], error) {
	for _, f := range []struct {
		name     string
		value    *int
		fallback int
	}{
		{"Frames", &cfg.Frames, defaultRewindFrames},
		{"Bytes", &cfg.Bytes, defaultRewindBytes},
		{"KeyframeEvery", &cfg.KeyframeEvery, defaultKeyframeEvery},
	} {
		if *f.value == 0 {
			*f.value = f.fallback
		}
		if *f.value < 1 || *f.value > 1<<31-1 {
			return nil, fmt.Errorf("savestate: RewindConfig.%s is %d, want 1 to 2147483647", f.name, *f.value)
		}
	}
	return &Rewind[S]{plan: plan, cfg: cfg, records: make([]record, cfg.Frames), keyNumber: -1}, nil
}

// Save keeps the state of frame f, and forgets those of f and later frames that
// were saved before: a rollback abandoned them. It returns ErrStateTooLarge,
// and holds nothing then, if s does not fit.
func (r *Rewind[S]) Save(f Frame, s *S) error {
	r.Discard(f - 1)
	r.state = r.plan.Append(r.state[:0], s)
	if r.base == nil {
		r.base = append([]byte{}, r.state...)
	}
	since := r.next - r.keyNumber
	if r.keyNumber < r.first || since >= int64(r.cfg.KeyframeEvery) {
		r.keyNumber, since = r.next, 0
		r.key = append(r.key[:0], r.state...)
		r.change = appendDelta(r.change[:0], r.base, r.state)
	} else {
		r.change = appendDelta(r.change[:0], r.key, r.state)
	}
	if !r.makeRoom(len(r.change)) {
		if len(r.change) > r.cfg.Bytes {
			r.Discard(NoFrame)
			return ErrStateTooLarge
		}
		return r.Save(f, s) // its keyframe had to go: it becomes one
	}
	*r.record(r.next) = record{frame: f, at: r.to, n: uint32(len(r.change)), since: uint32(since)}
	r.next++
	r.put(r.change)
	return nil
}

// makeRoom forgets chunks until n more bytes fit. It answers false if not even
// the keyframe of the chunk in hand could stay, or nothing was enough.
func (r *Rewind[S]) makeRoom(n int) bool {
	if n > r.cfg.Bytes {
		return false
	}
	for r.next-r.first >= int64(r.cfg.Frames) || r.to-r.from+uint64(n) > uint64(r.cfg.Bytes) {
		r.forgetChunk()
	}
	if r.keyNumber < r.first {
		return false
	}
	r.grow(n)
	return true
}

func (r *Rewind[S]) forgetChunk() {
	r.first++
	for r.first < r.next && r.record(r.first).since > 0 {
		r.first++
	}
	r.from = r.to
	if r.first < r.next {
		r.from = r.record(r.first).at
	}
}

// grow doubles the data's memory until n more bytes fit, up to its bound.
func (r *Rewind[S]) grow(n int) {
	need := int(r.to-r.from) + n
	if need <= len(r.data) {
		return
	}
	bigger := make([]byte, min(r.cfg.Bytes, max(2*len(r.data), need, 4096)))
	for at := r.from; at < r.to; {
		part := r.data[at%uint64(len(r.data)):]
		part = part[:min(uint64(len(part)), r.to-at)]
		at += uint64(copyRound(bigger, at, part))
	}
	r.data = bigger
}

// copyRound writes b from an offset on, round the end of the buffer.
func copyRound(buf []byte, at uint64, b []byte) int {
	k := copy(buf[at%uint64(len(buf)):], b)
	return k + copy(buf, b[k:])
}

func (r *Rewind[S]) put(b []byte) {
	if len(b) > 0 {
		copyRound(r.data, r.to, b)
	}
	r.to += uint64(len(b))
}

// get returns a record's data, in one piece.
func (r *Rewind[S]) get(c *record) []byte {
	at := c.at % uint64(len(r.data))
	if end := at + uint64(c.n); end <= uint64(len(r.data)) {
		return r.data[at:end]
	}
	r.change = append(r.change[:0], r.data[at:]...)
	return append(r.change, r.data[:int(c.n)-len(r.change)]...)
}

func (r *Rewind[S]) record(number int64) *record {
	return &r.records[number%int64(len(r.records))]
}

// Load makes dst the state of exactly frame f. It answers false, and leaves dst
// alone, if that is not held.
func (r *Rewind[S]) Load(f Frame, dst *S) bool {
	i := r.find(f)
	if i < r.first || r.record(i).frame != f {
		return false
	}
	c := r.record(i)
	r.state = applyDelta(r.state[:0], r.base, r.get(r.record(i-int64(c.since))))
	if c.since > 0 {
		r.decoded = applyDelta(r.decoded[:0], r.state, r.get(c))
		r.state, r.decoded = r.decoded, r.state
	}
	if err := r.plan.Decode(dst, r.state); err != nil {
		panic(err) // an invariant: it is what Append made
	}
	return true
}

// find returns the number of the newest record whose frame is not after f, or
// one less than first.
func (r *Rewind[S]) find(f Frame) int64 {
	lo, hi := r.first, r.next
	for lo < hi {
		if mid := lo + (hi-lo)/2; r.record(mid).frame <= f {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo - 1
}

// AtOrBefore returns the newest frame held that is not after f, or NoFrame.
func (r *Rewind[S]) AtOrBefore(f Frame) Frame {
	if i := r.find(f); i >= r.first {
		return r.record(i).frame
	}
	return NoFrame
}

// Discard forgets the states of all frames greater than after.
func (r *Rewind[S]) Discard(after Frame) {
	i := r.find(after) + 1
	if i >= r.next {
		return
	}
	r.next, r.to = i, r.record(i).at
	if r.keyNumber >= i {
		r.keyNumber = -1
	} else if i > r.first {
		// The chunk in hand may be an earlier one than the key is of.
		if r.record(i-1).since != uint32(i-1-r.keyNumber) {
			r.keyNumber = -1
		}
	}
	if r.first == r.next {
		r.keyNumber, r.from = -1, r.to
	}
}

// Oldest returns the least frame held, or NoFrame.
func (r *Rewind[S]) Oldest() Frame {
	if r.first == r.next {
		return NoFrame
	}
	return r.record(r.first).frame
}

// Newest returns the greatest frame held, or NoFrame.
func (r *Rewind[S]) Newest() Frame {
	if r.first == r.next {
		return NoFrame
	}
	return r.record(r.next - 1).frame
}

// Len returns how many states are held.
func (r *Rewind[S]) Len() int { return int(r.next - r.first) }

// Bytes returns the size of the data held.
func (r *Rewind[S]) Bytes() int { return int(r.to - r.from) }
