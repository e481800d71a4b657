package sim

import (
	"fmt"
	"time"

	"example.com/backstep/transport/memnet"
)

// Kind is a kind of timed fault.
type Kind uint8

// The kinds. A and B are hosts unless said otherwise.
const (
	Cut        Kind = iota // the directed link A->B loses everything
	Partition              // the hosts in the mask N and the others lose each other
	Hold                   // the directed link A->B keeps everything back, then delivers at once
	Repolicy               // the directed link A->B gets Policy
	Stall                  // host A does not run
	Redelay                // player A's input delay becomes N frames
	MuteEvents             // host A does not drain its events
	MuteFeed               // host A does not drain its confirmed feed
	Mutated                // N datagrams of A->B come again with a wrong token
	Truncated              // N datagrams of A->B come again, cut short
	Replayed               // N datagrams of A->B come again, as they were
	Foreign                // N datagrams of other links, and noise, come to B as if from A
	Lied                   // N datagrams of A->B come again with any bits changed (hostile plans only)
	Leave                  // host A says goodbye
	Kill                   // host A vanishes
	Kick                   // host A drops host B
	Kinds                  // how many there are
)

var kindNames = [Kinds]string{"cut", "partition", "hold", "repolicy", "stall", "redelay", "mute events", "mute feed",
	"mutated", "truncated", "replayed", "foreign", "lied", "leave", "kill", "kick"}

func (k Kind) String() string { return kindNames[k] }

// Fault is one thing that goes wrong, or that a user does, at a time.
type Fault struct {
	Kind    Kind
	At, For time.Duration
	A, B, N int
	Policy  memnet.Policy
}

func (f Fault) String() string {
	s := fmt.Sprintf("%v %v", f.At, f.Kind)
	switch f.Kind {
	case Cut, Hold:
		return fmt.Sprintf("%s %d->%d for %v", s, f.A, f.B, f.For)
	case Partition:
		return fmt.Sprintf("%s %b for %v", s, f.N, f.For)
	case Repolicy:
		return fmt.Sprintf("%s %d->%d: %s", s, f.A, f.B, describe(f.Policy))
	case Stall, MuteEvents, MuteFeed:
		return fmt.Sprintf("%s host %d for %v", s, f.A, f.For)
	case Redelay:
		return fmt.Sprintf("%s player %d: %d frames", s, f.A, f.N)
	case Leave, Kill:
		return fmt.Sprintf("%s host %d", s, f.A)
	case Kick:
		return fmt.Sprintf("%s of host %d by host %d", s, f.B, f.A)
	}
	return fmt.Sprintf("%s %d->%d: %d datagrams", s, f.A, f.B, f.N)
}

// mayLose tells whether the fault alone may cost somebody a peer.
func (f *Fault) mayLose(timeout time.Duration) bool {
	switch f.Kind {
	case Leave, Kill, Kick:
		return true
	case Cut, Partition, Hold, Stall:
		return 2*f.For >= timeout
	}
	return false
}

// rough tells whether a policy alone can silence a link for long.
func rough(p memnet.Policy) bool {
	return p.Burst.GoodToBad > 0 || p.BytesPerSecond > 0 || p.HeadOfLine > 0 && p.Loss > 0.1
}
