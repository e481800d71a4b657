package live

import "time"

// pacer tells when frames are due. Its zero value is stopped.
type pacer struct {
	running bool
	next    time.Duration // when the next frame is due
	length  time.Duration // of the frame under way
	stalled bool          // the frame that is due waits for inputs of others
	retry   time.Duration // when to try it again if nothing arrives
}

// start makes the first frame due at once.
func (p *pacer) start(now time.Duration) {
	if !p.running {
		*p = pacer{running: true, next: now}
	}
}

// due tells whether to try a frame. news says that packets arrived: only they
// and the timers of a frame's length can end a stall.
func (p *pacer) due(now time.Duration, news bool) bool {
	if p.stalled && !news && now < p.retry {
		return false
	}
	return now >= p.next
}

// forgive lets go of what is later than most, and returns how much that was.
func (p *pacer) forgive(now, most time.Duration) time.Duration {
	gone := now - p.next - most
	if gone <= 0 {
		return 0
	}
	p.next += gone
	return gone
}

// ran notes a frame that lasts length. The next is due when this one ends, not
// that long from now, so that late calls do not add up.
func (p *pacer) ran(length time.Duration) {
	p.length, p.stalled = length, false
	p.next += length
}

// stall notes that the frame that is due could not run. The time it waits is
// not made up for: the others would only be predicted further.
func (p *pacer) stall(now, length time.Duration) {
	p.stalled, p.next, p.retry = true, now, now+length
}

// wait is how long until due.
func (p *pacer) wait(now time.Duration) time.Duration {
	at := p.next
	if p.stalled {
		at = p.retry
	}
	return max(at-now, 0)
}

// alpha is how much of the frame under way has passed, 0 to 1.
func (p *pacer) alpha(now time.Duration) float64 {
	if !p.running || p.length <= 0 {
		return 0
	}
	return min(max(1-float64(p.next-now)/float64(p.length), 0), 1)
}
