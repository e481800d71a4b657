package savestate

import (
	"slices"
	"strings"
)

// trail remembers how each object was reached, without a whole path for each:
// those of a long chain would add up.
type trail []hop

// hop is the object that referred to this one, or -1, and where in it.
type hop struct {
	from int
	path string
}

// longestTrail is how many objects a path names; of a longer one the middle is
// left out.
const longestTrail = 32

// path is the way to a place in object i.
func (t trail) path(i int, within string) string {
	parts := []string{within}
	for ; i >= 0; i = t[i].from {
		parts = append(parts, t[i].path)
	}
	if len(parts) > longestTrail {
		parts = slices.Concat(parts[:longestTrail/2], []string{"…"}, parts[len(parts)-longestTrail/2:])
	}
	slices.Reverse(parts)
	return strings.Join(parts, "")
}
