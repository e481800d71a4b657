package backstep_test

import (
	"go/token"
	"strings"
	"testing"
)

// fixtures are small packages that break one rule each, and what the rule then
// says. A rule that finds nothing in its fixture is broken itself.
var fixtures = []struct {
	name, rule, dir, file, text, want string
}{
	{"engine imports a transport", "imports", "rollback", "a.go", `package rollback; import _ "example.com/backstep/transport"`, "must not import"},
	{"engine imports os", "imports", "rollback", "a.go", `package rollback; import _ "os"`, "must not import os"},
	{"engine imports a goroutine's home", "imports", "savestate", "a.go", `package savestate; import _ "sync/atomic"`, "must not import sync/atomic"},
	{"transport imports the engine", "imports", "transport/udp", "a.go", `package udp; import _ "example.com/backstep/rollback"`, "must not import"},
	{"transport imports another module", "imports", "transport/memnet", "a.go", `package memnet; import _ "github.com/pion/stun/v4"`, "must not import"},
	{"somebody imports the demo", "imports", "synctest", "a.go", `package synctest; import _ "example.com/backstep/demo/duel"`, "must not import"},
	{"a folder without a row", "imports", "newcomer", "a.go", `package newcomer`, "no row for newcomer"},

	{"a long file", "file length", "fixed", "a.go", "package fixed\n" + strings.Repeat("\n", 350), "351 lines"},
	{"a long function", "function length", "fixed", "a.go", "package fixed\nfunc f() {\n" + strings.Repeat("\n", 71) + "}\n", "f has 71 lines"},

	{"the clock", "stepped packages", "rollback", "a.go", `package rollback; import "time"; var _ = time.Now`, "time.Now"},
	{"a renamed clock", "stepped packages", "rollback", "a.go", `package rollback; import t "time"; var _ = t.AfterFunc`, "time.AfterFunc"},
	{"a goroutine", "stepped packages", "synctest", "a.go", `package synctest; func f() { go f() }`, "a goroutine"},
	{"a channel", "stepped packages", "fixed", "a.go", `package fixed; var c chan int`, "a channel"},
	{"a select", "stepped packages", "fixed", "a.go", `package fixed; func f() { select {} }`, "a select"},
	{"a receive", "stepped packages", "fixed", "a.go", `package fixed; func f() { <-g() }`, "a receive"},
	{"a mutex", "stepped packages", "transport/memnet", "a.go", `package memnet; import _ "sync"`, "needs no sync"},
	{"a map of anything", "stepped packages", "savestate", "a.go", `package savestate; var m map[any]int`, "keyed by anything"},
	{"a map's order", "no iteration over maps", "rollback", "a.go", `package rollback; type m map[int]int; func f(x m) { for range x {} }`, "range over a map"},
	{"a map's keys", "no iteration over maps", "rollback", "a.go", `package rollback; import "maps"; var _ = maps.Keys[map[int]int]`, "maps.Keys"},

	{"an assigned variable", "no mutable package state", "fixed", "a.go", `package fixed; var n int; func f() { n = 1 }`, "n is assigned"},
	{"a counter", "no mutable package state", "demo/web", "a.go", `package main; var n int; func f() { n++ }`, "n is assigned"},
	{"a field", "no mutable package state", "fixed", "a.go", `package fixed; var s struct{ x int }; func f() { (s).x = 1 }`, "s is assigned"},
	{"an element", "no mutable package state", "fixed", "a.go", `package fixed; var m = map[int]int{}; func f() { m[1] = 1 }`, "m is assigned"},
	{"a variable of a range", "no mutable package state", "fixed", "a.go", `package fixed; var n int; func f() { for n = range 3 {} }`, "n is assigned"},
	{"an address", "no mutable package state", "fixed", "a.go", `package fixed; var n int; func f() *int { return &n }`, "n has its address taken"},
	{"a slice of an array", "no mutable package state", "fixed", "a.go", `package fixed; var a [4]byte; func f() []byte { return a[:] }`, "a is sliced"},
	{"a pointer receiver", "no mutable package state", "fixed", "a.go", `package fixed; type t struct{}; func (*t) m() {}; var v t; func f() { v.m() }`, "v has its address taken by m"},
	{"a lock", "no mutable package state", "transport", "a.go", `package transport; import "sync"; var mu sync.Mutex; func f() { mu.Lock() }`, "mu has its address taken"},
	{"a cleared map", "no mutable package state", "fixed", "a.go", `package fixed; var m = map[int]int{}; func f() { clear(m) }`, "m is changed"},
	{"somebody else's variable", "no mutable package state", "demo", "a.go", `package main; import "os"; func f() { os.Args = nil }`, "Args is assigned"},

	{"no package comment", "doc comments", "fixed", "a.go", `package fixed`, "the package has no comment"},
	{"a function without a comment", "doc comments", "fixed", "a.go", "// Package fixed.\npackage fixed\nfunc F() {}", "F has no comment"},
	{"a method without a comment", "doc comments", "fixed", "a.go", "// Package fixed.\npackage fixed\n// T is.\ntype T[A any] struct{}\nfunc (*T[A]) M() {}", "M has no comment"},
	{"a type without a comment", "doc comments", "fixed", "a.go", "// Package fixed.\npackage fixed\ntype T int", "T has no comment"},
	{"a constant without a comment", "doc comments", "fixed", "a.go", "// Package fixed.\npackage fixed\nconst C = 1", "C has no comment"},

	{"an error without its package", "error texts", "fixed", "a.go", `package fixed; import "errors"; var _ = errors.New("no number")`, `want "fixed: " first`},
	{"a format without its package", "error texts", "fixed", "a.go", `package fixed; import "fmt"; var _ = fmt.Errorf("no" + " number")`, `want "fixed: " first`},
	{"a complaint", "error texts", "fixed", "a.go", "package fixed\nconst c = \"fixed: failed " + "to add\"", "say what is so"},

	{"a sleep", "tests", "fixed", "a_test.go", `package fixed; import "time"; func f() { time.Sleep(1) }`, "time.Sleep"},
	{"a skip", "tests", "fixed", "a_test.go", `package fixed; import "testing"; func f(t *testing.T) { t.Skip() }`, "without a reason"},
	{"a bare skip", "tests", "fixed", "a_test.go", `package fixed; import "testing"; func f(t *testing.T) { t.SkipNow() }`, "without a reason"},
}

