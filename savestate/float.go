package savestate

// The bits under which any NaN is hashed and encoded: the quiet NaN without a
// payload.
const (
	nan64 = 0x7FF8000000000000
	nan32 = 0x7FC00000
)

// bits64 returns a float64's bits with every NaN made the same.
func bits64(b uint64) uint64 {
	if isNaN64(b) {
		return nan64
	}
	return b
}

// bits32 returns a float32's bits with every NaN made the same.
func bits32(b uint32) uint32 {
	if isNaN32(b) {
		return nan32
	}
	return b
}

func isNaN64(b uint64) bool { return b&(1<<63-1) > 0x7FF<<52 }
func isNaN32(b uint32) bool { return b&(1<<31-1) > 0xFF<<23 }
