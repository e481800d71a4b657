package environ

import (
	"math/bits"
	"os"
	"os/user"
	"runtime"
	"strconv"
)

func settings() (string, []string) {
	name, _ := user.Current()    // want `environ: user.Current differs between machines: pass what the step needs as an input`
	_, _ = os.ReadFile("x")      // want `environ: os.ReadFile`
	if os.Getenv("HARD") != "" { // want `environ: os.Getenv`
		return name.Name, nil
	}
	return "", os.Args // want `environ: os.Args`
}

func machine() int {
	n := runtime.NumGoroutine() + runtime.GOMAXPROCS(0) // want `environ: runtime.NumGoroutine` `environ: runtime.GOMAXPROCS`
	if runtime.GOARCH == "wasm" {                       // want `environ: runtime.GOARCH differs between targets: a step must not depend on it`
		n++
	}
	return n + bits.UintSize + strconv.IntSize // want `environ: bits.UintSize` `environ: strconv.IntSize`
}
