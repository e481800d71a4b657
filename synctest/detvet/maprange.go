package detvet

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

const mapHint = "maps are iterated in random order: collect the keys, sort them and range over those, or keep a slice"

// checkMapRange reports a range over a map whose body can tell the order.
func (c *checker) checkMapRange(r *ast.RangeStmt, stack []ast.Node) {
	if !isMap(c.typeOf(r.X)) || blank(r.Key) && blank(r.Value) {
		return
	}
	if c.deletesAll(r) || c.collectsKeys(r, stack) {
		return
	}
	c.report(ruleMapRange, r.For, mapHint)
}

func blank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return e == nil || ok && id.Name == "_"
}

// deletesAll tells `for k := range m { delete(m, k) }`.
func (c *checker) deletesAll(r *ast.RangeStmt) bool {
	if len(r.Body.List) != 1 || !blank(r.Value) {
		return false
	}
	s, ok := r.Body.List[0].(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := s.X.(*ast.CallExpr)
	return ok && c.builtin(call) == "delete" && c.same(call.Args[0], r.X) && c.same(call.Args[1], r.Key)
}

// collectsKeys tells `for k := range m { keys = append(keys, k) }` with a sort
// of keys later in the same function.
func (c *checker) collectsKeys(r *ast.RangeStmt, stack []ast.Node) bool {
	if len(r.Body.List) != 1 || !blank(r.Value) {
		return false
	}
	a, ok := r.Body.List[0].(*ast.AssignStmt)
	if !ok || len(a.Lhs) != 1 || len(a.Rhs) != 1 || a.Tok != token.ASSIGN {
		return false
	}
	call, ok := a.Rhs[0].(*ast.CallExpr)
	if !ok || c.builtin(call) != "append" || len(call.Args) != 2 || call.Ellipsis.IsValid() {
		return false
	}
	return c.same(call.Args[0], a.Lhs[0]) && c.same(call.Args[1], r.Key) && c.sortedAfter(a.Lhs[0], r.End(), stack)
}

// sortedAfter tells whether the innermost function around sorts keys after pos.
func (c *checker) sortedAfter(keys ast.Expr, pos token.Pos, stack []ast.Node) bool {
	sorted := false
	ast.Inspect(enclosingBody(stack), func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if ok && call.Pos() >= pos && c.isSort(call) && len(call.Args) > 0 {
			sorted = sorted || c.mentions(call.Args[0], keys)
		}
		return !sorted
	})
	return sorted
}

// mentions tells whether arg is keys, or keys converted or wrapped once or more
// for sort.Sort.
func (c *checker) mentions(arg, keys ast.Expr) bool {
	if c.same(arg, keys) {
		return true
	}
	call, ok := ast.Unparen(arg).(*ast.CallExpr)
	return ok && len(call.Args) == 1 && c.mentions(call.Args[0], keys)
}

// isSort tells the functions that put their first argument in order.
func (c *checker) isSort(call *ast.CallExpr) bool {
	f := c.callee(call)
	if f == nil || f.Pkg() == nil {
		return false
	}
	switch f.Pkg().Path() {
	case "slices":
		return strings.HasPrefix(f.Name(), "Sort") && !strings.HasPrefix(f.Name(), "Sorted")
	case "sort":
		switch f.Name() {
		case "Sort", "Stable", "Slice", "SliceStable", "Ints", "Strings", "Float64s":
			return true
		}
	}
	return false
}

// enclosingBody is the body of the innermost function, or the outermost node.
func enclosingBody(stack []ast.Node) ast.Node {
	for i := len(stack) - 1; i >= 0; i-- {
		switch f := stack[i].(type) {
		case *ast.FuncDecl:
			return f.Body
		case *ast.FuncLit:
			return f.Body
		}
	}
	return stack[0]
}

// same tells whether two expressions are the same variable or chain of fields.
func (c *checker) same(a, b ast.Expr) bool {
	if a == nil || b == nil {
		return false
	}
	a, b = ast.Unparen(a), ast.Unparen(b)
	switch x := a.(type) {
	case *ast.Ident:
		y, ok := b.(*ast.Ident)
		return ok && c.object(x) != nil && c.object(x) == c.object(y)
	case *ast.SelectorExpr:
		y, ok := b.(*ast.SelectorExpr)
		return ok && c.object(x) == c.object(y) && c.same(x.X, y.X)
	}
	return false
}

// checkIterator reports the functions that hand out a map's entries in random
// order, unless a sort takes them up at once.
func (c *checker) checkIterator(id *ast.Ident, stack []ast.Node) {
	f, ok := c.pass.TypesInfo.Uses[id].(*types.Func)
	if !ok || f.Pkg() == nil {
		return
	}
	switch full := f.Origin().FullName(); full {
	case "maps.Keys", "maps.Values":
		if !c.sortsAtOnce(stack) {
			c.report(ruleMapRange, id.Pos(), "%s gives random order: wrap it in slices.Sorted", full)
		}
	case "maps.All", "(reflect.Value).MapKeys", "(reflect.Value).MapRange", "(*sync.Map).Range":
		c.report(ruleMapRange, id.Pos(), "%s gives random order: range over sorted keys instead", full)
	}
}

// sortsAtOnce tells whether the call around is the argument of slices.Sorted,
// or of slices.Collect whose result is sorted later in the function.
func (c *checker) sortsAtOnce(stack []ast.Node) bool {
	calls := enclosingCalls(stack)
	if len(calls) < 2 {
		return false
	}
	outer := c.callee(calls[1])
	if outer == nil || outer.Pkg() == nil || outer.Pkg().Path() != "slices" {
		return false
	}
	if strings.HasPrefix(outer.Name(), "Sorted") {
		return true
	}
	a, ok := parentOf(calls[1], stack).(*ast.AssignStmt)
	return ok && outer.Name() == "Collect" && len(a.Lhs) == 1 && c.sortedAfter(a.Lhs[0], a.End(), stack)
}

// enclosingCalls is the calls around, the innermost first, up to a statement.
func enclosingCalls(stack []ast.Node) (calls []*ast.CallExpr) {
	for i := len(stack) - 1; i >= 0; i-- {
		switch n := stack[i].(type) {
		case *ast.CallExpr:
			calls = append(calls, n)
		case ast.Stmt:
			return calls
		}
	}
	return calls
}

func parentOf(n ast.Node, stack []ast.Node) ast.Node {
	for i := 1; i < len(stack); i++ {
		if stack[i] == n {
			return stack[i-1]
		}
	}
	return nil
}
