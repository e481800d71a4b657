package pointer

import (
	"fmt"
	"unsafe"
)

func second(a *[2]int32) int32 {
	return *(*int32)(unsafe.Pointer(uintptr(unsafe.Pointer(a)) + 4))
}

func same(a, b *unit) bool { return a == b }

func label(u *unit, l logger) string {
	l.printf(0, "100%%pure %d", u.id)
	return fmt.Sprintf("%d%%p", u.id)
}

func number(n uint64) uintptr { return uintptr(n) }
