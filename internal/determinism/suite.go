//go:build !js

package main

import (
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// suite is the golden tests of a package.
type suite struct {
	dir string // relative to the module
	run string // which tests
}

func (s suite) name() string { return strings.TrimPrefix(s.dir, "rollback/internal/") }

func suites() []suite {
	return []suite{
		{"fixed", "^TestGolden"}, {"fixed/strict", "^TestGolden"}, {"fixed/rng", "Pinned|Published|Golden"},
		{"savestate", "^TestGolden"}, {"rollback/internal/wire", "^TestGolden"},
		{"demo/duel", "^TestGolden"}, {"demo/pegs", "^TestGolden"},
	}
}

func packagesOf(all []suite) (out []string) {
	for _, s := range all {
		out = append(out, module+"/"+s.dir)
	}
	return out
}

// program is how to run a suite whose binary is in a folder.
func (s suite) program(b *builder, dir string) program {
	return program{
		path: filepath.Join(dir, path.Base(s.dir)+".test"),
		dir:  filepath.Join(b.root, filepath.FromSlash(s.dir)),
		args: []string{"-test.v", "-test.run=" + s.run, "-test.timeout=5m"},
	}
}

// golden is one line of a suite.
type golden struct{ name, hash string }

// cell is what a suite came to on a target.
type cell struct {
	goldens []golden
	tests   int    // that passed
	failure string // the first complaint, "" if there is none
}

var (
	goldenLine = regexp.MustCompile(`(?m)\bgolden (\S.*?) ([0-9a-f]{16})\r?$`)
	passLine   = regexp.MustCompile(`(?m)^--- PASS: `)
	complaint  = regexp.MustCompile(`(?m)^\s+\S+_test\.go:\d+: (.*)$`)
)

// read makes a cell of what a test binary left.
func read(r result) (c cell) {
	for _, m := range goldenLine.FindAllSubmatch(r.out, -1) {
		c.goldens = append(c.goldens, golden{string(m[1]), string(m[2])})
	}
	c.tests = len(passLine.FindAll(r.out, -1))
	switch {
	case r.code != 0:
		c.failure = firstComplaint(r)
	case c.tests == 0:
		c.failure = "no test ran"
	}
	return c
}

// firstComplaint is the first line of a test that is not a golden one, or else the
// last that the program wrote.
func firstComplaint(r result) string {
	for _, m := range complaint.FindAllSubmatch(r.out, -1) {
		if !goldenLine.Match(m[0]) {
			return string(m[1])
		}
	}
	lines := bytes.Split(bytes.TrimSpace(append(r.errs, r.out...)), []byte("\n"))
	return fmt.Sprintf("exit status %d: %s", r.code, lines[len(lines)-1])
}

// String is the cell's text: the hash, or that of several hashes.
func (c cell) String() string {
	switch {
	case c.failure != "":
		return "FAILED"
	case len(c.goldens) == 0:
		return "ok"
	case len(c.goldens) == 1:
		return c.goldens[0].hash
	}
	h := fnv.New64a()
	for _, g := range c.goldens {
		h.Write([]byte(g.name + " " + g.hash + "\n"))
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// difference tells how a cell differs from the reference's, "" if it does not.
func (c cell) difference(ref cell) string {
	for i, g := range ref.goldens {
		switch {
		case i >= len(c.goldens):
			return fmt.Sprintf("no line golden %s; %s", g.name, c.failure)
		case c.goldens[i] != g:
			return fmt.Sprintf("golden %s %s, the reference has golden %s %s", c.goldens[i].name, c.goldens[i].hash, g.name, g.hash)
		}
	}
	if c.failure != "" {
		return c.failure
	}
	if len(c.goldens) > len(ref.goldens) {
		return fmt.Sprintf("golden %s, which the reference lacks", c.goldens[len(ref.goldens)].name)
	}
	return ""
}

// runSuites runs every suite on a machine.
func runSuites(ctx context.Context, b *builder, t target) (cells []cell, err error) {
	m, err := t.on(ctx, b)
	if err != nil {
		return nil, err
	}
	defer m.close()
	dir, err := b.tests(ctx, t.build, packagesOf(suites()))
	if err != nil {
		return nil, err
	}
	for _, s := range suites() {
		r, err := m.run(ctx, s.program(b, dir))
		if err != nil {
			return nil, err
		}
		cells = append(cells, read(r))
	}
	return cells, nil
}
