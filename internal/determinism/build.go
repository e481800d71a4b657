//go:build !js

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

const module = "example.com/backstep"

// builder compiles into a temporary folder, everything once.
type builder struct {
	goroot string
	root   string // of the module
	dir    string
	done   map[string]string // folders of what was built, by how
}

func newBuilder(ctx context.Context) (*builder, error) {
	goroot, err := goTool(ctx, nil, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	root, err := goTool(ctx, nil, "list", "-m", "-f", "{{.Dir}}", module)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "determinism-")
	if err != nil {
		return nil, fmt.Errorf("determinism: %w", err)
	}
	return &builder{goroot: goroot, root: root, dir: dir, done: map[string]string{}}, nil
}

func (b *builder) close() { _ = os.RemoveAll(b.dir) }

// tests compiles the test binaries of packages and returns the folder in which
// NAME.test is, NAME being the last element of the package's path.
func (b *builder) tests(ctx context.Context, how build, packages []string) (string, error) {
	return b.once(ctx, how, "test -c", append([]string{"-vet=off"}, packages...))
}

// command compiles a command.
func (b *builder) command(ctx context.Context, how build, name string) (string, error) {
	dir, err := b.once(ctx, how, "build", []string{name})
	return filepath.Join(dir, path.Base(name)), err
}

// once runs the go command unless it has with the same arguments.
func (b *builder) once(ctx context.Context, how build, verb string, args []string) (string, error) {
	key := fmt.Sprint(how, verb, args)
	if dir, ok := b.done[key]; ok {
		return dir, nil
	}
	dir := filepath.Join(b.dir, strconv.Itoa(len(b.done)))
	words := append(strings.Fields(verb), "-ldflags=-s -w", "-o", dir+string(filepath.Separator))
	if how.flags != "" {
		words = append(words, "-gcflags="+module+"/...="+how.flags)
	}
	if _, err := goTool(ctx, how.env, append(words, args...)...); err != nil {
		return "", err
	}
	b.done[key] = dir
	return dir, nil
}

// goTool runs the go command and returns what it wrote.
func goTool(ctx context.Context, env []string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.Output()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		return "", fmt.Errorf("determinism: %s go %s: %w\n%s", strings.Join(env, " "), strings.Join(args, " "), err, exit.Stderr)
	}
	if err != nil {
		return "", fmt.Errorf("determinism: go %s: %w", args[0], err)
	}
	return strings.TrimSpace(string(out)), nil
}

// smallEnv is what a program needs to run.
func smallEnv() (out []string) {
	for _, name := range []string{"PATH", "HOME", "TMPDIR"} {
		if v, ok := os.LookupEnv(name); ok {
			out = append(out, name+"="+v)
		}
	}
	return out
}
