package rollback

import (
	"math/rand/v2"
	"reflect"
	"testing"
)

func TestSumListRoundTrip(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 41))
		var list []frameSums
		sections, f := r.IntN(9), Frame(r.IntN(1000))
		for range r.IntN(80) {
			s := frameSums{frame: f, sum: r.Uint32()}
			for range sections {
				s.sections = append(s.sections, r.Uint32())
			}
			list = append(list, s)
			f += 1 + Frame(r.IntN(40))
		}
		b := appendSums(nil, list)
		got, ok := readSums(b)
		if !ok || !reflect.DeepEqual(got, list) {
			t.Fatalf("seed %d: %v, %v, want %v", seed, got, ok, list)
		}
		for cut := range b {
			if _, ok := readSums(b[:cut]); ok && cut > 0 && len(list) > 0 {
				t.Fatalf("seed %d: the first %d of %d bytes pass for a list", seed, cut, len(b))
			}
		}
	}
}

func FuzzSumList(f *testing.F) {
	f.Add(appendSums(nil, []frameSums{{frame: 3, sum: 4, sections: []uint32{5}}, {frame: 9, sum: 1, sections: []uint32{6}}}))
	f.Fuzz(func(t *testing.T, b []byte) {
		list, ok := readSums(b)
		if !ok {
			return
		}
		again, ok := readSums(appendSums(nil, list))
		if !ok || len(again) != len(list) || len(list)*5 > len(b) {
			t.Fatalf("%d sums of %d bytes, read again %d", len(list), len(b), len(again))
		}
	})
}

// FuzzJoin: what stands before the state that one comes in with.
func FuzzJoin(f *testing.F) {
	s, err := NewSession(Plain(new(int64), func(*int64, []Input[uint16]) {}), Config[uint16]{Local: []int{0, 1}, Peers: []PeerConfig{{Seats: []int{2}}}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(s.appendJoin(nil, 0))
	f.Fuzz(func(t *testing.T, b []byte) {
		j, rest, err := s.readJoin(b)
		if err != nil {
			return
		}
		if len(rest) > len(b) || len(j.entries) != 3*3 || j.resync < NoFrame || j.seat < 0 || j.seat > 2 {
			t.Fatalf("%x is read as %+v", b, j)
		}
	})
}
