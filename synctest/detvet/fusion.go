package detvet

import (
	"go/ast"
	"go/token"
	"go/types"
)

// checkFusion reports additions and subtractions of products that the compiler
// may compute in one operation with one rounding. It follows products through
// variables, fields, elements, arguments and results, because inlining does.
func (c *checker) checkFusion() {
	f := newFlow(c)
	for f.changed = true; f.changed; {
		f.changed = false
		f.eachBody(f.run)
	}
	f.reporting = true
	f.eachBody(f.run)
	f.export()
}

// sums looks at one node of a function for additions; its parts are looked at
// by the caller.
func (f *flow) sums(n ast.Node, env env) {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		f.binary(n, env)
	case *ast.AssignStmt:
		if len(n.Lhs) == 1 && n.Tok != token.ASSIGN && n.Tok != token.DEFINE {
			f.operation(n.TokPos, assignOps[n.Tok], n.Lhs[0], n.Rhs[0], env)
		}
	case *ast.IncDecStmt:
		f.sum(n.TokPos, env, n.X)
	case *ast.CallExpr:
		f.unsigned(n, env)
	}
}

var assignOps = map[token.Token]token.Token{
	token.ADD_ASSIGN: token.ADD, token.SUB_ASSIGN: token.SUB, token.MUL_ASSIGN: token.MUL, token.QUO_ASSIGN: token.QUO,
}

func (f *flow) binary(e *ast.BinaryExpr, env env) {
	if !f.c.isConst(e) {
		f.operation(e.OpPos, e.Op, e.X, e.Y, env)
	}
}

// operation reports x op y if it may be fused. Doubling is an addition: the
// compiler computes x*2 as x+x.
func (f *flow) operation(pos token.Pos, op token.Token, x, y ast.Expr, env env) {
	t := f.c.typeOf(x)
	switch {
	case (op == token.MUL || op == token.QUO) && isComplex(t):
		f.complexProduct(pos)
	case op == token.ADD || op == token.SUB:
		f.sum(pos, env, x, y)
	case op == token.MUL && f.isNumber(y, 2):
		f.sum(pos, env, x)
	case op == token.MUL && f.isNumber(x, 2):
		f.sum(pos, env, y)
	}
}

// unsigned reports the conversion of a product to an unsigned type of 64 bits:
// some targets have none, and subtract 1<<63 on the way.
func (f *flow) unsigned(call *ast.CallExpr, env env) {
	if f.c.isConversion(call) && some(f.c.typeOf(call.Fun), is64BitUnsigned) {
		f.sum(call.Lparen, env, call.Args[0])
	}
}

func is64BitUnsigned(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && (b.Kind() == types.Uint64 || b.Kind() == types.Uint || b.Kind() == types.Uintptr)
}

func (f *flow) complexProduct(pos token.Pos) {
	if f.reporting {
		f.c.report(ruleComplex, pos, "complex multiplication and division add products that nothing can keep from being fused: write out the parts, with each product in a conversion")
	}
}

// sum reports an addition with operands of which one may be a product, and
// notes those that come from other functions.
func (f *flow) sum(pos token.Pos, env env, operands ...ast.Expr) {
	for _, e := range operands {
		t := f.c.typeOf(e)
		if !isFloat(t) && !isComplex(t) {
			return
		}
		f.noteAddend(e)
	}
	if !f.reporting {
		return
	}
	for _, e := range operands {
		if made := f.holds(e, env); made.IsValid() {
			if _, direct := ast.Unparen(e).(*ast.BinaryExpr); direct {
				made = token.NoPos
			}
			f.c.found = append(f.c.found, finding{rule: ruleFusion, pos: pos, cause: made, message: f.advice(e)})
			return
		}
	}
}

// advice names the product that is to be rounded and how.
func (f *flow) advice(e ast.Expr) string {
	e = ast.Unparen(e)
	text, name := types.ExprString(e), f.floatName(f.c.typeOf(e))
	if b, ok := e.(*ast.BinaryExpr); ok && isProductOp(b.Op) {
		return "some targets add " + text + " without rounding it first: write " + name + "(" + text + ")"
	}
	return "some targets add " + text + ", which may be a product, without rounding that first: write " +
		name + "(...) around the product, or around " + text
}

// floatName is how to write the type in a conversion.
func (f *flow) floatName(t types.Type) string {
	if b, ok := t.(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
		t = types.Default(t)
	}
	return types.TypeString(t, types.RelativeTo(f.c.pass.Pkg))
}

func isProductOp(op token.Token) bool { return op == token.MUL || op == token.QUO }

// noteAddend records that a parameter or field is added to something.
func (f *flow) noteAddend(e ast.Expr) {
	if v := f.root(e); v != nil && !f.addends[f.find(v)] {
		f.addends[f.find(v)] = true
		f.changed = true
	}
}

// export tells packages that import this one what its fields, variables,
// parameters and results may hold or are added to.
func (f *flow) export() {
	for v := range f.outside {
		if f.held[f.find(v)].IsValid() {
			f.c.own.Products = f.c.appendPath(f.c.own.Products, v)
		}
		if f.addends[f.find(v)] {
			f.c.own.Addends = f.c.appendPath(f.c.own.Addends, v)
		}
	}
}
