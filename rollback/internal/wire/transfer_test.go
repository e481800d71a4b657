package wire

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

func TestAskRoundTrip(t *testing.T) {
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 21))
		a := Ask{What: What(1 + r.IntN(int(whatCount)-1)), Frame: r.Int64N(maxFrame) - 1, Life: r.Uint32(), Next: r.Uint32(), Got: r.Uint64()}
		b := AppendAsk(make([]byte, 0, MaxPacket), 77, &a)
		var got Ask
		if err := DecodeAsk(b, 77, &got); err != nil || got != a {
			t.Fatalf("seed %d: got %+v, %v, want %+v", seed, got, err, a)
		}
		if err := DecodeAsk(b, 78, &got); err != ErrForeign {
			t.Fatalf("another token: %v", err)
		}
		for cut := range b {
			if DecodeAsk(b[:cut], 77, &got) == nil {
				t.Fatalf("seed %d: the first %d bytes pass for an ask", seed, cut)
			}
		}
	}
}

// TestMissing compares with a list of what is there.
func TestMissing(t *testing.T) {
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 22))
		a := Ask{Next: uint32(r.IntN(100)), Got: r.Uint64() | r.Uint64()}
		there := func(i uint32) bool { return i < a.Next || i > a.Next && i-a.Next <= 64 && a.Got>>(i-a.Next-1)&1 == 1 }
		for from := range uint32(200) {
			want := from
			for there(want) {
				want++
			}
			if got := a.Missing(from); got != want {
				t.Fatalf("seed %d: %+v: first missing from %d is %d, want %d", seed, a, from, got, want)
			}
		}
	}
}

func TestChunksMakeTheWhole(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 23))
	for _, total := range []int{1, 2, ChunkBytes - 1, ChunkBytes, ChunkBytes + 1, 5*ChunkBytes + 7, 100 * ChunkBytes} {
		whole := make([]byte, total)
		for i := range whole {
			whole[i] = byte(r.Uint32())
		}
		var got []byte
		for i := range Chunks(uint32(total)) {
			data := whole[i*ChunkBytes : min(int(i+1)*ChunkBytes, total)]
			b := AppendChunk(make([]byte, 0, MaxPacket), 5, &Chunk{What: WhatState, Frame: maxFrame, Total: uint32(total), Index: i, Data: data})
			var c Chunk
			if err := DecodeChunk(b, 5, &c); err != nil || c.Index != i || c.Total != uint32(total) || c.What != WhatState || c.Frame != maxFrame {
				t.Fatalf("%d of %d bytes: %+v, %v", i, total, c, err)
			}
			got = append(got, c.Data...)
			if DecodeChunk(b[:len(b)-1], 5, &c) == nil || DecodeChunk(append(b, 0), 5, &c) == nil {
				t.Fatalf("chunk %d of %d bytes passes with a byte less or more", i, total)
			}
		}
		if !bytes.Equal(got, whole) {
			t.Fatalf("%d bytes come out otherwise", total)
		}
	}
}

func FuzzTransfer(f *testing.F) {
	f.Add(AppendAsk(nil, 0, &Ask{What: WhatJoin, Frame: -1}))
	f.Add(AppendChunk(nil, 0, &Chunk{What: WhatSums, Frame: 7, Total: 3, Data: []byte("abc")}))
	f.Fuzz(func(t *testing.T, b []byte) {
		var a Ask
		if DecodeAsk(b, 0, &a) == nil {
			a.Missing(0)
			if again := AppendAsk(nil, 0, &a); !bytes.Equal(again, b) {
				t.Fatalf("ask %x encoded again is %x", b, again)
			}
		}
		var c Chunk
		if DecodeChunk(b, 0, &c) == nil {
			if again := AppendChunk(nil, 0, &c); !bytes.Equal(again, b) {
				t.Fatalf("chunk %x encoded again is %x", b, again)
			}
		}
	})
}
