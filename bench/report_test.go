package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReportIsATable(t *testing.T) {
	r := &report{Machine: "a machine", tables: []table{{
		group: group{title: "A frame", columns: []column{{"bytes", bytesPerFrame}, {"packets", packetsPerFrame}}},
		rows: []result{
			{Name: "2p/idle", NS: 303.34, Metrics: map[string]float64{bytesPerFrame: 8.694}},
			{Name: "16B", NS: 5.6221, Allocs: 2},
		},
	}, {group: group{title: "Nothing measured"}}}}
	want := `a machine

| A frame | ns | allocations | bytes | packets |
|---|---:|---:|---:|---:|
| 2p, idle | 303 | 0 | 8.69 |  |
| 16B | 5.62 | 2 |  |  |
`
	if got := r.markdown(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestRunWritesWhatWasAskedFor(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	for _, ext := range []string{".json", ".md"} {
		path := filepath.Join(dir, "report"+ext)
		var out, progress strings.Builder
		if err := run([]string{"-run", "^Save/16B$", "-time", "1ms", "-count", "1", "-o", path}, &out, &progress); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if ext == ".md" && string(text) != out.String() {
			t.Errorf("the file holds\n%s\nand the output\n%s", text, out.String())
		}
		if ext == ".json" {
			var r report
			if err := json.Unmarshal(text, &r); err != nil || len(r.Results) != 1 || r.Results[0].NS <= 0 || r.Results[0].Name != "Save/16B" {
				t.Errorf("%v: got %+v from %s", err, r, text)
			}
		}
		if progress.String() != "Save/16B\n" {
			t.Errorf("progress %q, want the name of the one kernel", progress.String())
		}
	}
}

func TestRunRefuses(t *testing.T) {
	for want, args := range map[string][]string{
		"-run: ":               {"-run", "("},
		"as .md or .json":      {"-o", "report.txt"},
		"must be positive":     {"-count", "0"},
		"unexpected argument":  {"-run", "x", "PeerFrame"},
		"flag provided but no": {"-bogus"},
	} {
		var out, progress strings.Builder
		err := run(args, &out, &progress)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want an error with %q", args, err, want)
		}
	}
}
