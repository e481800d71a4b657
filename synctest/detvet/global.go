package detvet

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// checkGlobals reports package-level variables that a function other than init
// writes: a rollback does not restore them, and two matches in one process meet
// there. It also exports which functions write through their arguments.
func (c *checker) checkGlobals() {
	g := &globals{c: c, writes: map[*types.Func]*written{}, aliases: map[*types.Var][]place{}}
	for g.changed = true; g.changed; {
		g.changed = false
		g.eachFunc(g.visit)
	}
	g.reporting = true
	g.eachFunc(g.visit)
	g.export()
}

// globals finds writes and what they reach, until nothing new is found.
type globals struct {
	c         *checker
	fn        *types.Func // the declared function being visited, nil outside of one
	writes    map[*types.Func]*written
	aliases   map[*types.Var][]place // what a local variable may point into
	changed   bool
	reporting bool
}

// place is the variable at the bottom of an expression. It is shared if the
// expression reaches it through a pointer, slice or map, so that a write is
// seen through every copy.
type place struct {
	v      *types.Var
	shared bool
}

// eachFunc visits the declarations of all files. Initial values of package-level
// variables are set before the first step, unless they are functions.
func (g *globals) eachFunc(visit func(ast.Node)) {
	for _, f := range g.c.files {
		for _, d := range f.Decls {
			g.fn = nil
			if fd, ok := d.(*ast.FuncDecl); ok {
				if fd.Recv == nil && fd.Name.Name == "init" {
					continue
				}
				g.fn, _ = g.c.pass.TypesInfo.Defs[fd.Name].(*types.Func)
			}
			ast.Inspect(d, func(n ast.Node) bool { visit(n); return true })
		}
	}
}

// visit finds the writes of one node, and what it makes local names point into.
func (g *globals) visit(n ast.Node) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		g.assign(n)
	case *ast.IncDecStmt:
		g.write(n.X)
	case *ast.RangeStmt:
		g.rangeOver(n)
	case *ast.ValueSpec:
		if len(n.Names) == len(n.Values) {
			for i, name := range n.Names {
				g.alias(name, n.Values[i])
			}
		}
	case *ast.CallExpr:
		g.call(n)
	}
}

func (g *globals) assign(a *ast.AssignStmt) {
	for i, l := range a.Lhs {
		if a.Tok != token.DEFINE {
			g.write(l)
		}
		if len(a.Lhs) == len(a.Rhs) {
			g.alias(l, a.Rhs[i])
		}
	}
}

func (g *globals) rangeOver(r *ast.RangeStmt) {
	if r.Tok == token.ASSIGN {
		g.write(r.Key)
		g.write(r.Value)
	}
	if r.Value != nil && isShared(g.c.typeOf(r.Value)) {
		for _, p := range g.places(r.X) {
			g.pointInto(r.Value, place{p.v, true})
		}
	}
}

// alias notes that l may now point into what r stands for.
func (g *globals) alias(l, r ast.Expr) {
	if isShared(g.c.typeOf(l)) {
		for _, p := range g.places(r) {
			g.pointInto(l, place{p.v, true})
		}
	}
}

// pointInto notes it for a local name; a write to it does not count by itself.
func (g *globals) pointInto(l ast.Expr, p place) {
	id, ok := ast.Unparen(l).(*ast.Ident)
	if !ok {
		return
	}
	v, ok := g.c.object(id).(*types.Var)
	if !ok || v == p.v || isPackageLevel(v) || slices.Contains(g.aliases[v], p) {
		return
	}
	g.aliases[v] = append(g.aliases[v], p)
	g.changed = true
}

// places is the variables that e may be a part of or point into: itself, and
// what it is an alias of.
func (g *globals) places(e ast.Expr) []place {
	if u, ok := ast.Unparen(e).(*ast.UnaryExpr); ok && u.Op == token.AND {
		return g.places(u.X)
	}
	p, ok := g.place(e)
	if !ok {
		return nil
	}
	return append([]place{p}, g.aliases[p.v]...)
}

// place goes down to the variable of x, x.f, x[i], x[i:j] and *x.
func (g *globals) place(e ast.Expr) (place, bool) {
	shared := false
	for {
		var x ast.Expr
		switch e := ast.Unparen(e).(type) {
		case *ast.Ident:
			v, ok := g.c.object(e).(*types.Var)
			return place{v, shared}, ok
		case *ast.SelectorExpr:
			if v, ok := g.c.object(e).(*types.Var); ok && !v.IsField() {
				return place{v, shared}, true // of another package
			}
			x = e.X
		case *ast.IndexExpr:
			x = e.X
		case *ast.SliceExpr:
			x = e.X
		case *ast.StarExpr:
			x = e.X
		default:
			return place{}, false
		}
		shared = shared || isShared(g.c.typeOf(x))
		e = x
	}
}
