package detvet

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/objectpath"
)

// written says through which of its arguments a function writes.
type written struct {
	Func     objectpath.Path
	Receiver bool
	Params   []int // in order
}

// write notes a write to what e stands for.
func (g *globals) write(e ast.Expr) {
	if e == nil {
		return
	}
	p, ok := g.place(e)
	if !ok {
		return
	}
	g.writeTo(p, e)
	if p.shared {
		for _, a := range g.aliases[p.v] {
			g.writeTo(place{a.v, true}, e)
		}
	}
}

func (g *globals) writeTo(p place, e ast.Expr) {
	switch {
	case isPackageLevel(p.v):
		if g.reporting {
			g.c.report(ruleGlobal, e.Pos(), "the package-level variable %s is written, which no rollback undoes: keep it in the state", p.v.Name())
		}
	case p.shared && g.fn != nil:
		g.note(p.v)
	}
}

// note records that the current function writes through parameter v.
func (g *globals) note(v *types.Var) {
	sig := g.fn.Signature()
	w := g.writes[g.fn]
	if w == nil {
		w = &written{}
	}
	if v == sig.Recv() {
		g.changed = g.changed || !w.Receiver
		w.Receiver = true
		g.writes[g.fn] = w
		return
	}
	for i := range sig.Params().Len() {
		if v == sig.Params().At(i) && !slices.Contains(w.Params, i) {
			w.Params = append(w.Params, i)
			slices.Sort(w.Params)
			g.writes[g.fn] = w
			g.changed = true
		}
	}
}

// call notes what a call writes: built-in functions their first argument, others
// what is known of them.
func (g *globals) call(call *ast.CallExpr) {
	switch g.c.builtin(call) {
	case "delete", "clear", "copy":
		g.pass(call.Args[0])
		return
	}
	f := g.c.callee(call)
	if f == nil {
		return
	}
	w := g.writesOf(f)
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && w.Receiver {
		g.pass(sel.X)
	}
	for _, i := range w.Params {
		if i < len(call.Args) {
			g.pass(call.Args[i])
		}
	}
}

// pass notes a write through a pointer, slice or map that was passed on, or to
// the variable whose address was.
func (g *globals) pass(arg ast.Expr) {
	for _, p := range g.places(arg) {
		if p.shared || isShared(p.v.Type()) || isAddress(arg) || isPackageLevel(p.v) {
			g.writeTo(place{p.v, p.shared || isShared(p.v.Type())}, arg)
		}
	}
}

func isAddress(e ast.Expr) bool {
	u, ok := ast.Unparen(e).(*ast.UnaryExpr)
	return ok && u.Op == token.AND
}

// writesOf is what is known of a function, of this package or another.
func (g *globals) writesOf(f *types.Func) written {
	if w := g.writes[f]; w != nil {
		return *w
	}
	if f.Pkg() == nil || f.Pkg() == g.c.pass.Pkg {
		return written{}
	}
	switch path := f.Pkg().Path(); {
	case path == "math/rand" || path == "math/rand/v2":
		return written{Receiver: f.Signature().Recv() != nil} // a draw moves the generator on
	case path == "sync/atomic" && !strings.HasPrefix(f.Name(), "Load"):
		return atomicWrites(f)
	}
	return g.c.saysWritten(f)
}

func atomicWrites(f *types.Func) written {
	if f.Signature().Recv() != nil {
		return written{Receiver: true}
	}
	return written{Params: []int{0}}
}

func (g *globals) export() {
	for f, w := range g.writes {
		if !f.Exported() {
			continue
		}
		if path, err := g.c.paths.For(f); err == nil {
			w.Func = path
			g.c.own.Written = append(g.c.own.Written, *w)
		}
	}
}
