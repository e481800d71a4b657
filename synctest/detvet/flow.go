package detvet

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// env says where the product was made that a local variable may hold at one
// point of a function; variables that hold none are absent.
type env map[*types.Var]token.Pos

// flow knows for one package what may hold an unrounded product. Local variables
// that only plain assignments change are followed in order, through env.
// Everything else is held, once, for all places: fields, elements, parameters,
// results, and what closures or pointers reach.
type flow struct {
	c         *checker
	held      map[*types.Var]token.Pos         // and where the product was made
	addends   map[*types.Var]bool              // is added to something, somewhere
	binds     map[*types.Var][]callable        // functions that a variable may hold
	parent    map[*types.Var]*types.Var        // variables that share memory, as a forest
	untracked map[*types.Var]bool              // locals that env cannot follow
	outside   map[*types.Var]bool              // can be named by other packages
	ranges    map[ast.Node]*ast.RangeStmt      // by what is ranged over
	loopVars  map[*ast.RangeStmt][]*types.Var  // of loops over functions
	switches  map[ast.Node]*ast.TypeSwitchStmt // by the assignment
	bodies    map[ast.Node]*types.Signature    // of functions, by declaration or literal
	graphs    map[ast.Node]*graph              // by declaration or literal
	order     []ast.Node                       // of bodies
	results   *types.Tuple                     // of the function being run
	changed   bool
	reporting bool
}

// callable is a function that can be inlined: a *types.Func, *ast.FuncLit, or the
// body of an *ast.RangeStmt over a function.
type callable any

func newFlow(c *checker) *flow {
	f := &flow{
		c: c, held: map[*types.Var]token.Pos{}, addends: map[*types.Var]bool{}, binds: map[*types.Var][]callable{},
		parent: map[*types.Var]*types.Var{}, untracked: map[*types.Var]bool{}, outside: map[*types.Var]bool{},
		ranges: map[ast.Node]*ast.RangeStmt{}, switches: map[ast.Node]*ast.TypeSwitchStmt{},
		loopVars: map[*ast.RangeStmt][]*types.Var{}, bodies: map[ast.Node]*types.Signature{}, graphs: map[ast.Node]*graph{},
	}
	for _, file := range c.files {
		ast.PreorderStack(file, nil, f.prepare)
	}
	return f
}

// prepare collects the functions, the variables that env cannot follow, and the
// variables of range statements.
func (f *flow) prepare(n ast.Node, stack []ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		if fn, ok := f.c.object(n.Name).(*types.Func); ok && n.Body != nil {
			f.addBody(n, fn.Signature())
			if fn.Exported() {
				f.markSignature(fn.Signature())
			}
		}
	case *ast.FuncLit:
		if sig, ok := f.c.typeOf(n).(*types.Signature); ok {
			f.addBody(n, sig)
		}
	case *ast.RangeStmt:
		f.prepareRange(n)
	case *ast.TypeSwitchStmt:
		f.switches[n.Assign] = n
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			f.untrack(n.X)
		}
	case *ast.SliceExpr:
		f.untrack(n.X)
	case *ast.Ident:
		if v, ok := f.c.pass.TypesInfo.Defs[n].(*types.Var); ok && v.Exported() && (v.IsField() || isPackageLevel(v)) {
			f.outside[v] = true
		}
		f.untrackCaptured(n, stack)
	}
	return true
}

func (f *flow) addBody(n ast.Node, sig *types.Signature) {
	f.bodies[n] = sig
	f.order = append(f.order, n)
}

func (f *flow) markSignature(sig *types.Signature) {
	for v := range sig.Params().Variables() {
		f.outside[v] = true
	}
	for v := range sig.Results().Variables() {
		f.outside[v] = true
	}
}

func (f *flow) untrack(e ast.Expr) {
	if v := f.root(e); v != nil {
		f.untracked[v] = true
	}
}

// untrackCaptured marks variables that a function literal shares with the
// function around it.
func (f *flow) untrackCaptured(id *ast.Ident, stack []ast.Node) {
	v, ok := f.c.pass.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.IsField() {
		return
	}
	for i := len(stack) - 1; i >= 0; i-- {
		if lit, ok := stack[i].(*ast.FuncLit); ok {
			if v.Pos() < lit.Pos() || v.Pos() > lit.End() {
				f.untracked[v] = true
			}
			return
		}
	}
}

// tracked tells whether env follows v.
func (f *flow) tracked(v *types.Var) bool {
	return !v.IsField() && !isPackageLevel(v) && v.Pkg() == f.c.pass.Pkg && !f.untracked[v] && !isShared(v.Type())
}

