package probe

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"
	"sort"
)

// item is sorted by key alone; id tells what the order of equal keys was.
type item struct{ key, id byte }

// orderOf digests an order.
func orderOf(items []item) uint64 {
	h := fnv.New64a()
	for _, i := range items {
		h.Write([]byte{i.id})
	}
	return h.Sum64()
}

func byKey(a, b item) int { return cmp.Compare(a.key, b.key) }

// sorts orders 100 items with eight keys, many times.
func sorts(n int) (out []computation) {
	for _, s := range []struct {
		name string
		do   func([]item)
	}{
		{"`sort.Slice`, order of equal keys", func(x []item) { sort.Slice(x, func(i, j int) bool { return x[i].key < x[j].key }) }},
		{"`slices.SortFunc`, order of equal keys", func(x []item) { slices.SortFunc(x, byKey) }},
		{"`slices.SortStableFunc`", func(x []item) { slices.SortStableFunc(x, byKey) }},
	} {
		out = append(out, computation{group: Sort, name: s.name, run: func() []uint64 {
			in := newInputs(5)
			return of(few(n), func() uint64 { return sorted(in, s.do) })
		}})
	}
	return out
}

func sorted(in inputs, sort func([]item)) uint64 {
	items := make([]item, 100)
	for i := range items {
		items[i] = item{byte(in.r.Uint64() % 8), byte(i)}
	}
	sort(items)
	return orderOf(items)
}

// few is how many of n inputs are drawn where one takes long.
func few(n int) int { return max(n/100, 1) }

// orders asks one process the same question again and again.
func orders(n int) (out []computation) {
	digest := func(b []byte) uint64 { h := fnv.New64a(); h.Write(b); return h.Sum64() }
	keys := map[byte]byte{1: 10, 2: 20, 3: 30, 4: 40, 5: 50, 6: 60, 7: 70, 8: 80}
	for _, o := range []struct {
		name string
		do   func() uint64
	}{
		{"range over a map of 8", func() uint64 { return rangeOrder(keys) }},
		{"`select` of two that are ready", selectOrder},
		{"the order in which 8 goroutines finish", finishOrder},
		{"gob of a map of 8", func() uint64 { return digest(gobOf(keys)) }},
		{"JSON of a map of 8", func() uint64 { b, _ := json.Marshal(keys); return digest(b) }},
		{"`fmt.Sprint` of a map of 8", func() uint64 { return digest([]byte(fmt.Sprint(keys))) }},
	} {
		out = append(out, computation{group: Order, name: o.name, repeats: true, run: func() []uint64 { return of(few(n), o.do) }})
	}
	return out
}

func rangeOrder(m map[byte]byte) uint64 {
	var items []item
	for k := range m {
		items = append(items, item{id: k})
	}
	return orderOf(items)
}

func selectOrder() uint64 {
	a, b := make(chan int, 1), make(chan int, 1)
	a <- 0
	b <- 1
	select {
	case v := <-a:
		return uint64(v)
	case v := <-b:
		return uint64(v)
	}
}

func finishOrder() uint64 {
	done := make(chan byte, 8)
	for i := range byte(8) {
		go func() { done <- i }()
	}
	items := make([]item, 8)
	for i := range items {
		items[i].id = <-done
	}
	return orderOf(items)
}

func gobOf(v any) []byte {
	var b bytes.Buffer
	_ = gob.NewEncoder(&b).Encode(v) // a map of bytes, into memory
	return b.Bytes()
}
