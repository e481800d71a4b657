package detvet

import (
	"go/ast"
	"go/token"
	"go/types"
)

// prepareRange notes the loop by its expression. The body of a loop over a
// function is a function, which that one calls; its parameters are the loop's
// variables, and one that is left out is a variable of its own.
func (f *flow) prepareRange(r *ast.RangeStmt) {
	f.ranges[r.X] = r
	if !some(f.c.typeOf(r.X), isSignature) {
		return
	}
	for _, e := range []ast.Expr{r.Key, r.Value} {
		v := types.NewVar(token.NoPos, f.c.pass.Pkg, "_", types.Typ[types.Invalid])
		if e != nil && f.root(e) != nil {
			v = f.root(e)
		}
		f.untracked[v] = true
		f.loopVars[r] = append(f.loopVars[r], v)
	}
}

// rangeOver gives the variables of a loop what it ranges over: elements, or what
// a function passes to its argument. Of an unknown function it is assumed to be
// what that was given.
func (f *flow) rangeOver(r *ast.RangeStmt, env env) {
	if !some(f.c.typeOf(r.X), isSignature) {
		if r.Value != nil {
			f.set(r.Value, f.holds(r.X, env), env)
			f.connect(f.root(r.Value), r.X)
		}
		return
	}
	for _, fn := range f.functions(r.X) {
		if yield := parameterAt(f.sigOf(fn), 0); yield != nil {
			f.bindTo(yield, r)
		}
	}
	if call, ok := ast.Unparen(r.X).(*ast.CallExpr); ok {
		for _, v := range f.loopVars[r] {
			f.store(v, f.anyHolds(call.Args, env))
		}
	}
}

// typeSwitch gives each clause's variable what is switched on.
func (f *flow) typeSwitch(s *ast.TypeSwitchStmt, from ast.Expr, env env) {
	made := f.holds(from, env)
	for _, clause := range s.Body.List {
		v, ok := f.c.pass.TypesInfo.Implicits[clause].(*types.Var)
		switch {
		case !ok || !made.IsValid():
		case f.tracked(v):
			env[v] = made
		default:
			f.store(v, made)
		}
	}
}