// find is the variable that stands for all that share memory with v.
func (f *flow) find(v *types.Var) *types.Var {
	v = v.Origin()
	for f.parent[v] != nil {
		v = f.parent[v]
	}
	return v
}

// share notes that two variables may reach the same memory.
func (f *flow) share(a, b *types.Var) {
	a, b = f.find(a), f.find(b)
	if a == b {
		return
	}
	f.parent[b] = a
	f.changed = true
	f.addends[a] = f.addends[a] || f.addends[b]
	f.hold(a, f.held[b])
}

// hold notes that v may hold a product made at pos.
func (f *flow) hold(v *types.Var, pos token.Pos) {
	if v = f.find(v); pos.IsValid() && !f.held[v].IsValid() {
		f.held[v] = pos
		f.changed = true
	}
}

// heldBy is where the product was made that v may hold, for whoever reads it.
func (f *flow) heldBy(v *types.Var, env env, at token.Pos) token.Pos {
	if f.tracked(v) {
		return env[v]
	}
	return f.heldOutside(v, at)
}

// heldOutside is the same for whoever sees v from outside of its function.
func (f *flow) heldOutside(v *types.Var, at token.Pos) token.Pos {
	v = f.find(v)
	if pos := f.held[v]; pos.IsValid() {
		return pos
	}
	if v.Pkg() != nil && v.Pkg() != f.c.pass.Pkg && f.c.saysProduct(v) {
		return at
	}
	return token.NoPos
}

// root is the variable, or the innermost field, that x, x.f, x[i], x[i:j], *x
// and &x are about; of a call it is the result. Elements of maps have none.
func (f *flow) root(e ast.Expr) *types.Var {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.Ident:
			v, _ := f.c.object(x).(*types.Var)
			return origin(v)
		case *ast.SelectorExpr:
			v, _ := f.c.object(x).(*types.Var)
			return origin(v)
		case *ast.IndexExpr:
			if isMap(f.c.typeOf(x.X)) || f.c.instantiated(x.X) != nil {
				return nil
			}
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.UnaryExpr:
			if x.Op != token.AND {
				return nil
			}
			e = x.X
		case *ast.TypeAssertExpr:
			e = x.X
		case *ast.CallExpr:
			return f.onlyResult(x)
		default:
			return nil
		}
	}
}

func origin(v *types.Var) *types.Var {
	if v == nil {
		return nil
	}
	return v.Origin()
}

// onlyResult is the result of a call to one known function.
func (f *flow) onlyResult(call *ast.CallExpr) *types.Var {
	fns := f.callees(call)
	if len(fns) == 0 {
		return nil
	}
	if results := f.sigOf(fns[0]).Results(); results.Len() == 1 {
		return results.At(0)
	}
	return nil
}

// callees is the functions that a call may run, as far as they are known.
func (f *flow) callees(call *ast.CallExpr) []callable {
	if f.c.isConversion(call) || f.c.builtin(call) != "" {
		return nil
	}
	return f.functions(call.Fun)
}

// functions is the functions that an expression may stand for.
func (f *flow) functions(e ast.Expr) []callable {
	e = ast.Unparen(e)
	if lit, ok := e.(*ast.FuncLit); ok {
		return []callable{lit}
	}
	if fn, ok := f.c.object(e).(*types.Func); ok {
		return []callable{fn.Origin()}
	}
	if v := f.root(e); v != nil {
		return f.binds[f.find(v)]
	}
	return nil
}

// bind notes that v may hold the functions that e stands for.
func (f *flow) bind(v *types.Var, e ast.Expr) {
	if !some(f.c.typeOf(e), isSignature) {
		return
	}
	for _, fn := range f.functions(e) {
		f.bindTo(v, fn)
	}
}

func (f *flow) bindTo(v *types.Var, fn callable) {
	v = f.find(v)
	if !slices.Contains(f.binds[v], fn) {
		f.binds[v] = append(f.binds[v], fn)
		f.changed = true
	}
}

func isSignature(t types.Type) bool { _, ok := t.(*types.Signature); return ok }

func (f *flow) sigOf(fn callable) *types.Signature {
	switch fn := fn.(type) {
	case *types.Func:
		return fn.Signature()
	case *ast.FuncLit:
		if sig := f.bodies[fn]; sig != nil {
			return sig
		}
	case *ast.RangeStmt:
		return types.NewSignatureType(nil, nil, nil, types.NewTuple(f.loopVars[fn]...), nil, false)
	}
	return types.NewSignatureType(nil, nil, nil, nil, nil, false)
}
