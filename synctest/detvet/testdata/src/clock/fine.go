package clock

import "time"

// A length of time is a number.
const frame = time.Second / 60

func frames(d time.Duration) int64 { return int64(d / frame) }

// A name that only looks like the clock's.
type fake struct{}

func (fake) Now() int64 { return 0 }

func now(f fake) int64 { return f.Now() }
