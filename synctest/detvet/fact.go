package detvet

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/objectpath"
)

// packageFact is what a package's importers need to know of it. The lists are
// sorted, so that equal packages have equal facts.
type packageFact struct {
	Products []objectpath.Path // variables, fields, results that may hold an unrounded product
	Addends  []objectpath.Path // parameters and fields that are added to something
	Written  []written
}

// AFact marks a fact.
func (*packageFact) AFact() {}

func (p *packageFact) String() string {
	return fmt.Sprintf("products %v, addends %v, writes %v", p.Products, p.Addends, p.Written)
}

func (c *checker) exportFact() {
	if len(c.own.Products)+len(c.own.Addends)+len(c.own.Written) == 0 {
		return
	}
	slices.Sort(c.own.Products)
	slices.Sort(c.own.Addends)
	slices.SortFunc(c.own.Written, func(a, b written) int { return cmp.Compare(a.Func, b.Func) })
	c.pass.ExportPackageFact(&c.own)
}

// appendPath adds what other packages can name; they meet nothing else.
func (c *checker) appendPath(list []objectpath.Path, v *types.Var) []objectpath.Path {
	if path, err := c.paths.For(v); err == nil {
		return append(list, path)
	}
	return list
}

// factOf is what the package of an imported object says, if it says anything,
// and the name of the object there.
func (c *checker) factOf(obj types.Object) (*packageFact, objectpath.Path) {
	pkg := obj.Pkg()
	if pkg == nil || pkg == c.pass.Pkg {
		return &packageFact{}, ""
	}
	fact, ok := c.known[pkg]
	if !ok {
		fact = &packageFact{}
		c.pass.ImportPackageFact(pkg, fact)
		c.known[pkg] = fact
	}
	path, _ := c.paths.For(obj)
	return fact, path
}

func (c *checker) saysProduct(v *types.Var) bool {
	fact, path := c.factOf(v)
	_, ok := slices.BinarySearch(fact.Products, path)
	return ok && path != ""
}

func (c *checker) saysAddend(v *types.Var) bool {
	fact, path := c.factOf(v)
	_, ok := slices.BinarySearch(fact.Addends, path)
	return ok && path != ""
}

func (c *checker) saysWritten(f *types.Func) written {
	fact, path := c.factOf(f)
	i, ok := slices.BinarySearchFunc(fact.Written, path, func(w written, p objectpath.Path) int { return cmp.Compare(w.Func, p) })
	if !ok || path == "" {
		return written{}
	}
	return fact.Written[i]
}
