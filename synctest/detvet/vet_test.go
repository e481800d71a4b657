package detvet_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What other packages do comes to the tool through files, and not from memory
// as in other tests.
func TestFactsThroughGoVet(t *testing.T) {
	tool := buildTool(t)
	found := false
	for _, d := range vet(t, moduleOf(t, "fusion"), tool, ".") {
		found = found || strings.HasPrefix(d.Message, "fusion: package vec adds a to something")
	}
	if !found {
		t.Error("a product passed to an imported function that adds it is not reported")
	}
}

// moduleOf copies a fixture to where it is a module of its own name.
func moduleOf(t *testing.T, fixture string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "src", fixture))); err != nil {
		t.Fatal(err)
	}
	text := "module " + fixture + "\n\ngo 1.26\n"
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

func goCommand(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-buildvcs=false", "GOWORK=off")
	return cmd
}

// buildTool builds the command that go vet runs.
func buildTool(t *testing.T) string {
	t.Helper()
	tool := filepath.Join(t.TempDir(), "detvet.exe")
	if out, err := goCommand(".", "build", "-o", tool, "./cmd/detvet").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return tool
}

// fusionFindings is the lines below dir on which go vet reports fusion.
func fusionFindings(t *testing.T, dir, tool string) map[place]bool {
	t.Helper()
	found := map[place]bool{}
	for _, d := range vet(t, dir, tool, "./...") {
		if strings.HasPrefix(d.Message, "fusion: ") {
			found[parsePlace(t, strings.TrimPrefix(d.Posn, dir+string(filepath.Separator)))] = true
		}
	}
	if len(found) == 0 {
		t.Fatal("go vet reports no fusion")
	}
	return found
}

// diagnostic is the part of what go vet -json prints that tests look at.
type diagnostic struct{ Posn, Message string }

// vet runs go vet -json, which prints an object for each package with findings,
// and lines that name the packages.
func vet(t *testing.T, dir, tool string, patterns ...string) (all []diagnostic) {
	t.Helper()
	out, err := goCommand(dir, append([]string{"vet", "-json", "-vettool=" + tool}, patterns...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("go vet: %v\n%s", err, out)
	}
	lines := slices.DeleteFunc(strings.Split(string(out), "\n"), func(l string) bool { return strings.HasPrefix(l, "#") })
	for dec := json.NewDecoder(strings.NewReader(strings.Join(lines, "\n"))); dec.More(); {
		var packages map[string]map[string][]diagnostic
		if err := dec.Decode(&packages); err != nil {
			t.Fatalf("go vet -json: %v\n%s", err, out)
		}
		for _, analyzers := range packages {
			all = append(all, analyzers["detvet"]...)
		}
	}
	return all
}
