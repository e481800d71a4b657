package fixed

import (
	"math/rand/v2"
	"testing"
)

// goldenQ32 is the same on every target, as goldenMixed is; it covers Q32 and the functions of Q16 that share its tables.
const goldenQ32 = 0xcfc068eef082d5ea

// operationQ32 maps operands to one result.
type operationQ32 struct {
	name string
	do   func(a, b, c Q32) Q32
}

func unaryQ32(name string, f func(Q32) Q32) operationQ32 {
	return operationQ32{name, func(a, _, _ Q32) Q32 { return f(a) }}
}

func binaryQ32(name string, f func(a, b Q32) Q32) operationQ32 {
	return operationQ32{name, func(a, b, _ Q32) Q32 { return f(a, b) }}
}

func reportQ32(name string, f func(a, b Q32) (Q32, bool)) operationQ32 {
	return binaryQ32(name, func(a, b Q32) Q32 {
		v, ok := f(a, b)
		if ok {
			return v ^ 0x5555
		}
		return v
	})
}

// narrow is a function of Q16 on the upper bits of its operands.
func narrow(name string, f func(a, b Q16) Q16) operationQ32 {
	return binaryQ32(name, func(a, b Q32) Q32 { return f(Q16(a>>32), Q16(b>>32)).Q32() })
}

// operationsQ32 is every numeric function of Q32, and those of Q16 that operations lacks.
func operationsQ32() []operationQ32 {
	return []operationQ32{
		binaryQ32("Add", Q32.Add), binaryQ32("Sub", Q32.Sub), binaryQ32("Mul", Q32.Mul), binaryQ32("Div", Q32.Div),
		binaryQ32("AddSat", Q32.AddSat), binaryQ32("SubSat", Q32.SubSat), binaryQ32("MulSat", Q32.MulSat),
		reportQ32("AddOK", Q32.AddOK), reportQ32("SubOK", Q32.SubOK), reportQ32("MulOK", Q32.MulOK), reportQ32("DivOK", Q32.DivOK),
		binaryQ32("MulRound", Q32.MulRound), binaryQ32("DivRound", Q32.DivRound), binaryQ32("Rem", Q32.Rem), binaryQ32("Mod", Q32.Mod),
		unaryQ32("Neg", Q32.Neg), unaryQ32("NegSat", Q32.NegSat), unaryQ32("Abs", Q32.Abs), unaryQ32("Sqrt", Q32.Sqrt),
		unaryQ32("Floor", Q32.Floor), unaryQ32("Ceil", Q32.Ceil), unaryQ32("Round", Q32.Round), unaryQ32("Trunc", Q32.Trunc),
		unaryQ32("Frac", Q32.Frac), {"Lerp", Q32.Lerp}, {"Clamp", Q32.Clamp},
		unaryQ32("Q16", func(a Q32) Q32 { return Q32(a.Q16()) }),
		unaryQ32("Q32Sin", Q32Sin), unaryQ32("Q32Cos", Q32Cos), unaryQ32("Q32Tan", Q32Tan), binaryQ32("Q32Atan2", Q32Atan2),
		unaryQ32("Q32Exp", func(a Q32) Q32 { return Q32Exp(a % (22 << 32)) }), unaryQ32("Q32Log", Q32Log),
		binaryQ32("Q32Pow", Q32Pow),
		binaryQ32("Q32Pow in range", func(a, b Q32) Q32 { return Q32Pow(a.Abs(), b>>32) }),
		narrow("Tan", func(a, _ Q16) Q16 { return Tan(a) }), narrow("Exp", func(a, _ Q16) Q16 { return Exp(a % (10 << 16)) }),
		narrow("Log", func(a, _ Q16) Q16 { return Log(a.Abs()) }), narrow("Pow", Pow),
		{"Q32Vec2.Len", func(a, b, _ Q32) Q32 { return Q32Vec2{a, b}.Len() }},
		{"Q32Vec2.Normalize", func(a, b, _ Q32) Q32 { v := Q32Vec2{a, b}.Normalize(); return v.X ^ v.Y<<30 }},
		{"Q32Vec2.Rotate", func(a, b, c Q32) Q32 { v := Q32Vec2{a, b}.Rotate(c); return v.X ^ v.Y<<30 }},
		{"Q32Vec3.Len", func(a, b, c Q32) Q32 { return Q32Vec3{a, b, c}.Len() }},
		{"Q32Vec3.Normalize", func(a, b, c Q32) Q32 { v := Q32Vec3{a, b, c}.Normalize(); return v.X ^ v.Y<<21 ^ v.Z<<30 }},
		{"Q32Vec3.Dot", func(a, b, c Q32) Q32 { return Q32Vec3{a, b, c}.Dot(Q32Vec3{c, a, b}) }},
		{"Q32Vec3.Cross", func(a, b, c Q32) Q32 { v := Q32Vec3{a, b, c}.Cross(Q32Vec3{b, a, c}); return v.X ^ v.Y<<21 ^ v.Z<<30 }},
	}
}

// chainQ32 is chain for Q32.
func chainQ32(ops []operationQ32, steps int) uint64 {
	r := rand.New(rand.NewPCG(39, 40))
	hash := uint64(0xcbf29ce484222325)
	a, b, c := Q32One, Q32Pi, Q32Half
	for range steps {
		bits, more := r.Uint64(), r.Uint64()
		v := ops[bits%uint64(len(ops))].do(a, b, c)
		hash = (hash ^ uint64(v)) * 0x100000001b3
		a, b, c = b, c^Q32(int64(more)>>(bits>>8&63)), v
	}
	return hash
}

func TestGoldenHashOfQ32(t *testing.T) {
	got := chainQ32(operationsQ32(), 1_000_000)
	t.Logf("golden fixed/Q32 %016x", got)
	if got != goldenQ32 {
		t.Errorf("hash of the results is %#x, pinned is %#x: a function changed, or this target computes otherwise", got, uint64(goldenQ32))
	}
}

func TestGoldenHashSeesOneUlpInAnyOperationOfQ32(t *testing.T) {
	const steps = 10_000
	want := chainQ32(operationsQ32(), steps)
	for i, op := range operationsQ32() {
		ops, calls := operationsQ32(), 0
		ops[i].do = func(a, b, c Q32) Q32 {
			calls++
			if calls == 10 {
				return op.do(a, b, c) + Q32Eps
			}
			return op.do(a, b, c)
		}
		if got := chainQ32(ops, steps); got == want {
			t.Errorf("one ulp more in call 10 of %d of %s leaves the hash at %#x", calls, op.name, got)
		}
	}
}
