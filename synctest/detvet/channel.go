package detvet

import (
	"go/ast"
	"go/token"
	"go/types"
)

const channelHint = "what a channel holds depends on when goroutines run: pass values as arguments, or keep a queue in the state"

func (c *checker) checkSend(s *ast.SendStmt, stack []ast.Node) {
	if !inComm(s, stack) {
		c.report(ruleChannel, s.Arrow, channelHint)
	}
}

func (c *checker) checkReceive(e *ast.UnaryExpr, stack []ast.Node) {
	if e.Op == token.ARROW && !inComm(e, stack) {
		c.report(ruleChannel, e.OpPos, channelHint)
	}
}

func (c *checker) checkChannelRange(r *ast.RangeStmt) {
	if isChan(c.typeOf(r.X)) {
		c.report(ruleChannel, r.For, channelHint)
	}
}

// checkChannelCall reports the built-in functions that make or ask a channel.
func (c *checker) checkChannelCall(call *ast.CallExpr) {
	switch c.builtin(call) {
	case "make", "close", "len", "cap":
		if len(call.Args) > 0 && isChan(c.typeOf(call.Args[0])) {
			c.report(ruleChannel, call.Pos(), channelHint)
		}
	}
}

// inComm tells whether n is the operation of a case of a select, which is
// reported as a whole.
func inComm(n ast.Node, stack []ast.Node) bool {
	for i := len(stack) - 1; i >= 0; i-- {
		switch p := stack[i].(type) {
		case *ast.CommClause:
			return p.Comm != nil && p.Comm.Pos() <= n.Pos() && n.End() <= p.Comm.End()
		case *ast.FuncLit:
			return false
		}
	}
	return false
}

// concurrent is what starts goroutines or waits for any of several without a
// statement of the language.
func concurrent(f *types.Func) (rule, string, bool) {
	switch f.FullName() {
	case "(*sync.WaitGroup).Go", "(*golang.org/x/sync/errgroup.Group).Go", "(*golang.org/x/sync/errgroup.Group).TryGo":
		return ruleGoroutine, "starts goroutines, which finish in any order: do the work in line", true
	case "reflect.Select":
		return ruleSelect, "picks among ready cases at random: take what the step needs as an argument", true
	}
	return "", "", false
}
