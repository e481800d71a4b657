package wire

import (
	"hash/fnv"
	"math/rand/v2"
	"testing"
)

// goldenPackets is the hash of some packets of every kind: the wire is the same
// on every target, and a change of it is a new Version.
const goldenPackets = 0x150d6955c5dcc1b8

func TestGoldenPackets(t *testing.T) {
	h := fnv.New64a()
	buf := make([]byte, 0, MaxPacket)
	for seed := range uint64(500) {
		s, g, m := draw(rand.New(rand.NewPCG(seed, 11)))
		h.Write(AppendGame(buf, &s, uint32(seed)*2654435761, &g, m))
	}
	hello := sample()
	h.Write(AppendHello(buf, &hello))
	h.Write(AppendRefusal(buf, &Refusal{Token: 9, Field: FieldSeats, Ours: "a", Theirs: "b"}))
	h.Write(AppendFeed(buf, 7, &Feed{Life: 1 << 20, Stamp: 3, Head: 900, First: 880, Count: 2, HasSum: true, SumOf: 870, Sum: 5}))
	h.Write(AppendFeedAck(buf, 7, &FeedAck{Life: 4, Stamp: 5, Hold: 6, Next: 1 << 33, Bye: 1}))
	h.Write(AppendAsk(buf, 7, &Ask{What: WhatJoin, Frame: -1, Life: 300, Next: 2, Got: 1 << 40}))
	h.Write(AppendChunk(buf, 7, &Chunk{What: WhatState, Frame: 1 << 20, Total: ChunkBytes + 2, Index: 1, Data: []byte{1, 2}}))
	got := h.Sum64()
	t.Logf("golden wire/packets %016x", got)
	if got != goldenPackets {
		t.Errorf("hash of the packets is %#x, pinned is %#x", got, uint64(goldenPackets))
	}
}
