package sim

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var (
	planFile = flag.String("plan", "", "TestPlan plays the plan in this file")
	keep     = flag.Bool("keep", false, "TestSim writes plans that fail to testdata/failures")
)

func readPlan(t *testing.T, file string) Plan {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Parse(string(text))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return p
}

// TestPlan plays one plan from a file, such as TestSim keeps when it fails.
func TestPlan(t *testing.T) {
	if *planFile == "" {
		t.Skip("no -plan given")
	}
	r, err := Run(readPlan(t, *planFile))
	t.Log(r)
	if err != nil {
		t.Error(err)
	}
}

// TestCorpus plays every plan that is kept: each once showed something wrong, or
// stands for a situation that is easily broken. Its prose says which.
func TestCorpus(t *testing.T) {
	files, err := filepath.Glob("testdata/corpus/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d plans kept (%v)", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			p := readPlan(t, file)
			if text, _ := os.ReadFile(file); !strings.HasPrefix(string(text), "# ") {
				t.Error("the file does not say what it shows")
			}
			if r, err := Run(p); err != nil {
				t.Errorf("%v\n%v", err, r)
			}
		})
	}
}

// keepPlan writes a plan that failed to a file, and returns where.
func keepPlan(t *testing.T, name string, p *Plan, err error) string {
	t.Helper()
	dir := filepath.Join("testdata", "failures")
	file := filepath.Join(dir, name+".txt")
	wrong, _, _ := strings.Cut(err.Error(), "\n")
	text := "# " + wrong + "\n" + p.String()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}
