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
			args := append([]string{"test", "-vet=off", "-overlay", overlay(t, m.edits)}, m.tests...)
			cmd := exec.Command(gotool, args...)
			cmd.Dir = filepath.Join("..", "..")
			out, err := cmd.CombinedOutput()
			switch {
			case err == nil:
				t.Errorf("the fault goes unnoticed by go test %s", strings.Join(m.tests, " "))
			case !strings.Contains(string(out), "--- FAIL: Test") && !strings.Contains(string(out), "panic: "):
				t.Errorf("the fault does not build: %v\n%s", err, out)
			}
		})
	}
}

// overlay writes the mutant's files and tells the go tool to build them in place
// of the originals.
func overlay(t *testing.T, edits []edit) string {
	t.Helper()
	dir, replace := t.TempDir(), map[string]string{}
	for _, e := range edits {
		path, err := filepath.Abs(filepath.Join("..", "..", "rollback", e.file))
		if err != nil {
			t.Fatal(err)
		}
		from := path
		if earlier, ok := replace[path]; ok {
			from = earlier
		}
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(text), e.old); n != 1 {
			t.Fatalf("%s holds %q %d times: the fault has to be put elsewhere", e.file, e.old, n)
		}
		replace[path] = filepath.Join(dir, e.file)
		if err := os.WriteFile(replace[path], []byte(strings.Replace(string(text), e.old, e.new, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	list, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	overlay := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlay, list, 0o644); err != nil {
		t.Fatal(err)
	}
	return overlay
}
