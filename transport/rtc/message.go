package rtc

import (
	"encoding/json"
	"errors"
	"fmt"
)

const (
	// MaxSignal is the most bytes of a handshake message.
	MaxSignal    = 12 << 10
	maxCandidate = 512 // bytes of one candidate line
	maxID        = 32
	// maxEarly candidates wait for the description that they belong to.
	maxEarly = 64
)

// The kinds of handshake messages.
const (
	kindOffer     = "offer"
	kindAnswer    = "answer"
	kindCandidate = "candidate"
)

// A message is one step of the handshake. ID names the attempt: the offerer
// draws it, the answer and all candidates repeat it, so that what is left over
// from an earlier attempt is told apart.
type message struct {
	Kind      string     `json:"kind"`
	ID        string     `json:"id"`
	SDP       string     `json:"sdp,omitempty"`
	Candidate *candidate `json:"candidate,omitempty"`
}

// candidate has the names that RTCIceCandidate.toJSON gives.
type candidate struct {
	Candidate     string  `json:"candidate"`
	SDPMid        *string `json:"sdpMid,omitempty"`
	SDPMLineIndex *uint16 `json:"sdpMLineIndex,omitempty"`
}

var errMessage = errors.New("rtc: not a handshake message")

// encode never fails for a message made here: it holds strings and numbers.
func (m message) encode() []byte {
	b, err := json.Marshal(m)
	if err != nil {
		panic(err)
	}
	return b
}

// decode accepts only what encode can have written.
func decode(b []byte) (message, error) {
	var m message
	if len(b) > MaxSignal {
		return m, fmt.Errorf("%w: %d bytes, want at most %d", errMessage, len(b), MaxSignal)
	}
	if err := json.Unmarshal(b, &m); err != nil {
		return m, fmt.Errorf("%w: %w", errMessage, err)
	}
	if m.ID == "" || len(m.ID) > maxID {
		return m, fmt.Errorf("%w: id of %d bytes, want 1 to %d", errMessage, len(m.ID), maxID)
	}
	return m, m.check()
}

func (m message) check() error {
	switch m.Kind {
	case kindOffer, kindAnswer:
		if m.SDP == "" || m.Candidate != nil {
			return fmt.Errorf("%w: %s without a description, or with a candidate", errMessage, m.Kind)
		}
	case kindCandidate:
		if m.SDP != "" || m.Candidate == nil {
			return fmt.Errorf("%w: candidate message without a candidate, or with a description", errMessage)
		}
		if n := len(m.Candidate.Candidate); n > maxCandidate {
			return fmt.Errorf("%w: candidate of %d bytes, want at most %d", errMessage, n, maxCandidate)
		}
	default:
		return fmt.Errorf("%w: kind %.20q", errMessage, m.Kind)
	}
	return nil
}
