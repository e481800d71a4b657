package strict

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// The golden hashes are a contract: they are the same on every target.
var golden = map[string]uint64{
	"Sin":    0x62c7b4d5c2642a2b,
	"Cos":    0x4e82482015215f7b,
	"Sincos": 0x30c0124cb422c963,
	"Tan":    0x97ea10eaf177eb4c,
	"Atan2":  0xd691dd9408219981,
	"Exp":    0x39f94ccda73ca0bb,
	"Log":    0x37f9db43ea99e1a5,
	"Pow":    0xb2d0bb73890eb25d,
	"Hypot":  0xf1fbcebe5273da61,
}

// functions is every function, as one of two arguments.
var functions = []struct {
	name string
	call func(x, y float64) float64
}{
	{"Sin", func(x, _ float64) float64 { return Sin(x) }},
	{"Cos", func(x, _ float64) float64 { return Cos(x) }},
	{"Sincos", func(x, _ float64) float64 { s, c := Sincos(x); return s - c }},
	{"Tan", func(x, _ float64) float64 { return Tan(x) }},
	{"Atan2", Atan2},
	{"Exp", func(x, _ float64) float64 { return Exp(x) }},
	{"Log", func(x, _ float64) float64 { return Log(x) }},
	{"Pow", Pow},
	{"Hypot", Hypot},
}

// hash digests the bits of a function's results over 200,000 arguments and all special ones.
func hash(call func(x, y float64) float64) uint64 {
	sum := uint64(0xcbf29ce484222325)
	fold := func(v float64) {
		if v != v { // Sincos subtracts two
			v = math.NaN()
		}
		sum = (sum ^ math.Float64bits(v)) * 0x100000001b3
	}
	r := rand.New(rand.NewPCG(13, 14))
	for range 50_000 {
		x, y := math.Float64frombits(r.Uint64()), math.Float64frombits(r.Uint64())
		near := 8*float64(r.Uint64()>>11)*0x1p-53 - 4
		fold(call(x, y))
		fold(call(near, x))
		fold(call(float64(near*200), near))
		fold(call(math.Abs(near), float64(near*50)))
	}
	for _, x := range specials {
		for _, y := range specials {
			fold(call(x, y))
		}
	}
	return sum
}

func TestGoldenHashes(t *testing.T) {
	for _, f := range functions {
		got := hash(f.call)
		t.Logf("golden strict/%s %016x", f.name, got)
		if got != golden[f.name] {
			t.Errorf("%q: %#x, // pinned is %#x: the function changed, or this target computes otherwise", f.name, got, golden[f.name])
		}
	}
}

// A product of floats must be the operand of a conversion and nothing else, or it may be fused with an addition: here, or
// where the function is inlined. Integer products are held to the same, which costs nothing.
func TestEveryProductIsConverted(t *testing.T) {
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	products := 0
	for _, file := range files {
		if name := file.Name(); strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") && !strings.HasPrefix(name, "gen_") {
			products += checkProducts(t, name)
		}
	}
	if products < 50 {
		t.Errorf("looked at %d products only", products)
	}
}

// checkProducts reports the bare products of a file and counts all.
func checkProducts(t *testing.T, name string) (count int) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	converted := map[ast.Expr]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok && id.Name == "float64" {
				converted[n.Args[0]] = true
			}
		case *ast.BinaryExpr:
			if n.Op == token.MUL {
				count++
				if !converted[n] {
					t.Errorf("%v: a product without a conversion", fset.Position(n.Pos()))
				}
			}
		case *ast.AssignStmt:
			if n.Tok == token.MUL_ASSIGN {
				t.Errorf("%v: *= has no conversion", fset.Position(n.Pos()))
			}
		}
		return true
	})
	return count
}
