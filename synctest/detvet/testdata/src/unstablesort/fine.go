package unstablesort

import (
	"cmp"
	"slices"
	"sort"
	"strings"
)

func stable(us []unit) {
	sort.SliceStable(us, func(i, j int) bool { return us[i].speed < us[j].speed })
	sort.Stable(bySpeed(us))
	slices.SortStableFunc(us, func(a, b unit) int { return cmp.Compare(a.speed, b.speed) })
}

// Equal integers and strings cannot be told apart.
func total(ids []int32, names []string, ns []int) {
	slices.Sort(ids)
	slices.SortFunc(ids, cmp.Compare[int32])
	slices.SortFunc(ids, cmp.Compare)
	slices.SortFunc(names, strings.Compare)
	sort.Ints(ns)
	sort.Sort(sort.Reverse(sort.IntSlice(ns)))
}
