package sim

import (
	"reflect"
	"slices"
	"strings"
	"unicode"
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
		q.Links, q.Faults, q.Watchers = slices.Clone(p.Links), slices.Clone(p.Faults), slices.Clone(p.Watchers)
		do(&q)
		list = append(list, q)
	}
	for i := len(p.Watchers) - 1; i >= 0; i-- {
		change(func(q *Plan) { q.withoutWatcher(i) })
	}
	for i := range p.Faults {
		change(func(q *Plan) { q.Faults = slices.Delete(q.Faults, i, i+1) })
	}
	if len(p.Links) > 0 {
		change(func(q *Plan) { q.Links = nil })
	}
	for i := range p.Links {
		change(func(q *Plan) { q.Links = slices.Delete(q.Links, i, i+1) })
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
	for _, do := range []func(q *Plan){
		func(q *Plan) { q.SaveEvery = 0 }, func(q *Plan) { q.SendEvery = 0 }, func(q *Plan) { q.Barrier = false },
		func(q *Plan) { q.Majority = false }, func(q *Plan) { q.FeedMemory, q.FeedLag = 0, 0 },
		func(q *Plan) { q.StateBytes = 0 }, func(q *Plan) { q.Explain = false }, func(q *Plan) { q.OnDesync = Tell },
	} {
		q := p
		if do(&q); !reflect.DeepEqual(p, q) {
			list = append(list, q)
		}
	}
	return list
}

// withoutWatcher removes a watcher whom nobody watches, and what happens to it.
func (p *Plan) withoutWatcher(i int) {
	n := len(p.Hosts) + i
	for _, v := range p.Watchers {
		if v.Of == n {
			return
		}
	}
	p.Watchers = slices.Delete(p.Watchers, i, i+1)
	for j := range p.Watchers {
		if p.Watchers[j].Of > n {
			p.Watchers[j].Of--
		}
	}
	p.Faults = slices.DeleteFunc(p.Faults, func(f Fault) bool {
		return (f.Kind == Doze || f.Kind == Vanish || f.Kind == Dismiss) && f.A == i
	})
	for j := range p.Faults {
		if f := &p.Faults[j]; (f.Kind == Doze || f.Kind == Vanish || f.Kind == Dismiss) && f.A > i {
			f.A--
		}
	}
}
