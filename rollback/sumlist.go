package rollback

import "encoding/binary"

// frameSums is the checksums of one frame's state: all of it, and by section.
type frameSums struct {
	frame    Frame
	sum      uint32
	sections []uint32
}

// maxListed bounds the frames of a list of checksums, maxSections its sections.
const (
	maxListed   = 4096
	maxSections = 256
)

// appendSums writes the list of what is held: for each frame its distance from
// the one before, the checksum, and those of the sections.
func appendSums(dst []byte, list []frameSums) []byte {
	sections := 0
	if len(list) > 0 {
		sections = len(list[0].sections)
	}
	dst = binary.AppendUvarint(dst, uint64(len(list)))
	dst = binary.AppendUvarint(dst, uint64(sections))
	last := NoFrame
	for _, s := range list {
		dst = binary.AppendUvarint(dst, uint64(s.frame-last))
		dst = binary.LittleEndian.AppendUint32(dst, s.sum)
		for _, x := range s.sections {
			dst = binary.LittleEndian.AppendUint32(dst, x)
		}
		last = s.frame
	}
	return dst
}

// readSums reads it; ok is false where the bytes are no list.
func readSums(b []byte) (list []frameSums, ok bool) {
	count, n := binary.Uvarint(b)
	if n <= 0 || count > maxListed {
		return nil, false
	}
	b = b[n:]
	sections, n := binary.Uvarint(b)
	if n <= 0 || sections > maxSections || count*(5+4*sections) > uint64(len(b)) {
		return nil, false
	}
	b = b[n:]
	last := NoFrame
	for range count {
		gap, n := binary.Uvarint(b)
		if n <= 0 || gap == 0 || gap > 1<<62 || last > 1<<62-Frame(gap) || len(b) < n+4+4*int(sections) {
			return nil, false
		}
		last += Frame(gap)
		s := frameSums{frame: last, sum: binary.LittleEndian.Uint32(b[n:])}
		b = b[n+4:]
		for range sections {
			s.sections = append(s.sections, binary.LittleEndian.Uint32(b))
			b = b[4:]
		}
		list = append(list, s)
	}
	return list, len(b) == 0
}
