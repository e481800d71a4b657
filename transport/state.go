package transport

import "strconv"

// State is what a link knows of its path.
type State uint8

// Interrupted is not an end: a path that was lost may come back, so the
// timeout of the session above stays the only judge. Closed is final.
const (
	Connecting State = iota
	Connected
	Interrupted
	Closed
)

// String returns the state's name in lower case.
func (s State) String() string {
	names := [...]string{"connecting", "connected", "interrupted", "closed"}
	if int(s) < len(names) {
		return names[s]
	}
	return "State(" + strconv.Itoa(int(s)) + ")"
}

// Stateful is a Link that shows its state and counts what it does. It is
// optional: ask for it with a type assertion.
type Stateful interface {
	State() State
	Stats() Stats
}

// Stats counts the packets of one end of a link since it was opened. Bytes are
// of payload, without the headers of the carrier.
type Stats struct {
	Sent          uint64 // packets that Send took, whatever became of them
	SentBytes     uint64
	Received      uint64 // packets that Recv handed out
	ReceivedBytes uint64
	DroppedFull   uint64 // packets dropped at this end because a queue was full
	Errors        uint64 // errors of the carrier, none of them fatal
}
