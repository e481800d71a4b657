// Package backstep_test holds the house rules: what CONTRIBUTING.md asks of the
// code, checked. Every rule has a fixture that breaks it (house_fixture_test.go).
package backstep_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// module is the module's path.
const module = "example.com/backstep"

// source is one Go file.
type source struct {
	name string // relative to the root, with slashes
	test bool
	tool bool // a generator: no build takes it
	text string
	ast  *ast.File
}

// pack is the files of one folder, whatever their build constraints.
type pack struct {
	dir   string // relative to the root; "." is the root
	name  string // of the package, without _test
	files []*source
	fset  *token.FileSet
	// info tells the objects of identifiers, and the types where they are
	// known: imports that cannot be loaded leave theirs out.
	info *types.Info
}

// finding is one breach of a rule.
type finding struct{ where, what string }

func (f finding) String() string { return f.where + ": " + f.what }

// rule looks at one package.
type rule struct {
	name  string
	check func(p *pack) []finding
}

func rules() []rule {
	return []rule{
		{"imports", checkImports},
		{"file length", checkFileLength},
		{"function length", checkFuncLength},
		{"stepped packages", checkStepped},
		{"no iteration over maps", checkMapRange},
		{"no mutable package state", checkVars},
		{"doc comments", checkDocs},
		{"error texts", checkErrors},
		{"tests", checkTests},
	}
}

func TestHouse(t *testing.T) {
	packs := repository(t)
	for _, r := range rules() {
		t.Run(strings.ReplaceAll(r.name, " ", "-"), func(t *testing.T) {
			for _, p := range packs {
				for _, f := range r.check(p) {
					t.Error(f)
				}
			}
		})
	}
}

// repository is all packages of the module, parsed and type-checked once.
func repository(t *testing.T) []*pack {
	t.Helper()
	packs, err := loadOnce()
	if err != nil {
		t.Fatal(err)
	}
	return packs
}

var loadOnce = sync.OnceValues(func() ([]*pack, error) {
	fset := token.NewFileSet()
	packs, err := parseAll(fset, ".")
	if err != nil {
		return nil, err
	}
	imports, err := exportData(fset)
	if err != nil {
		return nil, err
	}
	for _, p := range packs {
		p.resolve(imports)
	}
	return packs, nil
})

// parseAll parses every Go file below root.
func parseAll(fset *token.FileSet, root string) ([]*pack, error) {
	byDir := map[string]*pack{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && skippedDir(d.Name()) {
			return filepath.SkipDir
		}
		if d.IsDir() || filepath.Ext(name) != ".go" {
			return nil
		}
		name = filepath.ToSlash(name)
		dir := path.Dir(name)
		if byDir[dir] == nil {
			byDir[dir] = &pack{dir: dir, fset: fset}
		}
		return byDir[dir].parse(name, nil)
	})
	packs := make([]*pack, 0, len(byDir))
	for _, p := range byDir {
		packs = append(packs, p)
	}
	slices.SortFunc(packs, func(a, b *pack) int { return strings.Compare(a.dir, b.dir) })
	return packs, err
}

// skippedDir tells folders that are not the project's source.
func skippedDir(name string) bool {
	return name == ".git" || name == "bin" || name == "dist" || name == "testdata"
}

// parse adds a file; its text comes from the disk if text is nil.
func (p *pack) parse(name string, text []byte) error {
	if text == nil {
		var err error
		if text, err = readFile(name); err != nil {
			return err
		}
	}
	f, err := parser.ParseFile(p.fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	s := &source{name: name, test: strings.HasSuffix(name, "_test.go"), text: string(text), ast: f}
	s.tool = strings.Contains(s.text, "\n//go:build ignore\n") || strings.HasPrefix(s.text, "//go:build ignore\n")
	if !s.tool {
		p.name = strings.TrimSuffix(f.Name.Name, "_test")
	}
	p.files = append(p.files, s)
	return nil
}

// code is the files that are neither tests nor tools.
func (p *pack) code() []*source {
	return slices.DeleteFunc(slices.Clone(p.files), func(s *source) bool { return s.test || s.tool })
}

// at makes a finding at a node.
func (p *pack) at(n ast.Node, format string, args ...any) finding {
	pos := p.fset.Position(n.Pos())
	return finding{fmt.Sprintf("%s:%d", pos.Filename, pos.Line), fmt.Sprintf(format, args...)}
}

// each visits every node of the files.
func each(files []*source, visit func(s *source, n ast.Node)) {
	for _, s := range files {
		ast.Inspect(s.ast, func(n ast.Node) bool {
			if n != nil {
				visit(s, n)
			}
			return true
		})
	}
}

// selects tells whether n is the name of something in the package imported
// under importPath, and of what.
func (s *source) selects(n ast.Node, importPath string) (name string, ok bool) {
	sel, isSel := n.(*ast.SelectorExpr)
	if !isSel {
		return "", false
	}
	x, isIdent := sel.X.(*ast.Ident)
	if !isIdent || x.Name != s.localName(importPath) {
		return "", false
	}
	return sel.Sel.Name, true
}

// localName is what the file calls an import, "" if it does not import it.
func (s *source) localName(importPath string) string {
	for _, i := range s.ast.Imports {
		if importOf(i) != importPath {
			continue
		}
		if i.Name != nil {
			return i.Name.Name
		}
		if base := path.Base(importPath); base != "v2" {
			return base
		}
		return path.Base(path.Dir(importPath))
	}
	return ""
}

func importOf(i *ast.ImportSpec) string { return strings.Trim(i.Path.Value, `"`) }
