//go:build !js

package fixed

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The tables are what the committed generators make of math/big, byte for byte.
func TestTablesAreWhatTheGeneratorsWrite(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("needs the go command:", err)
	}
	for dir, files := range map[string][]string{".": {"trig_table.go", "q32_table.go"}, "strict": {"tables.go"}} {
		into := t.TempDir()
		generator := filepath.Join(into, "generator.exe")
		build := exec.Command("go", "build", "-o", generator, "gen_tables.go")
		build.Dir = dir
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%s: go build: %v\n%s", dir, err, out)
		}
		run := exec.Command(generator)
		run.Dir = into
		if out, err := run.CombinedOutput(); err != nil {
			t.Fatalf("%s: the generator: %v\n%s", dir, err, out)
		}
		for _, name := range files {
			compareFiles(t, filepath.Join(dir, name), filepath.Join(into, name))
		}
	}
}

func compareFiles(t *testing.T, name, generated string) {
	t.Helper()
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(generated)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what its generator writes: run go generate", name)
	}
}
