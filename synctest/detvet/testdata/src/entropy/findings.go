package entropy

import (
	"crypto/rand"
	"io"
)

func token() (b [8]byte) {
	_, _ = rand.Read(b[:])                // want `entropy: rand.Read gives every machine other bytes: keep a seeded generator in the state`
	_, _ = io.ReadFull(rand.Reader, b[:]) // want `entropy: rand.Reader gives`
	return b
}
