package detvet

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"

	"golang.org/x/tools/go/cfg"
)

// graph is the control flow of a function's body.
type graph struct {
	blocks []*cfg.Block
	// entry is what each block's variables may hold when it begins; it only
	// grows, and is kept between runs.
	entry []env
}

// eachBody runs all functions, and the initial values of package-level variables.
func (f *flow) eachBody(run func(n ast.Node)) {
	for _, n := range f.order {
		run(n)
	}
	for _, file := range f.c.files {
		for _, d := range file.Decls {
			if g, ok := d.(*ast.GenDecl); ok {
				for _, spec := range g.Specs {
					f.node(spec, env{})
				}
			}
		}
	}
}

// run follows the variables of one function to a fixed point.
func (f *flow) run(n ast.Node) {
	sig := f.bodies[n]
	g := f.graphOf(n)
	f.results = sig.Results()
	f.enter(g, sig)
	for again := true; again; {
		again = false
		for _, b := range g.blocks {
			if b.Live && f.block(g, b) {
				again = true
			}
		}
	}
}

func (f *flow) graphOf(n ast.Node) *graph {
	if g := f.graphs[n]; g != nil {
		return g
	}
	c := cfg.New(bodyOf(n), func(*ast.CallExpr) bool { return true })
	g := &graph{blocks: c.Blocks, entry: make([]env, len(c.Blocks))}
	for i := range g.entry {
		g.entry[i] = env{}
	}
	f.graphs[n] = g
	return g
}

func bodyOf(n ast.Node) *ast.BlockStmt {
	if lit, ok := n.(*ast.FuncLit); ok {
		return lit.Body
	}
	return n.(*ast.FuncDecl).Body
}

// enter gives parameters what callers pass.
func (f *flow) enter(g *graph, sig *types.Signature) {
	first := g.entry[0]
	for v := range sig.Params().Variables() {
		if made := f.held[f.find(v)]; made.IsValid() {
			first[v] = made
		}
	}
	if v := sig.Recv(); v != nil {
		if made := f.held[f.find(v)]; made.IsValid() {
			first[v] = made
		}
	}
}

// block runs one block and tells whether a successor learned something.
func (f *flow) block(g *graph, b *cfg.Block) (learned bool) {
	now := maps.Clone(g.entry[b.Index])
	for _, n := range b.Nodes {
		f.node(n, now)
	}
	for _, next := range b.Succs {
		entry := g.entry[next.Index]
		for v, made := range now {
			if _, known := entry[v]; !known {
				entry[v] = made
				learned = true
			}
		}
	}
	return learned
}

// node runs a statement or expression: sums and calls within, then what it
// assigns. Function literals are run by themselves.
func (f *flow) node(n ast.Node, env env) {
	ast.Inspect(n, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok {
			return false
		}
		f.sums(n, env)
		switch n := n.(type) {
		case *ast.CallExpr:
			f.arguments(n, env)
		case *ast.CompositeLit:
			f.fields(n, env)
		}
		return true
	})
	switch n := n.(type) {
	case *ast.AssignStmt:
		if s := f.switches[n]; s != nil {
			f.typeSwitch(s, n.Rhs[0], env)
			return
		}
		f.assignment(n, env)
	case *ast.ValueSpec:
		f.valueSpec(n, env)
	case *ast.IncDecStmt:
		f.set(n.X, token.NoPos, env)
	case *ast.ReturnStmt:
		f.returns(n, env)
	case ast.Expr:
		if r := f.ranges[n]; r != nil {
			f.rangeOver(r, env)
		}
	}
}

func (f *flow) assignment(a *ast.AssignStmt, env env) {
	if op, ok := assignOps[a.Tok]; ok {
		f.set(a.Lhs[0], f.productOf(op, a.Lhs[0], a.Rhs[0], a.TokPos, env), env)
		return
	}
	f.assignAll(a.Lhs, a.Rhs, env)
}

func (f *flow) valueSpec(s *ast.ValueSpec, env env) {
	lhs := make([]ast.Expr, len(s.Names))
	for i, name := range s.Names {
		lhs[i] = name
		if len(s.Values) == 0 {
			f.set(name, token.NoPos, env)
		}
	}
	f.assignAll(lhs, s.Values, env)
}

// assignAll assigns in parallel: all right sides are read first.
func (f *flow) assignAll(lhs, rhs []ast.Expr, env env) {
	made := make([]token.Pos, len(lhs))
	for i := range lhs {
		if len(rhs) == len(lhs) {
			made[i] = f.holds(rhs[i], env)
		} else if len(rhs) == 1 {
			made[i] = f.partHolds(rhs[0], i, env)
		}
	}
	for i, l := range lhs {
		f.set(l, made[i], env)
		if len(rhs) == len(lhs) {
			f.connect(f.root(l), rhs[i])
		}
	}
}

// partHolds is about part i of a call with several results, or of x, ok := y.
func (f *flow) partHolds(e ast.Expr, i int, env env) token.Pos {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		return f.resultHolds(call, i, env)
	}
	if i == 0 {
		return f.holds(e, env)
	}
	return token.NoPos
}

// set assigns. Only a whole variable that env follows forgets what it held.
func (f *flow) set(l ast.Expr, made token.Pos, env env) {
	v := f.root(l)
	if v == nil {
		return
	}
	_, whole := ast.Unparen(l).(*ast.Ident)
	switch {
	case !f.tracked(v):
		f.store(v, made)
	case made.IsValid():
		env[v] = made
	case whole:
		delete(env, v)
	}
}

// store puts a product where other functions may find it, and reports it if
// that is a package which adds it to something.
func (f *flow) store(v *types.Var, made token.Pos) {
	f.hold(v, made)
	if f.reporting && made.IsValid() && v.Pkg() != f.c.pass.Pkg && f.c.saysAddend(v) {
		f.c.report(ruleFusion, made, "package %s adds %s to something, and some targets do not round this product first: put it in a conversion such as %s(...)",
			v.Pkg().Name(), v.Name(), f.floatName(v.Type()))
	}
}

// connect notes what a variable shares with the expression it gets: memory, or
// the functions it may call.
func (f *flow) connect(v *types.Var, r ast.Expr) {
	if v == nil {
		return
	}
	f.bind(v, r)
	if from := f.root(r); from != nil && isShared(v.Type()) && !isMap(v.Type()) {
		f.share(v, from)
	}
}
