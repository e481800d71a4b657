package duel

import "example.com/backstep/fixed"

// MaxSparks is how many impacts a World remembers; the oldest gives way.
const MaxSparks = 8

// SparkKind says what made a spark.
type SparkKind uint8

// Spark kinds. The zero value is an unused slot.
const (
	NoSpark SparkKind = iota
	SparkLight
	SparkHeavy
	SparkFire
	SparkGuard
	SparkClash // fireballs, walls, broken throws
	SparkKnockout
)

// Spark is one impact. It is state, so that a view can show it after a
// rollback as if it had seen it happen.
type Spark struct {
	Kind SparkKind
	Dir  int8   // the way the attack travelled
	Born uint32 // World.Frame when it happened
	Pos  fixed.Vec2
}

func (w *World) spark(kind SparkKind, at fixed.Vec2, dir int8) {
	w.Sparks[w.NextSpark%MaxSparks] = Spark{Kind: kind, Dir: dir, Born: w.Frame, Pos: at}
	w.NextSpark = (w.NextSpark + 1) % MaxSparks
}

func sparkOf(m Move) SparkKind {
	switch {
	case m == FireballMove:
		return SparkFire
	case moves[m].Damage >= 80:
		return SparkHeavy
	}
	return SparkLight
}
