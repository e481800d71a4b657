//go:build !js

package main

import (
	"context"
	"flag"
	"io"
)

func serve(ctx context.Context, args []string, stdout io.Writer) error {
	f := flag.NewFlagSet("demo", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	return parse(f, args, stdout)
}
