package backstep_test

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// banned is what no file of the repository says. The patterns are put together
// from pieces so that this file does not match them.
var banned = []struct {
	pattern *regexp.Regexp
	why     string
}{
	{regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME|XX` + `X)\b`), "do it, or leave it out"},
	{regexp.MustCompile(`(^|[^\w./-])/(wo` + `rk|ro` + `ot|ho` + `me)/`), "a path of one machine"},
	{regexp.MustCompile(`(?i)\b(iss` + `ue|prom` + `ise) #?\d+\b`), "say what it is about, not its number"},
}

// checkWords looks for banned words in a text.
func checkWords(name, text string) (found []finding) {
	for i, line := range strings.Split(text, "\n") {
		for _, b := range banned {
			if m := b.pattern.FindString(line); m != "" {
				found = append(found, finding{name + ":" + strconv.Itoa(i+1), "\"" + m + "\": " + b.why})
			}
		}
	}
	return found
}

func TestWords(t *testing.T) {
	seen := 0
	for name, text := range texts(t, ".") {
		seen++
		for _, f := range checkWords(name, text) {
			t.Error(f)
		}
	}
	if seen < 50 {
		t.Errorf("looked at %d files only", seen)
	}
}

// texts is every text file of the repository by its name.
func texts(t *testing.T, root string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() != "testdata" && skippedDir(d.Name()) {
			return filepath.SkipDir
		}
		if d.IsDir() || d.Name() == "go.sum" || d.Name() == ".git" { // .git is a file in a linked work tree
			return nil
		}
		b, err := readFile(name)
		if err == nil && utf8.Valid(b) {
			all[filepath.ToSlash(name)] = string(b)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

var (
	mdLink = regexp.MustCompile(`\]\(([^)#\s]+)(#[^)\s]*)?\)`)
	mdCode = regexp.MustCompile("(?s)```go\n(.*?)```")
)

// deadLinks finds links of a page to files that do not exist.
func deadLinks(page, text string, exists func(name string) bool) (found []finding) {
	for _, m := range mdLink.FindAllStringSubmatch(text, -1) {
		target := m[1]
		if strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
			continue
		}
		if name := filepath.ToSlash(filepath.Join(filepath.Dir(page), target)); !exists(name) {
			found = append(found, finding{page, target + " does not exist"})
		}
	}
	return found
}

func TestLinksBetweenPages(t *testing.T) {
	for name, text := range texts(t, ".") {
		if filepath.Ext(name) == ".md" {
			for _, f := range deadLinks(name, text, exists) {
				t.Error(f)
			}
		}
	}
}

// The code that README shows is what `go test ./rollback` runs.
func TestReadmeShowsTheExample(t *testing.T) {
	readme, err := readFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	example, err := readFile("rollback/example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	shown := mdCode.FindAllSubmatch(readme, -1)
	if len(shown) < 2 {
		t.Fatalf("README.md shows %d pieces of Go, want a game and its test", len(shown))
	}
	for _, code := range shown {
		if !strings.Contains(squeeze(string(example)), squeeze(string(code[1]))) {
			t.Errorf("README.md shows what is not in rollback/example_test.go:\n%s", code[1])
		}
	}
}

// squeeze leaves out indentation: a page shows a function's body unindented.
func squeeze(code string) string {
	lines := strings.Split(code, "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
