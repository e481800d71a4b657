package backstep_test

import (
	"go/ast"
	"regexp"
	"strings"
	"testing"
)

// commands are the test runs that a page names: packages, then a pattern.
var commands = regexp.MustCompile("`go test ((?:\\./\\S*|\\.)(?: \\./\\S*)*) -run ('[^'`]*'|[^ `]+)")

// emptyRuns finds commands of a page whose pattern, or a part of it, matches no
// test. tests answers the names of a package's tests, examples and fuzz targets.
func emptyRuns(page, text string, tests func(dir string) []string) (found []finding) {
	for _, m := range commands.FindAllStringSubmatch(text, -1) {
		pattern := strings.ReplaceAll(strings.Trim(m[2], "'"), `\|`, "|")
		for _, dir := range strings.Fields(m[1]) {
			for _, part := range strings.Split(pattern, "|") {
				if !anyMatches(tests(dir), part) {
					found = append(found, finding{page, "no test of " + dir + " is called " + part})
				}
			}
		}
	}
	return found
}

func anyMatches(names []string, part string) bool {
	pattern, err := regexp.Compile(part)
	for _, n := range names {
		if err == nil && pattern.MatchString(n) {
			return true
		}
	}
	return false
}

// TestPagesNameTestsThatExist: `go test -run` of a name that matches nothing
// succeeds, so a renamed test would leave a promise without one.
func TestPagesNameTestsThatExist(t *testing.T) {
	byDir := map[string][]string{}
	for _, p := range repository(t) {
		for _, s := range p.files {
			byDir[p.dir] = append(byDir[p.dir], testNames(s)...)
		}
	}
	tests := func(dir string) []string {
		if dir == "." {
			return byDir["."]
		}
		return byDir[strings.TrimPrefix(dir, "./")]
	}
	for name, text := range texts(t, ".") {
		if strings.HasSuffix(name, ".md") {
			for _, f := range emptyRuns(name, text, tests) {
				t.Error(f)
			}
		}
	}
}

func testNames(s *source) (names []string) {
	for _, d := range s.ast.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && s.test && f.Recv == nil {
			names = append(names, f.Name.Name)
		}
	}
	return names
}

func TestEmptyRunsAreFound(t *testing.T) {
	tests := func(dir string) []string { return map[string][]string{"./a": {"TestOne"}, ".": {"TestHouse"}}[dir] }
	text := "`go test ./a -run 'TestOne\\|TestTwo'` `go test ./a ./b -run TestOne -v` `go test . -run TestHouse`"
	found := emptyRuns("page.md", text, tests)
	if len(found) != 2 || found[0].what != "no test of ./a is called TestTwo" || found[1].what != "no test of ./b is called TestOne" {
		t.Errorf("found %v, want TestTwo of ./a and TestOne of ./b", found)
	}
}
