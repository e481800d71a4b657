package ggpo

import "example.com/backstep/rollback"

// MaxInputSize is the most bytes that an input may have. One byte of
// rollback.MaxInputBytes tells how many are used.
const MaxInputSize = rollback.MaxInputBytes - 1

// turn is the frame that the game is to run: from the moment that its inputs
// are known until the game says AdvanceFrame.
type turn struct {
	size   int
	inputs []byte // of all players, size bytes each
	absent int    // players that have left, one bit each
	ready  bool   // the inputs are those of a frame to run
	handed bool   // the game has asked for them
}

func newTurn(players, size int) turn { return turn{size: size, inputs: make([]byte, players*size)} }

// take makes a frame ready.
func (t *turn) take(in []rollback.Input[[]byte]) {
	t.ready, t.handed, t.absent = true, false, 0
	clear(t.inputs)
	for p := range in {
		copy(t.inputs[p*t.size:(p+1)*t.size], in[p].Value)
		if !in[p].Present {
			t.absent |= 1 << p
		}
	}
}

// hand is what SyncInput returns: copies, since games keep them.
func (t *turn) hand(disconnectFlags *int) [][]byte {
	t.handed = true
	if disconnectFlags != nil {
		*disconnectFlags = t.absent
	}
	all := append([]byte(nil), t.inputs...)
	values := make([][]byte, len(all)/t.size)
	for p := range values {
		values[p] = all[p*t.size : (p+1)*t.size : (p+1)*t.size]
	}
	return values
}

// finish is AdvanceFrame.
func (t *turn) finish() error {
	if !t.ready || !t.handed {
		return fail(ErrorCodeInvalidRequest, "AdvanceFrame without SyncInput")
	}
	t.ready = false
	return nil
}

// codec leaves inputs as they are. An input of zeros is that of a player who
// has not sent one yet, and needs no bytes.
type codec struct{ size int }

func (c codec) Size() int { return c.size }

func (c codec) Append(dst []byte, v []byte) []byte {
	for _, b := range v {
		if b != 0 {
			return append(dst, v...)
		}
	}
	return dst
}

// Decode returns a view of the session's memory; turn.take copies it at once.
func (c codec) Decode(src []byte) []byte { return src }
