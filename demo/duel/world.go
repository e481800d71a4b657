package duel

import (
	"fmt"

	"example.com/backstep/fixed"
	"example.com/backstep/fixed/rng"
)

// FPS is the number of frames a second.
const FPS = 60

// MaxFighters is the number of seats that fit a match.
const MaxFighters = 4

// Size of the arena in units. A fighter's feet stay within ±ReachX of the
// middle, and between the floor and Ceiling.
const (
	ArenaHalf = 560
	BodyHalf  = 24
	ReachX    = ArenaHalf - BodyHalf
	Ceiling   = 400
)

// Rules of a match. Times are frames.
const (
	MaxHealth   = 1000
	RoundsToWin = 2
	RoundFrames = 60 * FPS

	IntroFrames     = 90  // nobody can act
	FreezeFrames    = 26  // the world stands still after a knock-out
	SlowFrames      = 70  // and runs at half speed up to this frame of it
	KnockoutFrames  = 130 // all of Knockout
	RoundOverFrames = 110
	AskFrames       = 90  // in MatchOver before a button asks for a rematch
	MatchOverFrames = 480 // in MatchOver before one starts by itself
	RematchFrames   = 45  // all of Rematch

	GraceFrames  = 20 * FPS // that the match stands in a round for each player who is absent
	ResumeFrames = FPS      // from everybody's return to the first frame on which it moves
)

// Phase is the part of a match.
type Phase uint8

// Phases.
const (
	Intro Phase = iota
	Fight
	Knockout  // a round was decided
	RoundOver // its winner poses
	MatchOver
	Rematch // everybody asked for the next match; it starts when this ends
)

// Verdict is how the last round was decided.
type Verdict uint8

// Verdicts.
const (
	Undecided Verdict = iota
	ByKnockout
	ByTime
	ByForfeit
)

// NoTeam is the Winner of a draw.
const NoTeam int8 = -1

// World is the whole state of a match. Copying it copies the match.
type World struct {
	Seed       uint64
	Frame      uint32 // frames simulated
	Count      uint8  // seats in use; Fighters beyond stay zero
	Phase      Phase
	Verdict    Verdict
	Winner     int8  // team that won the last round (from MatchOver on: the match), or NoTeam
	PhaseFrame int32 // frames since Phase began
	Clock      int32 // frames left in the round
	Resume     int16 // ResumeFrames while somebody is awaited, then counted down; 0 unless it stands
	Match      uint16
	Round      uint16 // from 1
	Stage      uint8  // which of the Stages the match is fought on; scenery only
	Asked      uint8  // seats, one bit each, that want a rematch
	NextSpark  uint8  // slot of Sparks written next
	Wins       [MaxFighters]uint8
	Fighters   [MaxFighters]Fighter
	Fireballs  [MaxFighters]Fireball // by owner
	Sparks     [MaxSparks]Spark
}

// drawStage is the purpose of the draw of a Stage.
const drawStage = 1

// Stages is the number of sceneries that a match draws from.
const Stages = 3

// New returns the first frame of a match in which each of players fights all
// others. It panics unless players is 2, 3 or 4.
func New(seed uint64, players int) World {
	return NewTeams(seed, []uint8{0, 1, 2, 3}[:checkPlayers(players)]...)
}

// NewTeams returns the first frame of a match in which seat p fights for
// teams[p], a number below MaxFighters. It panics unless there are 2 to 4
// seats and at least two teams.
func NewTeams(seed uint64, teams ...uint8) World {
	w := World{Seed: seed, Count: uint8(checkPlayers(len(teams)))}
	var seen uint8
	for p, team := range teams {
		if team >= MaxFighters {
			panic(fmt.Sprintf("duel: team %d of seat %d, want 0 to %d", team, p, MaxFighters-1))
		}
		seen |= 1 << team
		w.Fighters[p] = Fighter{Team: team, Present: true}
	}
	if !several(seen) {
		panic(fmt.Sprintf("duel: teams %v, want at least two", teams))
	}
	w.startMatch()
	return w
}

func checkPlayers(n int) int {
	if n < 2 || n > MaxFighters {
		panic(fmt.Sprintf("duel: players %d, want 2 to %d", n, MaxFighters))
	}
	return n
}

// startMatch begins the next match. The scenery is a draw keyed by seed and
// match, so no generator has to be saved.
func (w *World) startMatch() {
	w.Match++
	w.Stage = uint8(rng.Draw(w.Seed, 0, int64(w.Match), drawStage) % Stages)
	w.Wins = [MaxFighters]uint8{}
	w.Round, w.Asked = 0, 0
	w.startRound()
}

func (w *World) startRound() {
	w.Round++
	w.Clock = RoundFrames
	w.Winner, w.Verdict = NoTeam, Undecided
	w.Fireballs = [MaxFighters]Fireball{}
	w.Sparks = [MaxSparks]Spark{}
	for i := range w.seats() {
		w.Fighters[i].reset(startX(i, int(w.Count)))
	}
	w.enter(Intro)
}

func (w *World) enter(p Phase) { w.Phase, w.PhaseFrame = p, 0 }

// seats is the slice of fighters in use.
func (w *World) seats() []Fighter { return w.Fighters[:min(w.Count, MaxFighters)] }

// startX spreads n fighters evenly and symmetrically.
func startX(i, n int) fixed.Q16 {
	reach := 150
	if n > 2 {
		reach = 390
	}
	return fixed.FromInt(reach * (2*i - (n - 1)) / (n - 1))
}

// several reports whether a set of bits has more than one member.
func several(set uint8) bool { return set&(set-1) != 0 }
