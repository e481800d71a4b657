package sim

// edit replaces one piece of a file of package rollback. It must stand there
// exactly once.
type edit struct{ file, old, new string }

// mutants are faults put into the engine one at a time. Each says which test
// must turn red: a test that stays green with all of these proves nothing.
var mutants = []struct {
	name  string
	tests []string // go test's arguments
	edits []edit
}{
	{"the window is one frame too wide", bySim, []edit{{"core.go",
		"f-c.confirmed <= Frame(c.set.window)", "f-c.confirmed <= Frame(c.set.window)+1"}}},
	{"an acknowledgement counts for one frame more", bySim, []edit{{"endpoint.go",
		"e.theirs[p] = have\n", "e.theirs[p] = min(have+1, c.logs[p].have)\n"}}},
	{"a predicted state is compared", bySim, []edit{{"desync.go",
		"f < c.frame && f-1 <= c.settledFrame()", "f < c.frame"}}},
	{"a survivor's end mark is not adopted", byDrop, []edit{{"drop.go",
		"if e.record.Marked>>p&1 == 1 {", "if false {"}}},
	{"the arbiter does not wait for the others", byDrop, []edit{{"drop.go",
		"return end, arbiter && agreed", "return end, arbiter"}}},
	{"a rollback goes to the newest wrong frame", bySim, []edit{{"core.go",
		"f < c.firstWrong)", "f > c.firstWrong)"}}},
	{"a wrong guess goes unnoticed", bySim, []edit{{"inputlog.go",
		"!bytes.Equal(slot, in)", "false && !bytes.Equal(slot, in)"}}},
	{"states are not saved again in a rollback", bySim, []edit{{"resim.go",
		"if f > from && c.saves(f) {", "if false && f > from && c.saves(f) {"}}},
	{"absence is not simulated again", bySim, []edit{{"drop.go",
		"c.wrong(l.have + 1)", "_ = l.have"}}},
	{"nothing is passed on for others", byDrop, []edit{{"endpoint.go",
		"	return f.on\n", "	return false\n"}}},
	{"the feed runs ahead of what is settled", bySim, []edit{{"feed.go",
		"c.feed > c.settledFrame()", "c.feed >= c.frame"}}},
	{"an input lands one frame late", bySim, []edit{{"resim.go",
		"target := c.frame + Frame(c.delay[p])", "target := c.frame + Frame(c.delay[p]) + 1"}}},
	{"a pause never ends", byPause, []edit{{"control.go",
		"paused = false", "paused = true"}}},
	{"a repeated datagram is a sign of life", byLife, []edit{{"receive.go",
		"if Frame(g.Frames) <= e.frames && !(g.HasLife && g.Life > e.life) {", "if false {"}}},
	{"a spectator sees what is not settled", bySpectator, []edit{{"history.go",
		"least = min(least, e.theirs[p])", "_ = p"}}},
}

var (
	bySim       = []string{"./internal/sim", "-run", "TestSim$", "-seeds", "40"}
	byDrop      = []string{"./internal/sim", "./rollback", "-run", "TestDropAgreement|TestSurvivorsAgree"}
	byPause     = []string{"./rollback", "-run", "TestPause"}
	byLife      = []string{"./rollback", "-run", "TestReplaysAreNoLife"}
	bySpectator = []string{"./rollback", "-run", "TestSpectatorsSee|TestSpectatorsAreShownOnlySettled"}
)
