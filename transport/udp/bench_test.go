package udp_test

import (
	"testing"

	"example.com/backstep/transport"
	"example.com/backstep/transport/udp"
)

// roundTrip returns a step that sends one packet over loopback and receives it.
func roundTrip(tb testing.TB, config func() udp.Config) func() {
	a, b := connect(tb, listen(tb, config()), listen(tb, config()), "127.0.0.1")
	packet := make([]byte, 40)
	buf := make([]byte, transport.MaxPacket)
	return func() {
		if err := a.Send(packet); err != nil {
			tb.Fatal(err)
		}
		for {
			if _, err := b.Recv(buf); err == nil {
				return
			}
		}
	}
}

func TestNothingAllocatesPerPacket(t *testing.T) {
	for name, config := range map[string]udp.Config{
		"IPv4":      {Address: "127.0.0.1:0"},
		"DualStack": {},
	} {
		t.Run(name, func(t *testing.T) {
			step := roundTrip(t, func() udp.Config { return config })
			step()
			if got := testing.AllocsPerRun(200, step); got != 0 {
				t.Errorf("%v allocations a packet, want 0", got)
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
	step := roundTrip(b, func() udp.Config { return udp.Config{} })
	b.ReportAllocs()
	for b.Loop() {
		step()
	}
}
