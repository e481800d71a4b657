package main

import (
	"fmt"
	"strconv"
	"strings"
)

// sweepReport is all that a sweep has found.
type sweepReport struct {
	options sweepOptions
	rows    []sweepRow
	stalls  []stallRow
}

const sweepHead = `| cell | inputs | B/s | packets/s | rollbacks/100 | depth p50/p99 | mean lag | stalls/min | B/frame | packets/frame | resimulated/frame | stalls/100 frames |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
`

func (r *sweepReport) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s; seeds 1 to %d, %d virtual minutes each\n\n", thisMachine(), r.options.seeds, r.options.minutes)
	b.WriteString(sweepHead)
	for i := range r.rows {
		r.rows[i].markdown(&b)
	}
	b.WriteString("\n" + sweepNotes + "\n" + stallHead)
	for i := range r.stalls {
		r.stalls[i].markdown(&b)
	}
	b.WriteString("\n" + stallNotes)
	return b.String()
}

func (r *sweepRow) markdown(b *strings.Builder) {
	f, than := r.figures, r.cell.published.frame
	name := r.cell.String()
	if !r.theirs {
		name = ""
		if r.ideal {
			f.rollbacks, f.p50, f.p99, f.frame.resimulated = unknown, unknown, unknown, unknown
		}
	} else {
		than = perFrame{unknown, unknown, unknown, unknown}
	}
	fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", name, r.who,
		cellText(f.bytes), cellText(f.packets), cellText(f.rollbacks), depths(f), cellText(f.lag), cellText(f.stalls),
		beside(f.frame.bytes, than.bytes), beside(f.frame.packets, than.packets),
		beside(f.frame.resimulated, than.resimulated), cellText(percent(f.frame.stalls)))
}

func percent(share float64) float64 {
	if share == unknown {
		return unknown
	}
	return 100 * share
}

func depths(f figures) string {
	switch {
	case f.p50 == unknown && f.p99 == unknown:
		return ""
	case f.p50 == unknown:
		return fmt.Sprintf("–/%d", f.p99)
	}
	return fmt.Sprintf("%d/%d", f.p50, f.p99)
}

// cellText prints a figure, nothing for one that is not known.
func cellText(v float64) string {
	if v == unknown {
		return ""
	}
	return figure(v)
}

// beside prints a figure and how many times the published one it is.
func beside(v, than float64) string {
	if v == unknown || than == unknown || than == 0 {
		return cellText(v)
	}
	return figure(v) + " (" + strconv.FormatFloat(v/than, 'f', 2, 64) + "x)"
}
