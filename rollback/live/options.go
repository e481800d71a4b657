package live

import (
	"fmt"
	"time"
)

// Defaults of Options.
const (
	DefaultMaxCatchUp = 4
	DefaultMaxLag     = 250 * time.Millisecond
)

// Options says how a Host keeps time. A zero field means its default.
type Options struct {
	// Now is the clock: any origin, never backwards. The default reads the
	// monotonic clock of the system.
	Now func() time.Duration

	// MaxCatchUp is how many frames one Update may run for their time has come;
	// default 4. Who watches, or comes back, runs up to Config.CatchUp for each.
	MaxCatchUp int

	// MaxLag is how much late time is made up for at all; default 250 ms. What
	// is beyond is let go and reported in Report.Forgiven.
	MaxLag time.Duration

	// Wake, if set, makes Run read the links at once when something is received
	// from it, and not when the next frame is due. A link's wake hook sends to
	// it without blocking; one slot is enough.
	Wake <-chan struct{}
}

func (o Options) resolve() (Options, error) {
	if o.MaxCatchUp < 0 {
		return o, fmt.Errorf("live: Options.MaxCatchUp is %d, want at least 1, or 0 for %d", o.MaxCatchUp, DefaultMaxCatchUp)
	}
	if o.MaxLag < 0 {
		return o, fmt.Errorf("live: Options.MaxLag is %v, want more than 0, or 0 for %v", o.MaxLag, DefaultMaxLag)
	}
	if o.MaxCatchUp == 0 {
		o.MaxCatchUp = DefaultMaxCatchUp
	}
	if o.MaxLag == 0 {
		o.MaxLag = DefaultMaxLag
	}
	if o.Now == nil {
		origin := time.Now()
		o.Now = func() time.Duration { return time.Since(origin) }
	}
	return o, nil
}
