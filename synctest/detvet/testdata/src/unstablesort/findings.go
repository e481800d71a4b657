package unstablesort // want package:"writes .*bySpeed"

import (
	"cmp"
	"maps"
	"slices"
	"sort"
)

type unit struct{ id, speed int32 }

type bySpeed []unit

func (b bySpeed) Len() int           { return len(b) }
func (b bySpeed) Less(i, j int) bool { return b[i].speed < b[j].speed }
func (b bySpeed) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

func order(us []unit, m map[int32]unit) []unit {
	sort.Slice(us, func(i, j int) bool { return us[i].speed < us[j].speed })                  // want `unstablesort: sort.Slice leaves equal elements in an order that Go does not promise: use sort.SliceStable, or compare until no two elements are equal`
	sort.Sort(bySpeed(us))                                                                    // want `unstablesort: sort.Sort leaves .* use sort.Stable`
	slices.SortFunc(us, func(a, b unit) int { return cmp.Compare(a.speed, b.speed) })         // want `unstablesort: slices.SortFunc leaves .* use slices.SortStableFunc`
	return slices.SortedFunc(maps.Values(m), func(a, b unit) int { return int(a.id - b.id) }) // want `unstablesort: slices.SortedFunc leaves .* use slices.SortedStableFunc`
}

func floats(xs []float64) { slices.SortFunc(xs, cmp.Compare[float64]) } // want `unstablesort: slices.SortFunc`
