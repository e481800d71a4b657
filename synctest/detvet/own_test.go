package detvet_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// root is the module, seen from here.
var root = filepath.Join("..", "..")

// games are the project's two simulations, and simulations those with what they
// are made of.
func games() []string       { return []string{"./demo/duel", "./demo/pegs"} }
func simulations() []string { return append(games(), "./fixed/...") }

func TestOwnSimulations(t *testing.T) {
	for _, d := range vet(t, root, buildTool(t), simulations()...) {
		t.Errorf("%s: %s", d.Posn, d.Message)
	}
}

// Nothing is reported of the two games, and nothing is excused in them either:
// each such line would be a false positive.
func TestOwnGamesNeedNoAllowComment(t *testing.T) {
	for _, game := range games() {
		lines := 0
		for name, text := range sources(t, filepath.Join(root, game)) {
			lines += strings.Count(string(text), "\n")
			if strings.Contains(string(text), "detvet:"+"allow") {
				t.Errorf("%s excuses a line", name)
			}
		}
		t.Logf("%s: %d lines, no false positive", game, lines)
	}
}

// The compiler itself fuses nothing in the project's simulations, on any target.
func TestOwnSimulationsAreNotFused(t *testing.T) {
	for _, arch := range fusing() {
		for _, stack := range fusedBy(t, root, arch, simulations()...) {
			t.Errorf("%s: the compiler fused %v", arch, stack)
		}
	}
}

// Without their conversions around products, the packages that compute with
// floats are what a game is before anybody looked for fusion. What the compiler
// then fuses on any target has to be reported; what is reported but fused nowhere
// is counted.
func TestFusionOfOwnFloatsAgreesWithTheCompiler(t *testing.T) {
	tool := buildTool(t)
	for _, name := range []string{"demo/pegs", "fixed/strict"} {
		t.Run(name, func(t *testing.T) {
			dir := withoutGuards(t, name)
			compareWithCompiler(t, dir, tool)
		})
	}
}

// sources is the files of a package by name, without tests and generators.
func sources(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no source in %s: %v", dir, err)
	}
	all := map[string][]byte{}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(name, "_test.go") && !strings.HasPrefix(string(text), "//go:build ignore") {
			all[filepath.Base(name)] = text
		}
	}
	return all
}

// withoutGuards copies a package to a module of its own, without the conversions
// around products. Other packages of the project are taken from where they are.
func withoutGuards(t *testing.T, pkg string) (dir string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write := func(name string, text []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	removed := 0
	for name, text := range sources(t, filepath.Join(root, pkg)) {
		bare, n := unguarded(t, text)
		write(name, bare)
		removed += n
	}
	if removed == 0 {
		t.Fatalf("%s has no product in a conversion", pkg)
	}
	mod, sum := besideOwn(t)
	write("go.mod", mod)
	write("go.sum", sum)
	t.Logf("%d conversions around products removed", removed)
	return dir
}

// besideOwn is the go.mod and go.sum of a module that uses the project's own.
func besideOwn(t *testing.T) (mod, sum []byte) {
	t.Helper()
	own, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	if mod, err = os.ReadFile(filepath.Join(own, "go.mod")); err != nil {
		t.Fatal(err)
	}
	if sum, err = os.ReadFile(filepath.Join(own, "go.sum")); err != nil {
		t.Fatal(err)
	}
	const module = "example.com/backstep"
	text := strings.Replace(string(mod), "module "+module, "module unguarded", 1)
	text += "\nrequire " + module + " v0.0.0\n\nreplace " + module + " => " + strconv.Quote(own) + "\n"
	return []byte(text), sum
}

// unguarded leaves (x * y) of each float64(x * y).
func unguarded(t *testing.T, text []byte) (bare []byte, removed int) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	bare = append(bare, text...)
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) != 1 {
			return true
		}
		name, isName := call.Fun.(*ast.Ident)
		product, isProduct := ast.Unparen(call.Args[0]).(*ast.BinaryExpr)
		if isName && name.Name == "float64" && isProduct && product.Op == token.MUL {
			for i := range len(name.Name) {
				bare[int(name.Pos())-1+i] = ' '
			}
			removed++
		}
		return true
	})
	return bare, removed
}
