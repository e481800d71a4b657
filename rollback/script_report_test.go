package rollback_test

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"example.com/backstep/rollback"
)

func (s *script) allRun() bool {
	for i, g := range s.peers {
		if !s.gone[i] && g.session.Frame() == 0 {
			return false
		}
	}
	return true
}

// tickOnce is one turn of everybody whose process does not stand still.
func (s *script) tickOnce() {
	gone := slices.Clone(s.gone)
	for i, until := range s.still {
		s.gone[i] = gone[i] || s.tick < until
	}
	s.show(1)
	s.shuffle()
	for i, step := range s.steps {
		if step.Resimulated > 0 && !s.gone[i] {
			s.rolls[i] += fmt.Sprintf(" back to %d,", step.RolledBack)
		}
	}
	copy(s.gone, gone)
}

// passes tells whether a packet gets through, and notes that one was sent.
func (s *script) passes(link [2]int, tick int) bool {
	through := tick >= s.lost[link]
	if through {
		s.newest[link] = tick
	}
	return through
}

// shuffle doubles and reorders what was just sent.
func (s *script) shuffle() {
	for link, tick := range s.newest {
		w := s.wire(link[0], link[1])
		if tick != s.tick-1 || len(*w) == 0 {
			continue
		}
		last := len(*w) - 1
		f := (*w)[last]
		if tick < s.turned[link] {
			f.due = s.turned[link] - 1 + s.lag
			*w = slices.Insert((*w)[:last], 0, f)
		}
		if tick < s.doubled[link] {
			*w = append(*w, flight{f.due + 1, f.packet})
		}
	}
}

// report says where everybody is and what happened since the last report.
func (s *script) report() {
	for i, g := range s.peers {
		if s.gone[i] {
			continue
		}
		line := fmt.Sprintf("%d: frame %d confirmed %d", i, g.session.Frame(), g.session.ConfirmedFrame())
		if s.rolls[i] != "" {
			line += ";" + strings.TrimSuffix(s.rolls[i], ",")
		}
		if w := s.steps[i].WaitingFor; w != 0 && g.session.State() == rollback.Running {
			line += fmt.Sprintf("; waits for %v", seats(w))
		}
		s.rolls[i] = ""
		s.say("%s", line)
		for _, e := range s.events[i][s.shown[i]:] {
			s.say("   %v", e)
		}
		s.shown[i] = len(s.events[i])
	}
	for i, v := range s.watching {
		s.say("spectator %d: frame %d", i, v.session.Frame())
		for _, e := range v.events[s.vshown[i]:] {
			s.say("   %v", e)
		}
		s.vshown[i] = len(v.events)
	}
}

func seats(mask uint16) (list []int) {
	for p := range 16 {
		if mask>>p&1 == 1 {
			list = append(list, p)
		}
	}
	return list
}

// inspect runs a command that looks at something.
func (s *script) inspect(w words) {
	switch w.text(0) {
	case "agree":
		s.compare()
	case "packets": // peer: what it says to the others at its next turn
		s.listen(w.num(1))
	case "talk": // from to ticks: in which of them something is sent
		s.talk(w.num(1), w.text(2), w.num(3))
	case "calls": // peer: what its session asks of the game at its next turn
		g := s.peers[w.num(1)]
		g.traced, g.trace = true, nil
		s.tickOnce()
		g.traced, s.rolls[w.num(1)] = false, ""
		s.list(g.trace, ", ", "nothing")
	case "stats": // peer fields
		s.fields(w, 2, reflect.ValueOf(s.peers[w.num(1)].session.Stats()))
	case "link": // peer other fields
		s.fields(w, 3, reflect.ValueOf(s.link(w.num(1), w.text(2))))
	}
}

