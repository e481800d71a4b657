//go:build !js

package main

import (
	"bytes"
	"encoding/gob"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/backstep/internal/determinism/probe"
)

func TestCompareCounts(t *testing.T) {
	ref := []probe.Sample{{Name: "sum", Values: []uint64{1, 2, 3}}, {Name: "map", Repeats: true, Values: []uint64{9, 9, 8}}}
	got, err := compare([]probe.Sample{{Name: "sum", Values: []uint64{1, 5, 6}}, {Name: "map", Repeats: true, Values: []uint64{4, 4, 4}}}, ref)
	if d := cmp.Diff([]count{{2, 3}, {0, 3}}, got, cmp.AllowUnexported(count{})); d != "" || err != nil {
		t.Errorf("counts (-want +got), error %v:\n%s", err, d)
	}
	if got, _ = compare(ref, ref); got[0] != (count{0, 3}) || got[1] != (count{1, 3}) {
		t.Errorf("against itself: %v, want 0 of 3, and 1 of 3 that differ from the first", got)
	}
	for _, bad := range [][]probe.Sample{nil, {ref[0], {Name: "map", Values: []uint64{1}}}, {ref[1], ref[0]}} {
		if _, err := compare(bad, ref); err == nil {
			t.Errorf("samples %v are compared with %v", bad, ref)
		}
	}
}

func TestDecodeReadsWhatEmitWrites(t *testing.T) {
	var b bytes.Buffer
	want := []probe.Sample{{Group: probe.NaN, Name: "a", Values: []uint64{1, 1 << 63}}, {Group: probe.Order, Name: "b", Repeats: true, Values: []uint64{0}}}
	enc := gob.NewEncoder(&b)
	for _, s := range want {
		if err := enc.Encode(s); err != nil {
			t.Fatal(err)
		}
	}
	got, err := decode(b.Bytes())
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("samples (-want +got), error %v:\n%s", err, d)
	}
	if _, err := decode(b.Bytes()[:b.Len()-1]); err == nil {
		t.Error("a stream that was cut decodes")
	}
}

func TestTargetsWithEqualCountsShareAColumn(t *testing.T) {
	m := measurement{
		ref: []probe.Sample{{Group: probe.Math}, {Group: probe.Sort}},
		columns: []column{
			{"ref", []count{{0, 9}, {0, 9}}}, {"a", []count{{4, 9}, {1, 9}}}, {"b", []count{{4, 9}, {2, 9}}}, {"c", []count{{5, 9}, {1, 9}}},
		},
	}
	headings, texts := m.ofTargets(m.rowsOf(probe.Math))
	if d := cmp.Diff([]string{"a, b", "c"}, headings) + cmp.Diff([]string{"4", "5"}, texts(0)); d != "" {
		t.Errorf("math (-want +got):\n%s", d)
	}
	headings, _ = m.ofTargets(m.rowsOf(probe.Sort))
	if d := cmp.Diff([]string{"a, c", "b"}, headings); d != "" {
		t.Errorf("sorts (-want +got):\n%s", d)
	}
	if got := m.leastAndMost(0); got[0] != "0 to 5" {
		t.Errorf("least and most %q, want 0 to 5", got)
	}
}

func TestCountsAreWritten(t *testing.T) {
	for c, want := range map[count]string{{0, 5}: "0", {5, 5}: "all", {12, 100}: "12", {1234, 9999}: "1,234", {1234567, 9999999}: "1,234,567"} {
		if got := c.String(); got != want {
			t.Errorf("%d of %d is %q, want %q", c.differ, c.of, got, want)
		}
	}
}
