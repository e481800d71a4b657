//go:build !js

// Command determinism shows that the same bits come out everywhere: it builds the
// golden suites for every target, runs them natively, in emulators, under Node and in
// a headless browser, and prints one table.
//
//	go run ./internal/determinism             # exits with 1 on any difference
//	go run ./internal/determinism -measure    # counts what differs in Go itself
//
// The first target is the reference. A suite's cell is the hash of the golden lines
// that its tests log ("golden NAME HASH"), or ok if it logs none: then its tests
// compare with values that are pinned in them.
//
// A target that cannot run here, for want of an emulator or a browser, is listed as
// not run. With BACKSTEP_REQUIRE_ALL=1 that counts as a difference. The machine itself
// is to be Linux on amd64, with FMA: the native targets are those.
// Each target is built when its turn comes: an edit meanwhile shows as a difference.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		stop()
		os.Exit(1)
	}
}

// errDiffers ends a run whose table shows why.
var errDiffers = errors.New("determinism: not every target gives the same bits")

func run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("determinism", flag.ContinueOnError)
	measure := flags.Bool("measure", false, "count what differs in Go itself, as Markdown")
	inputs := flags.Int("inputs", 100_000, "inputs of each computation, for -measure")
	only := flags.String("only", "", "targets whose name contains this; the reference always runs")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *inputs < 1 {
		return fmt.Errorf("determinism: %d inputs, want 1 or more", *inputs)
	}
	b, err := newBuilder(ctx)
	if err != nil {
		return err
	}
	defer b.close()
	if *measure {
		return measureAll(ctx, b, chosen(counted(), *only), *inputs)
	}
	return compareAll(ctx, b, chosen(targets(), *only))
}

// chosen is the reference and the targets whose name contains part.
func chosen(all []target, part string) []target {
	out := all[:1:1]
	for _, t := range all[1:] {
		if strings.Contains(t.name, part) {
			out = append(out, t)
		}
	}
	return out
}
