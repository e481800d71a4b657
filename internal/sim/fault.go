package sim

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
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
	Pause                  // player A pauses the match
	Resume                 // player A ends a pause
	LinkLost               // host A is told that its link to B is gone for good
	Reopen                 // host A's address changes: its links are opened anew
	Rerate                 // host A's frames last N thousandths longer than asked for
	Rematch                // if nobody is lost, all begin the next match, within N milliseconds of each other
	Doze                   // watcher A does not run
	Vanish                 // watcher A is gone, and comes back anew unless For is 0
	Dismiss                // watcher A is removed by whom it watches
	Restart                // host A's process begins anew, and wants its seats back
	Corrupt                // in host A's next frame one field goes wrong, the N-th of those that can
	Kinds                  // how many there are
)

var kindNames = []string{"cut", "partition", "hold", "repolicy", "stall", "redelay", "mute-events", "mute-feed",
	"mutated", "truncated", "replayed", "foreign", "lied", "leave", "kill", "kick",
	"pause", "resume", "link-lost", "reopen", "rerate", "rematch", "doze", "vanish", "dismiss", "restart", "corrupt"}

func (k Kind) String() string { return kindNames[k] }

// UnmarshalText reads what String writes.
func (k *Kind) UnmarshalText(b []byte) error { return named(k, kindNames, b) }

// Fault is one thing that goes wrong, or that a user does, at a time.
type Fault struct {
	At      time.Duration
	Kind    Kind
	For     time.Duration
	A, B, N int
	Policy  memnet.Policy
}

// String is what stands behind the word in a plan's file, the kind always.
func (f Fault) String() string {
	s := fields(reflect.ValueOf(f))
	if f.Kind == 0 {
		s += " kind=" + f.Kind.String()
	}
	return strings.TrimSpace(s)
}

// check refuses a fault that names nobody.
func (f *Fault) check(p *Plan) error {
	hosts := len(p.Hosts)
	switch f.Kind {
	case Redelay, Pause, Resume:
		return hostIn(f.A, p.Players)
	case Doze, Vanish, Dismiss:
		return hostIn(f.A, len(p.Watchers))
	case Cut, Hold, Repolicy, Mutated, Truncated, Replayed, Foreign, Lied, Kick, LinkLost:
		if f.A == f.B {
			return fmt.Errorf("%v of %d with itself", f.Kind, f.A)
		}
		return errors.Join(hostIn(f.A, hosts), hostIn(f.B, hosts), f.Policy.Validate())
	}
	return hostIn(f.A, hosts)
}

// mayLose tells whether the fault alone may cost somebody a peer.
func (f *Fault) mayLose(timeout time.Duration) bool {
	switch f.Kind {
	case Leave, Kill, Kick, LinkLost, Restart:
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
