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
	if 4*t.n >= len(t.slots) {
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

func (t *table) has(key uintptr) bool { return t.find(key).epoch == t.epoch }

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
