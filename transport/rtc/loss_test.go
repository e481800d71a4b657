//go:build !js

package rtc_test

import (
	"encoding/binary"
	"errors"
	"testing"
	"time"

	"example.com/backstep/transport"
	"example.com/backstep/transport/rtc"
	"example.com/backstep/transport/rtc/impair"
)

const (
	oldMark   = 'o' // first byte of packets sent while the path was cut
	freshMark = 'f'
)

const (
	oldBytes = 1000 // of the packet that is lost; all others are shorter than thinMTU
	thinMTU  = 500
)

// lose makes a path that lets only short packets pass, and returns once a long
// one was lost there. It goes on losing what is sent again.
func lose(t *testing.T, path *impair.Conn, from *rtc.Link) {
	t.Helper()
	packet := make([]byte, oldBytes)
	packet[0] = oldMark
	path.Set(impair.Conditions{MTU: thinMTU})
	before := path.Counts().LostBytes
	if err := from.Send(packet); err != nil {
		t.Fatal(err)
	}
	until(t, "a packet is lost", func() bool { return path.Counts().LostBytes >= before+oldBytes })
}

// receive returns the first byte of each packet that waits.
func receive(t testing.TB, l *rtc.Link) (marks []byte) {
	t.Helper()
	var buf [transport.MaxPacket]byte
	for {
		_, err := l.Recv(buf[:])
		if errors.Is(err, transport.ErrEmpty) {
			return marks
		}
		if err != nil {
			t.Fatal(err)
		}
		marks = append(marks, buf[0])
	}
}

// exchange sends fresh packets until enough is true of all that came.
func exchange(t *testing.T, from, to *rtc.Link, enough func(marks []byte) bool) (marks []byte) {
	t.Helper()
	until(t, "packets come after a loss", func() bool {
		if err := from.Send([]byte{freshMark}); err != nil {
			t.Fatal(err)
		}
		marks = append(marks, receive(t, to)...)
		return enough(marks)
	})
	return marks
}

func countOf(marks []byte, mark byte) (n int) {
	for _, m := range marks {
		if m == mark {
			n++
		}
	}
	return n
}

// bothWays runs f with the offerer sending, and with the answerer.
func bothWays(t *testing.T, cfg rtc.Config, f func(t *testing.T, path *impair.Conn, from, to *rtc.Link)) {
	for dir, name := range []string{"offerer", "answerer"} {
		t.Run(name, func(t *testing.T) {
			n := newNetwork(t, 1)
			a, b := n.dial(t, cfg)
			ends := [2]*rtc.Link{a, b}
			f(t, n.conns[dir], ends[dir], ends[1-dir])
		})
	}
}

// TestLostPacketDoesNotHoldUpOthers shows that the channel is unordered: while
// a lost packet is being sent again, fresh ones pass it.
func TestLostPacketDoesNotHoldUpOthers(t *testing.T) {
	bothWays(t, rtc.Config{MaxRetransmits: 1000}, func(t *testing.T, path *impair.Conn, from, to *rtc.Link) {
		lose(t, path, from)
		exchange(t, from, to, func(marks []byte) bool { return countOf(marks, freshMark) >= 20 })
		path.Set(impair.Conditions{})
		exchange(t, from, to, func(marks []byte) bool { return countOf(marks, oldMark) == 1 })
	})
}

// TestLostPacketStaysLost shows that the channel is unreliable, in both
// directions though only the offerer chose it: the packet that would have come
// in the test above is given up.
func TestLostPacketStaysLost(t *testing.T) {
	bothWays(t, rtc.Config{MaxRetransmits: -1}, func(t *testing.T, path *impair.Conn, from, to *rtc.Link) {
		lose(t, path, from)
		enough := func(marks []byte) bool { return countOf(marks, freshMark) >= 400 }
		marks := exchange(t, from, to, enough)
		path.Set(impair.Conditions{})
		marks = append(marks, exchange(t, from, to, enough)...)
		if got := countOf(marks, oldMark); got != 0 {
			t.Errorf("a lost packet came after all")
		}
	})
}

// TestOutageLeavesNothingStale cuts a busy path for three seconds. What was sent
// meanwhile is worthless when the path is back, and must not come before, nor
// instead of, what is fresh.
func TestOutageLeavesNothingStale(t *testing.T) {
	const (
		frame  = time.Second / 60
		before = 60
		during = 180
		after  = 60
	)
	n := newNetwork(t, 1)
	n.set(impair.Conditions{Delay: 20 * time.Millisecond})
	a, b := n.dial(t, rtc.Config{})
	tick := time.NewTicker(frame)
	defer tick.Stop()
	frameNumber := uint32(0)
	var got []uint32
	run := func(frames int) {
		for range frames {
			<-tick.C
			got = append(got, sendFrame(t, a, b, frameNumber)...)
			frameNumber++
		}
	}
	run(before)
	n.set(impair.Conditions{Cut: true})
	run(during)
	whole := len(got)
	n.set(impair.Conditions{Delay: 20 * time.Millisecond})
	run(after)
	checkOutage(t, got[whole:], before, before+during)
	if skipped := a.Stats().DroppedFull; skipped < during/2 {
		t.Errorf("%d packets of %d were not handed to SCTP during the outage, want most", skipped, during)
	}
}

// sendFrame sends a packet of 64 bytes that holds number, and returns what came.
func sendFrame(t *testing.T, from, to *rtc.Link, number uint32) (got []uint32) {
	t.Helper()
	packet := make([]byte, 64)
	binary.BigEndian.PutUint32(packet, number)
	if err := from.Send(packet); err != nil {
		t.Fatal(err)
	}
	for {
		n, err := to.Recv(packet)
		if errors.Is(err, transport.ErrEmpty) {
			return got
		}
		if err != nil || n != len(packet) {
			t.Fatalf("Recv: %d, %v", n, err)
		}
		got = append(got, binary.BigEndian.Uint32(packet))
	}
}

// checkOutage looks at the frames received after an outage over [cut, healed).
func checkOutage(t *testing.T, got []uint32, cut, healed uint32) {
	t.Helper()
	var stale, fresh int
	for _, f := range got {
		switch {
		case f >= healed:
			fresh++
		case f >= cut:
			stale++
		}
	}
	t.Logf("after the outage: %d fresh, %d stale frames", fresh, stale)
	if stale > 0 {
		t.Errorf("%d frames of the outage came after it: %v", stale, got)
	}
	if fresh == 0 {
		t.Error("nothing fresh came within a second after the outage")
	}
}
