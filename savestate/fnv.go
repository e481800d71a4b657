package savestate

const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)

// FNV1a returns the 64-bit FNV-1a hash of b, as published by Fowler, Noll and
// Vo (IETF draft-eastlake-fnv). It takes one multiplication a byte: for names
// and other short keys. For states use XXH64 or Hash64.
func FNV1a(b []byte) uint64 {
	h := uint64(fnvOffset)
	for _, c := range b {
		h = (h ^ uint64(c)) * fnvPrime
	}
	return h
}
