package detvet

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"
)

// checkState reports int-sized fields of the types that are saved: those marked
// //detvet:state, and those given to rollback.Plain or savestate.PlanOf.
func (c *checker) checkState() {
	s := stateWalk{c: c, seen: map[types.Type]bool{}, reported: map[string]bool{}}
	for _, f := range c.files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GenDecl:
				s.marked(n)
			case *ast.Ident:
				s.planned(n)
			}
			return true
		})
	}
}

// stateWalk visits the types that states are made of, each once.
type stateWalk struct {
	c        *checker
	root     token.Pos // what makes the type a state
	seen     map[types.Type]bool
	reported map[string]bool
}

// marked starts at the types that a comment marks.
func (s *stateWalk) marked(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		t, ok := spec.(*ast.TypeSpec)
		if !ok || !isMarked(t.Doc) && !isMarked(t.Comment) && !isMarked(d.Doc) {
			continue
		}
		s.start(s.c.pass.TypesInfo.Defs[t.Name].Type(), t.Name.Pos())
	}
}

func isMarked(g *ast.CommentGroup) bool {
	return g != nil && slices.ContainsFunc(g.List, func(c *ast.Comment) bool {
		text, _, _ := strings.Cut(strings.TrimPrefix(c.Text, "//"), "//")
		return strings.TrimSpace(text) == "detvet:state"
	})
}

// planned starts at the type arguments of a function that saves states.
func (s *stateWalk) planned(id *ast.Ident) {
	f, ok := s.c.pass.TypesInfo.Uses[id].(*types.Func)
	if !ok || !savesState(f) {
		return
	}
	args := s.c.pass.TypesInfo.Instances[id].TypeArgs
	for i := range args.Len() {
		s.start(args.At(i), id.Pos())
	}
}

// savesState goes by the last element of the path, so that a module that was
// given another name is known too.
func savesState(f *types.Func) bool {
	if f.Pkg() == nil {
		return false
	}
	path := f.Pkg().Path()
	return f.Name() == "Plain" && lastElement(path) == "rollback" || f.Name() == "PlanOf" && lastElement(path) == "savestate"
}

func lastElement(path string) string { return path[strings.LastIndex(path, "/")+1:] }

func (s *stateWalk) start(t types.Type, root token.Pos) {
	s.root = root
	s.visit(t, root, types.TypeString(t, (*types.Package).Name))
}

// visit looks at a part of a state. at is where to report it; path names it.
func (s *stateWalk) visit(t types.Type, at token.Pos, path string) {
	if b, ok := t.Underlying().(*types.Basic); ok {
		s.basic(b, at, path) // reported wherever it stands
		return
	}
	if s.seen[t] {
		return
	}
	s.seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Struct:
		s.fields(u, path)
	case *types.Array:
		s.visit(u.Elem(), at, path+"[]")
	case *types.Slice:
		s.visit(u.Elem(), at, path+"[]")
	case *types.Pointer:
		s.visit(u.Elem(), at, path)
	case *types.Map:
		s.visit(u.Key(), at, path+"'s key")
		s.visit(u.Elem(), at, path+"[]")
	}
}

// fields visits what is state: not blank fields, nor those tagged as cosmetic.
func (s *stateWalk) fields(st *types.Struct, path string) {
	for i := range st.NumFields() {
		f := st.Field(i)
		if f.Name() == "_" || reflect.StructTag(st.Tag(i)).Get("backstep") == "-" {
			continue
		}
		at := f.Pos()
		if f.Pkg() != s.c.pass.Pkg {
			at = s.root // the field is in a package that is not being checked
		}
		s.visit(f.Type(), at, path+"."+f.Name())
	}
}

func (s *stateWalk) basic(b *types.Basic, at token.Pos, path string) {
	switch b.Kind() {
	case types.Int, types.Uint, types.Uintptr:
		where := fmt.Sprint(at, path)
		if s.reported[where] {
			return // the same field of another instance of a generic type
		}
		s.reported[where] = true
		s.c.report(ruleIntSize, at, "%s has type %s, which wraps at 32 or 64 bits by target: give it a size, such as int32", path, b.Name())
	}
}
