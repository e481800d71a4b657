package backstep_test

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// sharedByDesign are the variables that may change, by package: functions of
// ggpo that take no peer switch its log on and off, as callers of it expect.
var sharedByDesign = map[string]string{"rollback/ggpo": "logs"}

// checkVars finds package-level variables that can change: those that are
// assigned, or whose address is taken, anywhere but in their declaration. Two
// matches in one process could meet there. Error values and tables are fine.
func checkVars(p *pack) (found []finding) {
	seen := map[types.Object]bool{}
	report := func(e ast.Expr, how string) {
		id := p.root(e)
		if v := p.packageVar(id); v != nil && !seen[v] && sharedByDesign[p.dir] != v.Name() {
			seen[v] = true
			found = append(found, p.at(id, "package-level variable %s %s", id.Name, how))
		}
	}
	each(p.files, func(_ *source, n ast.Node) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				for _, l := range n.Lhs {
					report(l, "is assigned")
				}
			}
		case *ast.IncDecStmt:
			report(n.X, "is assigned")
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				report(n.Key, "is assigned")
				report(n.Value, "is assigned")
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				report(n.X, "has its address taken")
			}
		case *ast.SliceExpr:
			if p.isArray(n.X) {
				report(n.X, "is sliced, which takes its address")
			}
		case *ast.SelectorExpr:
			if p.takesAddress(n) {
				report(n.X, "has its address taken by "+n.Sel.Name)
			}
		case *ast.CallExpr:
			if p.mutates(n) {
				report(n.Args[0], "is changed")
			}
		}
	})
	return found
}

// root is the name at the bottom of x, pkg.x, x.f, x[i], *x and (x), or nil.
func (p *pack) root(e ast.Expr) *ast.Ident {
	switch e := e.(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		id := p.root(e.X)
		if id == nil {
			return nil
		}
		if _, ok := p.info.Uses[id].(*types.PkgName); ok {
			return e.Sel
		}
		return id
	case *ast.IndexExpr:
		return p.root(e.X)
	case *ast.StarExpr:
		return p.root(e.X)
	case *ast.ParenExpr:
		return p.root(e.X)
	}
	return nil
}

// packageVar is the package-level variable that id names, of any package, unless
// tests declare it.
func (p *pack) packageVar(id *ast.Ident) types.Object {
	if id == nil {
		return nil
	}
	v, ok := p.info.Uses[id].(*types.Var)
	if !ok || v.IsField() || v.Parent() == nil || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() {
		return nil
	}
	if file := p.fset.Position(v.Pos()).Filename; file == "" || strings.HasSuffix(file, "_test.go") {
		return nil
	}
	return v
}

func (p *pack) isArray(e ast.Expr) bool {
	t := p.info.Types[e].Type
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Array)
	return ok
}

// takesAddress tells a call of a method with a pointer receiver on a value.
func (p *pack) takesAddress(sel *ast.SelectorExpr) bool {
	s := p.info.Selections[sel]
	if s == nil || s.Kind() != types.MethodVal {
		return false
	}
	f, ok := s.Obj().(*types.Func)
	if !ok || s.Indirect() {
		return false
	}
	_, byPointer := f.Signature().Recv().Type().(*types.Pointer)
	_, isPointer := s.Recv().(*types.Pointer)
	return byPointer && !isPointer
}

// mutates tells the built-in functions that write to their first argument.
func (p *pack) mutates(call *ast.CallExpr) bool {
	id, ok := call.Fun.(*ast.Ident)
	if !ok || len(call.Args) == 0 {
		return false
	}
	if _, builtin := p.info.Uses[id].(*types.Builtin); !builtin {
		return false
	}
	return id.Name == "copy" || id.Name == "delete" || id.Name == "clear"
}
