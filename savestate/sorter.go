package savestate

// sorter puts addresses in order, eight bits at a time, in one buffer or the
// other. Those of one state lie close together, so three or four rounds do.
type sorter struct{ a, b []ranked }

// ranked is an address and where it stood before it was sorted.
type ranked struct {
	at   uintptr
	rank int32
}

// begin makes room for n addresses.
func (s *sorter) begin(n int) {
	if cap(s.a) < n {
		s.a, s.b = make([]ranked, 2*n), make([]ranked, 2*n)
	}
	s.a, s.b = s.a[:n], s.b[:n]
}

func (s *sorter) set(i int, at uintptr) { s.a[i] = ranked{at, int32(i)} }

// sorted returns the addresses in ascending order, until the next begin.
func (s *sorter) sorted() []ranked {
	lo, hi := ^uintptr(0), uintptr(0)
	for _, r := range s.a {
		lo, hi = min(lo, r.at), max(hi, r.at)
	}
	for shift := 0; len(s.a) > 0 && (hi-lo)>>shift > 0; shift += 8 {
		s.round(lo, shift)
	}
	return s.a
}

// round sorts by one byte and keeps the order of those that are equal in it.
func (s *sorter) round(lo uintptr, shift int) {
	var at [256]int32
	for _, r := range s.a {
		at[byte((r.at-lo)>>shift)]++
	}
	sum := int32(0)
	for i, n := range at {
		at[i] = sum
		sum += n
	}
	for _, r := range s.a {
		k := byte((r.at - lo) >> shift)
		s.b[at[k]] = r
		at[k]++
	}
	s.a, s.b = s.b, s.a
}
