package savestate

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
)

// reseal gives a snapshot that was changed the checksum that it would have.
func reseal(b []byte) []byte {
	binary.LittleEndian.PutUint32(b[atBody:], uint32(len(b)-headerBytes))
	binary.LittleEndian.PutUint64(b[atChecksum:], snapshotSum(b))
	return b
}

// framed is a snapshot of a state of this plan whose encoding would be n bytes,
// with any body.
func framed[S any](p *Plan[S], n uint32, body []byte) []byte {
	b := append(make([]byte, headerBytes), body...)
	copy(b, snapshotMagic)
	binary.LittleEndian.PutUint32(b[atVersion:], snapshotVersion)
	binary.LittleEndian.PutUint64(b[atSignature:], p.Signature())
	binary.LittleEndian.PutUint32(b[atLength:], n)
	return reseal(b)
}

func TestSnapshotGivesTheStateAndItsFrameBack(t *testing.T) {
	plan := mustPlan[stage](t)
	for _, f := range []Frame{0, 1, 1<<31 - 1, 1<<63 - 1} {
		b := plan.AppendSnapshot([]byte("before"), f, newStage())
		if string(b[:6]) != "before" {
			t.Fatalf("the bytes before it are %q", b[:6])
		}
		var got stage
		at, err := plan.DecodeSnapshot(b[6:], &got)
		if err != nil || at != f {
			t.Fatalf("frame %d: got frame %d, %v", f, at, err)
		}
		if d := plan.Diff(newStage(), &got, 5); len(d) > 0 {
			t.Errorf("frame %d: %v", f, d)
		}
	}
}

// Nothing but the state is in a snapshot: neither padding nor where in memory
// things lie, and a state that was loaded packs as the one that was saved.
func TestSnapshotsOfOneStateAreTheSame(t *testing.T) {
	plan := mustPlan[stage](t)
	a, b := newStage(), newStage()
	var copied, decoded stage
	plan.Copy(&copied, b)
	want := plan.AppendSnapshot(nil, 9, a)
	if _, err := plan.DecodeSnapshot(want, &decoded); err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]*stage{"itself": a, "an equal one": b, "a copy": &copied, "what it decodes to": &decoded} {
		if !bytes.Equal(plan.AppendSnapshot(nil, 9, s), want) {
			t.Errorf("the snapshot of %s is another", name)
		}
	}
}

// What compresses is compressed, and what does not is no longer than its
// encoding and the header.
func TestSnapshotIsCompressedWhereThatHelps(t *testing.T) {
	plan := mustPlan[block64K](t)
	var zero, noise, got block64K
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range noise.Words {
		noise.Words[i] = rng.Uint64()
	}
	short, long := plan.AppendSnapshot(nil, 3, &zero), plan.AppendSnapshot(nil, 4, &noise)
	if len(short) > 1000 || len(long) != headerBytes+plan.Size() {
		t.Errorf("%d bytes of zeros, %d bytes of noise", len(short), len(long))
	}
	if f, err := plan.DecodeSnapshot(long, &got); f != 4 || err != nil || got != noise {
		t.Errorf("noise: frame %d, %v", f, err)
	}
	if f, err := plan.DecodeSnapshot(short, &got); f != 3 || err != nil || got != zero {
		t.Errorf("zeros: frame %d, %v", f, err)
	}
}

func TestSnapshotOfAnotherKindIsRefusedByName(t *testing.T) {
	plan := mustPlan[stage](t)
	good := plan.AppendSnapshot(nil, 7, newStage())
	change := func(f func(b []byte) []byte) []byte { return f(bytes.Clone(good)) }
	for name, c := range map[string]struct {
		b    []byte
		what error
		text string
	}{
		"nothing":           {nil, ErrSnapshotMagic, `it begins with "", want "BSST"`},
		"another file":      {[]byte("PNG file, long enough to be one for certain, is it not"), ErrSnapshotMagic, `"PNG "`},
		"header cut":        {good[:headerBytes-1], ErrSnapshotLength, "39 bytes, want 40 or more"},
		"body cut":          {good[:len(good)-1], ErrSnapshotLength, "a body of"},
		"bytes after":       {append(bytes.Clone(good), 0), ErrSnapshotLength, "a body of"},
		"another version":   {change(func(b []byte) []byte { b[atVersion] = 9; return reseal(b) }), ErrSnapshotVersion, "9, want 1"},
		"another plan":      {mustPlan[block4K](t).AppendSnapshot(nil, 7, new(block4K)), ErrSnapshotPlan, "signature"},
		"a bit of the body": {change(func(b []byte) []byte { b[len(b)-1] ^= 1; return b }), ErrSnapshotChecksum, "checksum"},
		"a frame before 0":  {change(func(b []byte) []byte { b[atFrame+7] = 0x80; return reseal(b) }), ErrSnapshotFrame, "want 0 or more"},
		"a longer claim":    {framed(plan, 1<<31-1, []byte("hello")), ErrSnapshotLength, "an encoding of 2147483647 bytes, want 5 to 5160"},
		"a shorter claim":   {framed(plan, 4, []byte("hello")), ErrSnapshotLength, "an encoding of 4 bytes"},
		"no state":          {framed(plan, 5, []byte("hello")), ErrSnapshotBody, "stage"},
		"no compression":    {framed(plan, 50, []byte("hello")), ErrSnapshotBody, "flate"},
		"more than claimed": {framed(plan, 50, deflate(make([]byte, 51))), ErrSnapshotBody, "is not 50 bytes"},
		"less than claimed": {framed(plan, 50, deflate(make([]byte, 49))), ErrSnapshotBody, "is not 50 bytes"},
		"bytes between":     {framed(plan, 50, append(deflate(make([]byte, 50)), 7)), ErrSnapshotBody, "1 bytes follow"},
	} {
		dst := stage{Title: "untouched"}
		f, err := plan.DecodeSnapshot(c.b, &dst)
		var typed *SnapshotError
		if !errors.Is(err, c.what) || !errors.As(err, &typed) || typed.What != c.what || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: got %v, want %v with %q", name, err, c.what, c.text)
		}
		if f != NoFrame || dst.Title != "untouched" || dst.Cast != nil {
			t.Errorf("%s: frame %d, and the state is %v", name, f, dst)
		}
	}
}

