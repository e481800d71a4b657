package twin

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/backstep/demo/pegs"
)

// ask and steps are messages with something in every field.
func ask(k Kind) Ask {
	return Ask{Run: 7, Start: Start(k, 3).Nudge(-2), Have: 1 << 40, Want: MaxStates}
}

func steps(k Kind, n int) Steps {
	sums, ball := NewSums(), Start(k, 4)
	s := Steps{Run: 9, First: 27, Target: "linux/amd64"}
	for range n {
		ball = ball.Step()
		s.States = append(s.States, sums.Of(ball))
	}
	return s
}

func TestMessagesSurviveTheWay(t *testing.T) {
	for _, k := range []Kind{Float64, Q16} {
		a, err := ParseAsk(ask(k).Append(nil))
		if d := cmp.Diff(ask(k), a); d != "" || err != nil {
			t.Errorf("%v: question: error %v, (-want +got):\n%s", k, err, d)
		}
		for _, n := range []int{1, MaxStates} {
			packet := steps(k, n).Append(nil)
			s, err := ParseSteps(packet, nil, "")
			if d := cmp.Diff(steps(k, n), s); d != "" || err != nil {
				t.Errorf("%v: answer of %d states: error %v, (-want +got):\n%s", k, n, err, d)
			}
			if len(packet) > MaxPacket {
				t.Errorf("%v: %d states take %d bytes, want at most %d", k, n, len(packet), MaxPacket)
			}
		}
	}
}

// The signs of zeros are what some checksums differ by.
func TestNegativeZeroSurvivesTheWay(t *testing.T) {
	a := ask(Float64)
	a.Start.Float.VX = math.Copysign(0, -1)
	got, err := ParseAsk(a.Append(nil))
	if err != nil || !math.Signbit(got.Start.Float.VX) {
		t.Errorf("-0 arrives as %v, error %v", got.Start.Float.VX, err)
	}
}

// A layout that changes without a new Version splits pages from programs.
func TestLayoutIsPinned(t *testing.T) {
	a := Ask{Run: 0x04030201, Start: Ball{Kind: Q16, Fixed: pegs.Fixed{}}, Have: 0x18171615_14131211, Want: 5}
	a.Start.Fixed.Pos.X, a.Start.Fixed.Vel.Y = 0x0d0c0b0a, -2
	want := "PEG\x01\x01" + "\x01\x02\x03\x04" + "\x02" + "\x0a\x0b\x0c\x0d" + strings.Repeat("\x00", 4+16) +
		"\xfe" + strings.Repeat("\xff", 7) + "\x11\x12\x13\x14\x15\x16\x17\x18" + "\x05"
	if got := string(a.Append(nil)); got != want {
		t.Errorf("question %q, want %q", got, want)
	}
	s := Steps{Run: 1, First: 2, Target: "x/y", States: []State{{a.Start, 3}}}
	zeros := strings.Repeat("\x00", 7)
	want = "PEG\x01\x02" + "\x01\x00\x00\x00" + "\x02" + "\x02" + zeros + "\x03x/y" + "\x01" + want[10:42] + "\x03" + zeros
	if got := string(s.Append(nil)); got != want {
		t.Errorf("answer %q, want %q", got, want)
	}
}

// changed returns a packet with bytes put in at an offset.
func changed(packet []byte, at int, by ...byte) []byte {
	out := bytes.Clone(packet)
	copy(out[at:], by)
	return out
}

func TestWhatCannotBeRead(t *testing.T) {
	a, s := ask(Float64).Append(nil), steps(Float64, 2).Append(nil)
	q := ask(Q16).Append(nil)
	nan, inf, far := []byte{0, 0, 0, 0, 0, 0, 0xf8, 0x7f}, []byte{0, 0, 0, 0, 0, 0, 0xf0, 0xff}, []byte{1, 0, 0, 0, 0, 0, 0xe0, 0x40}
	asks := map[string][]byte{
		"nothing": {}, "a head": a[:headSize], "cut": a[:len(a)-1], "more": append(bytes.Clone(a), 0),
		"magic": changed(a, 0, 'p'), "type": changed(a, 4, typeSteps), "run 0": changed(a, 5, 0), "kind": changed(a, 9, 3),
		"nan": changed(a, 10, nan...), "infinity": changed(a, 18, inf...), "too far": changed(a, 26, far...),
		"beyond Q16.16": changed(q, 14, 1), "sign of Q16.16": changed(q, 13, 0x80),
		"wants nothing": changed(a, 50, 0), "wants too much": changed(a, 50, MaxStates+1),
	}
	for name, packet := range asks {
		if got, err := ParseAsk(packet); !errors.Is(err, ErrMalformed) {
			t.Errorf("question, %s: %+v, error %v, want %v", name, got, err, ErrMalformed)
		}
	}
	const count = headSize + 4 + 1 + 8 + 1 + len("linux/amd64")
	answers := map[string][]byte{
		"a head": s[:headSize], "cut": s[:len(s)-1], "more": append(bytes.Clone(s), 0), "type": changed(s, 4, typeAsk),
		"run 0": changed(s, 5, 0), "first 0": changed(s, 10, 0), "no states": changed(s, count, 0), "a state more": changed(s, count, 3),
		"too many": changed(s, count, 255), "long target": changed(s, 18, 255), "control byte": changed(s, 20, '\n'), "nan": changed(s, count+1, nan...),
	}
	for name, packet := range answers {
		if got, err := ParseSteps(packet, nil, ""); !errors.Is(err, ErrMalformed) {
			t.Errorf("answer, %s: %+v, error %v, want %v", name, got, err, ErrMalformed)
		}
	}
}

func TestForeignVersion(t *testing.T) {
	packet := changed(ask(Q16).Append(nil), 3, 9)
	_, err := ParseAsk(packet)
	if e := new(VersionError); !errors.As(err, &e) || e.Theirs != 9 {
		t.Errorf("version 9: error %v, want a VersionError", err)
	}
}

// Whatever is read is what its own encoding says, to the byte; nothing else is.
func FuzzParse(f *testing.F) {
	for _, k := range []Kind{Float64, Q16} {
		f.Add(ask(k).Append(nil))
		f.Add(steps(k, 1).Append(nil))
		f.Add(steps(k, MaxStates).Append(nil))
	}
	f.Add(appendHead(nil, typeOther))
	f.Fuzz(func(t *testing.T, packet []byte) {
		if a, err := ParseAsk(packet); err == nil && !bytes.Equal(a.Append(nil), packet) {
			t.Errorf("question %x is read as %+v", packet, a)
		}
		if s, err := ParseSteps(packet, nil, ""); err == nil && !bytes.Equal(s.Append(nil), packet) {
			t.Errorf("answer %x is read as %+v", packet, s)
		}
	})
}
