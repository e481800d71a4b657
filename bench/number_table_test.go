//go:build !js

package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// numbers asks TestNumberTable for more than a test: it runs the benchmarks here
// and as js/wasm under Node, a minute each, and writes both beside each other.
//
//	go test ./bench -run TestNumberTable -numbers results/numbers.md
var numbers = flag.String("numbers", "", "measure numbers natively and under Node, and write the table to this file")

// numberRow is one benchmark's figures on one target, as go test prints them.
type numberRow struct {
	name      string
	own, base float64 // ns a call
	reference string  // what base is of
}

var numberLine = regexp.MustCompile(`(?m)^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+([0-9.e+-]+) ns/call\s+([0-9.e+-]+) ns/(\S+)\s+[0-9.e+-]+ x-\S+`)

// parseNumbers reads what the benchmarks of numbers print.
func parseNumbers(out string) (rows []numberRow, err error) {
	for _, m := range numberLine.FindAllStringSubmatch(out, -1) {
		r := numberRow{name: m[1], reference: m[4]}
		if r.own, err = strconv.ParseFloat(m[2], 64); err != nil {
			return nil, err
		}
		if r.base, err = strconv.ParseFloat(m[3], 64); err != nil {
			return nil, err
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// numberTable puts the rows of two targets beside each other; both ran the same.
func numberTable(machine string, native, wasm []numberRow) (string, error) {
	if len(native) == 0 || len(native) != len(wasm) {
		return "", fmt.Errorf("%d benchmarks natively and %d under Node", len(native), len(wasm))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s; js/wasm under Node on the same machine\n\n", machine)
	b.WriteString("| a call | beside | ns | its ns | ratio | js/wasm: ns | its ns | ratio |\n|---|---|---:|---:|---:|---:|---:|---:|\n")
	for i, n := range native {
		w := wasm[i]
		if n.name != w.name || n.reference != w.reference {
			return "", fmt.Errorf("%s natively is %s under Node", n.name, w.name)
		}
		fmt.Fprintf(&b, "| %s | %s | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f |\n", strings.ReplaceAll(n.name, "/", " "), n.reference,
			n.own, n.base, n.own/n.base, w.own, w.base, w.own/w.base)
	}
	return b.String(), nil
}

func TestNumberTable(t *testing.T) {
	if *numbers != "" {
		writeNumbers(t, *numbers)
		return
	}
	native := "goos: linux\nBenchmarkQ16/MulAdd-2 \t 1000\t 0.68 ns/call\t 0.5098 ns/float64\t 1.333 x-float64\n" +
		"BenchmarkRNG/Draw-2 \t 1000\t 1.9 ns/call\t 1.6 ns/pcg\t 1.19 x-pcg\nPASS\n"
	wasm := "BenchmarkQ16/MulAdd \t 10\t 0.84 ns/call\t 0.72 ns/float64\t 1.17 x-float64\nBenchmarkRNG/Draw \t 10\t 2.1 ns/call\t 6.8 ns/pcg\t 0.31 x-pcg\n"
	a, err := parseNumbers(native)
	if err != nil {
		t.Fatal(err)
	}
	b, err := parseNumbers(wasm)
	if err != nil {
		t.Fatal(err)
	}
	const want = `a machine; js/wasm under Node on the same machine

| a call | beside | ns | its ns | ratio | js/wasm: ns | its ns | ratio |
|---|---|---:|---:|---:|---:|---:|---:|
| Q16 MulAdd | float64 | 0.68 | 0.51 | 1.33 | 0.84 | 0.72 | 1.17 |
| RNG Draw | pcg | 1.90 | 1.60 | 1.19 | 2.10 | 6.80 | 0.31 |
`
	if got, err := numberTable("a machine", a, b); err != nil || got != want {
		t.Errorf("got %v\n%s\nwant\n%s", err, got, want)
	}
	if _, err := numberTable("a machine", a, b[:1]); err == nil {
		t.Error("a table with a row missing is made")
	}
}

func writeNumbers(t *testing.T, path string) {
	native := runNumbers(t)
	wasm := runNumbers(t, "GOOS=js", "GOARCH=wasm")
	text, err := numberTable(thisMachine(), native, wasm)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// runNumbers runs the benchmarks for a target.
func runNumbers(t *testing.T, target ...string) []numberRow {
	args := []string{"test", ".", "-run", "^$", "-bench", "Q16|Q32|Strict|RNG"}
	if len(target) > 0 {
		root := strings.TrimSpace(goOutput(t, nil, "env", "GOROOT"))
		args = append(args, "-exec", filepath.Join(root, "lib", "wasm", "go_js_wasm_exec"))
	}
	rows, err := parseNumbers(goOutput(t, target, args...))
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// goOutput is what the go command prints.
func goOutput(t *testing.T, env []string, args ...string) string {
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go %v: %v\n%s", args, err, out)
	}
	return string(out)
}
