package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// options are the command line.
type options struct {
	out     string
	only    *regexp.Regexp
	time    time.Duration
	repeats int
}

func parse(args []string, stderr io.Writer) (options, error) {
	o := options{}
	set := flag.NewFlagSet("bench", flag.ContinueOnError)
	set.SetOutput(stderr)
	set.StringVar(&o.out, "o", "", "write the report to this .md or .json `file` too")
	only := set.String("run", "", "measure only what matches this regular `expression`, e.g. PeerFrame/queue/2p")
	set.DurationVar(&o.time, "time", 500*time.Millisecond, "time for one measurement")
	set.IntVar(&o.repeats, "count", 3, "measurements of each kernel; the fastest counts")
	if err := set.Parse(args); err != nil {
		return o, err
	}
	var err error
	if o.only, err = regexp.Compile(*only); err != nil {
		return o, fmt.Errorf("-run: %w", err)
	}
	switch ext := filepath.Ext(o.out); {
	case o.out != "" && ext != ".md" && ext != ".json":
		return o, fmt.Errorf("-o %s: the report is written as .md or .json", o.out)
	case o.time <= 0 || o.repeats < 1:
		return o, fmt.Errorf("-time %v and -count %d: both must be positive", o.time, o.repeats)
	case set.NArg() > 0:
		return o, fmt.Errorf("unexpected argument %q", set.Arg(0))
	}
	return o, nil
}

func run(args []string, stdout, stderr io.Writer) error {
	if len(args) > 0 && args[0] == "sweep" {
		return runSweep(args[1:], stdout, stderr)
	}
	o, err := parse(args, stderr)
	if err == flag.ErrHelp {
		return nil
	}
	if err != nil {
		return err
	}
	r, err := measureAll(o, stderr)
	if err != nil {
		return err
	}
	fmt.Fprint(stdout, r.markdown())
	if o.out == "" {
		return nil
	}
	return r.write(o.out)
}

// measureAll runs every kernel asked for and says on stderr which.
func measureAll(o options, stderr io.Writer) (*report, error) {
	defer setBenchTime(o.time)()
	r := &report{Machine: thisMachine()}
	for _, g := range groups() {
		t := table{group: g}
		for _, b := range g.benches {
			if name := g.name + "/" + b.name; o.only.MatchString(name) {
				fmt.Fprintln(stderr, name)
				res, err := fastest(b, o.repeats)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", name, err)
				}
				t.rows = append(t.rows, res)
				r.Results = append(r.Results, res.named(name))
			}
		}
		r.tables = append(r.tables, t)
	}
	return r, nil
}

// setBenchTime sets how long testing.Benchmark takes, and returns what undoes it.
func setBenchTime(d time.Duration) (undo func()) {
	testing.Init()
	f := flag.Lookup("test.benchtime")
	before := f.Value.String()
	if err := f.Value.Set(d.String()); err != nil {
		panic(err) // a positive duration is always taken
	}
	return func() {
		if err := f.Value.Set(before); err != nil {
			panic(err)
		}
	}
}

// fastest is the least disturbed of several measurements.
func fastest(b bench, repeats int) (result, error) {
	best := result{}
	for i := range repeats {
		m := testing.Benchmark(b.run)
		if m.N == 0 {
			return best, fmt.Errorf("the kernel stopped with an error; `go test ./bench -bench .` prints it")
		}
		ns := float64(m.T.Nanoseconds()) / float64(m.N)
		if i == 0 || ns < best.NS {
			best = result{Name: b.name, NS: ns, Allocs: m.AllocsPerOp(), Metrics: m.Extra}
		}
	}
	return best, nil
}

func (r *report) write(path string) error {
	text := []byte(r.markdown())
	if filepath.Ext(path) == ".json" {
		var err error
		if text, err = json.MarshalIndent(r, "", "\t"); err != nil {
			return err
		}
		text = append(text, '\n')
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}
