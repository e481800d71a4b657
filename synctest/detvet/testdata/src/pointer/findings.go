package pointer

import (
	"fmt"
	"reflect"
	"unsafe"
)

type unit struct{ id int32 }

func before(a, b *unit) bool {
	return uintptr(unsafe.Pointer(a)) < uintptr(unsafe.Pointer(b)) // want `pointer: uintptr is an address, which differs in every run: use an index` `pointer: uintptr is an address`
}

func name(u *unit) string {
	key := reflect.ValueOf(u).Pointer()          // want `pointer: Pointer is an address`
	return fmt.Sprintf("%d %-12p 100%%", key, u) // want `pointer: %p is an address`
}

type logger struct{}

func (logger) printf(level int, format string, args ...any) {}

func trace(l logger, u *unit) { l.printf(1, "unit %[1]p", u) } // want `pointer: %p is an address`
