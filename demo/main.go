//go:build !js

// Command demo shows the engine at work: a fighting game over WebRTC.
//
//	go run ./demo
//
// builds the page, serves it and the room server on a loopback port, and waits
// in a room with a bot to fight.
//
//	go run ./demo selfplay -frames 1200 -delay 60ms -jitter 20ms -loss 5 -seed 1
//
// plays a match of bots in one process over real data channels made worse as
// asked, prints what it cost, and exits 1 if the peers computed different worlds.
//
//	go run ./demo selfplay -corrupt 400 -policy resync
//	go run ./demo selfplay -kill 300 -restart 420
//
// flip a bit of one player's state, and kill and restart one player's process.
//
//	go run ./demo bundle desync-1234abcd-400.bundle
//
// tells what the file of a desync holds, and which side computed wrongly.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:])
	stop()
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(os.Stderr, "demo: interrupted")
		os.Exit(1)
	case errors.As(err, new(usageError)):
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(2)
	default:
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	switch {
	case len(args) > 0 && args[0] == "selfplay":
		return selfplay(ctx, args[1:], os.Stdout, os.Stderr)
	case len(args) > 0 && args[0] == "bundle":
		return readBundle(args[1:], os.Stdout)
	}
	return serve(ctx, args, os.Stdout)
}

// usageError is a command line that asks for something impossible.
type usageError struct{ problem string }

func (e usageError) Error() string { return e.problem }

func badUsage(format string, args ...any) error { return usageError{fmt.Sprintf(format, args...)} }

// parse reads a command line of flags alone; -h writes to usage.
func parse(f *flag.FlagSet, args []string, usage io.Writer) error {
	err := f.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintf(usage, "usage: go run ./%s [flags]\n", f.Name())
		f.SetOutput(usage)
		f.PrintDefaults()
		return err
	case err != nil:
		return badUsage("%s: %v; -h lists the flags", f.Name(), err)
	case f.NArg() > 0:
		return badUsage("%s takes flags only, got %q; -h lists them", f.Name(), f.Arg(0))
	}
	return nil
}
