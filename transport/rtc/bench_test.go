//go:build !js

package rtc_test

import (
	"testing"

	"example.com/backstep/transport"
	"example.com/backstep/transport/rtc"
)

// BenchmarkPacket sends packets of 64 bytes over loopback, each until it has
// arrived, through DTLS and SCTP at both ends.
func BenchmarkPacket(b *testing.B) {
	wakes := make(chan struct{}, 1)
	n := newNetwork(b, 1)
	sigA, sigB := newWires()
	from := n.open(b, rtc.Config{}, 0, sigA)
	to := n.open(b, rtc.Config{Wake: func() {
		select {
		case wakes <- struct{}{}:
		default:
		}
	}}, 1, sigB)
	wait(b, from)
	wait(b, to)
	var buf [transport.MaxPacket]byte
	before := n.conns[0].Counts()
	b.ReportAllocs()
	for b.Loop() {
		if err := from.Send(buf[:64]); err != nil {
			b.Fatal(err)
		}
		for {
			if _, err := to.Recv(buf[:]); err == nil {
				break
			}
			<-wakes
		}
	}
	after := n.conns[0].Counts()
	b.ReportMetric(float64(after.PassedBytes-before.PassedBytes)/float64(b.N), "wire-B/op")
}

// BenchmarkOpen connects two links over loopback, from Open to Connected at both
// ends.
func BenchmarkOpen(b *testing.B) {
	n := newNetwork(b, 1)
	for b.Loop() {
		sigA, sigB := newWires()
		x, y := n.open(b, rtc.Config{}, 0, sigA), n.open(b, rtc.Config{}, 1, sigB)
		wait(b, x)
		wait(b, y)
		x.Close()
		y.Close()
	}
}
