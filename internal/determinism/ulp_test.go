//go:build !js

package main

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// faults are errors of one bit, in numbers the last one and for one operand in some
// hundred. The golden tests of what is named must turn red: goldens that stay green
// with these would prove nothing of a target that computes otherwise.
var faults = []struct {
	name, file, old, new string
	red                  []string
}{
	{"a product of Q16", "fixed/q16.go",
		"func (a Q16) Mul(b Q16) Q16 { return Q16((int64(a) * int64(b)) >> fracBits) }",
		"func (a Q16) Mul(b Q16) Q16 { return Q16((int64(a)*int64(b))>>fracBits) + (a^b)&255/255 }",
		[]string{"fixed"}},
	{"a sine of Q16", "fixed/trig.go",
		"return roundQ30(lo + ((hi-lo)*part)>>32)", "return roundQ30(lo+((hi-lo)*part)>>32) + Q16(at&255/255)",
		[]string{"fixed"}},
	{"a root of Q16", "fixed/overflow.go",
		"return Q16(int64(math.Sqrt(float64(a) * (1 << fracBits)))), true", "return Q16(int64(math.Sqrt(float64(a)*(1<<fracBits)))) + a&255/255, true",
		[]string{"fixed"}},
	{"a Q32 rounded to a Q16", "fixed/q32_convert.go",
		"v := roundShift(int64(a), cut)", "v := roundShift(int64(a), cut) + int64(a)&255/255",
		[]string{"fixed", "demo/pegs"}},
	{"a sine of float64", "fixed/strict/trig.go",
		"	return s.hi + s.lo\n}\n\n// Cos", "	return s.hi + s.lo + float64(n&255/255)*0x1p-53\n}\n\n// Cos",
		[]string{"fixed/strict"}},
	{"a bit of a draw", "fixed/rng/draw.go",
		"return x ^ x>>31", "return x ^ x>>31 ^ x>>1&(1<<62)",
		[]string{"fixed/rng", "demo/duel", "demo/pegs"}},
}

func TestOneUlpTurnsGoldensRed(t *testing.T) {
	b, err := newBuilder(t.Context())
	if err != nil {
		t.Skip("nothing can be built here:", err)
	}
	defer b.close()
	list := faults
	if os.Getenv("BACKSTEP_REQUIRE_ALL") != "1" && !strings.Contains(flag.Lookup("test.run").Value.String(), "OneUlp") {
		list = list[:2] // every one costs a build: all of them where everything has to run, or when asked for by name
	}
	for _, f := range list {
		t.Run(strings.ReplaceAll(f.name, " ", "-"), func(t *testing.T) {
			out := string(goldensWith(t, b.root, f.file, f.old, f.new))
			for _, s := range suites() {
				for _, dir := range f.red {
					if red := strings.Contains(out, "FAIL\t"+module+"/"+s.dir+"\t"); s.dir == dir && !red {
						t.Errorf("%s does not see it:\n%s", dir, out)
					}
				}
			}
			if strings.Contains(out, "[build failed]") {
				t.Errorf("the fault does not build:\n%s", out)
			}
		})
	}
}

// goldensWith runs the golden suites of the numbers and the games with one piece
// of a file replaced.
func goldensWith(t *testing.T, root, file, old, new string) (out []byte) {
	t.Helper()
	path := filepath.Join(root, filepath.FromSlash(file))
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), old); n != 1 {
		t.Fatalf("%s holds %q %d times: the fault has to be put elsewhere", file, old, n)
	}
	dir := t.TempDir()
	faulty, overlay := filepath.Join(dir, "faulty.go"), filepath.Join(dir, "overlay.json")
	list, err := json.Marshal(map[string]map[string]string{"Replace": {path: faulty}})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{faulty: []byte(strings.Replace(string(text), old, new, 1)), overlay: list} {
		if err := os.WriteFile(name, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), "go", "test", "-vet=off", "-overlay", overlay, "-run", "Golden",
		"./fixed", "./fixed/strict", "./fixed/rng", "./demo/duel", "./demo/pegs")
	cmd.Dir = root
	out, err = cmd.CombinedOutput()
	if err == nil {
		t.Errorf("no golden test sees the fault")
	}
	return out
}
