//go:build !js

package main

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"strconv"

	"example.com/backstep/internal/determinism/probe"
)

// emitPackage writes the samples of package probe.
const emitPackage = module + "/internal/determinism/probe/emit"

// count is how many values of a sample differ.
type count struct{ differ, of int }

func (c count) String() string {
	switch c.differ {
	case 0:
		return "0"
	case c.of:
		return "all"
	}
	return grouped(c.differ)
}

// grouped writes thousands apart.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// column is what one target measured: a count for every sample, in their order.
type column struct {
	target string
	counts []count
}

// measurement is the whole table. It holds the reference's values, and of the other
// targets the counts only.
type measurement struct {
	ref     []probe.Sample
	columns []column
	missing []string
}

// measureAll counts on every target and prints Markdown.
func measureAll(ctx context.Context, b *builder, all []target, inputs int) error {
	var m measurement
	for _, t := range all {
		err := m.add(ctx, b, t, inputs)
		if lack := new(lackingError); errors.As(err, lack) {
			m.missing = append(m.missing, t.name+" "+lack.Error())
		} else if err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
	}
	m.print()
	return nil
}

// add runs the probes on a target.
func (m *measurement) add(ctx context.Context, b *builder, t target, inputs int) error {
	on, err := t.on(ctx, b)
	if err != nil {
		return err
	}
	defer on.close()
	path, err := b.command(ctx, t.build, emitPackage)
	if err != nil {
		return err
	}
	r, err := on.run(ctx, program{path: path, args: []string{strconv.Itoa(inputs)}})
	if err != nil {
		return err
	}
	if r.code != 0 {
		return fmt.Errorf("determinism: the probes end with status %d: %s", r.code, r.errs)
	}
	samples, err := decode(r.out)
	if err != nil {
		return err
	}
	if m.ref == nil {
		m.ref = samples
	}
	counts, err := compare(samples, m.ref)
	m.columns = append(m.columns, column{t.name, counts})
	return err
}

func decode(out []byte) (samples []probe.Sample, err error) {
	for dec := gob.NewDecoder(bytes.NewReader(out)); ; {
		var s probe.Sample
		if err := dec.Decode(&s); errors.Is(err, io.EOF) {
			return samples, nil
		} else if err != nil {
			return nil, fmt.Errorf("determinism: reading samples: %w", err)
		}
		samples = append(samples, s)
	}
}

// compare counts the values that differ from the reference's, or, of repeats, from
// the first of all.
func compare(samples, ref []probe.Sample) (out []count, err error) {
	if len(samples) != len(ref) {
		return nil, fmt.Errorf("determinism: %d samples, the reference has %d", len(samples), len(ref))
	}
	for i, s := range samples {
		if s.Name != ref[i].Name || len(s.Values) != len(ref[i].Values) {
			return nil, fmt.Errorf("determinism: sample %s of %d, the reference has %s of %d", s.Name, len(s.Values), ref[i].Name, len(ref[i].Values))
		}
		c := count{of: len(s.Values)}
		for j, v := range s.Values {
			if s.Repeats && v != s.Values[0] || !s.Repeats && v != ref[i].Values[j] {
				c.differ++
			}
		}
		out = append(out, c)
	}
	return out, nil
}
