package detvet

import "go/types"

// every tells whether ok holds for the underlying type of t or, if t is a type
// parameter, for that of every type it may stand for.
func every(t types.Type, ok func(types.Type) bool) bool {
	terms := underlying(t)
	for _, u := range terms {
		if !ok(u) {
			return false
		}
	}
	return len(terms) > 0
}

// some tells whether ok holds for the underlying type of t or, if t is a type
// parameter, for that of some type it may stand for.
func some(t types.Type, ok func(types.Type) bool) bool {
	for _, u := range underlying(t) {
		if ok(u) {
			return true
		}
	}
	return false
}

// underlying is what t may be made of: one type, or a type parameter's terms.
func underlying(t types.Type) []types.Type {
	if t == nil {
		return nil
	}
	if p, ok := types.Unalias(t).(*types.TypeParam); ok {
		return terms(p.Constraint().Underlying())
	}
	return []types.Type{t.Underlying()}
}

// terms is the underlying types of a constraint's union.
func terms(t types.Type) (all []types.Type) {
	switch t := t.(type) {
	case *types.Interface:
		for i := range t.NumEmbeddeds() {
			all = append(all, terms(t.EmbeddedType(i))...)
		}
	case *types.Union:
		for i := range t.Len() {
			all = append(all, terms(t.Term(i).Type())...)
		}
	case *types.Named, *types.Alias:
		all = terms(t.Underlying())
	default:
		all = []types.Type{t}
	}
	return all
}

func hasInfo(info types.BasicInfo) func(types.Type) bool {
	return func(t types.Type) bool {
		b, ok := t.(*types.Basic)
		return ok && b.Info()&info != 0
	}
}

func isFloat(t types.Type) bool   { return some(t, hasInfo(types.IsFloat)) }
func isComplex(t types.Type) bool { return some(t, hasInfo(types.IsComplex)) }
func isInteger(t types.Type) bool { return some(t, hasInfo(types.IsInteger)) }

func isMap(t types.Type) bool {
	return some(t, func(u types.Type) bool { _, ok := u.(*types.Map); return ok })
}

func isChan(t types.Type) bool {
	return some(t, func(u types.Type) bool { _, ok := u.(*types.Chan); return ok })
}

func isPointer(t types.Type) bool {
	return some(t, func(u types.Type) bool { _, ok := u.(*types.Pointer); return ok })
}

func isSlice(t types.Type) bool {
	return some(t, func(u types.Type) bool { _, ok := u.(*types.Slice); return ok })
}

// isShared tells whether copies of a value of type t see each other's writes.
func isShared(t types.Type) bool { return isPointer(t) || isSlice(t) || isMap(t) }

// isUnsafePointer tells unsafe.Pointer and types made of it.
func isUnsafePointer(t types.Type) bool {
	return some(t, func(u types.Type) bool {
		b, ok := u.(*types.Basic)
		return ok && b.Kind() == types.UnsafePointer
	})
}

// isUintptr tells uintptr and types made of it.
func isUintptr(t types.Type) bool {
	return some(t, func(u types.Type) bool {
		b, ok := u.(*types.Basic)
		return ok && b.Kind() == types.Uintptr
	})
}

// isPackageLevel tells whether obj is declared in its package's block.
func isPackageLevel(obj types.Object) bool {
	return obj != nil && obj.Pkg() != nil && obj.Parent() == obj.Pkg().Scope()
}
