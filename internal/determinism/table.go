//go:build !js

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
)

// compareAll runs every suite on every target and prints the table as it goes.
func compareAll(ctx context.Context, b *builder, all []target) error {
	fmt.Println(head())
	var ref []cell
	var notes []string
	missing := 0
	for _, t := range all {
		cells, err := runSuites(ctx, b, t)
		if lack := new(lackingError); errors.As(err, lack) {
			missing++
			fmt.Printf("%-22s %v\n", t.name, *lack)
			continue
		}
		if err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
		if ref == nil {
			ref = cells
		}
		fmt.Println(row(t.name, cells))
		notes = append(notes, differences(t.name, cells, ref)...)
	}
	return verdict(len(all), missing, notes)
}

func head() string {
	names := make([]string, 0, len(suites()))
	for _, s := range suites() {
		names = append(names, s.name())
	}
	return columns("", names)
}

func row(name string, cells []cell) string {
	texts := make([]string, 0, len(cells))
	for _, c := range cells {
		texts = append(texts, c.String())
	}
	return columns(name, texts)
}

func columns(first string, rest []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-22s", first)
	for _, s := range rest {
		fmt.Fprintf(&b, " %-16s", s)
	}
	return strings.TrimRight(b.String(), " ")
}

// differences names the first one of each suite.
func differences(name string, cells, ref []cell) (out []string) {
	for i, c := range cells {
		if d := c.difference(ref[i]); d != "" {
			out = append(out, fmt.Sprintf("%s, %s: %s", name, suites()[i].name(), d))
		}
	}
	return out
}

// verdict prints what differs, and is an error if something does.
func verdict(all, missing int, notes []string) error {
	fmt.Println()
	for _, n := range notes {
		fmt.Println(n)
	}
	if len(notes) > 0 || missing > 0 && os.Getenv("BACKSTEP_REQUIRE_ALL") == "1" {
		return errDiffers
	}
	fmt.Printf("Every row is equal: %d suites on %d of %d targets.\n", len(suites()), all-missing, all)
	return nil
}
