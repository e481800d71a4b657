package impair

import (
	"errors"
	"net"
	"testing"
	"time"
)

// open returns an impaired socket and one that hears what it sends.
func open(t *testing.T) (from *Conn, to net.PacketConn) {
	t.Helper()
	sockets := make([]net.PacketConn, 2)
	for i := range sockets {
		s, err := net.ListenPacket("udp4", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		sockets[i] = s
	}
	from = New(sockets[0], 1)
	t.Cleanup(func() { from.Close() })
	return from, sockets[1]
}

func send(t *testing.T, from *Conn, to net.PacketConn, b byte) {
	t.Helper()
	if n, err := from.WriteTo([]byte{b}, to.LocalAddr()); n != 1 || err != nil {
		t.Fatalf("WriteTo: %d, %v, want 1, nil", n, err)
	}
}

func receive(t *testing.T, to net.PacketConn) byte {
	t.Helper()
	var buf [16]byte
	to.SetReadDeadline(time.Now().Add(10 * time.Second))
	if _, _, err := to.ReadFrom(buf[:]); err != nil {
		t.Fatal(err)
	}
	return buf[0]
}

func TestDelayReorders(t *testing.T) {
	from, to := open(t)
	from.Set(Conditions{Delay: 50 * time.Millisecond})
	send(t, from, to, 1)
	from.Set(Conditions{})
	send(t, from, to, 2)
	if a, b := receive(t, to), receive(t, to); a != 2 || b != 1 {
		t.Errorf("got %d, %d, want the undelayed packet 2 before 1", a, b)
	}
}

func TestLossIsCountedAndSeeded(t *testing.T) {
	lost := make([]uint64, 2)
	for i := range lost {
		from, to := open(t)
		from.Set(Conditions{Loss: 0.5})
		for b := range 100 {
			send(t, from, to, byte(b))
		}
		c := from.Counts()
		if c.Passed+c.Lost != 100 || c.Lost < 25 || c.Lost > 75 || c.PassedBytes != c.Passed || c.LostBytes != c.Lost {
			t.Fatalf("of 100 packets of 1 byte with loss 0.5: %+v", c)
		}
		lost[i] = c.Lost
	}
	if lost[0] != lost[1] {
		t.Errorf("one seed, but %d and %d packets lost", lost[0], lost[1])
	}
}

func TestCutStopsWhatIsUnderWay(t *testing.T) {
	from, to := open(t)
	from.Set(Conditions{Delay: 10 * time.Millisecond})
	send(t, from, to, 1)
	from.Set(Conditions{Cut: true})
	send(t, from, to, 2)
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for from.Counts().Lost < 2 { // packet 1 is dropped when it is due
		<-tick.C
	}
	from.Set(Conditions{})
	send(t, from, to, 3)
	if got := receive(t, to); got != 3 {
		t.Errorf("got packet %d through a cut, want 3", got)
	}
}

func TestBoundAndClose(t *testing.T) {
	from, to := open(t)
	from.Set(Conditions{Delay: time.Hour})
	for range MaxWaiting + 10 {
		send(t, from, to, 1)
	}
	if got := from.Counts().Lost; got != 10 {
		t.Errorf("%d packets lost beyond MaxWaiting, want 10", got)
	}
	from.Close()
	from.Close()
	if _, err := from.WriteTo([]byte{1}, to.LocalAddr()); !errors.Is(err, net.ErrClosed) {
		t.Errorf("WriteTo after Close: %v, want net.ErrClosed", err)
	}
}

func TestQueueIsInOrderOfTime(t *testing.T) {
	var q queue
	start := time.Unix(0, 0)
	for i := range 200 {
		q.push(parcel{at: start.Add(time.Duration(i * 7919 % 200))})
	}
	for i := range 200 {
		if got := q.pop().at.Sub(start); got != time.Duration(i) {
			t.Fatalf("pop %d gives the parcel due at %d, want %d", i, got, i)
		}
	}
}

func TestMTU(t *testing.T) {
	from, to := open(t)
	from.Set(Conditions{MTU: 1})
	if n, err := from.WriteTo([]byte{1, 1}, to.LocalAddr()); n != 2 || err != nil {
		t.Errorf("WriteTo above the MTU: %d, %v, want 2, nil", n, err)
	}
	send(t, from, to, 2)
	if got := receive(t, to); got != 2 || from.Counts().LostBytes != 2 {
		t.Errorf("received packet %d, counts %+v, want packet 2 and 2 bytes lost", got, from.Counts())
	}
}
