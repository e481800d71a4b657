// Command emit writes all samples of package probe to standard output, as a gob
// stream of probe.Sample. The argument is the number of inputs.
package main

import (
	"bufio"
	"encoding/gob"
	"fmt"
	"os"
	"strconv"

	"example.com/backstep/internal/determinism/probe"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("emit: %d arguments, want the number of inputs", len(args))
	}
	n, err := strconv.Atoi(args[0])
	if err != nil || n < 1 {
		return fmt.Errorf("emit: number of inputs %q, want 1 or more", args[0])
	}
	out := bufio.NewWriterSize(os.Stdout, 1<<16)
	enc := gob.NewEncoder(out)
	if err := probe.Each(n, func(s probe.Sample) error { return enc.Encode(s) }); err != nil {
		return fmt.Errorf("emit: %w", err)
	}
	return out.Flush()
}
