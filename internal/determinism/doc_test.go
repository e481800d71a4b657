//go:build !js

package main

import (
	"os"
	"strings"
	"testing"
)

// lines of a file.
func lines(t *testing.T, name string) []string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(b), "\n")
}

// No count on the page was written by hand: every row of its tables is one that
// -measure printed.
func TestPageShowsWhatWasMeasured(t *testing.T) {
	measured := map[string]bool{}
	for _, l := range lines(t, "measured.md") {
		measured[l] = true
	}
	rows, counted := 0, false
	for _, l := range lines(t, "../../DETERMINISM.md") {
		counted = counted || l == "## What breaks, counted"
		if counted && strings.HasPrefix(l, "|") {
			rows++
			if !measured[l] {
				t.Errorf("measured.md lacks the row %s", l)
			}
		}
	}
	if rows < 50 {
		t.Errorf("the page has %d rows, want 50 or more", rows)
	}
}

func TestMeasuredOnEveryTarget(t *testing.T) {
	first := lines(t, "measured.md")[0]
	for _, c := range counted() {
		if !strings.Contains(first, c.name+";") && !strings.HasSuffix(first, c.name+".") {
			t.Errorf("measured.md was not measured on %s: %s", c.name, first)
		}
	}
}
