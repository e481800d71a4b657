package detvet

import (
	"go/ast"
	"go/types"
	"math"
)

// checkFloatInt reports a conversion from a float to an integer that may not
// fit, and one from a 64-bit integer to float32, which 32-bit targets round
// twice.
func (c *checker) checkFloatInt(call *ast.CallExpr, stack []ast.Node) {
	if len(call.Args) != 1 || c.isConst(call.Args[0]) {
		return
	}
	to, arg := c.typeOf(call.Fun), call.Args[0]
	switch from := c.typeOf(arg); {
	case isInteger(to) && isFloat(from):
		limit, known := limitsOf(to)
		if known && (c.interval(arg, stack).fits(limit) || c.clamped(arg, limit, stack)) {
			return
		}
		c.report(ruleFloatInt, call.Pos(), "what %s gives for NaN and values out of range differs between targets: compare with both bounds first, and x != x", types.ExprString(call.Fun))
	case isFloat32(to) && is64Bit(from):
		c.report(ruleFloatInt, call.Pos(), "32-bit targets round a 64-bit integer twice on the way to float32: convert to float64 first")
	}
}

func isFloat32(t types.Type) bool {
	return some(t, func(u types.Type) bool { b, ok := u.(*types.Basic); return ok && b.Kind() == types.Float32 })
}

func is64Bit(t types.Type) bool {
	return some(t, func(u types.Type) bool {
		b, ok := u.(*types.Basic)
		return ok && (b.Kind() == types.Int64 || b.Kind() == types.Uint64)
	})
}

// interval is a range of floats [lo, hi] without NaN; the zero value of known
// means any value, or NaN.
type interval struct {
	lo, hi float64
	known  bool
}

// limits is what an integer type holds: from low to below, which it excludes.
// Both are powers of two or 0, and so exact.
type limits struct{ low, below float64 }

// fits tells whether the whole interval, rounded toward zero, can be converted.
func (i interval) fits(l limits) bool {
	return i.known && i.lo > l.low-1 && i.hi < l.below || i.exactlyLow(l)
}

// exactlyLow is the case in which low-1 rounds to low.
func (i interval) exactlyLow(l limits) bool { return i.known && i.lo >= l.low && i.hi < l.below }

// limitsOf is the range of an integer type on every target: int, uint and
// uintptr have 32 bits on some.
func limitsOf(t types.Type) (limits, bool) {
	if len(underlying(t)) != 1 {
		return limits{}, false
	}
	b, ok := underlying(t)[0].(*types.Basic)
	if !ok {
		return limits{}, false
	}
	bits := 64
	switch b.Kind() {
	case types.Int8, types.Uint8:
		bits = 8
	case types.Int16, types.Uint16:
		bits = 16
	case types.Int32, types.Uint32, types.Int, types.Uint, types.Uintptr:
		bits = 32
	}
	if b.Info()&types.IsUnsigned != 0 {
		return limits{0, math.Ldexp(1, bits)}, true
	}
	return limits{-math.Ldexp(1, bits-1), math.Ldexp(1, bits-1)}, true
}

// widest is the range of an integer type where int has 64 bits.
func widest(t types.Type) (limits, bool) {
	l, ok := limitsOf(t)
	if b, basic := t.Underlying().(*types.Basic); ok && basic {
		switch b.Kind() {
		case types.Int:
			l = limits{math.MinInt64, 1 << 63}
		case types.Uint, types.Uintptr:
			l = limits{0, 1 << 64}
		}
	}
	return l, ok
}
