package ggpo

import (
	"testing"
	"time"
)

// A game may pass a new closure in every call, a clock with another origin, or
// for a while none, and its clock may go back.
func TestClock(t *testing.T) {
	c := newClock()
	system := 7 * time.Second
	c.read, c.last = func() time.Duration { return system }, system
	step := func(what string, given []func() int64, want time.Duration) {
		t.Helper()
		c.choose(given)
		if got := c.tick(); got != want {
			t.Fatalf("%s: %v, want %v", what, got, want)
		}
	}
	at := func(ms int64) []func() int64 { return []func() int64{func() int64 { return ms }} }
	step("the start", nil, 0)
	system += time.Second
	step("a second by the system's", nil, time.Second)
	step("another origin", at(1_700_000_000_000), time.Second)
	step("16 ms", at(1_700_000_000_016), 1016*time.Millisecond)
	step("a second back", at(1_699_999_999_016), 1016*time.Millisecond)
	step("4 ms from there", at(1_699_999_999_020), 1020*time.Millisecond)
	step("a nil function among others", append(at(1_699_999_999_025), nil), 1025*time.Millisecond)
	c.choose(nil)
	if got := c.tick(); got < 1025*time.Millisecond || got > time.Hour {
		t.Fatalf("the system's again: %v, want to go on from 1.025s", got)
	}
}
