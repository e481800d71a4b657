package detvet_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"example.com/backstep/synctest/detvet"
)

// The analyzer runs in any driver of go/analysis. This one is made by hand for a
// package of one file without imports.
func Example() {
	const source = `package game

func step(health map[int32]int32, x, v, dt float64) float64 {
	for id := range health {
		health[id]--
		break
	}
	return x + v*dt
}`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "game.go", source, parser.ParseComments)
	if err != nil {
		panic(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
	}
	pkg, err := new(types.Config).Check("game", fset, []*ast.File{file}, info)
	if err != nil {
		panic(err)
	}
	_, err = detvet.Analyzer.Run(&analysis.Pass{
		Analyzer: detvet.Analyzer, Fset: fset, Files: []*ast.File{file}, Pkg: pkg, TypesInfo: info,
		ExportPackageFact: func(analysis.Fact) {},
		Report: func(d analysis.Diagnostic) {
			fmt.Printf("line %d: %s\n", fset.Position(d.Pos).Line, d.Message)
		},
	})
	if err != nil {
		panic(err)
	}
	// Output:
	// line 4: maprange: maps are iterated in random order: collect the keys, sort them and range over those, or keep a slice
	// line 8: fusion: some targets add v * dt without rounding it first: write float64(v * dt)
}
