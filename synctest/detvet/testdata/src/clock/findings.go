package clock

import (
	"context"
	"time"
)

func elapsed(start time.Time) time.Duration {
	if time.Now().After(start) { // want `clock: time.Now reads the machine's clock: count frames in the state`
		return time.Since(start) // want `clock: time.Since`
	}
	return time.Until(start) // want `clock: time.Until`
}

func kept() func() time.Time { return time.Now } // want `clock: time.Now`

func timers(ctx context.Context, f func()) {
	time.Sleep(time.Second)                    // want `clock: time.Sleep`
	_ = time.After(time.Second)                // want `clock: time.After`
	_ = time.AfterFunc(time.Second, f)         // want `clock: time.AfterFunc`
	_ = time.NewTimer(time.Second)             // want `clock: time.NewTimer`
	_ = time.NewTicker(time.Second)            // want `clock: time.NewTicker`
	_ = time.Tick(time.Second)                 // want `clock: time.Tick`
	_, _ = context.WithTimeout(ctx, time.Hour) // want `clock: context.WithTimeout`
}
