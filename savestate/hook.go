package savestate

import "reflect"

// Hook is implemented by *T for a type T that is saved in its own way: because
// it is the standard library's inside, or for want of speed. A plan then asks
// these methods and looks at none of T's fields. They are called on values
// anywhere in a state, so a T that is all zero must work too.
type Hook interface {
	// CopyState makes the receiver the same state as src, which is a *T, and
	// must share no memory with it that either may write to. What the receiver
	// held before may be reused.
	CopyState(src any)
	// AppendState appends the state as bytes. They are what is hashed and
	// compared: equal states give equal bytes, on every target.
	AppendState(dst []byte) []byte
	// DecodeState makes the receiver the state of which src is the bytes. They
	// may come from another machine: anything must end in a state or an error,
	// and take no more memory than len(src) justifies. src is lent.
	DecodeState(src []byte) error
}

// isHook reports whether a type is saved by a Hook. A method that is promoted
// from an embedded field would save that field alone and silently lose the
// others, so it is refused.
func isHook(t reflect.Type, path string) (bool, error) {
	hook := reflect.TypeFor[Hook]()
	if t.Kind() == reflect.Interface || t.Kind() == reflect.Pointer || !reflect.PointerTo(t).Implements(hook) {
		return false, nil
	}
	if t.Kind() == reflect.Struct {
		for i := range t.NumField() {
			f := t.Field(i)
			if f.Anonymous && (f.Type.Implements(hook) || reflect.PointerTo(f.Type).Implements(hook)) {
				return false, refuse(path, t, "its hook may be that of the embedded "+f.Name+", which would leave out the other fields; give that field a name")
			}
		}
	}
	return true, nil
}
