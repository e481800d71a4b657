package backstep_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"strings"
)

func readFile(name string) ([]byte, error) { return os.ReadFile(name) }

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// exportData finds the compiled form of everything that the module imports, so
// that a package is type-checked without reading others' source.
func exportData(fset *token.FileSet) (types.Importer, error) {
	lines, err := goList("-e", "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}", "./...")
	if err != nil {
		return nil, err
	}
	files := map[string]string{}
	for _, l := range lines {
		if name, file, ok := strings.Cut(l, "\t"); ok && file != "" {
			files[name] = file
		}
	}
	lookup := func(name string) (io.ReadCloser, error) {
		if files[name] == "" {
			return nil, fmt.Errorf("no export data of %s", name)
		}
		return os.Open(files[name])
	}
	return importer.ForCompiler(fset, "gc", lookup), nil
}

// goList runs go list and returns its lines.
func goList(args ...string) ([]string, error) {
	out, err := exec.Command("go", append([]string{"list"}, args...)...).Output()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		return nil, fmt.Errorf("go list %s: %w\n%s", strings.Join(args, " "), err, exit.Stderr)
	}
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n"), nil
}

// resolve type-checks the package once for each kind of build its files have,
// external tests apart. What is unknown for want of an import stays out of info.
func (p *pack) resolve(imports types.Importer) {
	p.info = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
	}
	for _, b := range []build.Context{
		{GOOS: "linux", GOARCH: "amd64"}, {GOOS: "js", GOARCH: "wasm"}, {GOOS: "linux", GOARCH: "amd64", BuildTags: []string{"desktop"}},
	} {
		b.Compiler, b.ReleaseTags = build.Default.Compiler, build.Default.ReleaseTags
		byPackage := map[string][]*ast.File{}
		for _, s := range p.files {
			if s.matches(&b) {
				byPackage[s.ast.Name.Name] = append(byPackage[s.ast.Name.Name], s.ast)
			}
		}
		for name, files := range byPackage {
			conf := types.Config{Importer: imports, Error: func(error) {}}
			_, _ = conf.Check(p.path()+strings.TrimPrefix(name, p.name), p.fset, files, p.info)
		}
	}
}

// matches tells whether a build takes the file. A fixture is in no folder.
func (s *source) matches(b *build.Context) bool {
	b.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(s.text)), nil }
	ok, err := b.MatchFile(".", s.name)
	return ok && err == nil
}

func (p *pack) path() string {
	if p.dir == "." {
		return module
	}
	return module + "/" + p.dir
}
