package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// sweepOptions are the command line of `bench sweep`.
type sweepOptions struct {
	out            string
	minutes, seeds int
}

func parseSweep(args []string, stderr io.Writer) (sweepOptions, error) {
	o := sweepOptions{}
	set := flag.NewFlagSet("bench sweep", flag.ContinueOnError)
	set.SetOutput(stderr)
	set.StringVar(&o.out, "o", "", "write the tables to this .md `file` too")
	set.IntVar(&o.minutes, "minutes", 2, "virtual time of each match")
	set.IntVar(&o.seeds, "seeds", 3, "matches of each row, with seeds from 1 on")
	if err := set.Parse(args); err != nil {
		return o, err
	}
	switch {
	case o.out != "" && filepath.Ext(o.out) != ".md":
		return o, fmt.Errorf("-o %s: the sweep is written as .md", o.out)
	case o.minutes < 1 || o.seeds < 1:
		return o, fmt.Errorf("-minutes %d and -seeds %d: both must be positive", o.minutes, o.seeds)
	case set.NArg() > 0:
		return o, fmt.Errorf("unexpected argument %q", set.Arg(0))
	}
	return o, nil
}

// runSweep plays every cell and prints what came of it. Nothing in it depends on
// the machine but its first line.
func runSweep(args []string, stdout, stderr io.Writer) error {
	o, err := parseSweep(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return nil
	}
	if err != nil {
		return err
	}
	r := sweepReport{options: o}
	for _, c := range cells {
		fmt.Fprintln(stderr, c)
		rows, err := c.play(o)
		if err != nil {
			return err
		}
		r.rows = append(r.rows, rows...)
	}
	if r.stalls, err = playStalls(o); err != nil {
		return err
	}
	text := r.markdown()
	fmt.Fprint(stdout, text)
	if o.out == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(o.out), 0o755); err != nil {
		return err
	}
	return os.WriteFile(o.out, []byte(text), 0o644)
}

// sweepRow is one row of the big table.
type sweepRow struct {
	cell    cell
	who     string
	figures figures
	theirs  bool // the published figures, else ours
	ideal   bool // only what the ideal protocol has is known
}

// variant is one row that is played of each cell.
type variant struct {
	name    string
	reading reading
	habit   habitKind
	delay   int // input delay, frames
	ideal   bool
}

// variants are the rows beside each published one.
var variants = []variant{
	{name: "random", habit: everyFrame},
	{name: "one of 8", habit: eightValues},
	{name: "mash", habit: mash},
	{name: "human-like", habit: human},
	{name: "ideal protocol", ideal: true},
	{name: "random, sent a step early", habit: everyFrame, delay: 1},
	{name: "one of 8, sent a step early", habit: eightValues, delay: 1},
	{name: "random, label one way", habit: everyFrame, reading: oneWay},
	{name: "random, label one way, sent a step early", habit: everyFrame, reading: oneWay, delay: 1},
	{name: "ideal protocol, label one way", ideal: true, reading: oneWay},
}

// play plays every variant of a cell.
func (c cell) play(o sweepOptions) ([]sweepRow, error) {
	rows := []sweepRow{{cell: c, who: "published", figures: c.published, theirs: true}}
	for _, v := range variants {
		s := c.setup(v.reading)
		t, err := playSeeds(s, o, func(seed uint64, seat int) (player, error) { return c.player(s, v, seed, seat) })
		if err != nil {
			return nil, err
		}
		if v.ideal {
			t.bytes = t.inFlight * uint64(c.inputBytes)
		}
		rows = append(rows, sweepRow{cell: c, who: v.name, figures: measured(t, sweepStep), ideal: v.ideal})
	}
	return rows, nil
}

func (c cell) player(s lossySetup, v variant, seed uint64, seat int) (player, error) {
	switch {
	case v.ideal:
		return newIdealPlayer(c.players), nil
	case c.inputBytes == 32:
		return newSessionPlayer[[32]byte](s, seat, v.delay, newHabit(v.habit, seed, seat))
	}
	return newSessionPlayer[[4]byte](s, seat, v.delay, newHabit(v.habit, seed, seat))
}

// playSeeds plays one match a seed and adds them up.
func playSeeds(s lossySetup, o sweepOptions, build func(seed uint64, seat int) (player, error)) (tally, error) {
	var sum tally
	for seed := uint64(1); seed <= uint64(o.seeds); seed++ {
		m, err := newLossy(s, seed, func(seat int) (player, error) { return build(seed, seat) })
		if err != nil {
			return sum, err
		}
		m.run(o.minutes * stepsPerMinute)
		sum = sum.plus(m.counted(), 1)
	}
	return sum, nil
}

const stepsPerMinute = 3750 // of the sweep
