package rtc

import (
	"testing"
	"time"
)

// TestGateInAnOutage sends 60 packets a second of 64 bytes, of which nothing is
// acknowledged any more.
func TestGateInAnOutage(t *testing.T) {
	var g gate
	now, buffered, admitted := time.Unix(0, 0), 0, 0
	for range 180 {
		now = now.Add(time.Second / 60)
		if g.admit(now, buffered, 64) {
			buffered += 64
			admitted++
		}
	}
	if buffered > calmBytes+64 {
		t.Errorf("%d bytes wait after an outage, want at most %d and one packet", buffered, calmBytes)
	}
	if admitted == 0 {
		t.Error("nothing was admitted")
	}
	if !g.admit(now, 0, 64) {
		t.Error("after the outage, with nothing waiting, a packet is refused")
	}
}

// TestGateLetsABurstPass hands over as much as fits at once, then as much as is
// acknowledged.
func TestGateLetsABurstPass(t *testing.T) {
	var g gate
	now, buffered := time.Unix(0, 0), 0
	burst := func() (n int) {
		for g.admit(now, buffered, 1200) {
			buffered += 1200
			n++
		}
		return n
	}
	if n := burst(); n != mostBytes/1200 {
		t.Errorf("a burst of %d packets passes, want %d", n, mostBytes/1200)
	}
	for turn := range 20 {
		now = now.Add(stall - time.Millisecond)
		buffered -= 2 * 1200
		if n := burst(); n != 2 {
			t.Fatalf("turn %d: %d packets pass after two were acknowledged, want 2", turn, n)
		}
	}
	now = now.Add(stall)
	if g.admit(now, buffered, 64) {
		t.Errorf("a packet passes with %d bytes waiting that did not move for %v", buffered, stall)
	}
}

// A browser that goes on reporting one full packet as buffered is sent to all
// the same.
func TestGatePassesASingleFullPacket(t *testing.T) {
	var g gate
	now := time.Unix(0, 0)
	if !g.admit(now, 0, 1200) {
		t.Fatal("an empty queue refuses")
	}
	now = now.Add(time.Second)
	if !g.admit(now, 1200, 60) {
		t.Error("one old packet of 1,200 bytes stops the link for ever")
	}
	if g.admit(now.Add(time.Second), 1260, 60) {
		t.Error("two that do not move stop nothing")
	}
}
