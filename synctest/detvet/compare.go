package detvet

import (
	"go/ast"
	"go/token"
	"go/types"
	"math"
)

// holds learns from a condition that is true: no comparison with NaN is.
func (k *clamp) holds(cond ast.Expr) {
	switch e := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			k.fails(e.X)
		}
	case *ast.BinaryExpr:
		if e.Op == token.LAND {
			k.holds(e.X)
			k.holds(e.Y)
		}
		if k.bound(e, e.Op) {
			k.number = true
		}
		if e.Op == token.EQL && k.c.same(e.X, e.Y) {
			k.number = true
		}
	}
}

// fails learns from a condition that is false.
func (k *clamp) fails(cond ast.Expr) {
	switch e := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			k.holds(e.X)
		}
	case *ast.CallExpr:
		if isFunc(k.c.callee(e), "math", "IsNaN") {
			k.number = true
		}
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LOR:
			k.fails(e.X)
			k.fails(e.Y)
		case token.NEQ:
			k.number = k.number || k.c.same(e.X, e.Y)
		default:
			k.bound(e, opposite(e.Op))
		}
	}
}

// bound learns from `x op y` and tells whether it bounds the operand.
func (k *clamp) bound(e *ast.BinaryExpr, op token.Token) bool {
	switch {
	case k.c.same(e.X, k.subject):
		return k.limitBy(op, e.Y)
	case k.c.same(e.Y, k.subject):
		return k.limitBy(mirrored(op), e.X)
	}
	return false
}

// limitBy learns that the operand stands in relation op to y.
func (k *clamp) limitBy(op token.Token, y ast.Expr) bool {
	v, known := k.c.number(y)
	switch op {
	case token.LSS, token.LEQ:
		k.high = k.high || !known || k.below(v, op == token.LSS)
	case token.GTR, token.GEQ:
		k.low = k.low || !known || v >= k.limit.low
	default:
		return false
	}
	return true
}

// below tells whether an operand of at most v, or less than v if strictly, fits.
func (k *clamp) below(v float64, strictly bool) bool {
	if k.upward {
		return math.Ceil(v) < k.limit.below
	}
	return v < k.limit.below || v == k.limit.below && strictly
}

// learnValue learns from the value itself. The built-in min and max pass NaN on.
func (k *clamp) learnValue(e ast.Expr) {
	operand := k.c.limiting(e)
	if operand == nil {
		return
	}
	k.learnValue(operand)
	call := ast.Unparen(e).(*ast.CallExpr)
	for _, arg := range call.Args {
		switch v, known := k.c.number(arg); {
		case !known:
		case k.c.builtin(call) == "min":
			k.low = k.low && v >= k.limit.low
			k.limitBy(token.LEQ, arg)
		default:
			k.high = k.high && v < k.limit.below
			k.limitBy(token.GEQ, arg)
		}
	}
}

func opposite(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GEQ
	case token.LEQ:
		return token.GTR
	case token.GTR:
		return token.LEQ
	case token.GEQ:
		return token.LSS
	}
	return token.ILLEGAL
}

func mirrored(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.LEQ:
		return token.GEQ
	case token.GTR:
		return token.LSS
	case token.GEQ:
		return token.LEQ
	}
	return op
}

func hasInfoBool(t types.Type) bool { return some(t, hasInfo(types.IsBoolean)) }
