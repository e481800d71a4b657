package match

import (
	"iter"

	"example.com/backstep/demo/duel"
	"example.com/backstep/rollback"
)

// Sound is something to be heard in a match.
type Sound uint8

// The sounds.
const (
	SoundLight Sound = iota + 1
	SoundHeavy
	SoundFire
	SoundGuard
	SoundClash
	SoundKnockout
	SoundRound   // one is called
	SoundFight   // it begins
	SoundResult  // of the match
	SoundRematch // is agreed
)

// Cue is a sound of one frame: the Nth of its kind.
type Cue struct {
	Sound Sound
	Nth   uint8
}

// AppendCues appends what is to be heard of the frame that has led to w. It
// depends on w alone, so the cues of a frame that is run again with other inputs
// are those of what happened then.
func AppendCues(dst []Cue, w *duel.World) []Cue {
	if s := soundOf(w); s != 0 {
		dst = append(dst, Cue{Sound: s})
	}
	var nth [SoundRematch + 1]uint8
	for i := range w.Sparks {
		k := &w.Sparks[(int(w.NextSpark)+i)%duel.MaxSparks] // oldest first
		if k.Kind == duel.NoSpark || k.Born != w.Frame {
			continue
		}
		s := SoundLight + Sound(k.Kind-duel.SparkLight)
		dst = append(dst, Cue{Sound: s, Nth: nth[s]})
		nth[s]++
	}
	return dst
}

// soundOf is what a phase begins with, 0 for none.
func soundOf(w *duel.World) Sound {
	if w.PhaseFrame > 0 && w.Frame > 1 || w.Standing() {
		return 0
	}
	switch w.Phase {
	case duel.Intro:
		return SoundRound
	case duel.Fight:
		return SoundFight
	case duel.MatchOver:
		return SoundResult
	case duel.Rematch:
		return SoundRematch
	}
	return 0
}

const (
	maxCues = 256 // of frames that may still change
	maxHeld = 64  // changes that nobody has taken; more are dropped
)

// speaker decides what is heard of a world that is predicted and put right. It
// counts frames as the world does: those that were played, without pauses.
type speaker struct {
	effects *rollback.Effects[Cue]
	next    rollback.Frame // the first that was never run
	again   rollback.Frame // where the rollback since the last collect began, NoFrame without one
	cues    []Cue
	held    []rollback.Effect[Cue]
}

func newSpeaker() speaker {
	return speaker{effects: rollback.NewEffects[Cue](maxCues), again: rollback.NoFrame, held: make([]rollback.Effect[Cue], 0, maxHeld)}
}

// restart begins another match. What is held is still to be heard.
func (s *speaker) restart() {
	s.effects, s.next, s.again = rollback.NewEffects[Cue](maxCues), 0, rollback.NoFrame
}

// ran takes in the frame that has led to w. One that is not the next is the first
// of a rollback, and what came before is another advance's.
func (s *speaker) ran(w *duel.World, confirmed rollback.Frame) {
	f := rollback.Frame(w.Frame) - 1
	if f < s.next {
		s.collect(confirmed)
		s.again = f
	}
	s.next = f + 1
	s.cues = AppendCues(s.cues[:0], w)
	for _, c := range s.cues {
		s.effects.Emit(f, c)
	}
}

// collect takes what has changed for the listener. Frames up to confirmed can
// never change again.
func (s *speaker) collect(confirmed rollback.Frame) {
	for e := range s.effects.Drain(rollback.Step{RolledBack: s.again}, confirmed) {
		if len(s.held) < maxHeld {
			s.held = append(s.held, e)
		}
	}
	s.again = rollback.NoFrame
}

// Sounds yields and removes what has changed for the listener since the last
// call: a sound to play, one to stop since it never happened, or one that has
// happened on another frame. Frames are counted without pauses.
func (p *Peer) Sounds() iter.Seq[rollback.Effect[Cue]] {
	return func(yield func(rollback.Effect[Cue]) bool) {
		for i, e := range p.sounds.held {
			if !yield(e) {
				p.sounds.held = append(p.sounds.held[:0], p.sounds.held[i+1:]...)
				return
			}
		}
		p.sounds.held = p.sounds.held[:0]
	}
}
