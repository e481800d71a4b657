package rollback

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"example.com/backstep/savestate"
)

// Bundle is a desync in a file: both sides' states of the first frame that
// differs, the state before it, the inputs, and what they belong to. Rerun
// computes that step again and says who was right.
type Bundle struct {
	GameID     string
	Build      uint64
	Plan       uint64 // signature of the state type's plan
	Seed       uint64
	MatchID    [16]byte
	Players    int
	InputBytes int
	Rate       int
	Own, Peer  uint16 // players of the one who wrote it, and of the other (one bit each)
	Frame      Frame  // whose states differ
	Checked    Frame  // whose checksums told

	Before, Ours, Theirs []byte // savestate snapshots of Frame-1 and Frame; empty where not held
	First                Frame  // first frame of Inputs
	Inputs               []byte // for each frame and player: the encoded input and a byte that is 255 for an absent player
}

const (
	bundleMagic   = "BSDB"
	bundleVersion = 1
	maxBundlePart = 1 << 28
)

// What a bundle can be refused for.
var (
	ErrBundleMagic    = errors.New("rollback: not a bundle")
	ErrBundleVersion  = errors.New("rollback: a bundle of another version")
	ErrBundleLength   = errors.New("rollback: a bundle of another length")
	ErrBundleChecksum = errors.New("rollback: a bundle whose bytes were changed")
	ErrBundleGame     = errors.New("rollback: a bundle of another game")
	ErrBundleState    = errors.New("rollback: a bundle without the state that this needs")
)

// Append appends the bundle's file to dst.
func (b *Bundle) Append(dst []byte) []byte {
	le := binary.LittleEndian
	start := len(dst)
	dst = le.AppendUint32(append(dst, bundleMagic...), bundleVersion)
	dst = appendPart(dst, []byte(b.GameID))
	for _, v := range [...]uint64{b.Build, b.Plan, b.Seed, uint64(b.Players), uint64(b.InputBytes), uint64(b.Rate),
		uint64(b.Own), uint64(b.Peer), uint64(b.Frame), uint64(b.Checked), uint64(b.First)} {
		dst = le.AppendUint64(dst, v)
	}
	dst = append(dst, b.MatchID[:]...)
	for _, part := range [...][]byte{b.Before, b.Ours, b.Theirs, b.Inputs} {
		dst = appendPart(dst, part)
	}
	return le.AppendUint64(dst, savestate.XXH64(dst[start:], 0))
}

func appendPart(dst, part []byte) []byte {
	return append(binary.LittleEndian.AppendUint32(dst, uint32(len(part))), part...)
}

// ReadBundle reads what Append wrote. The errors wrap an ErrBundle value and
// say what differs. The bundle refers to src.
func ReadBundle(src []byte) (*Bundle, error) {
	le := binary.LittleEndian
	switch {
	case len(src) < 16 || string(src[:4]) != bundleMagic:
		return nil, fmt.Errorf("%w: it begins with %q", ErrBundleMagic, src[:min(4, len(src))])
	case le.Uint32(src[4:]) != bundleVersion:
		return nil, fmt.Errorf("%w: got %d, want %d", ErrBundleVersion, le.Uint32(src[4:]), bundleVersion)
	}
	body := src[:len(src)-8]
	if got, want := savestate.XXH64(body, 0), le.Uint64(src[len(body):]); got != want {
		return nil, fmt.Errorf("%w: checksum %016x, want %016x", ErrBundleChecksum, got, want)
	}
	r := partReader{b: body[8:]}
	b := &Bundle{GameID: string(r.part())}
	b.Build, b.Plan, b.Seed = r.uint(), r.uint(), r.uint()
	b.Players, b.InputBytes, b.Rate = r.small(MaxPlayers), r.small(MaxInputBytes), r.small(1000)
	b.Own, b.Peer = uint16(r.small(1<<16-1)), uint16(r.small(1<<16-1))
	b.Frame, b.Checked, b.First = Frame(r.uint()), Frame(r.uint()), Frame(r.uint())
	copy(b.MatchID[:], r.take(16))
	b.Before, b.Ours, b.Theirs, b.Inputs = r.part(), r.part(), r.part(), r.part()
	if r.bad || len(r.b) > 0 || len(b.Inputs)%max(b.Players*(b.InputBytes+1), 1) != 0 {
		return nil, fmt.Errorf("%w: %d bytes", ErrBundleLength, len(src))
	}
	return b, nil
}

