package detvet

import (
	"go/ast"
	"go/types"
)

const sortHint = "leaves equal elements in an order that Go does not promise: use %s, or compare until no two elements are equal and allow it"

// stable names the sort that keeps equal elements in order.
var stable = map[string]string{
	"sort.Slice":        "sort.SliceStable",
	"sort.Sort":         "sort.Stable",
	"slices.SortFunc":   "slices.SortStableFunc",
	"slices.SortedFunc": "slices.SortedStableFunc",
}

// checkSort reports unstable sorts whose order of equal elements may show.
func (c *checker) checkSort(call *ast.CallExpr) {
	f := c.callee(call)
	if f == nil || f.Pkg() == nil {
		return
	}
	name := f.FullName()
	better, unstable := stable[name]
	if !unstable || len(call.Args) == 0 || c.isTotal(call.Args[len(call.Args)-1]) {
		return
	}
	c.report(ruleSort, call.Pos(), "%s "+sortHint, name, better)
}

// isTotal tells an order in which equal elements cannot be told apart: the
// standard comparison of whole integers or strings.
func (c *checker) isTotal(order ast.Expr) bool {
	if call, ok := ast.Unparen(order).(*ast.CallExpr); ok && len(call.Args) == 1 {
		switch c.named(call.Fun) {
		case "sort.IntSlice", "sort.StringSlice":
			return true
		case "sort.Reverse":
			return c.isTotal(call.Args[0])
		}
		return false
	}
	f, ok := c.object(order).(*types.Func)
	if !ok {
		return false
	}
	switch f.Origin().FullName() {
	case "strings.Compare":
		return true
	case "cmp.Compare":
		sig, ok := c.typeOf(order).(*types.Signature)
		return ok && sig.Params().Len() > 0 && !isFloat(sig.Params().At(0).Type())
	}
	return false
}

// named is the path and name of the type or function that e names, or "".
func (c *checker) named(e ast.Expr) string {
	obj := c.object(e)
	if obj == nil || obj.Pkg() == nil {
		return ""
	}
	return obj.Pkg().Path() + "." + obj.Name()
}
