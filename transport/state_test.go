package transport_test

import (
	"testing"

	"example.com/backstep/transport"
)

func TestStateNames(t *testing.T) {
	for state, want := range map[transport.State]string{
		transport.Connecting:  "connecting",
		transport.Connected:   "connected",
		transport.Interrupted: "interrupted",
		transport.Closed:      "closed",
		9:                     "State(9)",
	} {
		if got := state.String(); got != want {
			t.Errorf("State(%d).String() = %q, want %q", uint8(state), got, want)
		}
	}
}

// A path of the least IPv6 MTU carries the largest packet with its headers.
func TestLargestPacketFitsThePath(t *testing.T) {
	const leastMTU, ipv6Header, udpHeader = 1280, 40, 8
	if most := leastMTU - ipv6Header - udpHeader; transport.MaxPacket > most {
		t.Errorf("MaxPacket is %d, want %d at most", transport.MaxPacket, most)
	}
}
