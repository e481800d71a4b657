package duel

// Buttons is one player's input for one frame: a set of held buttons.
type Buttons uint16

// The buttons. Left and Right are the arena's, not the fighter's.
const (
	Left Buttons = 1 << iota
	Right
	Up      // jump
	Down    // crouch
	Light   // fast attack
	Heavy   // strong attack
	Special // fireball; with Down an uppercut

	AllButtons = Left | Right | Up | Down | Light | Heavy | Special
	attacks    = Light | Heavy | Special
)

// Has reports whether every button of q is held.
func (b Buttons) Has(q Buttons) bool { return b&q == q }

// Dir is the horizontal direction held: -1, 0 or 1.
func (b Buttons) Dir() int8 {
	switch b & (Left | Right) {
	case Left:
		return -1
	case Right:
		return 1
	}
	return 0
}

// clean drops unknown bits and opposite directions, which some keyboards and
// every careless client can send. Both neutral: neither side gains.
func (b Buttons) clean() Buttons {
	b &= AllButtons
	if b.Has(Left | Right) {
		b &^= Left | Right
	}
	if b.Has(Up | Down) {
		b &^= Up | Down
	}
	return b
}

// Leniency of the input reader, in frames.
const (
	wantFrames   = 6  // a press waits this long for the fighter to be free
	tapFrames    = 12 // the longest gap between the two taps of a dash
	dashFrames   = 4  // a dash waits this long
	motionFrames = 12 // the longest pause between two parts of a motion
)

// The parts of the fireball motion.
const (
	motionNone uint8 = iota
	motionDown
	motionDiagonal
	motionReady
)

// Control is what a player did lately: edges, taps and motions are read from
// it. It runs during hit-stop, so a press made then is not lost.
type Control struct {
	Held      Buttons
	Pressed   Buttons // held now and not the frame before
	Want      Buttons // attacks pressed and not yet answered
	WantAge   uint8   // frames since the newest of Want
	Tap       int8    // direction of the last tap
	TapAge    uint8
	Dash      int8 // direction of a double tap not yet answered
	Motion    uint8
	MotionAge uint8
}

// read takes one frame of input. facing decides which way is forward.
func (c *Control) read(b Buttons, facing int8) {
	b = b.clean()
	c.Pressed = b &^ c.Held
	c.Held = b
	c.readAttacks()
	c.readTaps()
	c.readMotion(facing)
}

func (c *Control) readAttacks() {
	if c.WantAge++; c.WantAge > wantFrames {
		c.Want, c.WantAge = 0, 0
	}
	if p := c.Pressed & attacks; p != 0 {
		c.Want |= p
		c.WantAge = 0
	}
}

func (c *Control) readTaps() {
	c.TapAge = older(c.TapAge)
	if c.TapAge > dashFrames {
		c.Dash = 0
	}
	dir := c.Pressed.Dir()
	if dir == 0 {
		return
	}
	if c.Tap == dir && c.TapAge <= tapFrames {
		c.Dash, c.Tap = dir, 0
	} else {
		c.Dash, c.Tap = 0, dir
	}
	c.TapAge = 0
}

// readMotion follows down, down and forward, forward.
func (c *Control) readMotion(facing int8) {
	if c.MotionAge = older(c.MotionAge); c.MotionAge > motionFrames {
		c.Motion = motionNone
	}
	down, forward := c.Held.Has(Down), c.Held.Dir() == facing
	switch {
	case down && c.Held.Dir() == 0:
		c.Motion, c.MotionAge = motionDown, 0
	case down && forward && c.Motion == motionDown:
		c.Motion, c.MotionAge = motionDiagonal, 0
	case !down && forward && c.Motion == motionDiagonal:
		c.Motion, c.MotionAge = motionReady, 0
	}
}

// answered forgets presses that became a move.
func (c *Control) answered() {
	c.Want, c.WantAge = 0, 0
	c.Motion = motionNone
	c.Dash = 0
}

// older counts an age up and stops before it wraps.
func older(age uint8) uint8 {
	if age < 255 {
		age++
	}
	return age
}