func TestRulesFindWhatIsPlanted(t *testing.T) {
	fset := token.NewFileSet()
	imports, err := exportData(fset)
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, f := range fixtures {
		t.Run(f.name, func(t *testing.T) {
			p := &pack{dir: f.dir, fset: fset}
			if err := p.parse(f.file, []byte(f.text)); err != nil {
				t.Fatal(err)
			}
			p.resolve(imports)
			used[f.rule] = true
			found := ruleNamed(t, f.rule).check(p)
			if len(found) == 0 || !strings.Contains(found[0].String(), f.want) {
				t.Errorf("found %v, want something with %q", found, f.want)
			}
		})
	}
	for _, r := range rules() {
		if !used[r.name] {
			t.Errorf("no fixture breaks the rule %q", r.name)
		}
	}
}

func ruleNamed(t *testing.T, name string) rule {
	for _, r := range rules() {
		if r.name == name {
			return r
		}
	}
	t.Fatalf("no rule %q", name)
	return rule{}
}

// What is allowed, and looks much like what is not.
func TestRulesLeaveTheRestAlone(t *testing.T) {
	const text = `// Package rollback is a package.
package rollback

import (
	"errors"
	"fmt"
	"time"
)

// Errors and tables.
var (
	ErrOne = errors.New("rollback: one")
	names  = [...]string{"a", "b"}
	sizes  = map[string]int{"a": 1}
	_      = fmt.Stringer(nil)
)

// T is a type.
type T struct{ names []string }

// Name reads a table, and writes to its own variable of the same name as one.
func (t *T) Name(i int) (string, int, time.Duration) {
	names := []string{names[i]}
	names[0] = "c"
	t.names = names[:]
	for range t.names {
	}
	return names[0], sizes[names[0]], time.Second
}

func wrap() error { return fmt.Errorf("%w: two", ErrOne) }
`
	fset := token.NewFileSet()
	p := &pack{dir: "rollback", fset: fset}
	if err := p.parse("a.go", []byte(text)); err != nil {
		t.Fatal(err)
	}
	imports, err := exportData(fset)
	if err != nil {
		t.Fatal(err)
	}
	p.resolve(imports)
	for _, r := range rules() {
		if found := r.check(p); len(found) > 0 {
			t.Errorf("%s: %v, want nothing", r.name, found)
		}
	}
}

func TestWordsAreFound(t *testing.T) {
	for text, want := range map[string]string{
		"// TO" + "DO: later":          "leave it out",
		"see /wo" + "rk/main/x.go":     "a path of one machine",
		"`/ro" + "ot/go`":              "a path of one machine",
		"as iss" + "ue 12 asks":        "not its number",
		"prom" + "ise #3":              "not its number",
		"fine\nfine\nFIX" + "ME: this": "a.go:3",
	} {
		found := checkWords("a.go", text)
		if len(found) != 1 || !strings.Contains(found[0].String(), want) {
			t.Errorf("%q: found %v, want something with %q", text, found, want)
		}
	}
	for _, text := range []string{"https://example.com/ro" + "ot/x", "to do", "issues come", "a framework/ro" + "ot/x"} {
		if found := checkWords("a.go", text); len(found) > 0 {
			t.Errorf("%q: found %v, want nothing", text, found)
		}
	}
}

func TestDeadLinksAreFound(t *testing.T) {
	exists := func(name string) bool { return name == "docs/there.md" }
	text := "[a](there.md#top) [b](https://example.com/gone.md) [c](gone.md)"
	found := deadLinks("docs/page.md", text, exists)
	if len(found) != 1 || found[0].what != "gone.md does not exist" {
		t.Errorf("found %v, want gone.md only", found)
	}
}
