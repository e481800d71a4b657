package synctest

import "strings"

// Exposed is implemented by a game that lets a test see its live state, to find
// memory that it shares with a saved one.
type Exposed[S any] interface {
	LiveState() *S
}

// sharing names the parts of a slot that lie in memory of the live state: seen
// directly if the game is Exposed, else by a state saved now, since what that
// shares with the slot the live one has too.
func (t *SyncTest[S, I]) sharing(slot *S) string {
	plan := planOf(t.game)
	if plan == nil {
		return ""
	}
	what, other := "Save copies by reference", &t.probe
	if g, ok := t.game.(Exposed[S]); ok {
		what, other = "The live state has the memory of a saved one", g.LiveState()
	} else {
		t.game.Save(other)
	}
	paths := plan.Shared(other, slot)
	if len(paths) == 0 {
		return ""
	}
	return what + ": " + strings.Join(paths[:min(len(paths), diffLimit)], ", ")
}
