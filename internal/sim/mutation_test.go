package sim

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// mutants are faults put into the engine one at a time. Each says which test
// must turn red: a test that stays green with all of these proves nothing.
var mutants = []struct {
	name     string
	file     string // in rollback
	old, new string
	tests    []string // go test's arguments
}{
	{"the window is one frame too wide", "core.go",
		"f-c.confirmed <= Frame(c.set.window)", "f-c.confirmed <= Frame(c.set.window)+1", bySim},
	{"an acknowledgement counts for one frame more", "endpoint.go",
		"e.theirs[p] = have\n", "e.theirs[p] = min(have+1, c.logs[p].have)\n", bySim},
	{"a predicted state is compared", "desync.go",
		"f < c.frame && f-1 <= c.settledFrame()", "f < c.frame", bySim},
	{"a survivor's end mark is not adopted", "drop.go",
		"if e.record.Marked>>p&1 == 1 {", "if false {", byDrop},
	{"the arbiter does not wait for the others", "drop.go",
		"return end, arbiter && agreed", "return end, arbiter", byDrop},
	{"a rollback goes to the newest wrong frame", "core.go",
		"f < c.firstWrong)", "f > c.firstWrong)", bySim},
	{"a wrong guess goes unnoticed", "inputlog.go",
		"!bytes.Equal(slot, in)", "false && !bytes.Equal(slot, in)", bySim},
	{"states are not saved again in a rollback", "resim.go",
		"if f > from && c.saves(f) {", "if false && f > from && c.saves(f) {", bySim},
	{"absence is not simulated again", "drop.go",
		"c.wrong(l.have + 1)", "_ = l.have", bySim},
	{"nothing is passed on for others", "endpoint.go",
		"	return f.on\n", "	return false\n", byDrop},
	{"the feed runs ahead of what is settled", "feed.go",
		"c.feed > c.settledFrame()", "c.feed >= c.frame", bySim},
	{"an input lands one frame late", "resim.go",
		"target := c.frame + Frame(c.delay[p])", "target := c.frame + Frame(c.delay[p]) + 1", bySim},
	{"a pause never ends", "control.go",
		"paused = false", "paused = true", byPause},
	{"a repeated datagram is a sign of life", "receive.go",
		"if Frame(g.Frames) <= e.frames && !(g.HasLife && g.Life > e.life) {", "if false {", byLife},
	{"a spectator sees what is not settled", "history.go",
		"least = min(least, e.theirs[p])", "_ = p", bySpectator},
}

var (
	bySim       = []string{"./internal/sim", "-run", "TestSim$", "-seeds", "40"}
	byDrop      = []string{"./internal/sim", "./rollback", "-run", "TestDropAgreement|TestSurvivorsAgree"}
	byPause     = []string{"./rollback", "-run", "TestPause"}
	byLife      = []string{"./rollback", "-run", "TestReplaysAreNoLife"}
	bySpectator = []string{"./rollback", "-run", "TestSpectatorsSee|TestSpectatorsAreShownOnlySettled"}
)

// TestMutation builds the engine with each fault in turn, through the build's
// overlay, and demands that a test fails.
func TestMutation(t *testing.T) {
	gotool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go tool to build the faults with")
	}
	list := mutants
	if asked := flag.Lookup("test.run").Value.String(); !strings.Contains(asked, "TestMutation") {
		list = list[:2] // every one costs a build: all of them only when asked for by name
	}
	for _, m := range list {
		t.Run(strings.ReplaceAll(m.name, " ", "-"), func(t *testing.T) {
			args := append([]string{"test", "-overlay", overlay(t, m.file, m.old, m.new)}, m.tests...)
			cmd := exec.Command(gotool, args...)
			cmd.Dir = filepath.Join("..", "..")
			out, err := cmd.CombinedOutput()
			switch {
			case err == nil:
				t.Errorf("the fault goes unnoticed by go test %s", strings.Join(m.tests, " "))
			case strings.Contains(string(out), "build failed") || !strings.Contains(string(out), "FAIL"):
				t.Errorf("the fault does not build: %v\n%s", err, out)
			}
		})
	}
}

// overlay writes the mutant and tells the go tool to build it in place of the
// original.
func overlay(t *testing.T, file, old, new string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", "..", "rollback", file))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), old); n != 1 {
		t.Fatalf("%s holds %q %d times: the fault has to be put elsewhere", file, old, n)
	}
	dir := t.TempDir()
	mutant := filepath.Join(dir, file)
	if err := os.WriteFile(mutant, []byte(strings.Replace(string(text), old, new, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	list, err := json.Marshal(map[string]map[string]string{"Replace": {path: mutant}})
	if err != nil {
		t.Fatal(err)
	}
	overlay := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlay, list, 0o644); err != nil {
		t.Fatal(err)
	}
	return overlay
}
