package synctest

import (
	"fmt"
	"math/rand/v2"

	"example.com/backstep/rollback"
)

// Config says what a SyncTest plays. The zero Config is usable: every zero
// field means its default.
type Config[I any] struct {
	Players       int    // at least 1; default 2
	Frames        int    // how many Run plays; default 600, ten seconds at 60 fps
	CheckDistance int    // frames rewound at every frame, 1 to 60; default 7
	Seed          uint64 // of the inputs

	// Inputs answers player's input for frame f. It is asked once for each, in
	// order of frame and then player, and r is seeded from Seed. See Recorded
	// for inputs of a real match. The default draws every number and bool of I
	// at random (floats from -1 to 1) and holds them for 1 to 8 frames.
	//
	// New also asks it, with another r, for inputs that serve as wrong ones.
	Inputs func(f rollback.Frame, player int, r *rand.Rand) I

	// LeaveFrames[p], if positive, is the first frame at which player p has left:
	// from then on absent, with the zero input.
	LeaveFrames []rollback.Frame

	// Mispredict simulates every window with wrong inputs first, and the newest
	// frame too, before it is rolled back and simulated with the right ones, as a
	// session does. It finds state outside Save that the right inputs alone
	// would set to the same value again. It takes about twice as long.
	Mispredict bool
}

const (
	defaultPlayers       = 2
	defaultFrames        = 600
	defaultCheckDistance = 7
	maxCheckDistance     = 60
)

// ConfigError names a field of Config and what is wrong with its value.
type ConfigError struct {
	Field string // e.g. "CheckDistance"
	Value any
	Want  string
}

func (e *ConfigError) Error() string {
	return fmt.Sprintf("synctest: Config.%s is %v, want %s", e.Field, e.Value, e.Want)
}

// validate fills in the defaults.
func (c *Config[I]) validate() error {
	for _, f := range []struct {
		name     string
		value    *int
		fallback int
		max      int
		want     string
	}{
		{"Players", &c.Players, defaultPlayers, 1 << 16, "1 to 65536"},
		{"Frames", &c.Frames, defaultFrames, 1<<31 - 1, "1 to 2147483647"},
		{"CheckDistance", &c.CheckDistance, defaultCheckDistance, maxCheckDistance, "1 to 60"},
	} {
		if *f.value == 0 {
			*f.value = f.fallback
		}
		if *f.value < 1 || *f.value > f.max {
			return &ConfigError{f.name, *f.value, f.want}
		}
	}
	if len(c.LeaveFrames) > c.Players {
		return &ConfigError{"LeaveFrames", c.LeaveFrames, fmt.Sprintf("at most %d frames, one a player", c.Players)}
	}
	return nil
}

// left reports whether player has left by frame f.
func (c *Config[I]) left(f rollback.Frame, player int) bool {
	return player < len(c.LeaveFrames) && c.LeaveFrames[player] > 0 && f >= c.LeaveFrames[player]
}
