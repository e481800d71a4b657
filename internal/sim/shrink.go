package sim

import (
	"slices"

	"example.com/backstep/transport/memnet"
)

// Shrink takes away from a failing plan whatever it fails without, in at most
// runs runs. What is left need not fail in the same way.
func Shrink(p Plan, runs int) Plan {
	fails := func(q Plan) bool {
		runs--
		_, err := Run(q)
		return err != nil
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
