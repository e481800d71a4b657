package backstep_test

import (
	"go/ast"
	"strings"
	"testing"
)

// Lengths in lines. A file is split before maxFile, a function is mostly at
// most usualFunc and never past maxFunc.
const (
	maxFile   = 350
	maxFunc   = 70
	usualFunc = 10
)

func checkFileLength(p *pack) (found []finding) {
	for _, s := range p.files {
		if n := strings.Count(s.text, "\n"); n > maxFile && !ast.IsGenerated(s.ast) {
			found = append(found, finding{s.name, plural(n, "line") + ", want at most " + plural(maxFile, "line")})
		}
	}
	return found
}

func checkFuncLength(p *pack) (found []finding) {
	for _, s := range p.files {
		for _, d := range s.ast.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				if n := p.bodyLines(f); n > maxFunc {
					found = append(found, p.at(f, "%s has %s, want at most %d", f.Name.Name, plural(n, "line"), maxFunc))
				}
			}
		}
	}
	return found
}

// bodyLines counts the lines between a function's braces.
func (p *pack) bodyLines(f *ast.FuncDecl) int {
	if f.Body == nil {
		return 0
	}
	return max(p.fset.Position(f.Body.Rbrace).Line-p.fset.Position(f.Body.Lbrace).Line-1, 0)
}

// Most functions are short. The share is that of all code but tests.
func TestMostFunctionsAreShort(t *testing.T) {
	long, all := 0, 0
	for _, p := range repository(t) {
		for _, s := range p.code() {
			for _, d := range s.ast.Decls {
				if f, ok := d.(*ast.FuncDecl); ok {
					all++
					if p.bodyLines(f) > usualFunc {
						long++
					}
				}
			}
		}
	}
	t.Logf("%d of %d functions have more than %d lines (%d %%)", long, all, usualFunc, 100*long/all)
	if 2*long > all {
		t.Errorf("%d of %d functions have more than %d lines, want less than half", long, all, usualFunc)
	}
}
