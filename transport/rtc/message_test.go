package rtc

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// FuzzDecode: whatever comes is refused or is a message that survives a round
// trip within the bounds.
func FuzzDecode(f *testing.F) {
	mid, line := "0", uint16(0)
	for _, m := range []message{
		{Kind: kindOffer, ID: "1", SDP: "v=0"},
		{Kind: kindAnswer, ID: "1", SDP: "v=0\r\n"},
		{Kind: kindCandidate, ID: "1", Candidate: &candidate{Candidate: "candidate:1 1 udp 1 127.0.0.1 9 typ host", SDPMid: &mid, SDPMLineIndex: &line}},
		{Kind: kindCandidate, ID: "1", Candidate: &candidate{}},
	} {
		f.Add(m.encode())
	}
	f.Add([]byte(`{"kind":"offer","id":"1","sdp":"\ud800"}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := decode(b)
		if err != nil {
			return
		}
		if len(m.ID) > maxID || m.Candidate != nil && len(m.Candidate.Candidate) > maxCandidate {
			t.Fatalf("decoded beyond the bounds: %+v", m)
		}
		again := m.encode()
		if len(again) > MaxSignal {
			return // escapes may take more bytes than the original had
		}
		back, err := decode(again)
		if err != nil {
			t.Fatalf("%q decodes, but %q does not: %v", b, again, err)
		}
		if diff := cmp.Diff(m, back); diff != "" {
			t.Errorf("a round trip changes the message (-first +second):\n%s", diff)
		}
	})
}
