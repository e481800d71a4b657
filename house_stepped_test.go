package backstep_test

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// stepped packages do nothing by themselves: time, packets and inputs are
// arguments, and equal calls give equal results.
var stepped = []string{"rollback", "rollback/internal/wire", "savestate", "fixed", "fixed/rng", "synctest", "transport/memnet", "demo/duel", "demo/pegs", "fixed/strict"}

// durations is what a stepped package may take from package time.
var durations = []string{"Duration", "Nanosecond", "Microsecond", "Millisecond", "Second", "Minute", "Hour"}

func checkStepped(p *pack) (found []finding) {
	if !slices.Contains(stepped, p.dir) {
		return nil
	}
	for _, s := range p.code() {
		for _, i := range s.ast.Imports {
			if name := importOf(i); below(name, "sync") || name == "context" {
				found = append(found, p.at(i, "a stepped package needs no %s", name))
			}
		}
	}
	each(p.code(), func(s *source, n ast.Node) {
		if name, ok := s.selects(n, "time"); ok && !slices.Contains(durations, name) {
			found = append(found, p.at(n, "time.%s: time is an argument", name))
		}
		if what := concurrent(n); what != "" {
			found = append(found, p.at(n, "%s in a stepped package", what))
		}
		if m, ok := n.(*ast.MapType); ok && p.isAny(m.Key) {
			found = append(found, p.at(n, "a map keyed by anything"))
		}
	})
	return found
}

func concurrent(n ast.Node) string {
	switch n := n.(type) {
	case *ast.GoStmt:
		return "a goroutine"
	case *ast.ChanType:
		return "a channel"
	case *ast.SelectStmt:
		return "a select"
	case *ast.SendStmt:
		return "a send"
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			return "a receive"
		}
	}
	return ""
}

// isAny tells an interface that everything satisfies: a comparison of such keys
// may panic, and says nothing about their order.
func (p *pack) isAny(e ast.Expr) bool {
	t := p.info.Types[e].Type
	if t == nil {
		return false
	}
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.Empty()
}

// checkMapRange: the order of a map differs from run to run, so none may reach a
// state or a packet.
func checkMapRange(p *pack) (found []finding) {
	if !slices.Contains(stepped, p.dir) {
		return nil
	}
	each(p.code(), func(s *source, n ast.Node) {
		switch n := n.(type) {
		case *ast.RangeStmt:
			if p.isMap(n.X) {
				found = append(found, p.at(n, "range over a map"))
			}
		case *ast.SelectorExpr:
			if name, ok := s.selects(n, "maps"); ok && slices.Contains([]string{"Keys", "Values", "All"}, name) {
				found = append(found, p.at(n, "maps.%s has no order", name))
			}
		}
	})
	return found
}

func (p *pack) isMap(e ast.Expr) bool {
	t := p.info.Types[e].Type
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Map)
	return ok
}
