package synctest

import (
	"fmt"
	"reflect"

	"github.com/google/go-cmp/cmp"

	"example.com/backstep/rollback"
	"example.com/backstep/savestate"
)

// difference tells two states apart: by fields if S has a plan, whether or not
// the game uses it, else as text by go-cmp, unexported fields included.
func difference[S, I any](game rollback.Game[S, I], a, b *S) ([]savestate.Difference, string) {
	plan := planOf(game)
	if plan == nil {
		return nil, compare(a, b)
	}
	d := plan.Diff(a, b, diffLimit)
	if len(d) == 0 {
		return nil, noDifference
	}
	return d, ""
}

const noDifference = "no field differs: Checksum depends on something else than the state"

func planOf[S, I any](game rollback.Game[S, I]) *savestate.Plan[S] {
	if g, ok := game.(rollback.Planned[S]); ok {
		return g.Plan()
	}
	plan, err := savestate.PlanOf[S]()
	if err != nil {
		return nil
	}
	return plan
}

// compare is cmp.Diff, which panics at values that it cannot walk.
func compare[S any](a, b *S) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprintf("the states cannot be compared: %v", r)
		}
	}()
	text = cmp.Diff(a, b, cmp.Exporter(func(reflect.Type) bool { return true }))
	if text == "" {
		return noDifference
	}
	return text
}
