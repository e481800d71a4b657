package savestate

import (
	"encoding/binary"
	"math/bits"
)

// shortestSkip is how many equal bytes in a row are worth two numbers.
const shortestSkip = 8

// appendDelta appends what makes b of ref: the length of b, and then, over and
// over, how many bytes are ref's at the same place, how many are not, and
// those. Numbers are varints. Bytes beyond ref count as different.
func appendDelta(dst, ref, b []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(b)))
	for i := 0; i < len(b); {
		from := i + equalPrefix(ref, b, i)
		if from == len(b) {
			break
		}
		to := differingEnd(ref, b, from)
		dst = binary.AppendUvarint(dst, uint64(from-i))
		dst = binary.AppendUvarint(dst, uint64(to-from))
		dst = append(dst, b[from:to]...)
		i = to
	}
	return dst
}

// equalPrefix counts the bytes that ref and b have in common from i on.
func equalPrefix(ref, b []byte, i int) int {
	n := min(len(ref), len(b))
	at := i
	for ; at+8 <= n; at += 8 {
		if x := binary.LittleEndian.Uint64(ref[at:]) ^ binary.LittleEndian.Uint64(b[at:]); x != 0 {
			return at - i + bits.TrailingZeros64(x)/8
		}
	}
	for at < n && ref[at] == b[at] {
		at++
	}
	return max(0, at-i)
}

// differingEnd returns where bytes that are worth skipping begin, after from.
func differingEnd(ref, b []byte, from int) int {
	n := min(len(ref), len(b))
	for at := from + 1; at < n; at++ {
		if ref[at] != b[at] {
			continue
		}
		k := equalPrefix(ref, b, at)
		if k >= shortestSkip {
			return at
		}
		at += k
	}
	return len(b)
}

// applyDelta appends to dst what the delta makes of ref. The delta is one that
// appendDelta made with this ref.
func applyDelta(dst, ref, delta []byte) []byte {
	n, k := binary.Uvarint(delta)
	delta = delta[k:]
	for at := 0; at < int(n); {
		if len(delta) == 0 {
			return append(dst, ref[at:n]...)
		}
		same, k := binary.Uvarint(delta)
		other, l := binary.Uvarint(delta[k:])
		delta = delta[k+l:]
		dst = append(append(dst, ref[at:at+int(same)]...), delta[:other]...)
		delta = delta[other:]
		at += int(same + other)
	}
	return dst
}