// partReader reads fields; past the end it yields nothing and sets bad.
type partReader struct {
	b   []byte
	bad bool
}

func (r *partReader) take(n int) []byte {
	if n > len(r.b) {
		r.bad, r.b = true, nil
		return nil
	}
	p := r.b[:n:n]
	r.b = r.b[n:]
	return p
}

func (r *partReader) uint() uint64 {
	if p := r.take(8); p != nil {
		return binary.LittleEndian.Uint64(p)
	}
	return 0
}

func (r *partReader) small(limit uint64) int {
	v := r.uint()
	r.bad = r.bad || v > limit
	return int(min(v, limit))
}

func (r *partReader) part() []byte {
	p := r.take(4)
	if p == nil {
		return nil
	}
	n := binary.LittleEndian.Uint32(p)
	if n > maxBundlePart {
		r.bad = true
		return nil
	}
	return r.take(int(n))
}

// Rerun is what came of computing the first differing step again.
type Rerun struct {
	Frame        Frame
	LikeOurs     bool // it gives the state of the one who wrote the bundle
	LikeTheirs   bool // it gives the other's
	FromOurs     []savestate.Difference
	FromTheirs   []savestate.Difference
	Ours, Theirs []savestate.Difference // A: the state before the step, B: each side's after it
}

// RerunBundle loads the state before the desync into the game, runs the one
// step with the inputs of the bundle, and compares the outcome with both
// sides'. The game must be the same type as in the match; codec is Config.Codec,
// or nil. The errors wrap ErrBundleGame, ErrBundleState or a *savestate.SnapshotError.
func RerunBundle[S, I any](b *Bundle, game Game[S, I], codec Codec[I]) (*Rerun, error) {
	plan, err := savestate.PlanOf[S]()
	if err != nil {
		return nil, err
	}
	in, err := bundleInputs(b, codec)
	if err != nil {
		return nil, err
	}
	if len(b.Before) == 0 || len(b.Ours) == 0 || len(b.Theirs) == 0 {
		return nil, fmt.Errorf("%w: the states before and after frame %d are not all in it", ErrBundleState, b.Frame-1)
	}
	var before, ours, theirs, after S
	for _, x := range [...]struct {
		from []byte
		to   *S
	}{{b.Before, &before}, {b.Ours, &ours}, {b.Theirs, &theirs}} {
		if _, err := plan.DecodeSnapshot(x.from, x.to); err != nil {
			return nil, err
		}
	}
	game.Load(&before)
	game.Advance(in)
	game.Save(&after)
	r := &Rerun{Frame: b.Frame, FromOurs: plan.Diff(&after, &ours, maxFields), FromTheirs: plan.Diff(&after, &theirs, maxFields),
		Ours: plan.Diff(&before, &ours, maxFields), Theirs: plan.Diff(&before, &theirs, maxFields)}
	r.LikeOurs, r.LikeTheirs = len(r.FromOurs) == 0, len(r.FromTheirs) == 0
	return r, nil
}

// bundleInputs decodes the inputs of the frame before the one that differs.
func bundleInputs[I any](b *Bundle, given Codec[I]) ([]Input[I], error) {
	codec, err := (&Config[I]{Codec: given}).codec()
	if err != nil {
		return nil, err
	}
	if codec.Size() != b.InputBytes {
		return nil, fmt.Errorf("%w: inputs of %d bytes, the game's have %d", ErrBundleGame, b.InputBytes, codec.Size())
	}
	size := b.InputBytes + 1
	f := b.Frame - 1
	i := f - b.First
	if i < 0 || i >= math.MaxInt32 || int(i+1)*size*b.Players > len(b.Inputs) {
		return nil, fmt.Errorf("%w: the inputs of frame %d", ErrBundleState, f)
	}
	in := make([]Input[I], b.Players)
	for p := range in {
		entry := b.Inputs[(int(i)*b.Players+p)*size:][:size]
		if control(entry[size-1]) != controlAbsent {
			in[p] = Input[I]{Value: codec.Decode(bytes.Clone(entry[:size-1])), Present: true}
		}
	}
	return in, nil
}
