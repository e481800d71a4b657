package detvet

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"
)

// Each fixture of a rule has two files: what it finds, and what it must not.
// They are loaded together because the standard library comes with them.
func TestRules(t *testing.T) {
	fixtures := []string{"fusion/vec"}
	for _, r := range append(rules(), ruleDirective) {
		fixtures = append(fixtures, string(r))
	}
	analysistest.Run(t, analysistest.TestData(), Analyzer, fixtures...)
}

func TestEveryRuleHasBothKindsOfFixture(t *testing.T) {
	for _, r := range rules() {
		if n := countWants(t, r, "findings.go"); n == 0 {
			t.Errorf("%s: findings.go expects nothing", r)
		}
		if n := countWants(t, r, "fine.go"); n != 0 {
			t.Errorf("%s: fine.go expects %d findings, want none", r, n)
		}
	}
}

// countWants counts the findings of rule r that a fixture expects.
func countWants(t *testing.T, r rule, file string) int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "src", string(r), file))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(text), "// want `"+string(r)+": ")
}
