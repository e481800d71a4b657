package maprange

import (
	"maps"
	"reflect"
	"slices"
	"sync"
)

func sum(m map[string]float64) (total float64) {
	for _, v := range m { // want `maprange: maps are iterated in random order: collect the keys, sort them`
		total += v
	}
	return total
}

func generic[M ~map[K]int32, K comparable](m M) (last K) {
	for k := range m { // want `maprange: maps are iterated`
		last = k
	}
	return last
}

func unsorted(m map[int32]bool) (keys []int32) {
	for k := range m { // want `maprange: maps are iterated`
		keys = append(keys, k)
	}
	return keys
}

func sortsAnother(m map[int32]bool, others []int32) (keys []int32) {
	for k := range m { // want `maprange: maps are iterated`
		keys = append(keys, k)
	}
	slices.Sort(others)
	return keys
}

func sortsBefore(m map[int32]bool) (keys []int32) {
	slices.Sort(keys)
	for k := range m { // want `maprange: maps are iterated`
		keys = append(keys, k)
	}
	return keys
}

func deletesSome(m map[int32]bool) {
	for k := range m { // want `maprange: maps are iterated`
		if k > 3 {
			delete(m, k)
			break
		}
	}
}

func deletesElsewhere(m, n map[int32]bool) {
	for k := range m { // want `maprange: maps are iterated`
		delete(n, k)
	}
}

func iterators(m map[int32]int32) (all []int32) {
	for k := range maps.Keys(m) { // want `maprange: maps.Keys gives random order: wrap it in slices.Sorted`
		all = append(all, k)
	}
	for _, v := range maps.All(m) { // want `maprange: maps.All gives random order`
		all = append(all, v)
	}
	return append(all, slices.Collect(maps.Values(m))...) // want `maprange: maps.Values`
}

func others(v reflect.Value, m *sync.Map) []reflect.Value {
	m.Range(func(k, v any) bool { return true }) // want `maprange: \(\*sync.Map\).Range gives random order`
	return v.MapKeys()                           // want `maprange: \(reflect.Value\).MapKeys gives random order`
}
