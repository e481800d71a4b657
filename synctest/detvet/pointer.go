package detvet

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"
)

const addressHint = "is an address, which differs in every run: use an index or an id of the state"

// checkAddress reports uintptr(unsafe.Pointer(p)), unless the expression goes on
// to make a pointer again and so never shows the number.
func (c *checker) checkAddress(call *ast.CallExpr, stack []ast.Node) {
	if len(call.Args) != 1 || !isUintptr(c.typeOf(call.Fun)) || !isUnsafePointer(c.typeOf(call.Args[0])) {
		return
	}
	if !c.becomesPointer(stack) {
		c.report(rulePointer, call.Pos(), "%s %s", types.ExprString(call.Fun), addressHint)
	}
}

// becomesPointer tells whether only sums stand between the innermost node and a
// conversion to unsafe.Pointer.
func (c *checker) becomesPointer(stack []ast.Node) bool {
	for i := len(stack) - 1; i >= 0; i-- {
		switch n := stack[i].(type) {
		case *ast.ParenExpr:
		case *ast.BinaryExpr:
			if n.Op != token.ADD && n.Op != token.SUB && n.Op != token.AND_NOT {
				return false
			}
		case *ast.CallExpr:
			return c.isConversion(n) && isUnsafePointer(c.typeOf(n.Fun))
		default:
			return false
		}
	}
	return false
}

// checkFormat reports %p in the format of a printf-like call, and addresses
// that reflection hands out.
func (c *checker) checkFormat(call *ast.CallExpr) {
	f := c.callee(call)
	if f == nil {
		return
	}
	switch f.FullName() {
	case "(reflect.Value).Pointer", "(reflect.Value).UnsafePointer", "(reflect.Value).UnsafeAddr":
		c.report(rulePointer, call.Pos(), "%s %s", f.Name(), addressHint)
		return
	}
	sig, ok := c.typeOf(call.Fun).(*types.Signature)
	if !ok || !sig.Variadic() || sig.Params().Len() < 2 {
		return
	}
	if at := sig.Params().Len() - 2; at < len(call.Args) && c.printsAddress(call.Args[at]) {
		c.report(rulePointer, call.Args[at].Pos(), "%%p %s", addressHint)
	}
}

// printsAddress tells a constant format with the verb p.
func (c *checker) printsAddress(format ast.Expr) bool {
	tv := c.pass.TypesInfo.Types[format]
	if tv.Value == nil || tv.Value.Kind() != constant.String {
		return false
	}
	text := constant.StringVal(tv.Value)
	for {
		_, after, found := strings.Cut(text, "%")
		if !found {
			return false
		}
		text = strings.TrimLeft(after, "+-# 0123456789.*[]")
		if strings.HasPrefix(text, "p") {
			return true
		}
		text = strings.TrimPrefix(text, "%")
	}
}
