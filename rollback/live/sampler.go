package live

// Sampler turns a device's buttons, reported at any moment, into one sample a
// frame. A press shorter than a frame shows for one frame. A button let go and
// pressed again within one frame shows as up for one frame and down on the next.
// When several frames run at once, the first takes what happened and the rest
// see what is held. The zero value has nothing pressed.
type Sampler[B ~uint8 | ~uint16 | ~uint32 | ~uint64] struct {
	held    B // as reported last
	last    B // as sampled last
	changed B // bits that differed from last at some moment since
}

// Set reports all buttons that are down now. Call it as often as the device can
// be asked.
func (s *Sampler[B]) Set(held B) {
	s.held = held
	s.changed |= held ^ s.last
}

// Press reports buttons that went down, Release those that went up, for devices
// that tell by events.
func (s *Sampler[B]) Press(b B) { s.Set(s.held | b) }

// Release: see Press.
func (s *Sampler[B]) Release(b B) { s.Set(s.held &^ b) }

// Next is the sample of the next frame.
func (s *Sampler[B]) Next() B {
	s.last ^= s.changed
	s.changed = s.held ^ s.last
	return s.last
}
