package rollback

import (
	"fmt"
	"strings"

	"example.com/backstep/savestate"
)

// DesyncPolicy is what a session does about a desync after it has told.
type DesyncPolicy uint8

// The policies.
const (
	ReportDesync   DesyncPolicy = iota // nothing more: the game decides
	HaltOnDesync                       // leave the match with ReasonDesync; Session.Err is the *DesyncError
	ResyncOnDesync                     // all take over one side's state on one frame and play on
)

func (p DesyncPolicy) String() string {
	return [...]string{"report", "halt", "resync", "unknown"}[min(p, ResyncOnDesync+1)]
}

// DesyncReport says in which fields two endpoints' states of one frame differ.
type DesyncReport struct {
	Desync *DesyncError
	Peer   Peer // with whom the states were compared
	// Frame is the first frame whose states both sides still held and that differ:
	// the step from Frame-1 to Frame was computed otherwise. NoFrame if no
	// such frame was found.
	Frame Frame
	// Exact tells that the states of Frame-1 were compared too, and equal. Else
	// the first difference may be older than OldestHeld.
	Exact      bool
	OldestHeld Frame // the oldest frame that both sides held, NoFrame if none
	// Sections are the top-level fields that differ, by their checksums.
	Sections []string
	// Fields are the first places that differ, at most maxFields; A is ours and B theirs.
	Fields []savestate.Difference
	// Missing says why Fields is empty, "" if it is not.
	Missing string

	bundle Bundle
}

// maxFields bounds the fields that a report names.
const maxFields = 32

// String is the report as a person reads it, a line for each field.
func (r *DesyncReport) String() string {
	if r == nil {
		return "none"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "with peer %d", r.Peer)
	switch {
	case r.Frame == NoFrame:
		b.WriteString(": no differing frame is held by both sides")
	case r.Exact:
		fmt.Fprintf(&b, ": the states of frame %d are the first to differ", r.Frame)
	default:
		fmt.Fprintf(&b, ": the states of frame %d differ (the oldest held by both is %d)", r.Frame, r.OldestHeld)
	}
	if r.Desync != nil {
		if a := r.Desync.Alone(); a != 0 {
			fmt.Fprintf(&b, "; alone: players %v", seatList(a))
		}
	}
	if len(r.Sections) > 0 {
		fmt.Fprintf(&b, "; sections: %s", strings.Join(r.Sections, ", "))
	}
	if r.Missing != "" {
		fmt.Fprintf(&b, "; no fields: %s", r.Missing)
	}
	for _, d := range r.Fields {
		fmt.Fprintf(&b, "\n  %v", d)
	}
	return b.String()
}

// Bundle is everything that is known of the desync, to be written to a file.
func (r *DesyncReport) Bundle() *Bundle { return &r.bundle }
