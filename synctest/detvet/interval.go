package detvet

import (
	"go/ast"
	"go/constant"
	"go/token"
	"math"
	"strings"
)

// interval is the values that an expression may have, as far as its own text
// tells: it began as an integer, a root or a draw from [0, 1).
func (c *checker) interval(e ast.Expr, stack []ast.Node) interval {
	if v, ok := c.number(e); ok {
		return interval{v, v, true}
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		return c.callInterval(e, stack)
	case *ast.BinaryExpr:
		return combine(e.Op, c.interval(e.X, stack), c.interval(e.Y, stack))
	case *ast.UnaryExpr:
		if i := c.interval(e.X, stack); e.Op == token.SUB && i.known {
			return interval{-i.hi, -i.lo, true}
		}
	}
	return interval{}
}

// number is the value of a constant expression.
func (c *checker) number(e ast.Expr) (float64, bool) {
	tv, ok := c.pass.TypesInfo.Types[e]
	if !ok || tv.Value == nil || tv.Value.Kind() != constant.Int && tv.Value.Kind() != constant.Float {
		return 0, false
	}
	v, _ := constant.Float64Val(tv.Value)
	return v, true
}

func (c *checker) callInterval(call *ast.CallExpr, stack []ast.Node) interval {
	if c.isConversion(call) {
		return c.convertedInterval(call, stack)
	}
	f := c.callee(call)
	if f == nil || f.Pkg() == nil {
		return interval{}
	}
	switch path := f.Pkg().Path(); {
	case path == "math" && len(call.Args) == 1:
		return mathInterval(f.Name(), c.interval(call.Args[0], stack))
	case strings.HasPrefix(path, "math/rand") && (f.Name() == "Float64" || f.Name() == "Float32"):
		return interval{0, 1, true}
	}
	return interval{}
}

// convertedInterval is the range of the integer that became a float. A comparison
// before it may have turned negative ones away.
func (c *checker) convertedInterval(call *ast.CallExpr, stack []ast.Node) interval {
	from := c.typeOf(call.Args[0])
	if isFloat(from) {
		return c.interval(call.Args[0], stack)
	}
	if !isInteger(from) {
		return interval{}
	}
	l, ok := widest(from)
	if ok && c.notNegative(call.Args[0], stack) {
		l.low = 0
	}
	return interval{l.low, l.below, ok} // the largest of 64 bits rounds up to below
}

func mathInterval(name string, i interval) interval {
	if !i.known {
		return interval{}
	}
	switch name {
	case "Sqrt":
		return interval{math.Sqrt(i.lo), math.Sqrt(i.hi), i.lo >= 0}
	case "Floor", "Ceil", "Round", "Trunc", "RoundToEven":
		return interval{math.Floor(i.lo), math.Ceil(i.hi), true}
	case "Abs":
		return interval{0, max(math.Abs(i.lo), math.Abs(i.hi)), true}
	}
	return interval{}
}

// combine is the interval of a op b, which is known if a and b are and the
// operation cannot make a NaN.
func combine(op token.Token, a, b interval) interval {
	if !a.known || !b.known {
		return interval{}
	}
	var corners [4]float64
	for i, x := range [4]float64{a.lo, a.lo, a.hi, a.hi} {
		y := [4]float64{b.lo, b.hi, b.lo, b.hi}[i]
		switch op {
		case token.ADD:
			corners[i] = x + y
		case token.SUB:
			corners[i] = x - y
		case token.MUL:
			corners[i] = x * y
		case token.QUO:
			corners[i] = x / y
		default:
			return interval{}
		}
	}
	if op == token.QUO && b.lo <= 0 && b.hi >= 0 {
		return interval{}
	}
	lo := min(corners[0], corners[1], corners[2], corners[3])
	hi := max(corners[0], corners[1], corners[2], corners[3])
	return interval{lo, hi, !math.IsInf(lo, 0) && !math.IsInf(hi, 0)}
}
