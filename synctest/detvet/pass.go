package detvet

import (
	"go/ast"
	"go/types"
)

// arguments gives the parameters of known functions what a call passes.
func (f *flow) arguments(call *ast.CallExpr, env env) {
	for _, fn := range f.callees(call) {
		if isMath(fn) {
			continue // a single instruction or a call, and no sum of its caller's
		}
		sig := f.sigOf(fn)
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && sig.Recv() != nil && f.isMethodCall(sel) {
			f.parameter(sig.Recv(), sel.X, env)
		}
		for i, arg := range call.Args {
			if v := parameterAt(sig, i); v != nil {
				f.parameter(v, arg, env)
			}
		}
	}
	if f.c.builtin(call) == "copy" {
		f.connect(f.root(call.Args[0]), call.Args[1])
	}
}

// isMath tells the functions of package math. Of those that are inlined only Dim
// adds an argument to something, and none returns a product.
func isMath(fn callable) bool {
	f, ok := fn.(*types.Func)
	return ok && f.Pkg() != nil && f.Pkg().Path() == "math" && f.Name() != "Dim"
}

// isMethodCall tells x.m() from T.m(x).
func (f *flow) isMethodCall(sel *ast.SelectorExpr) bool {
	s := f.c.pass.TypesInfo.Selections[sel]
	return s != nil && s.Kind() == types.MethodVal
}

// parameterAt is the parameter that argument i becomes a part of.
func parameterAt(sig *types.Signature, i int) *types.Var {
	n := sig.Params().Len()
	switch {
	case i < n:
		return sig.Params().At(i)
	case sig.Variadic():
		return sig.Params().At(n - 1)
	}
	return nil
}

// parameter gives v, seen from outside, what arg holds. Inside its function it
// begins with that.
func (f *flow) parameter(v *types.Var, arg ast.Expr, env env) {
	f.store(v, f.holds(arg, env))
	f.connect(v, arg)
	if f.addends[f.find(v)] {
		f.noteAddend(arg)
	}
}

// fields gives the fields of a struct what a literal puts there.
func (f *flow) fields(lit *ast.CompositeLit, env env) {
	t := f.c.typeOf(lit)
	if isPointer(t) { // an element &T{...} written as {...}
		t = t.Underlying().(*types.Pointer).Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i, e := range lit.Elts {
		var v *types.Var
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			v, _ = f.c.object(kv.Key).(*types.Var)
			e = kv.Value
		} else {
			v = st.Field(i)
		}
		if v != nil {
			f.store(v.Origin(), f.holds(e, env))
			f.connect(v.Origin(), e)
		}
	}
}

// returns gives the results of the function being run what it returns. Without
// operands those are the named results as they are.
func (f *flow) returns(r *ast.ReturnStmt, env env) {
	for i := range f.results.Len() {
		v := f.results.At(i)
		switch {
		case len(r.Results) == f.results.Len():
			f.hold(v, f.holds(r.Results[i], env))
			f.connect(v, r.Results[i])
		case len(r.Results) == 1:
			f.hold(v, f.partHolds(r.Results[0], i, env))
		default:
			f.hold(v, env[v])
		}
	}
}
