package savestate

import "math/bits"

// table numbers addresses. It is emptied by beginning another epoch, so its
// memory is neither cleared nor given back from one walk to the next. The
// addresses are of memory that the state being walked keeps alive, and Go does
// not move what lies on the heap.
type table struct {
	slots []tableSlot // a power of two of them
	epoch uint32
	n     int
	shift uint8
}

type tableSlot struct {
	key   uintptr
	epoch uint32
	id    int32
}

func (t *table) reset() {
	t.n = 0
	if t.epoch++; t.epoch == 0 || len(t.slots) == 0 {
		t.resize(max(64, len(t.slots)))
	}
}

func (t *table) resize(size int) {
	t.slots = make([]tableSlot, size)
	t.epoch = 1
	t.shift = uint8(64 - bits.TrailingZeros(uint(size)))
}

// put finds the number of an address, or gives it id.
func (t *table) put(key uintptr, id int32) (got int32, known bool) {
	if 2*t.n >= len(t.slots) {
		t.grow()
	}
	s := t.find(key)
	if s.epoch == t.epoch {
		return s.id, true
	}
	*s = tableSlot{key, t.epoch, id}
	t.n++
	return id, false
}

// find returns the slot of an address, or the free one where it belongs.
func (t *table) find(key uintptr) *tableSlot {
	mask := len(t.slots) - 1
	for i := int(uint64(key) * 0x9E3779B97F4A7C15 >> t.shift); ; i++ {
		if s := &t.slots[i&mask]; s.epoch != t.epoch || s.key == key {
			return s
		}
	}
}

func (t *table) grow() {
	old, epoch := t.slots, t.epoch
	t.resize(2 * len(old))
	for _, s := range old {
		if s.epoch == epoch {
			s.epoch = t.epoch
			*t.find(s.key) = s
		}
	}
}

// span is where something lies in memory.
type span struct {
	from, to uintptr
	rank     int32 // in order of discovery
}

// spans looks for overlaps. States are mostly walked in the same order as the
// time before, so the order of addresses is remembered by the state's own.
type spans struct {
	all, spare []span
	orders     []order // at most maxOrders
	replaced   int
}

// maxOrders is above the number of states that a session keeps.
const maxOrders = 96

// order is the ranks of a state's spans by ascending address.
type order struct {
	root  uintptr
	ranks []int32
}

func (s *spans) reset() { s.all = s.all[:0] }

func (s *spans) add(from, size uintptr) {
	s.all = append(s.all, span{from, from + size, int32(len(s.all))})
}

// overlap reports whether any two have a byte in common. The first is of the
// state itself.
func (s *spans) overlap() bool {
	root := s.all[0].from
	o := s.orderOf(root)
	if o.root == root && len(o.ranks) == len(s.all) && s.apart(o.ranks) {
		return false
	}
	if cap(s.spare) < len(s.all) {
		s.spare = make([]span, 2*len(s.all))
	}
	sorted := sortSpans(s.all, s.spare)
	o.root, o.ranks = root, o.ranks[:0]
	for i := range sorted {
		o.ranks = append(o.ranks, sorted[i].rank)
		if i > 0 && sorted[i].from < sorted[i-1].to {
			o.root = 0
			return true
		}
	}
	return false
}

// orderOf finds the order of a state, or a place for it.
func (s *spans) orderOf(root uintptr) *order {
	for i := range s.orders {
		if s.orders[i].root == root {
			return &s.orders[i]
		}
	}
	if len(s.orders) < maxOrders {
		s.orders = append(s.orders, order{})
		return &s.orders[len(s.orders)-1]
	}
	s.replaced++
	return &s.orders[s.replaced%maxOrders]
}

// apart reports that in this order each span ends before the next begins.
func (s *spans) apart(ranks []int32) bool {
	end := uintptr(0)
	for _, r := range ranks {
		if s.all[r].from < end {
			return false
		}
		end = s.all[r].to
	}
	return true
}

// sortSpans sorts by address, eight bits at a time, in one buffer or the other.
// The addresses of one state lie close together, so three or four rounds do.
func sortSpans(a, b []span) []span {
	lo, hi := ^uintptr(0), uintptr(0)
	for i := range a {
		lo, hi = min(lo, a[i].from), max(hi, a[i].from)
	}
	b = b[:len(a)]
	for shift := 0; (hi-lo)>>shift > 0; shift += 8 {
		var at [256]int32
		for i := range a {
			at[byte((a[i].from-lo)>>shift)]++
		}
		sum := int32(0)
		for i, n := range at {
			at[i] = sum
			sum += n
		}
		for i := range a {
			k := byte((a[i].from - lo) >> shift)
			b[at[k]] = a[i]
			at[k]++
		}
		a, b = b, a
	}
	return a
}
