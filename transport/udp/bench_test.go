package udp_test

import (
	"testing"

	"example.com/backstep/transport"
	"example.com/backstep/transport/udp"
)

// Allocations are counted over the whole process, so the reading goroutine's are
// among them. The test does not wait for each packet: it has one processor, and
// the reading goroutine gets its turns in between.
func TestNothingAllocatesPerPacket(t *testing.T) {
	for name, config := range map[string]udp.Config{
		"IPv4":      {Address: "127.0.0.1:0"},
		"DualStack": {},
	} {
		t.Run(name, func(t *testing.T) {
			a, b := connect(t, listen(t, config), listen(t, config), "127.0.0.1")
			packet := make([]byte, 40)
			buf := make([]byte, transport.MaxPacket)
			got := testing.AllocsPerRun(20_000, func() {
				if err := a.Send(packet); err != nil {
					t.Fatal(err)
				}
				_, _ = b.Recv(buf)
			})
			if received := b.Stats().Received; got != 0 || received == 0 {
				t.Errorf("%v allocations a packet with %d received, want 0 with some", got, received)
			}
		})
	}
}

func BenchmarkSend(b *testing.B) {
	ab, _ := connect(b, listen(b, udp.Config{}), listen(b, udp.Config{}), "127.0.0.1")
	packet := make([]byte, 40)
	b.ReportAllocs()
	for b.Loop() {
		if err := ab.Send(packet); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRoundTrip(b *testing.B) {
	ab, ba := connect(b, listen(b, udp.Config{}), listen(b, udp.Config{}), "127.0.0.1")
	packet := make([]byte, 40)
	buf := make([]byte, transport.MaxPacket)
	b.ReportAllocs()
	for b.Loop() {
		if err := ab.Send(packet); err != nil {
			b.Fatal(err)
		}
		for {
			if _, err := ba.Recv(buf); err == nil {
				break
			}
		}
	}
}
