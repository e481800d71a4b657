package detvet

import (
	"go/ast"
	"go/token"
	"math"
)

// clamp is what comparisons before a conversion say about its operand.
type clamp struct {
	c       *checker
	subject ast.Expr
	limit   limits
	low     bool // not below what the type holds
	high    bool // not above
	number  bool // some NaN was turned away
	upward  bool // the operand is rounded up on its way to the conversion
}

// clamped tells whether comparisons in the innermost function keep arg within
// the limits where it is converted. They are believed if they stand in the way:
// in an if or switch around the conversion, or in one before it that leaves or
// assigns the operand. A bound that is not constant is taken to be right.
func (c *checker) clamped(arg ast.Expr, l limits, stack []ast.Node) bool {
	subject, upward := c.subject(arg)
	k := clamp{c: c, subject: subject, limit: l, upward: upward}
	if k.subject != nil {
		k.climbDown(stack)
	}
	if c.limiting(arg) != nil { // the bounds are those of min and max
		k.low, k.high = false, false
		k.learnValue(arg)
	}
	return k.low && k.high && k.number
}

// notNegative tells whether a comparison keeps an integer from being negative.
func (c *checker) notNegative(n ast.Expr, stack []ast.Node) bool {
	k := clamp{c: c, limit: limits{0, math.Inf(1)}}
	if k.subject, _ = c.subject(n); k.subject == nil {
		return false
	}
	k.climbDown(stack)
	return k.low
}

// subject is the variable under roundings, and whether one may round up.
func (c *checker) subject(e ast.Expr) (subject ast.Expr, upward bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return e, false
	case *ast.CallExpr:
		if x := c.limiting(e); x != nil {
			return c.subject(x)
		}
		if len(e.Args) != 1 {
			return nil, false
		}
		f := c.callee(e)
		switch {
		case c.isConversion(e) && !isFloat32(c.typeOf(e)), isFunc(f, "math", "Floor"), isFunc(f, "math", "Trunc"):
			return c.subject(e.Args[0])
		case isFunc(f, "math", "Ceil"), isFunc(f, "math", "Round"), isFunc(f, "math", "RoundToEven"):
			subject, _ = c.subject(e.Args[0])
			return subject, true
		}
	}
	return nil, false
}

// limiting is the operand of the built-in min or max with otherwise constants.
func (c *checker) limiting(e ast.Expr) (operand ast.Expr) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || c.builtin(call) != "min" && c.builtin(call) != "max" {
		return nil
	}
	for _, arg := range call.Args {
		if !c.isConst(arg) {
			if operand != nil {
				return nil
			}
			operand = arg
		}
	}
	return operand
}

// climbDown reads what stands before the conversion, from the outside in.
func (k *clamp) climbDown(stack []ast.Node) {
	start := 0
	for i, n := range stack {
		switch n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			start = i
		}
	}
	for i := start; i+1 < len(stack); i++ {
		k.enter(stack[i], stack[i+1])
	}
}

// enter learns from one step of the way. The clauses of a switch are a block.
func (k *clamp) enter(parent, child ast.Node) {
	switch p := parent.(type) {
	case *ast.BlockStmt:
		k.before(p.List, child)
	case *ast.CaseClause:
		k.before(p.Body, child)
	case *ast.ForStmt:
		k.forgetIfSet(p.Body)
	case *ast.RangeStmt:
		k.forgetIfSet(p.Body)
	case *ast.IfStmt:
		if child == ast.Node(p.Body) {
			k.holds(p.Cond)
		} else if child == p.Else {
			k.fails(p.Cond)
		}
	}
}

// before learns from the statements, or clauses of a switch, ahead of child.
func (k *clamp) before(list []ast.Stmt, child ast.Node) {
	for _, s := range list {
		if clause, ok := s.(*ast.CaseClause); ok {
			k.clause(clause, child)
		}
		if s == child {
			return
		}
		switch s := s.(type) {
		case *ast.CaseClause:
		case *ast.IfStmt:
			k.guards(s)
		case *ast.SwitchStmt:
			k.switchGuards(s)
		default:
			k.forgetIfSet(s)
		}
	}
}

// clause learns from one case of a switch without a tag: earlier ones do not
// hold, the one around the conversion does.
func (k *clamp) clause(clause *ast.CaseClause, child ast.Node) {
	for _, cond := range clause.List {
		if !hasInfoBool(k.c.typeOf(cond)) {
			return
		}
		if clause != child {
			k.fails(cond)
		} else if len(clause.List) == 1 {
			k.holds(cond)
		}
	}
}

// guards learns from an if that was passed, and from its else-ifs.
func (k *clamp) guards(s *ast.IfStmt) {
	if k.settles(s.Body) {
		k.fails(s.Cond)
	} else {
		k.forgetIfSet(s.Body)
	}
	switch e := s.Else.(type) {
	case *ast.IfStmt:
		k.guards(e)
	case *ast.BlockStmt:
		k.forgetIfSet(e)
	}
}

func (k *clamp) switchGuards(s *ast.SwitchStmt) {
	for _, stmt := range s.Body.List {
		clause := stmt.(*ast.CaseClause)
		body := &ast.BlockStmt{List: clause.Body}
		if s.Tag != nil || !k.settles(body) {
			k.forgetIfSet(body)
			continue
		}
		for _, cond := range clause.List {
			k.fails(cond)
		}
	}
}

// settles tells whether a body leaves, or gives the operand another value.
func (k *clamp) settles(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	switch s := b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	case *ast.AssignStmt:
		return len(s.Lhs) == 1 && s.Tok == token.ASSIGN && k.c.same(s.Lhs[0], k.subject)
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		return ok && k.c.builtin(call) == "panic"
	}
	return false
}

// forgetIfSet drops the bounds if n assigns the operand, and learns those of
// the new value.
func (k *clamp) forgetIfSet(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if !ok {
			return true
		}
		for i, l := range a.Lhs {
			if k.c.same(l, k.subject) {
				k.low, k.high = false, false
				if len(a.Lhs) == len(a.Rhs) && (a.Tok == token.ASSIGN || a.Tok == token.DEFINE) {
					k.learnValue(a.Rhs[i])
				}
			}
		}
		return true
	})
}
