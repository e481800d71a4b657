package memnet_test

import (
	"testing"

	"example.com/backstep/transport"
	"example.com/backstep/transport/memnet"
)

var policies = []struct {
	name   string
	policy memnet.Policy
}{
	{"plain", memnet.Policy{}},
	{"delay", memnet.Policy{Delay: 50 * ms}},
	{"everything", everything()},
	{"reliable", memnet.Policy{Delay: 50 * ms, Jitter: 10 * ms, Loss: 0.05, HeadOfLine: 200 * ms}},
}

// sender returns a step of a millisecond: one packet sent, what is due received.
func sender(tb testing.TB, p memnet.Policy, bytes int) func() {
	net := memnet.New(1, 2)
	if err := net.SetPolicy(0, 1, p); err != nil {
		tb.Fatal(err)
	}
	a, b := net.Link(0, 1), net.Link(1, 0)
	packet := make([]byte, bytes)
	buf := make([]byte, transport.MaxPacket)
	return func() {
		net.SetNow(net.Now() + ms)
		if err := a.Send(packet); err != nil {
			tb.Fatal(err)
		}
		for {
			if _, err := b.Recv(buf); err != nil {
				return
			}
		}
	}
}

func TestNothingAllocatesOnceWarm(t *testing.T) {
	for _, p := range policies {
		t.Run(p.name, func(t *testing.T) {
			step := sender(t, p.policy, 40)
			for range 20000 {
				step()
			}
			if got := testing.AllocsPerRun(5000, step); got != 0 {
				t.Errorf("%v allocations a packet, want 0", got)
			}
		})
	}
}

func BenchmarkSendRecv(b *testing.B) {
	for _, p := range policies {
		b.Run(p.name, func(b *testing.B) {
			step := sender(b, p.policy, 40)
			b.ReportAllocs()
			for b.Loop() {
				step()
			}
		})
	}
}

// BenchmarkPoll asks a link at which nothing waits.
func BenchmarkPoll(b *testing.B) {
	l := memnet.New(1, 2).Link(1, 0)
	buf := make([]byte, transport.MaxPacket)
	for b.Loop() {
		if _, err := l.Recv(buf); err != transport.ErrEmpty {
			b.Fatal(err)
		}
	}
}
