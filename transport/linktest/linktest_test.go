package linktest_test

import (
	"testing"
	"time"

	"example.com/backstep/transport"
	"example.com/backstep/transport/linktest"
	"example.com/backstep/transport/memnet"
)

func TestSuitePassesAGoodLink(t *testing.T) {
	linktest.Run(t, openMemory)
}

func openMemory(*testing.T) (a, b transport.Link, step func()) {
	net := memnet.New(1, 2)
	return net.Link(0, 1), net.Link(1, 0), func() {}
}

func TestSuitePassesABadPath(t *testing.T) {
	linktest.Run(t, func(t *testing.T) (a, b transport.Link, step func()) {
		net := memnet.New(1, 2)
		bad := memnet.Policy{Delay: 20 * time.Millisecond, Jitter: 15 * time.Millisecond, Loss: 0.3, Duplicate: 0.2, Reorder: 0.3}
		if err := net.SetAll(bad); err != nil {
			t.Fatal(err)
		}
		step = func() { net.SetNow(net.Now() + 100*time.Millisecond) }
		return net.Link(0, 1), net.Link(1, 0), step
	})
}
