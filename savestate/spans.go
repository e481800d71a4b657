package savestate

// span is where something lies in memory.
type span struct{ from, to uintptr }

// spans looks for overlaps. States are mostly walked in the same order as the
// time before, so the order of addresses is remembered by the state's own.
type spans struct {
	all    []span  // in order of discovery
	orders []order // in sets of four
	order  sorter
}

// maxOrders is a power of two above the number of ways in which a session copies
// the states that it keeps.
const maxOrders = 512

// order is the ranks of a walk's spans by ascending address.
type order struct {
	walk  uintptr
	ranks []int32
}

func (s *spans) reset() { s.all = s.all[:0] }

func (s *spans) add(from, size uintptr) {
	s.all = append(s.all, span{from, from + size})
}

// overlap reports whether any two have a byte in common. A walk is a number that
// is the same for walks that are likely to meet the same things.
func (s *spans) overlap(walk uintptr) bool {
	o := s.orderOf(walk)
	if o.walk == walk && len(o.ranks) == len(s.all) && s.apart(o.ranks) {
		return false
	}
	o.walk, o.ranks = walk, o.ranks[:0]
	for _, r := range s.sort() {
		o.ranks = append(o.ranks, r.rank)
	}
	return !s.apart(o.ranks)
}

// orderOf finds the order of a walk, or a place for it: one of four.
func (s *spans) orderOf(walk uintptr) *order {
	if s.orders == nil {
		s.orders = make([]order, maxOrders)
	}
	h := int(uint64(walk) * 0x9E3779B97F4A7C15 >> 40)
	some := s.orders[h%maxOrders&^3:][:4]
	place := &some[h>>12%4]
	for i := range some {
		if o := &some[i]; o.walk == walk {
			return o
		} else if o.walk == 0 {
			place = o
		}
	}
	return place
}

// disjoint is the opposite of overlap, for a walk that is unlike others.
func (s *spans) disjoint() bool {
	end := uintptr(0)
	for _, r := range s.sort() {
		if s.all[r.rank].from < end {
			return false
		}
		end = s.all[r.rank].to
	}
	return true
}

// apart reports that in this order each span ends before the next begins.
func (s *spans) apart(ranks []int32) bool {
	end, all := uintptr(0), s.all
	for _, r := range ranks {
		if all[r].from < end {
			return false
		}
		end = all[r].to
	}
	return true
}

// sort returns the spans' ranks by ascending address.
func (s *spans) sort() []ranked {
	s.order.begin(len(s.all))
	for i, p := range s.all {
		s.order.set(i, p.from)
	}
	return s.order.sorted()
}
