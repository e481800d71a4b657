package rng

import (
	"math"
	"slices"
	"testing"

	"example.com/backstep/fixed"
)

// first returns the first n outputs.
func first(n int, next func() uint64) []uint64 {
	out := make([]uint64, n)
	for i := range out {
		out[i] = next()
	}
	return out
}

func TestXorShiftEqualsThePublishedVector(t *testing.T) {
	want := []uint64{
		5180492295206395165, 12380297144915551517, 13389498078930870103, 5599127315341312413, 1036278371763004928,
	}
	r := XorShift{1}
	if got := first(len(want), r.Uint64); !slices.Equal(got, want) {
		t.Errorf("xorshift64* from state 1 = %d, want %d", got, want)
	}
}

// A Sequence is SplitMix64, whose output from seed 1234567 is published too.
func TestSequenceEqualsThePublishedVector(t *testing.T) {
	want := []uint64{
		6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
	}
	s := Sequence{1234567}
	if got := first(len(want), s.Uint64); !slices.Equal(got, want) {
		t.Errorf("SplitMix64 from 1234567 = %d, want %d", got, want)
	}
}

// The keyed draws are part of the contract with recorded matches: these values never change.
func TestDrawIsPinned(t *testing.T) {
	tests := []struct {
		seed, entity uint64
		frame        int64
		purpose      uint32
		want         uint64
	}{
		{0, 0, 0, 0, 0xe220a8397b1dcdaf},
		{1, 0, 0, 0, 0xbfef8030ddc2d772},
		{0, 1, 0, 0, 0xce30761cd7373f6d},
		{0, 0, 1, 0, 0x63cfc62a2b097592},
		{0, 0, 0, 1, 0xdba520e1d851aa35},
		{7, 3, 120, 0, 0x692d9d452a1bfafa},
		{math.MaxUint64, math.MaxUint64, math.MinInt64, math.MaxUint32, 0x3455d39bea1f4fd0},
		{42, 5, -1, 9, 0xef5ec0b69e042d0a},
	}
	for _, tt := range tests {
		if got := Draw(tt.seed, tt.entity, tt.frame, tt.purpose); got != tt.want {
			t.Errorf("Draw(%d, %d, %d, %d) = %#x, pinned is %#x", tt.seed, tt.entity, tt.frame, tt.purpose, got, tt.want)
		}
		if s := (Key{tt.seed}).Of(tt.entity).At(tt.frame, tt.purpose); s != (Key{tt.seed}).At(tt.entity, tt.frame, tt.purpose) {
			t.Errorf("the question asked through Of has another answer than through Key: %#x", s.Uint64())
		}
	}
}

func TestSplitsArePinned(t *testing.T) {
	key := Key{7}
	if got, want := key.Split(1).Seed, uint64(0x74a8f10530aad182); got != want {
		t.Errorf("Split(1) of key 7 = %#x, pinned is %#x", got, want)
	}
	if got, want := key.XorShift(1), (XorShift{0x74a8f10530aad182}); got != want {
		t.Errorf("XorShift(1) of key 7 = %#x, pinned is %#x", got, want)
	}
}

// Both generators answer each kind of draw; the hash covers the ranges and the rejections of Below.
func TestGoldenHashOfMixedDraws(t *testing.T) {
	const want = 0xd767777b4d3cbc87
	hash := uint64(0xcbf29ce484222325)
	fold := func(v uint64) { hash = (hash ^ v) * 0x100000001b3 }
	stream := NewXorShift(7)
	for frame := range int64(20_000) {
		s := Key{7}.At(uint64(frame%16), frame, 2)
		for _, r := range []generator{&s, &stream} {
			fold(r.Uint64())
			fold(r.Below(uint64(frame)))
			fold(r.Below(3<<62 + 1))
			fold(uint64(r.Range(-frame, frame)))
			fold(uint64(r.Range(math.MinInt64, math.MaxInt64)))
			fold(uint64(r.Unit()))
			fold(uint64(r.Between(-fixed.Q16Pi, fixed.Q16Pi)))
			if r.Chance(fixed.Q16Half) {
				fold(1)
			}
		}
	}
	t.Logf("golden rng/mixed %016x", hash)
	if hash != want {
		t.Errorf("hash of the draws is %#x, pinned is %#x", hash, uint64(want))
	}
}
