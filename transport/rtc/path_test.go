package rtc

import (
	"testing"

	"example.com/backstep/transport"
)

// TestPathInEveryOrder plays the three reports of a connection that was
// interrupted in all six orders, since they come from different goroutines, and
// ends each: whatever came before, only an end is final.
func TestPathInEveryOrder(t *testing.T) {
	const open = report("channel open")
	c, d := reportConnected, reportDisconnected
	for _, tc := range []struct {
		order [3]report
		want  transport.State
	}{
		{[3]report{c, d, open}, transport.Interrupted},
		{[3]report{c, open, d}, transport.Interrupted},
		{[3]report{d, c, open}, transport.Connected},
		{[3]report{d, open, c}, transport.Connected},
		{[3]report{open, c, d}, transport.Interrupted},
		{[3]report{open, d, c}, transport.Connected},
	} {
		var p path
		if got := p.state(); got != transport.Connecting {
			t.Fatalf("a new path is %v, want connecting", got)
		}
		for _, r := range tc.order {
			if r == open {
				p.open = true
			} else if err := p.hear(r); err != nil {
				t.Errorf("%v: %q ends the path: %v", tc.order, r, err)
			}
		}
		if got := p.state(); got != tc.want {
			t.Errorf("%v: state %v, want %v", tc.order, got, tc.want)
		}
		if p.hear(reportConnected); p.state() != transport.Connected {
			t.Errorf("%v, then connected: state %v, want connected", tc.order, p.state())
		}
	}
}

func TestPathEnds(t *testing.T) {
	for r, want := range map[report]error{
		reportFailed: ErrFailed,
		reportClosed: ErrPeerClosed,
		"new":        nil,
		"connecting": nil,
		"checking":   nil,
	} {
		p := path{open: true}
		if got := p.hear(r); got != want {
			t.Errorf("%q gives %v, want %v", r, got, want)
		}
	}
}
