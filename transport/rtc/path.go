package rtc

import "example.com/backstep/transport"

// A path folds what the peer connection and its channel report into one state.
// Reports may come in any order; only an end is final. It is the zero value
// before anything was heard.
type path struct {
	open  bool // the channel has opened
	lost  bool // the connection is "disconnected" just now
	ended bool
}

func (p *path) state() transport.State {
	switch {
	case p.ended:
		return transport.Closed
	case !p.open:
		return transport.Connecting
	case p.lost:
		return transport.Interrupted
	}
	return transport.Connected
}

// A report is a connection state in the words of the WebRTC API, which are the
// same in pion and in the browser.
type report string

const (
	reportConnected    report = "connected"
	reportDisconnected report = "disconnected"
	reportFailed       report = "failed"
	reportClosed       report = "closed"
)

// hear takes a report and returns the reason when it is an end.
// "disconnected" is none: the connection may come back, and the timeout of the
// session above is the only judge of how long to wait.
func (p *path) hear(r report) error {
	switch r {
	case reportConnected:
		p.lost = false
	case reportDisconnected:
		p.lost = true
	case reportFailed:
		return ErrFailed
	case reportClosed:
		return ErrPeerClosed
	}
	return nil
}