func TestSnapshotOfAFixedSizeHasThatLength(t *testing.T) {
	plan := mustPlan[block4K](t)
	_, err := plan.DecodeSnapshot(framed(plan, 4095, make([]byte, 4095)), new(block4K))
	if !errors.Is(err, ErrSnapshotLength) || !strings.Contains(err.Error(), "4095 bytes, want 4096") {
		t.Error(err)
	}
}

// The cause of a body that is no state is there to be asked for.
func TestSnapshotErrorHoldsTheDecodeError(t *testing.T) {
	plan := mustPlan[everyKind](t)
	e := everyValue()
	body := plan.Append(nil, &e)
	for i := range body {
		body[i] = 0xFF // no bool is 255
	}
	_, err := plan.DecodeSnapshot(framed(plan, uint32(len(body)), body), new(everyKind))
	var cause *DecodeError
	if !errors.As(err, &cause) || !errors.Is(err, ErrSnapshotBody) || !strings.HasPrefix(cause.Path, "everyKind.") {
		t.Error(err)
	}
}

// Each bit counts, in the header as in the body.
func TestSnapshotWithAnyBitFlippedIsRefused(t *testing.T) {
	plan := mustPlan[stage](t)
	good := plan.AppendSnapshot(nil, 7, newStage())
	for bit := range 8 * len(good) {
		b := bytes.Clone(good)
		b[bit/8] ^= 1 << (bit % 8)
		if _, err := plan.DecodeSnapshot(b, new(stage)); err == nil {
			t.Fatalf("accepted with bit %d of byte %d flipped", bit%8, bit/8)
		}
	}
	for n := range good {
		if _, err := plan.DecodeSnapshot(good[:n], new(stage)); err == nil {
			t.Fatalf("accepted with %d of %d bytes", n, len(good))
		}
	}
}

func TestAppendSnapshotPanicsBeforeFrame0(t *testing.T) {
	defer func() {
		if r := recover(); r != "savestate: AppendSnapshot of frame -1" {
			t.Errorf("got %v", r)
		}
	}()
	mustPlan[vec](t).AppendSnapshot(nil, NoFrame, new(vec))
}

// A claim that the body cannot keep costs what the body is worth.
func TestSnapshotTakesNoMoreMemoryThanItsBytesJustify(t *testing.T) {
	plan := mustPlan[stage](t)
	bomb := deflate(make([]byte, 1<<20))
	claims := [][]byte{
		framed(plan, 1<<32-1, []byte("small")),
		framed(plan, uint32(len(bomb))*expansion, bomb),
		framed(plan, 1<<20, bomb),
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i, c := range claims {
		if _, err := plan.DecodeSnapshot(c, new(stage)); err == nil {
			t.Fatalf("claim %d is accepted", i)
		}
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 16<<20 {
		t.Errorf("%d bytes are allocated for claims of %d bytes", got, 2*len(bomb))
	}
}

func TestSnapshotLength(t *testing.T) {
	p, err := PlanOf[[]byte]()
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, 1, 100, 1 << 20} {
		s := make([]byte, n)
		b := p.AppendSnapshot(nil, 3, &s)
		if got, want := SnapshotLength(b), len(p.Append(nil, &s)); int(got) != want {
			t.Errorf("of %d bytes: %d, want %d", n, got, want)
		}
		if got := SnapshotLength(b[:headerBytes-1]); got != 0 {
			t.Errorf("of a part of the header: %d", got)
		}
	}
}
