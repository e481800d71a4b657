package backstep_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// checkDocs: an importable package has a comment, and so has everything that it
// exports. A comment at the end of the line or over a group counts.
func checkDocs(p *pack) (found []finding) {
	if p.name == "main" || len(p.code()) == 0 {
		return nil
	}
	documented := false
	for _, s := range p.code() {
		documented = documented || s.ast.Doc != nil
		for _, d := range s.ast.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Doc == nil && d.Name.IsExported() && exportedReceiver(d) {
					found = append(found, p.at(d, "%s has no comment", d.Name.Name))
				}
			case *ast.GenDecl:
				found = append(found, p.undocumented(d)...)
			}
		}
	}
	if !documented {
		found = append(found, finding{p.dir, "the package has no comment"})
	}
	return found
}

// exportedReceiver: a method of an unexported type is out of reach, and those
// that everybody knows need no words.
func exportedReceiver(f *ast.FuncDecl) bool {
	if f.Recv == nil {
		return true
	}
	t := f.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			known := f.Name.Name == "Error" || f.Name.Name == "String" || f.Name.Name == "Unwrap"
			return x.IsExported() && !known
		default:
			return false
		}
	}
}

func (p *pack) undocumented(d *ast.GenDecl) (found []finding) {
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			if spec.Name.IsExported() && d.Doc == nil && spec.Doc == nil && spec.Comment == nil {
				found = append(found, p.at(spec, "%s has no comment", spec.Name.Name))
			}
		case *ast.ValueSpec:
			if d.Doc != nil || spec.Doc != nil || spec.Comment != nil {
				continue
			}
			for _, name := range spec.Names {
				if name.IsExported() {
					found = append(found, p.at(name, "%s has no comment", name.Name))
				}
			}
		}
	}
	return found
}

// reportToTests are packages whose errors are nothing but what a test prints.
var reportToTests = []string{"transport/linktest", "internal/sim"}

// checkErrors: an error's text begins with the package that made it, and says
// what is so rather than what did not succeed. One that wraps another of the
// package's own may begin with that.
func checkErrors(p *pack) (found []finding) {
	each(p.code(), func(s *source, n ast.Node) {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING && strings.Contains(lit.Value, "failed "+"to") {
			found = append(found, p.at(lit, "%s: say what is so", lit.Value))
		}
		text, made := s.errorText(n)
		if !made || p.name == "main" || below(p.dir, "demo") || slices.Contains(reportToTests, p.dir) {
			return
		}
		if !strings.HasPrefix(text, p.name+": ") && !strings.HasPrefix(text, "%w") {
			found = append(found, p.at(n, "error text %q, want %q first", text, p.name+": "))
		}
	})
	return found
}

// errorText is the text with which n makes an error.
func (s *source) errorText(n ast.Node) (text string, ok bool) {
	call, isCall := n.(*ast.CallExpr)
	if !isCall || len(call.Args) == 0 {
		return "", false
	}
	if name, is := s.selects(call.Fun, "errors"); !is || name != "New" {
		if name, is := s.selects(call.Fun, "fmt"); !is || name != "Errorf" {
			return "", false
		}
	}
	return leadingText(call.Args[0])
}

// leadingText is the literal that an expression begins with.
func leadingText(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil
	case *ast.BinaryExpr:
		return leadingText(e.X)
	}
	return "", false
}

// checkTests: a test waits for what happens, not for time to pass, and says why
// it does not run.
func checkTests(p *pack) (found []finding) {
	for _, s := range p.files {
		if !s.test {
			continue
		}
		each([]*source{s}, func(s *source, n ast.Node) {
			if name, ok := s.selects(n, "time"); ok && name == "Sleep" {
				found = append(found, p.at(n, "time.Sleep in a test"))
			}
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return
			}
			if sel, ok := call.Fun.(*ast.SelectorExpr); ok && (sel.Sel.Name == "SkipNow" || sel.Sel.Name == "Skip" && len(call.Args) == 0) {
				found = append(found, p.at(n, "a skip without a reason"))
			}
		})
	}
	return found
}
