// Package linktest is a suite of tests that every transport.Link should pass.
// A module that implements Link calls it from a test of its own:
//
//	func TestLink(t *testing.T) {
//		linktest.Run(t, func(t *testing.T) (a, b transport.Link, step func()) {
//			net := memnet.New(1, 2)
//			return net.Link(0, 1), net.Link(1, 0), func() {}
//		})
//	}
//
// # Limitations
//
// The suite says nothing about delay, loss or order: a Link may have any of
// them, and the suite sends again what does not arrive. It needs a path that
// works in the end.
package linktest

import (
	"errors"
	"testing"
	"time"

	"example.com/backstep/transport"
)

// MaxWaiting is the most packets that may wait in a link, both ends and all that
// is under way together, when nobody calls Recv.
const MaxWaiting = 4096

// patience is how long a link that runs by itself may take for one packet.
const patience = 10 * time.Second

// OpenFunc returns the two ends of a new, connected link. It registers the
// clean-up of what is beneath with t.Cleanup; the suite closes the ends.
//
// step moves a stepped network until all that was sent can be received. A link
// that runs by itself returns a nil step, and the suite then also calls its
// methods from several goroutines at once.
type OpenFunc = func(t *testing.T) (a, b transport.Link, step func())

// Run runs the suite, each test over a new link.
func Run(t *testing.T, open OpenFunc) {
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) {
			var p pair
			p.a, p.b, p.step = open(t)
			err := p.inTime(func() error { return c.check(&p) })
			if err == nil {
				err = errors.Join(p.inTime(p.a.Close), p.inTime(p.b.Close))
			}
			if err != nil {
				t.Fatal(err)
			}
		})
	}
}

// A check returns what is wrong with the link, so that a test of this package
// can show that it finds it.
var checks = [...]struct {
	name  string
	check func(*pair) error
}{
	{"Empty", checkEmpty},
	{"BothWays", checkBothWays},
	{"Sizes", checkSizes},
	{"Datagrams", checkDatagrams},
	{"SendDoesNotRetain", checkSendDoesNotRetain},
	{"TooLarge", checkTooLarge},
	{"ShortBuffer", checkShortBuffer},
	{"BoundedQueue", checkBoundedQueue},
	{"Closed", checkClosed},
	{"CloseForgets", checkCloseForgets},
	{"PeerCloses", checkPeerCloses},
	{"CloseFromManyGoroutines", checkCloseFromManyGoroutines},
	{"StateAndStats", checkStateAndStats},
}
