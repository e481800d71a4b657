package detvet

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// prefix begins every comment that speaks to this analyzer.
const prefix = "//detvet:"

// allow is one well-formed allow comment.
type allow struct {
	rule rule
	pos  token.Pos
	file string
	line int // the line it excuses
	used bool
}

// applyDirectives returns what no allow comment excuses, and what is wrong with
// the comments themselves.
func (c *checker) applyDirectives(found []finding) []finding {
	allows, kept := c.directives()
	for _, f := range found {
		if !excused(allows, f.rule, c.pass.Fset.Position(f.pos)) {
			kept = append(kept, f)
		}
	}
	for _, a := range allows {
		if !a.used {
			kept = append(kept, finding{rule: ruleDirective, pos: a.pos,
				message: "nothing here breaks " + string(a.rule) + ": delete the allow comment"})
		}
	}
	return kept
}

func excused(allows []*allow, r rule, at token.Position) bool {
	ok := false
	for _, a := range allows {
		if a.rule == r && a.file == at.Filename && a.line == at.Line {
			a.used, ok = true, true
		}
	}
	return ok
}

// directives reads the comments of all files.
func (c *checker) directives() (allows []*allow, bad []finding) {
	for _, f := range c.files {
		code := c.codeLines(f)
		for _, g := range f.Comments {
			for _, comment := range g.List {
				a, problem := c.directive(comment)
				if problem != "" {
					bad = append(bad, finding{rule: ruleDirective, pos: comment.Pos(), message: problem})
				}
				if a != nil {
					a.line = excusedLine(a.line, code, c.pass.Fset.Position(f.FileEnd).Line)
					allows = append(allows, a)
				}
			}
		}
	}
	return allows, bad
}

// directive reads one comment. It returns neither an allow nor a problem if the
// comment is not for this analyzer, or is a state marker.
func (c *checker) directive(comment *ast.Comment) (a *allow, problem string) {
	text, ok := strings.CutPrefix(comment.Text, prefix)
	if !ok {
		return nil, ""
	}
	text, _, _ = strings.Cut(text, "//") // a comment in the comment is not a reason
	words := strings.Fields(text)
	switch {
	case len(words) == 1 && words[0] == "state":
		return nil, ""
	case len(words) == 0 || words[0] != "allow":
		return nil, "unknown comment " + strings.TrimSpace(prefix+text) + ": want //detvet:state or //detvet:allow <rule> <reason>"
	case len(words) == 1:
		return nil, "an allow comment without a rule: write //detvet:allow <rule> <reason>"
	case !slices.Contains(rules(), rule(words[1])):
		return nil, "unknown rule " + words[1] + " in an allow comment"
	case len(words) == 2:
		return nil, "an allow comment without a reason excuses nothing: write //detvet:allow " + words[1] + " <reason>"
	}
	at := c.pass.Fset.Position(comment.Pos())
	return &allow{rule: rule(words[1]), pos: comment.Pos(), file: at.Filename, line: at.Line}, ""
}

// excusedLine is the comment's own line if there is code on it, and otherwise
// the next line with code, so that several comments can stand above one line.
func excusedLine(line int, code map[int]bool, last int) int {
	for at := line; at <= last; at++ {
		if code[at] {
			return at
		}
	}
	return line
}

// codeLines is the set of lines on which a node begins or ends.
func (c *checker) codeLines(f *ast.File) map[int]bool {
	lines := map[int]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.CommentGroup, *ast.Comment, *ast.File:
			return n != nil && n == ast.Node(f)
		}
		lines[c.pass.Fset.Position(n.Pos()).Line] = true
		lines[c.pass.Fset.Position(n.End()-1).Line] = true
		return true
	})
	return lines
}
