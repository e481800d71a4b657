package backstep_test

import (
	"slices"
	"strings"
	"testing"
)

// row of the table of who may import whom. A folder takes the row with the
// longest prefix of its path.
type row struct {
	dir  string
	pure bool     // of the standard library only what neither waits nor asks the machine
	may  []string // packages, or with a trailing /... what is below too
}

var importTable = []row{
	{dir: ".", may: nil},
	{dir: "fixed", pure: true, may: []string{module + "/fixed/..."}},
	{dir: "savestate", pure: true},
	{dir: "rollback/internal/wire", pure: true},
	{dir: "rollback", pure: true, may: []string{module + "/savestate", module + "/rollback/internal/wire", "time", "log/slog"}},
	{dir: "rollback/live", may: []string{module + "/rollback", module + "/transport"}},
	{dir: "rollback/replay", may: []string{module + "/rollback", module + "/savestate"}},
	{dir: "rollback/jobs"},
	// Its constructors open a UDP port, as those of the package whose calls it has do.
	{dir: "rollback/ggpo", may: []string{module + "/rollback", module + "/savestate", module + "/transport", module + "/transport/udp"}},
	{dir: "synctest/detvet", may: []string{module + "/synctest/detvet/...", "golang.org/x/tools/..."}},
	{dir: "synctest", may: []string{module + "/rollback", module + "/savestate", "github.com/google/go-cmp/..."}},
	{dir: "transport", may: []string{module + "/transport/..."}},
	{dir: "transport/udp", may: []string{module + "/transport", "github.com/pion/stun/..."}},
	{dir: "transport/rtc", may: []string{module + "/transport/...", "github.com/pion/..."}},
	{dir: "transport/signal", may: []string{module + "/transport/...", "github.com/pion/turn/...", "github.com/coder/websocket/..."}},
	{dir: "internal/sim", may: []string{"..."}},
	{dir: "internal/determinism", may: []string{"..."}},
	{dir: "bench", may: []string{"..."}},
	{dir: "demo", may: []string{"..."}},
}

// impure is what of the standard library a pure package leaves alone.
var impure = []string{"context", "log", "math/rand", "net", "os", "runtime", "sync", "syscall", "testing", "time"}

// leaves are imported by nothing but each other.
var leaves = []string{"demo", "bench", "internal/sim", "internal/determinism"}

func checkImports(p *pack) (found []finding) {
	r, ok := rowOf(p.dir)
	for _, s := range p.code() {
		if !ok {
			found = append(found, finding{s.name, "the table of imports has no row for " + p.dir})
		}
		for _, i := range s.ast.Imports {
			if name := importOf(i); ok && !r.allows(name) {
				found = append(found, p.at(i, "%s must not import %s", p.dir, name))
			} else if isLeaf(strings.TrimPrefix(name, module+"/")) && !isLeaf(p.dir) {
				found = append(found, p.at(i, "%s is imported by nothing", name))
			}
		}
	}
	return found
}

func rowOf(dir string) (best row, ok bool) {
	for _, r := range importTable {
		if below(dir, r.dir) && (!ok || len(r.dir) > len(best.dir)) {
			best, ok = r, true
		}
	}
	return best, ok
}

func below(dir, parent string) bool { return dir == parent || strings.HasPrefix(dir, parent+"/") }

func isLeaf(dir string) bool {
	return slices.ContainsFunc(leaves, func(l string) bool { return below(dir, l) })
}

func (r row) allows(name string) bool {
	for _, m := range r.may {
		tree, isTree := strings.CutSuffix(m, "...")
		if name == m || isTree && strings.HasPrefix(name+"/", tree) {
			return true
		}
	}
	if !isStd(name) {
		return false
	}
	return !r.pure || !slices.ContainsFunc(impure, func(i string) bool { return below(name, i) })
}

// isStd: no package of the standard library has a dot in its first element.
func isStd(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	return !strings.Contains(first, ".")
}

// The table speaks of direct imports; this of everything behind them.
func TestEngineNeedsNoOtherModule(t *testing.T) {
	for _, dir := range []string{"./rollback", "./savestate", "./fixed/..."} {
		lines, err := goList("-deps", dir)
		if err != nil {
			t.Fatal(err)
		}
		if len(lines) < 10 {
			t.Errorf("go list -deps %s names %d packages only", dir, len(lines))
		}
		for _, l := range lines {
			if !isStd(l) && !below(l, module) {
				t.Errorf("%s depends on %s", dir, l)
			}
		}
	}
}
