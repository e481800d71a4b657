//go:build !js

package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
)

// target is a way to build and a way to run.
type target struct {
	name  string
	build build
	on    func(ctx context.Context, b *builder) (machine, error)
}

// build is what the go command is told.
type build struct {
	env   []string
	flags string // for the compiler, of this module's packages only
}

func linux(arch string, env ...string) build {
	return build{env: append([]string{"GOOS=linux", "GOARCH=" + arch, "CGO_ENABLED=0"}, env...)}
}

// without inlining.
func (b build) plain() build {
	b.flags = "-l"
	return b
}

// targets are those that must agree. The first is the reference.
func targets() []target {
	v1, v3, wasm := linux("amd64", "GOAMD64=v1"), linux("amd64", "GOAMD64=v3"), build{env: []string{"GOOS=js", "GOARCH=wasm"}}
	return []target{
		{"amd64 v1", v1, native()},
		{"amd64 v1 without FMA", v1, native("GODEBUG=cpu.fma=off")},
		{"amd64 v3", v3, native()},
		{"amd64 v3 not inlined", v3.plain(), native()},
		{"386", linux("386"), native()},
		{"arm64", linux("arm64"), emulated("qemu-aarch64-static")},
		{"riscv64", linux("riscv64"), emulated("qemu-riscv64-static")},
		{"ppc64le", linux("ppc64le"), emulated("qemu-ppc64le-static")},
		{"s390x", linux("s390x"), emulated("qemu-s390x-static")},
		{"wasm in Node", wasm, node},
		{"wasm in Chromium", wasm, chromium},
	}
}

// counted are the targets of a measurement: inlining is not what it is about.
func counted() (out []target) {
	for _, t := range targets() {
		if t.build.flags == "" {
			out = append(out, t)
		}
	}
	return out
}

// machine runs programs.
type machine interface {
	run(ctx context.Context, p program) (result, error)
	close()
}

// program is a binary and how to start it.
type program struct {
	path string
	dir  string // the working directory, where there is one
	args []string
}

// result is what a program left behind.
type result struct {
	out  []byte // standard output
	errs []byte // standard error
	code int
}

// lackingError says what would have to be installed.
type lackingError struct{ install string }

func (e lackingError) Error() string { return "not run: install " + e.install }

// host runs programs on this machine, after the words of prefix.
type host struct {
	prefix []string
	env    []string
}

func native(env ...string) func(context.Context, *builder) (machine, error) {
	return func(context.Context, *builder) (machine, error) { return host{env: env}, nil }
}

func emulated(qemu string) func(context.Context, *builder) (machine, error) {
	return func(context.Context, *builder) (machine, error) {
		path, err := exec.LookPath(qemu)
		if err != nil {
			return nil, lackingError{"qemu-user-static"}
		}
		return host{prefix: []string{path}}, nil
	}
}

func node(_ context.Context, b *builder) (machine, error) {
	if _, err := exec.LookPath("node"); err != nil {
		return nil, lackingError{"nodejs"}
	}
	return host{prefix: []string{filepath.Join(b.goroot, "lib", "wasm", "go_js_wasm_exec")}}, nil
}

func (h host) close() {}

// run starts a program with little of an environment: a wasm program gets its own in
// a block of 8 KiB.
func (h host) run(ctx context.Context, p program) (result, error) {
	words := append(append(h.prefix[:len(h.prefix):len(h.prefix)], p.path), p.args...)
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Dir, cmd.Env = p.dir, append(smallEnv(), h.env...)
	var out, errs capture
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		return result{}, fmt.Errorf("determinism: starting %s: %w", words[0], err)
	}
	if out.full || errs.full {
		return result{}, fmt.Errorf("determinism: %s wrote more than %d bytes", p.path, maxOutput)
	}
	return result{out: out.b, errs: errs.b, code: cmd.ProcessState.ExitCode()}, ctx.Err()
}

// maxOutput bounds what a program may write.
const maxOutput = 1 << 30

// capture keeps what is written, up to maxOutput.
type capture struct {
	b    []byte
	full bool
}

func (c *capture) Write(p []byte) (int, error) {
	c.full = c.full || len(c.b)+len(p) > maxOutput
	if !c.full {
		c.b = append(c.b, p...)
	}
	return len(p), nil
}
