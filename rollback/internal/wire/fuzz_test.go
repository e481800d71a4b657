package wire

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// FuzzGame: any bytes after a right token must not panic, must yield bounded
// runs that can be walked, and what decodes must encode to a packet that
// decodes to the same.
func FuzzGame(f *testing.F) {
	for seed := range uint64(40) {
		s, g, m := draw(rand.New(rand.NewPCG(seed, 3)))
		f.Add(AppendGame(make([]byte, 0, MaxPacket), &s, 0, &g, m), uint8(s.Players), uint8(s.InputBytes), s.Owned, g.Frames)
	}
	f.Fuzz(func(t *testing.T, b []byte, players, size uint8, owned uint16, near int64) {
		s := Shape{Players: 1 + int(players)%MaxSeats, InputBytes: int(size) % (MaxInput + 1)}
		s.Owned = owned & s.all()
		near &= 1<<31 - 1
		var g Game
		if DecodeGame(b, &s, tokenOf(b, near), near, &g) != nil {
			return
		}
		m := walkAll(t, &s, &g)
		again := g
		out := AppendGame(make([]byte, 0, MaxPacket), &s, 0, &again, m)
		var got Game
		if err := DecodeGame(out, &s, 0, g.Frames, &got); err != nil {
			t.Fatalf("%s\nencoded again: %v", g.Describe(&s), err)
		}
		if again.Runs == g.Runs && again.Records == g.Records && again.Describe(&s) == g.Describe(&s) {
			if a, c := g.Describe(&s), got.Describe(&s); a != c {
				t.Fatalf("%s\nbecame %s", a, c)
			}
		}
	})
}

// tokenOf finds the token that makes b ours, as a fuzzer cannot guess it.
func tokenOf(b []byte, near int64) uint32 {
	if len(b) < 7 {
		return 0
	}
	r := bitReader{buf: b, pos: 3}
	token, low := uint32(r.bits(32)), int64(r.bits(frameBits))
	return token ^ mixEpoch(resolve(low, near))
}

// decoded is a Source of what was decoded, as rings: frames may be any numbers.
type decoded [MaxSeats]Log

func (m *decoded) Log(seat int) Log { return m[seat] }

func walkAll(t *testing.T, s *Shape, g *Game) *decoded {
	m := &decoded{}
	for i := range g.Run[:g.Runs] {
		r := &g.Run[i]
		if r.N < 1 || r.N > MaxRun || r.First < 0 || r.Seat < 0 || r.Seat >= s.Players {
			t.Fatalf("run %+v", r)
		}
		in := make([]byte, s.InputBytes+1)
		log := Log{Ring: make([]byte, 2*MaxRun*(s.InputBytes+1)), Mask: 2*MaxRun - 1, Size: s.InputBytes + 1, Same: 1 << 62}
		m[r.Seat] = log
		var walk Inputs
		g.Inputs(i, &walk)
		for n := range r.N {
			walk.Next(in)
			copy(log.At(r.First+int64(n)), in)
		}
	}
	return m
}

func FuzzHandshake(f *testing.F) {
	h := sample()
	f.Add(AppendHello(make([]byte, 0, MaxPacket), &h))
	h.Echo = 0
	f.Add(AppendHello(make([]byte, 0, MaxPacket), &h))
	f.Add(AppendRefusal(nil, &Refusal{Token: 1, Field: FieldSeats, Ours: "a", Theirs: "b"}))
	f.Fuzz(func(t *testing.T, b []byte) {
		if h, err := DecodeHello(b); err == nil && h.Version == Version {
			again, err := DecodeHello(AppendHello(make([]byte, 0, MaxPacket), &h))
			if err != nil || again.String() != h.String() || !bytes.Equal(again.Blob, h.Blob) {
				t.Fatalf("%v became %v, %v", &h, &again, err)
			}
		}
		if r, err := DecodeRefusal(b); err == nil {
			if again, err := DecodeRefusal(AppendRefusal(nil, &r)); err != nil || again != r {
				t.Fatalf("%v became %v, %v", &r, &again, err)
			}
		}
	})
}
