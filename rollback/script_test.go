package rollback_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden parts of testdata/conversations")

// Each file of testdata/conversations is a short conversation between
// endpoints: prose, then commands, each line of which begins with "> ", then
// what came of it, which is checked. See testdata/conversations/README.md.
func TestConversations(t *testing.T) {
	files, err := filepath.Glob("testdata/conversations/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no conversations: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := converse(t, string(text))
			if got == string(text) {
				return
			}
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			t.Errorf("%s: the conversation went another way; run with -update to see\n%s", file, firstDifference(string(text), got))
		})
	}
}

func firstDifference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(a), len(b)) {
		x, y := at(a, i), at(b, i)
		if x != y {
			return fmt.Sprintf("line %d\nwant %s\n got %s", i+1, x, y)
		}
	}
	return ""
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return "(nothing)"
}

// converse plays the commands of text and returns it with what came of them.
func converse(t *testing.T, text string) string {
	s := &script{lost: map[[2]int]int{}, doubled: map[[2]int]int{}, turned: map[[2]int]int{}, newest: map[[2]int]int{}}
	var out strings.Builder
	for _, line := range strings.SplitAfter(text, "\n") {
		command, is := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "> ")
		switch {
		case is:
			s.tell.Reset()
			out.WriteString(line)
			s.do(t, strings.Fields(command))
			out.WriteString(s.tell.String())
		case strings.HasPrefix(line, "  "): // written anew
		default:
			out.WriteString(line)
		}
	}
	return out.String()
}
