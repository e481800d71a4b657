package detvet

import (
	"go/ast"
	"go/token"
	"go/types"
	"math"
)

// holds is where a product was made that e may be without having been rounded,
// or no position. An explicit conversion to a float type rounds; nothing else
// in the language does.
func (f *flow) holds(e ast.Expr, env env) token.Pos {
	e = ast.Unparen(e)
	if f.c.isConst(e) {
		return token.NoPos
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		return f.productOf(e.Op, e.X, e.Y, e.OpPos, env)
	case *ast.UnaryExpr:
		if e.Op == token.SUB || e.Op == token.ADD || e.Op == token.AND {
			return f.holds(e.X, env)
		}
	case *ast.CallExpr:
		return f.callHolds(e, env)
	case *ast.CompositeLit:
		return f.literalHolds(e, env)
	case *ast.IndexExpr: // an element holds what the whole may
		if !isMap(f.c.typeOf(e.X)) {
			return f.holds(e.X, env)
		}
	case *ast.SliceExpr:
		return f.holds(e.X, env)
	case *ast.StarExpr:
		return f.holds(e.X, env)
	case *ast.TypeAssertExpr:
		return f.holds(e.X, env)
	case *ast.Ident, *ast.SelectorExpr:
		if v := f.root(e); v != nil {
			return f.heldBy(v, env, e.Pos())
		}
	}
	return token.NoPos
}

// productOf is where x op y is made if it is a product. So is a quotient by a
// power of two, which the compiler computes as a product. A product with 1 or -1
// is the other factor, and one with 2 is a sum.
func (f *flow) productOf(op token.Token, x, y ast.Expr, made token.Pos, env env) token.Pos {
	if !isProductOp(op) || !isFloat(f.c.typeOf(x)) {
		return token.NoPos // the parts of a complex product are sums
	}
	if _, ok := f.c.number(x); ok && op == token.MUL {
		x, y = y, x
	}
	v, known := f.c.number(y)
	switch {
	case known && math.Abs(v) == 1:
		return f.holds(x, env)
	case op == token.QUO && !isPowerOfTwo(v), op == token.MUL && v == 2:
		return token.NoPos
	}
	return made
}

func isPowerOfTwo(v float64) bool {
	m, _ := math.Frexp(math.Abs(v))
	return m == 0.5
}

func (f *flow) isNumber(e ast.Expr, want float64) bool {
	v, ok := f.c.number(e)
	return ok && v == want
}

// callHolds follows a call. A conversion to a float type rounds; one to any
// other type passes the parts on.
func (f *flow) callHolds(call *ast.CallExpr, env env) token.Pos {
	if f.c.isConversion(call) {
		if some(f.c.typeOf(call.Fun), hasInfo(types.IsNumeric)) {
			return token.NoPos
		}
		return f.holds(call.Args[0], env)
	}
	switch f.c.builtin(call) {
	case "":
		return f.resultHolds(call, 0, env)
	case "real", "imag", "complex", "append", "new":
		return f.anyHolds(call.Args, env)
	}
	return token.NoPos
}

// resultHolds is where the product was made that result i of a call may be.
func (f *flow) resultHolds(call *ast.CallExpr, i int, env env) token.Pos {
	for _, fn := range f.callees(call) {
		if movesBits(fn) && len(call.Args) == 1 {
			return f.holds(call.Args[0], env)
		}
		if isMath(fn) {
			continue
		}
		if results := f.sigOf(fn).Results(); i < results.Len() {
			if made := f.heldOutside(results.At(i), call.Pos()); made.IsValid() {
				return made
			}
		}
	}
	return token.NoPos
}

// movesBits tells the functions that are moves between registers, so that a
// product that goes there and back can be fused.
func movesBits(fn callable) bool {
	f, ok := fn.(*types.Func)
	return ok && (isFunc(f, "math", "Float64bits") || isFunc(f, "math", "Float64frombits") ||
		isFunc(f, "math", "Float32bits") || isFunc(f, "math", "Float32frombits"))
}

func (f *flow) anyHolds(list []ast.Expr, env env) token.Pos {
	for _, e := range list {
		if made := f.holds(e, env); made.IsValid() {
			return made
		}
	}
	return token.NoPos
}

// literalHolds looks at the elements of an array or slice. The fields of a
// struct hold their own.
func (f *flow) literalHolds(lit *ast.CompositeLit, env env) token.Pos {
	if some(f.c.typeOf(lit), isStruct) {
		return token.NoPos
	}
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			e = kv.Value
		}
		if made := f.holds(e, env); made.IsValid() {
			return made
		}
	}
	return token.NoPos
}

func isStruct(t types.Type) bool { _, ok := t.(*types.Struct); return ok }