// compare fails if confirmed inputs or states differ anywhere.
func (s *script) compare() {
	first, least := -1, rollback.Frame(1<<62)
	for i, g := range s.peers {
		if s.gone[i] {
			continue
		}
		if least = min(least, g.session.ConfirmedFrame()); first < 0 {
			first = i
		}
	}
	a := s.peers[first]
	for i, g := range s.peers {
		if s.gone[i] {
			continue
		}
		n := min(a.session.ConfirmedFrame(), g.session.ConfirmedFrame()) + 1
		from := max(s.feedsFrom[first], s.feedsFrom[i])
		if !slices.Equal(s.feeds[first][from-s.feedsFrom[first]:n-s.feedsFrom[first]], s.feeds[i][from-s.feedsFrom[i]:n-s.feedsFrom[i]]) {
			s.t.Fatalf("confirmed inputs of %d and %d differ before frame %d", first, i, n)
		}
		s.sameStates(a, g, max(from, begin(s.events[first]), begin(s.events[i])), n)
	}
	for _, v := range s.watching {
		s.sameStates(a, v.tracer, max(s.feedsFrom[first], begin(v.events)), min(v.session.Frame(), a.session.ConfirmedFrame()+1))
	}
	s.say("equal up to frame %d", least)
}

// begin is the frame before which an endpoint's states are not those of the match:
// it came in with a state, or took one over.
func begin(events []rollback.Event) (f rollback.Frame) {
	for _, e := range events {
		if e.Kind == rollback.EventEntered || e.Kind == rollback.EventResynced {
			f = max(f, e.Frame)
		}
	}
	return f
}

// sameStates compares two games from one of their session's frames to another; on
// frames that are paused a game does not move.
func (s *script) sameStates(a, b *tracer, from, n rollback.Frame) {
	moved := int64(0)
	for f := range n {
		if !a.session.Paused(f) {
			moved++
		}
	}
	for f := int64(from) + 1; f <= moved; f++ {
		if a.digests[f] != b.digests[f] {
			s.t.Fatalf("states after the game's frame %d differ: %x, %x", f-1, a.digests[f], b.digests[f])
		}
	}
}

// fields prints some of a struct's.
func (s *script) fields(w words, from int, of reflect.Value) {
	var list []string
	for _, name := range w.list[min(from, len(w.list)):] {
		f := of.FieldByName(name)
		if !f.IsValid() {
			w.t.Fatalf("%v: no field %s", w.list, name)
		}
		list = append(list, fmt.Sprintf("%s %v", name, f.Interface()))
	}
	s.say("%s", strings.Join(list, ", "))
}

// list prints words, or what stands for none.
func (s *script) list(words []string, between, none string) {
	if len(words) == 0 {
		words = []string{none}
	}
	s.say("%s", strings.Join(words, between))
}

// link is p's to another endpoint, or to a spectator if it is called s0, s1, ...
func (s *script) link(p int, name string) rollback.PeerStats {
	g := s.peers[p].session
	if number, is := strings.CutPrefix(name, "s"); is {
		return g.PeerStats(s.watching[words{t: s.t, list: []string{number}}.num(0)].peer)
	}
	return g.PeerStats(peerOf(p, words{t: s.t, list: []string{name}}.num(0)))
}

// links are the names of all that p has.
func (s *script) links(p int) (names []string) {
	for to := range s.peers {
		if to != p {
			names = append(names, strconv.Itoa(to))
		}
	}
	for i, v := range s.watching {
		if v.host == s.peers[p].session {
			names = append(names, "s"+strconv.Itoa(i))
		}
	}
	return names
}

// listen shows what a peer sends in one tick.
func (s *script) listen(p int) {
	before := map[string]rollback.PeerStats{}
	for _, name := range s.links(p) {
		before[name] = s.link(p, name)
	}
	s.tickOnce()
	var list []string
	for _, name := range s.links(p) {
		if after := s.link(p, name); after.PacketsOut > before[name].PacketsOut {
			list = append(list, fmt.Sprintf("to %s: %d bytes", name, after.BytesOut-before[name].BytesOut))
		}
	}
	s.list(list, ", ", "nothing")
}

// talk shows in which of the next ticks a peer sends something on a link.
func (s *script) talk(from int, to string, ticks int) {
	total, run := 0, 0
	var list []string
	for n := 1; n <= ticks+1; n++ {
		before := s.link(from, to).PacketsOut
		if n <= ticks {
			s.tickOnce()
		}
		switch sent := s.link(from, to).PacketsOut > before; {
		case sent:
			run++
			total++
		case run > 1:
			list = append(list, fmt.Sprintf("%d-%d", n-run, n-1))
			run = 0
		case run == 1:
			list = append(list, strconv.Itoa(n-1))
			run = 0
		}
	}
	if total == 0 {
		list = append(list, "none")
	}
	s.say("%d in %d ticks: %s", total, ticks, strings.Join(list, " "))
}
