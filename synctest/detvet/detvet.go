package detvet

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/objectpath"
)

// Analyzer reports sources of nondeterminism in the packages it is run on. The
// category of a diagnostic is the name of its rule, and so is the first word
// of its message.
var Analyzer = &analysis.Analyzer{
	Name:      "detvet",
	Doc:       "report what makes a simulation compute different states on different machines\n\nEach finding names its rule and what to write instead. A line is excused by\n//detvet:allow <rule> <reason>, on the line or alone on the line above.",
	Run:       run,
	FactTypes: []analysis.Fact{new(packageFact)},
}

// rule is the name of a kind of finding.
type rule string

const (
	ruleMapRange  rule = "maprange"
	ruleClock     rule = "clock"
	ruleRand      rule = "rand"
	ruleEntropy   rule = "entropy"
	ruleGoroutine rule = "goroutine"
	ruleSelect    rule = "select"
	ruleChannel   rule = "channel"
	ruleFusion    rule = "fusion"
	ruleComplex   rule = "complex"
	ruleMath      rule = "mathfunc"
	ruleFloatInt  rule = "floatint"
	ruleIntSize   rule = "intsize"
	ruleSort      rule = "unstablesort"
	rulePointer   rule = "pointer"
	ruleMapHash   rule = "maphash"
	ruleGlobal    rule = "global"
	ruleEnviron   rule = "environ"
	ruleDirective rule = "directive" // misuse of a //detvet: comment; cannot be allowed
)

// rules is what an allow comment may name.
func rules() []rule {
	return []rule{
		ruleMapRange, ruleClock, ruleRand, ruleEntropy, ruleGoroutine, ruleSelect,
		ruleChannel, ruleFusion, ruleComplex, ruleMath, ruleFloatInt, ruleIntSize,
		ruleSort, rulePointer, ruleMapHash, ruleGlobal, ruleEnviron,
	}
}

// finding is one diagnostic before allow comments are applied.
type finding struct {
	rule    rule
	pos     token.Pos
	message string
	// cause is where a product was made that a sum elsewhere may not round.
	cause token.Pos
}

// checker holds one run over one package.
type checker struct {
	pass  *analysis.Pass
	known map[*types.Package]*packageFact // of imported packages, as asked for
	own   packageFact
	paths objectpath.Encoder
	files []*ast.File // without tests: they are not part of a simulation
	found []finding
}

func run(pass *analysis.Pass) (any, error) {
	c := &checker{pass: pass, known: map[*types.Package]*packageFact{}}
	for _, f := range pass.Files {
		if !strings.HasSuffix(pass.Fset.Position(f.FileStart).Filename, "_test.go") {
			c.files = append(c.files, f)
		}
	}
	c.checkFusion()
	c.checkGlobals()
	c.exportFact()
	c.checkState()
	for _, f := range c.files {
		c.walk(f)
	}
	c.settle()
	return nil, nil
}

// walk applies the rules that need one node and what encloses it.
func (c *checker) walk(f *ast.File) {
	ast.PreorderStack(f, nil, func(n ast.Node, stack []ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			c.checkName(n)
			c.checkIterator(n, stack)
		case *ast.RangeStmt:
			c.checkMapRange(n, stack)
			c.checkChannelRange(n)
		case *ast.GoStmt:
			c.report(ruleGoroutine, n.Go, "goroutines finish in any order: do the work in line, or merge results in a fixed order outside the step")
		case *ast.SelectStmt:
			c.report(ruleSelect, n.Select, "select picks among ready cases at random: take what the step needs as an argument")
		case *ast.SendStmt:
			c.checkSend(n, stack)
		case *ast.UnaryExpr:
			c.checkReceive(n, stack)
		case *ast.CallExpr:
			c.checkCall(n, stack)
		}
		return true
	})
}

// checkCall applies the rules about calls and conversions.
func (c *checker) checkCall(call *ast.CallExpr, stack []ast.Node) {
	if c.isConversion(call) {
		c.checkFloatInt(call, stack)
		c.checkAddress(call, stack)
		return
	}
	c.checkChannelCall(call)
	c.checkSort(call)
	c.checkFormat(call)
}

func (c *checker) report(r rule, pos token.Pos, format string, args ...any) {
	c.found = append(c.found, finding{rule: r, pos: pos, message: fmt.Sprintf(format, args...)})
}

// settle drops what is allowed and reports the rest in the order of the source.
func (c *checker) settle() {
	kept := c.applyDirectives(c.found)
	slices.SortFunc(kept, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.pos, b.pos), cmp.Compare(a.rule, b.rule), cmp.Compare(a.message, b.message), cmp.Compare(a.cause, b.cause))
	})
	for _, f := range slices.Compact(kept) {
		d := analysis.Diagnostic{Pos: f.pos, Category: string(f.rule), Message: string(f.rule) + ": " + f.message}
		if f.cause.IsValid() {
			d.Related = []analysis.RelatedInformation{{Pos: f.cause, Message: "such a product is made here"}}
		}
		c.pass.Report(d)
	}
}

// object is what an expression names: x, pkg.x, x.f or an instance of it.
func (c *checker) object(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return c.pass.TypesInfo.ObjectOf(e)
	case *ast.SelectorExpr:
		return c.pass.TypesInfo.ObjectOf(e.Sel)
	case *ast.IndexExpr:
		return c.instantiated(e.X)
	case *ast.IndexListExpr:
		return c.instantiated(e.X)
	}
	return nil
}

// instantiated is the generic function of f[T], or nil if x is indexed instead.
func (c *checker) instantiated(x ast.Expr) types.Object {
	if f, ok := c.object(x).(*types.Func); ok {
		return f
	}
	return nil
}

// callee is the function or method that a call names, or nil.
func (c *checker) callee(call *ast.CallExpr) *types.Func {
	f, _ := c.object(call.Fun).(*types.Func)
	if f == nil {
		return nil
	}
	return f.Origin()
}

func (c *checker) isConversion(call *ast.CallExpr) bool {
	tv, ok := c.pass.TypesInfo.Types[call.Fun]
	return ok && tv.IsType()
}

// builtin is the name of the built-in function called, or "".
func (c *checker) builtin(call *ast.CallExpr) string {
	if b, ok := c.object(call.Fun).(*types.Builtin); ok {
		return b.Name()
	}
	return ""
}

func (c *checker) typeOf(e ast.Expr) types.Type { return c.pass.TypesInfo.TypeOf(e) }

func (c *checker) isConst(e ast.Expr) bool {
	tv, ok := c.pass.TypesInfo.Types[e]
	return ok && tv.Value != nil
}

// isFunc tells whether f is the package-level function path.name.
func isFunc(f *types.Func, path, name string) bool {
	return f != nil && f.Pkg() != nil && f.Pkg().Path() == path && f.Name() == name && f.Signature().Recv() == nil
}
