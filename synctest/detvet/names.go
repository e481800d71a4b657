package detvet

import (
	"go/ast"
	"go/types"
	"strings"
)

// checkName reports the use of a name that stands for something that differs
// between machines or runs, whether it is called or kept.
func (c *checker) checkName(id *ast.Ident) {
	obj := c.pass.TypesInfo.Uses[id]
	if obj == nil || obj.Pkg() == nil || obj.Pkg() == c.pass.Pkg {
		return
	}
	if f, ok := obj.(*types.Func); ok && f.Signature().Recv() != nil {
		c.checkMethod(id, f.Origin())
		return
	}
	if !isPackageLevel(obj) {
		return
	}
	if r, hint, bad := judge(obj); bad {
		c.report(r, id.Pos(), "%s.%s %s", obj.Pkg().Name(), obj.Name(), hint)
	}
}

// checkMethod reports methods, of which few differ.
func (c *checker) checkMethod(id *ast.Ident, f *types.Func) {
	if r, hint, bad := concurrent(f); bad {
		c.report(r, id.Pos(), "%s %s", f.Name(), hint)
	} else if hint, bad := uneven(f); bad {
		c.report(ruleRand, id.Pos(), "%s.%s %s", f.Pkg().Name(), f.Name(), hint)
	}
}

// judge says which rule an object of another package breaks, and what to do.
func judge(obj types.Object) (rule, string, bool) {
	name := obj.Name()
	_, isFunc := obj.(*types.Func)
	switch path := obj.Pkg().Path(); path {
	case "time", "context":
		return ruleClock, "reads the machine's clock: count frames in the state", clocks[path+"."+name]
	case "math/rand", "math/rand/v2":
		return ruleRand, "draws from a generator outside of the state: keep a seeded one in the state", isFunc && !strings.HasPrefix(name, "New")
	case "crypto/rand":
		return ruleEntropy, "gives every machine other bytes: keep a seeded generator in the state", true
	case "hash/maphash":
		return ruleMapHash, "hashes with a seed of the process: use hash/fnv or a checksum of the state", true
	case "math":
		if name == "Max" || name == "Min" {
			return ruleMath, "gives other values for a signalling NaN on riscv64: use the built-in function", true
		}
		return ruleMath, "gives other bits on other targets: use fixed point or a function made of + - * / and math.Sqrt", isFunc && !exactMath[name]
	case "math/cmplx":
		return ruleMath, "gives other bits on other targets: compute with two real numbers", isFunc && !exactCmplx[name]
	case "reflect":
		if f, ok := obj.(*types.Func); ok {
			return concurrent(f)
		}
	}
	return environ(obj)
}

var clocks = map[string]bool{
	"time.Now": true, "time.Since": true, "time.Until": true, "time.Sleep": true, "time.After": true,
	"time.AfterFunc": true, "time.Tick": true, "time.NewTimer": true, "time.NewTicker": true,
	"context.WithTimeout": true, "context.WithDeadline": true,
	"context.WithTimeoutCause": true, "context.WithDeadlineCause": true,
}

// exactMath is the functions of package math whose result is defined to the
// bit: one correctly rounded operation, or one that only moves or tests bits.
var exactMath = map[string]bool{
	"Sqrt": true, "FMA": true, "Mod": true,
	"Floor": true, "Ceil": true, "Trunc": true, "Round": true, "RoundToEven": true, "Modf": true,
	"Abs": true, "Copysign": true, "Signbit": true, "Dim": true,
	"Frexp": true, "Ldexp": true, "Logb": true, "Ilogb": true, "Nextafter": true, "Nextafter32": true,
	"Inf": true, "NaN": true, "IsInf": true, "IsNaN": true,
	"Float32bits": true, "Float32frombits": true, "Float64bits": true, "Float64frombits": true,
}

var exactCmplx = map[string]bool{"Conj": true, "Inf": true, "NaN": true, "IsInf": true, "IsNaN": true}

// uneven tells the methods of a generator that differ although its bits do not.
func uneven(f *types.Func) (hint string, bad bool) {
	path := f.Pkg().Path()
	if path != "math/rand" && path != "math/rand/v2" {
		return "", false
	}
	switch f.Name() {
	case "NormFloat64", "ExpFloat64":
		return "uses math's functions, whose bits differ between targets: add up uniform draws", true
	case "Int", "Uint":
		return "is as wide as the target's int: draw Int64 or Uint64", true
	case "Uint64":
		return "of a Zipf uses math's functions, whose bits differ between targets: use a table", strings.Contains(f.FullName(), "Zipf")
	}
	return "", false
}

const (
	machineHint = "differs between machines: pass what the step needs as an input"
	targetHint  = "differs between targets: a step must not depend on it"
)

// environ tells what asks the machine, the process or the user's settings.
func environ(obj types.Object) (rule, string, bool) {
	name := obj.Name()
	_, isType := obj.(*types.TypeName)
	_, isConst := obj.(*types.Const)
	switch obj.Pkg().Path() {
	case "os":
		harmless := isType || isConst || strings.HasPrefix(name, "Err") || strings.HasPrefix(name, "Is") ||
			name == "Stdout" || name == "Stderr" || name == "Exit"
		return ruleEnviron, machineHint, !harmless
	case "os/exec", "os/user", "os/signal", "net", "net/http", "syscall", "flag", "io/ioutil", "plugin", "runtime/debug", "runtime/metrics":
		return ruleEnviron, machineHint, !isType && !isConst
	case "runtime":
		if name == "GOOS" || name == "GOARCH" {
			return ruleEnviron, targetHint, true
		}
		return ruleEnviron, machineHint, asksRuntime[name]
	case "strconv", "math/bits":
		return ruleEnviron, targetHint, name == "IntSize" || name == "UintSize"
	}
	return "", "", false
}

var asksRuntime = map[string]bool{
	"NumGoroutine": true, "GOMAXPROCS": true, "NumCPU": true, "NumCgoCall": true, "ReadMemStats": true,
	"MemProfile": true, "Stack": true, "Version": true, "GOROOT": true, "SetFinalizer": true, "AddCleanup": true,
}
