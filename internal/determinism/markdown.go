//go:build !js

package main

import (
	"fmt"
	"runtime"
	"strings"

	"example.com/backstep/internal/determinism/probe"
)

// print writes one table a group. Targets that are equal throughout share a column.
func (m *measurement) print() {
	names := make([]string, 0, len(m.columns))
	for _, c := range m.columns {
		names = append(names, c.target)
	}
	fmt.Printf("%s, against %s. Targets: %s.\n", runtime.Version(), names[0], strings.Join(names, "; "))
	for _, s := range m.missing {
		fmt.Printf("%s.\n", s)
	}
	for _, g := range probe.Groups() {
		m.printGroup(g)
	}
}

func (m *measurement) printGroup(g probe.Group) {
	rows := m.rowsOf(g)
	headings, texts := m.ofTargets(rows)
	if m.ref[rows[0]].Repeats {
		headings, texts = []string{"differ from the first, least and most of a target"}, m.leastAndMost
	}
	fmt.Printf("\n**%s**\n\n| computation | inputs | %s |\n", strings.ToUpper(string(g[:1]))+string(g[1:]), strings.Join(headings, " | "))
	fmt.Printf("|---|--:|%s\n", strings.Repeat("--:|", len(headings)))
	for _, r := range rows {
		fmt.Printf("| %s | %s | %s |\n", m.ref[r].Name, grouped(len(m.ref[r].Values)), strings.Join(texts(r), " | "))
	}
}

// ofTargets is the headings of some rows, and what to write below them.
func (m *measurement) ofTargets(rows []int) (headings []string, texts func(row int) []string) {
	shared := m.share(rows)
	for _, s := range shared {
		headings = append(headings, strings.Join(s.names, ", "))
	}
	return headings, func(row int) (out []string) {
		for _, s := range shared {
			out = append(out, s.counts[row].String())
		}
		return out
	}
}

// leastAndMost is for what differs from run to run: each target has its own count.
func (m *measurement) leastAndMost(row int) []string {
	least, most := m.columns[0].counts[row], m.columns[0].counts[row]
	for _, c := range m.columns {
		least.differ = min(least.differ, c.counts[row].differ)
		most.differ = max(most.differ, c.counts[row].differ)
	}
	if least == most {
		return []string{least.String()}
	}
	return []string{least.String() + " to " + most.String()}
}

func (m *measurement) rowsOf(g probe.Group) (rows []int) {
	for i, s := range m.ref {
		if s.Group == g {
			rows = append(rows, i)
		}
	}
	return rows
}

// heading is targets with equal counts in some rows.
type heading struct {
	names  []string
	counts []count
}

// share groups the targets by their counts in the rows. The reference is left out: it
// differs from nothing.
func (m *measurement) share(rows []int) (out []heading) {
	for _, c := range m.columns[1:] {
		if h := find(out, c.counts, rows); h != nil {
			h.names = append(h.names, c.target)
		} else {
			out = append(out, heading{[]string{c.target}, c.counts})
		}
	}
	return out
}

func find(all []heading, counts []count, rows []int) *heading {
	for i := range all {
		same := true
		for _, r := range rows {
			same = same && all[i].counts[r] == counts[r]
		}
		if same {
			return &all[i]
		}
	}
	return nil
}
