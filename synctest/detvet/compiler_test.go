package detvet_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// fusing is the targets whose compiler fuses, amd64 as GOAMD64=v3.
func fusing() []string { return []string{"arm64", "riscv64", "ppc64le", "s390x", "loong64", "amd64"} }

// The compiler itself tells what it fuses. What it fuses on any target has to be
// reported; what is reported but fused on none is counted.
func TestFusionAgreesWithTheCompiler(t *testing.T) {
	tool := buildTool(t)
	for _, fixture := range []string{"fusion", "rink"} {
		t.Run(fixture, func(t *testing.T) {
			compareWithCompiler(t, moduleOf(t, fixture), tool)
		})
	}
}

// compareWithCompiler holds what is reported of a module against what the compiler fuses in it.
func compareWithCompiler(t *testing.T, dir, tool string) {
	t.Helper()
	flagged, confirmed := fusionFindings(t, dir, tool), map[place]bool{}
	for _, arch := range fusing() {
		fused := fusedBy(t, dir, arch, "./...")
		if len(fused) == 0 {
			t.Errorf("%s: the compiler fused nothing", arch)
		}
		confirm(t, arch, fused, flagged, confirmed)
	}
	wrong := unconfirmed(flagged, confirmed)
	t.Logf("%d of %d lines reported are fused on no target (%d %%): %v", len(wrong), len(flagged), 100*len(wrong)/len(flagged), wrong)
}

// confirm checks that each fused operation was found, at its own place or at one
// that it was inlined into.
func confirm(t *testing.T, arch string, fused [][]place, flagged, confirmed map[place]bool) {
	t.Helper()
	for _, stack := range fused {
		found := false
		for _, p := range stack {
			if flagged[p] {
				confirmed[p] = true
				found = true
			}
		}
		if !found {
			t.Errorf("%s: the compiler fused %v, which is not reported", arch, stack)
		}
	}
}

func unconfirmed(flagged, confirmed map[place]bool) (rest []place) {
	for p := range flagged {
		if !confirmed[p] {
			rest = append(rest, p)
		}
	}
	slices.SortFunc(rest, place.compare)
	return rest
}

// The fixture's fine.go holds what looks like fusion and is not, and the
// compiler agrees.
func TestFineIsNotFused(t *testing.T) {
	dir := moduleOf(t, "fusion")
	for _, arch := range fusing() {
		for _, stack := range fusedBy(t, dir, arch, "./...") {
			if p := stack[len(stack)-1]; p.file == "fine.go" {
				t.Errorf("%s: the compiler fused %v", arch, p)
			}
		}
	}
}

var fusedAt = regexp.MustCompile(`fmahash triggered (.+) [01]+`)

// fusedBy asks the compiler for a target what it fuses in packages. Each answer is
// a stack of places, the innermost last.
func fusedBy(t *testing.T, dir, arch string, packages ...string) (stacks [][]place) {
	t.Helper()
	cmd := goCommand(dir, append([]string{"build", "-gcflags=-d=fmahash=vy"}, packages...)...)
	cmd.Env = append(cmd.Env, "GOARCH="+arch, "GOAMD64=v3", "CGO_ENABLED=0")
	out, err := cmd.CombinedOutput()
	if err != nil {
		unsupported(t, "the compiler does not report what it fuses for %s: %v\n%s", arch, err, out)
	}
	for _, m := range fusedAt.FindAllStringSubmatch(string(out), -1) {
		var stack []place
		for at := range strings.SplitSeq(m[1], "; ") {
			stack = append(stack, parsePlace(t, at))
		}
		stacks = append(stacks, stack)
	}
	return stacks
}

// unsupported ends a test that the toolchain cannot run, which is an error where
// everything has to run.
func unsupported(t *testing.T, format string, args ...any) {
	t.Helper()
	if os.Getenv("BACKSTEP_REQUIRE_ALL") == "1" {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}

// place is a line of a fixture.
type place struct {
	file string
	line int
}

func (p place) String() string { return p.file + ":" + strconv.Itoa(p.line) }

func (p place) compare(q place) int {
	if p.file != q.file {
		return strings.Compare(p.file, q.file)
	}
	return p.line - q.line
}

// parsePlace reads "./vec/vec.go:3:4".
func parsePlace(t *testing.T, text string) place {
	t.Helper()
	file, rest, _ := strings.Cut(filepath.ToSlash(filepath.Clean(text)), ":")
	number, _, _ := strings.Cut(rest, ":")
	line, err := strconv.Atoi(number)
	if err != nil {
		t.Fatalf("no line in the position %q", text)
	}
	return place{file, line}
}
