package maprange

import (
	"maps"
	"slices"
	"sort"
)

func sorted(m map[string]float64) (total float64) {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		total += m[k]
	}
	return total
}

type world struct {
	units map[int32]int32
	keys  []int32
}

func (w *world) order() {
	w.keys = w.keys[:0]
	for k := range w.units {
		w.keys = append(w.keys, k)
	}
	slices.SortStableFunc(w.keys, func(a, b int32) int { return int(a - b) })
}

func wrapped(m map[int]bool) []int {
	var keys []int
	for k := range m {
		keys = append(keys, k)
	}
	sort.Sort(sort.Reverse(sort.IntSlice(keys)))
	return keys
}

func clearsAll(m map[int32]bool) {
	for k := range m {
		delete(m, k)
	}
}

func counts(m map[int32]bool) (n int) {
	for range m {
		n++
	}
	for _, _ = range m {
		n++
	}
	return n
}

func sortedIterators(m map[int32]int32) []int32 {
	keys := slices.Collect(maps.Keys(m))
	slices.Sort(keys)
	return append(keys, slices.Sorted(maps.Values(m))...)
}

func lists(list []int32, lookup map[int32]int32) (total int32) {
	for _, k := range list {
		total += lookup[k]
	}
	return total
}
