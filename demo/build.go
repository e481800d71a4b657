//go:build !js

package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const webPackage = "example.com/backstep/demo/web"

// pageFiles is the built page: two files that come from the Go toolchain, beside what
// is embedded.
type pageFiles struct {
	wasm, packed, exec string // paths; packed is wasm, compressed by gzip
	dir                string // temporary, holds wasm and packed
}

// noToolchainError says that the page cannot be built, and what to do.
type noToolchainError struct{ err error }

func (e noToolchainError) Error() string {
	return fmt.Sprintf("the go command is needed to build the page, and is not there (%v): install Go 1.26 or newer and put it into PATH", e.err)
}
func (e noToolchainError) Unwrap() error { return e.err }

// buildPage compiles demo/web for the browser into a temporary folder. dir is a
// folder within the module.
func buildPage(ctx context.Context, dir string) (*pageFiles, error) {
	tool, err := exec.LookPath("go")
	if err != nil {
		return nil, noToolchainError{err}
	}
	exec, err := wasmExec(ctx, tool)
	if err != nil {
		return nil, err
	}
	temp, err := os.MkdirTemp("", "backstep-page-")
	if err != nil {
		return nil, err
	}
	p := &pageFiles{wasm: filepath.Join(temp, "main.wasm"), packed: filepath.Join(temp, "main.wasm.gz"), exec: exec, dir: temp}
	err = compile(ctx, tool, dir, p.wasm)
	if err == nil {
		err = pack(p.packed, p.wasm)
	}
	if err != nil {
		p.remove()
		return nil, err
	}
	return p, nil
}

// pack compresses a file: the page is there sooner on a slow network.
func pack(to, from string) error {
	b, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, err = z.Write(b)
	if err = errors.Join(err, z.Close()); err != nil {
		return err
	}
	return os.WriteFile(to, out.Bytes(), 0o600)
}

func (p *pageFiles) remove() { _ = os.RemoveAll(p.dir) }

func compile(ctx context.Context, tool, dir, out string) error {
	cmd := exec.CommandContext(ctx, tool, "build", "-trimpath", "-ldflags=-s -w", "-o", out, webPackage)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	said, err := cmd.CombinedOutput()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("the page does not build (%w): run this in a clone of the repository, where `GOOS=js GOARCH=wasm go build ./demo/web` says:\n%s",
			err, strings.TrimSpace(string(said)))
	}
	return nil
}

// wasmExec finds the script that starts a Go program in a browser. It belongs
// to the toolchain that compiles, so it is served from there.
func wasmExec(ctx context.Context, tool string) (string, error) {
	root, err := exec.CommandContext(ctx, tool, "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOROOT: %w", err)
	}
	var errs []error
	for _, sub := range []string{"lib/wasm", "misc/wasm"} {
		path := filepath.Join(strings.TrimSpace(string(root)), filepath.FromSlash(sub), "wasm_exec.js")
		if _, err := os.Stat(path); err == nil {
			return path, nil
		} else {
			errs = append(errs, err)
		}
	}
	return "", fmt.Errorf("the Go toolchain has no wasm_exec.js: install it whole from go.dev/dl: %w", errors.Join(errs...))
}
