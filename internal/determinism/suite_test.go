//go:build !js

package main

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const passed = `=== RUN   TestGolden
    golden_test.go:24: golden pegs/float64 778490e3023a0015
    golden_test.go:24: golden two words 003d73ab92bc2c0e
--- PASS: TestGolden (0.25s)
PASS
`

func TestReadFindsGoldenLines(t *testing.T) {
	got := read(result{out: []byte(passed)})
	want := cell{goldens: []golden{{"pegs/float64", "778490e3023a0015"}, {"two words", "003d73ab92bc2c0e"}}, tests: 1}
	if d := cmp.Diff(want, got, cmp.AllowUnexported(cell{}, golden{})); d != "" {
		t.Errorf("cell (-want +got):\n%s", d)
	}
}

func TestReadFindsTheFirstComplaint(t *testing.T) {
	for _, c := range []struct {
		name string
		r    result
		want string
	}{
		{"a test", result{out: []byte("--- FAIL: TestA (0s)\n    a_test.go:7: golden a 0123456789abcdef\n    a_test.go:9: hash 0x2, want 0x1\n    a_test.go:9: more\n"), code: 1}, "hash 0x2, want 0x1"},
		{"a crash", result{out: []byte("=== RUN TestA\n"), errs: nil, code: 2}, "exit status 2: === RUN TestA"},
		{"nothing at all", result{code: 139}, "exit status 139: "},
		{"no tests", result{out: []byte("testing: warning: no tests to run\nPASS\n")}, "no test ran"},
		{"passed", result{out: []byte(passed)}, ""},
	} {
		if got := read(c.r).failure; got != c.want {
			t.Errorf("%s: failure %q, want %q", c.name, got, c.want)
		}
	}
}

func TestDifferenceNamesTheFirst(t *testing.T) {
	a, b, b2 := golden{"a", "01"}, golden{"b", "02"}, golden{"b", "03"}
	ref := cell{goldens: []golden{a, b}, tests: 1}
	for _, c := range []struct {
		name string
		cell cell
		want string // a part of it; "" for none
	}{
		{"equal", cell{goldens: []golden{a, b}, tests: 1}, ""},
		{"another hash", cell{goldens: []golden{a, b2}, tests: 1}, "golden b 03, the reference has golden b 02"},
		{"it stopped", cell{goldens: []golden{a}, failure: "exit status 2"}, "no line golden b; exit status 2"},
		{"one more", cell{goldens: []golden{a, b, b2}, tests: 1}, "golden b, which the reference lacks"},
		{"failed after all", cell{goldens: []golden{a, b}, failure: "hash 2, want 1"}, "hash 2, want 1"},
	} {
		if got := c.cell.difference(ref); !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestRowShowsOneHashAnyway(t *testing.T) {
	one := cell{goldens: []golden{{"a", "0123456789abcdef"}}}
	two, swapped := cell{goldens: []golden{{"a", "1"}, {"b", "2"}}}, cell{goldens: []golden{{"a", "2"}, {"b", "1"}}}
	if one.String() != "0123456789abcdef" || len(two.String()) != 16 || two.String() == swapped.String() {
		t.Errorf("cells %v, %v and %v", one, two, swapped)
	}
	if got := row("arm64", []cell{one, {failure: "x"}, {tests: 1}}); got != "arm64                  0123456789abcdef FAILED           ok" {
		t.Errorf("row %q", got)
	}
}

func TestHostTellsStatusAndBothStreams(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r, err := host{}.run(t.Context(), program{path: self, args: []string{"-test.run=^TestGoldenLinesOfAnEmptyRow$", "-test.v"}})
	if err != nil || r.code != 0 || !strings.Contains(string(r.out), "--- PASS") {
		t.Errorf("status %d, error %v, wrote %q and %q", r.code, err, r.out, r.errs)
	}
	if r, err = (host{}).run(t.Context(), program{path: self, args: []string{"-no-such-flag"}}); err != nil || r.code != 2 || len(r.errs) == 0 {
		t.Errorf("with a wrong flag: status %d, error %v, wrote %q", r.code, err, r.errs)
	}
	if _, err = (host{}).run(t.Context(), program{path: self + "-absent"}); err == nil {
		t.Error("a program that is not there runs")
	}
}

func TestGoldenLinesOfAnEmptyRow(t *testing.T) {
	if d := (cell{tests: 3}).difference(cell{tests: 1}); d != "" {
		t.Errorf("suites without hashes differ: %s", d)
	}
}

func TestChosenKeepsTheReference(t *testing.T) {
	for part, want := range map[string]int{"": len(targets()), "wasm": 3, "nothing": 1, "amd64 v3": 3} {
		got := chosen(targets(), part)
		if len(got) != want || got[0].name != targets()[0].name {
			t.Errorf("%q chooses %d targets, want %d with the reference first", part, len(got), want)
		}
	}
}
