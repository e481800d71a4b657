// Package detvet finds what makes a simulation compute different states on
// different machines, runs or targets. It is a go/analysis analyzer; the command
// below cmd makes a tool for go vet of it:
//
//	go install example.com/backstep/synctest/detvet/cmd/detvet
//	go vet -vettool=$(which detvet) ./game/...
//
// Run it on the packages that a step runs, and only on those: drawing, menus and
// networking may do what is reported here. Test files are not looked at. A
// finding begins with the name of its rule and ends with what to write instead.
//
// A line is excused by a comment with the rule and a reason, at its end or alone
// above it:
//
//	//detvet:allow maprange a sum of integers is the same in any order
//
// An allow comment without a reason excuses nothing. It is reported, and so is
// one that excuses nothing because there is nothing to excuse, or that names no
// rule (directive).
//
// # Order and time
//
// maprange: a range over a map, maps.Keys, maps.Values and maps.All, MapRange
// and MapKeys of package reflect, and Range of a sync.Map. Not reported are a
// loop without variables, one whose body only deletes its key, one whose body
// only appends its key to a slice that the same function sorts later, and
// maps.Keys or maps.Values that slices.Sorted takes up, or slices.Collect with a
// sort to follow.
//
// clock: what reads or waits for the machine's clock: time.Now, Since, Until,
// Sleep, After, AfterFunc, Tick, the timers and tickers, and the deadlines of
// package context. A time.Duration is a number and may be computed with.
//
// goroutine: go statements, and the Go methods of sync.WaitGroup and errgroup.
//
// select: select statements and reflect.Select.
//
// channel: sending, receiving, closing, making, measuring and ranging over a
// channel. The operations that a select waits for are reported with it.
//
// unstablesort: sort.Slice, sort.Sort, slices.SortFunc and slices.SortedFunc.
// Where two elements can compare equal, their order is not promised. Not reported
// are sorts of whole integers and strings by their own order. A comparison that
// never ends in a tie is fine, but has to be allowed.
//
// # Randomness and the machine
//
// rand: functions of math/rand and math/rand/v2 that draw from the generator of
// the process. A seeded generator is not reported, but its methods NormFloat64
// and ExpFloat64, which call math functions, and Int and Uint, which are as wide
// as the target's int, are. It has to be part of the state; see global.
//
// entropy: anything of crypto/rand.
//
// maphash: anything of hash/maphash, whose seed is another in every process.
//
// pointer: uintptr(unsafe.Pointer(p)) unless the expression turns it into a
// pointer again, Pointer, UnsafePointer and UnsafeAddr of a reflect.Value, and
// the verb %p in a constant format. Addresses order and name things differently
// in every run.
//
// environ: what depends on the machine, the process or the user: package os
// (standard output, Exit and error values apart), os/exec, os/user, os/signal,
// net, net/http, syscall, flag, the numbers of goroutines and processors, and
// what depends on the target: runtime.GOOS, runtime.GOARCH, the size of an int.
//
// global: a package-level variable that a function other than init writes, of
// this package or another: by assignment, through a pointer, slice or map taken
// from it, by delete, clear or copy, or by a call to something that writes
// through its receiver or parameter, also in another package. A rollback restores
// the state, and not such variables. Initial values may be computed.
//
// # Numbers
//
// fusion: an addition or subtraction of a product of floats. Go lets a compiler
// compute x*y + z with one rounding where the processor can; arm64, riscv64,
// ppc64le, s390x, loong64 and amd64 from GOAMD64=v3 on do. An explicit conversion
// around the product, float64(x*y) + z, prevents it and costs nothing; assignment
// does not. So products are followed through variables, fields, elements,
// arguments, results, closures and calls of other packages' functions. A product
// that was rounded once, as in p = float64(p), is not. A division by a power of
// two counts as a product, because it is compiled to one; doubling counts as an
// addition, and so does a conversion to uint64, which subtracts on some targets.
//
// complex: multiplication and division of complex numbers, always. They consist
// of products and sums between which no conversion can be written.
//
// mathfunc: functions of math and math/cmplx, except those that are exact or
// rounded correctly everywhere: Sqrt, FMA, Mod, Floor, Ceil, Trunc, Round,
// RoundToEven, Modf, Frexp, Ldexp, Logb, Ilogb, Nextafter, Dim, Abs, Copysign,
// and those that test or move bits. math.Max and math.Min are reported because
// riscv64 treats a signalling NaN differently; the built-in max and min are not.
//
// floatint: a conversion of a float that is not constant to an integer type. What
// it gives for NaN and for values out of range depends on the target. Not
// reported is a value that comparisons before it, in the same function, keep
// within the type's range and from being NaN: an if or switch around the
// conversion, or one before it that returns or assigns; nor one whose range
// follows from the expression itself, such as a root of an unsigned integer. int
// and uint count as 32 bits wide. A conversion from a 64-bit integer to float32
// is reported because 32-bit targets round it twice.
//
// intsize: int, uint and uintptr in a state: in the fields, elements and targets
// of a type marked
//
//	//detvet:state
//	type World struct{ ... }
//
// or given to rollback.Plain or savestate.PlanOf as a type argument. Fields with
// the tag `backstep:"-"` are no state. A field of another package is reported
// where the type is given.
//
// # How fusion was checked
//
// The compiler can be asked what it fuses (-gcflags=-d=fmahash=vy), and tests
// compare: under Go 1.26 and for the six targets above, it fuses nothing in four
// packages that is not reported. What is reported but fused on no target is
//
//	2 of 49 lines  (4 %) in a package of all spellings,
//	4 of 22 lines (18 %) in an ordinary float simulation,
//	0 of  6 lines        in demo/pegs without its conversions around products,
//	12 of 66 lines (18 %) in fixed/strict without its conversions.
//
// Most of them are fields and elements, which are not followed in order, so that
// one which ever holds a product is taken to hold one everywhere.
//
// # False positives
//
// Of the simulations of two games, demo/duel (1,900 lines) and demo/pegs (380),
// no rule reports anything, and neither has an allow comment: there is no false
// positive in them. All of fixed, which they compute with, has one line excused.
//
// # Limitations
//
// Calls through an interface are not followed: not to find a write to a
// package-level variable, and not to find a product; Go 1.26 does not fuse across
// them. Nor are products followed through conversions between struct types, and
// results of another package's function that are one of its arguments. A quotient by a variable is not a product, though
// the compiler may know the variable to be a power of two. Pointers that are kept
// in fields are not followed when writes are looked for.
//
// A bound that is not constant is taken to be right, as is a sort for the keys it
// is given. Functions without Go source are taken to write nothing. That %v
// prints some addresses, that gob encodes maps in random order, and that NaNs
// have different bits on different targets is not reported.
//
// It is a check of the source and not of a run: let synctest.Run rewind the game
// as well, and compare checksums between targets.
package detvet
