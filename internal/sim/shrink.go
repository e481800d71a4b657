package sim

import (
	"slices"
	"strings"
	"unicode"

	"example.com/backstep/transport/memnet"
)

// Shrink takes away from a plan that fails with an error whatever it fails
// without in the same way, in at most runs runs.
func Shrink(p Plan, err error, runs int) Plan {
	way := kindOf(err)
	fails := func(q Plan) bool {
		runs--
		_, err := Run(q)
		return err != nil && kindOf(err) == way
	}
	for again := true; again && runs > 0; {
		again = false
		for _, q := range smaller(p) {
			if runs <= 0 {
				break
			}
			if fails(q) {
				p, again = q, true
				break
			}
		}
	}
	return p
}

// kindOf is an error without its numbers: what went wrong, not where.
func kindOf(err error) string {
	words := strings.FieldsFunc(err.Error(), func(r rune) bool { return !unicode.IsLetter(r) && r != ' ' })
	text := strings.Join(words, "")
	return text[:min(len(text), 60)]
}

// smaller lists the plans that lack one thing.
func smaller(p Plan) (list []Plan) {
	change := func(do func(q *Plan)) {
		q := p
		q.Hosts, q.Seats = slices.Clone(p.Hosts), slices.Clone(p.Seats)
		q.Links, q.Faults = slices.Clone(p.Links), slices.Clone(p.Faults)
		do(&q)
		list = append(list, q)
	}
	for i := range p.Faults {
		change(func(q *Plan) { q.Faults = slices.Delete(q.Faults, i, i+1) })
	}
	for i, l := range p.Links {
		if l.Policy != (memnet.Policy{Delay: 30 * ms}) {
			change(func(q *Plan) { q.Links[i].Policy = memnet.Policy{Delay: 30 * ms} })
		}
	}
	for i, h := range p.Hosts {
		plain := Host{Seats: h.Seats, Paced: true}
		if h.Start != 0 || h.Origin != 0 || h.PPM != 0 || h.Stretch != 0 || !h.Paced || h.Hurries {
			change(func(q *Plan) { q.Hosts[i] = plain })
		}
	}
	for i, s := range p.Seats {
		if s.Delay != 0 {
			change(func(q *Plan) { q.Seats[i].Delay = 0 })
		}
	}
	return list
}
