package live

import (
	"context"
	"errors"
	"fmt"
	"time"

	"example.com/backstep/rollback"
)

const (
	// idleEvery is how often links are read while no frames run.
	idleEvery = 10 * time.Millisecond
	// closeWait bounds Close by the system's clock, whatever Options.Now says. A
	// goodbye takes a second at most.
	closeWait = 1500 * time.Millisecond
	// refuseFor is how long Close repeats to a peer that does not fit why that is.
	refuseFor = 350 * time.Millisecond
)

// Run calls UpdateFunc whenever a frame is due or Options.Wake says so, and
// after, if it is not nil, each time behind it. It returns the first error of
// after, ctx.Err() when ctx is done, nil when the session ended with a goodbye of
// its own, and else the error of Update. The Host stays to be closed.
func (h *Host[S, I]) Run(ctx context.Context, sample func(dst []I), after func(Report) error) error {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		report, err := h.UpdateFunc(sample)
		if after != nil {
			if err := after(report); err != nil {
				return err
			}
		}
		switch {
		case err == rollback.ErrClosed:
			return nil
		case err != nil:
			return err
		}
		timer.Reset(h.Wait())
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-timer.C:
		case <-h.opts.Wake:
		}
	}
}

// Leave says goodbye at once and returns. Go on calling Update until it returns
// rollback.ErrClosed, at most a second later, or call Close.
func (h *Host[S, I]) Leave(why rollback.Reason) {
	h.session.Leave(h.tick(), why)
	if h.former != nil {
		h.former.session.Leave(h.now, why)
	}
	h.send()
}

// Close says goodbye, waits until the peers have heard it, for about a second at
// most, and closes the links. With a ctx that is already done it waits for
// nothing: that is for an event handler that must not block. The error is that of
// the links. Later calls do nothing.
func (h *Host[S, I]) Close(ctx context.Context) error {
	if h.closed {
		return nil
	}
	h.Leave(rollback.ReasonLeft)
	h.linger(ctx)
	h.closed = true
	var errs []error
	for p, l := range h.links {
		if l == nil {
			continue
		}
		if err := l.Close(); err != nil {
			errs = append(errs, fmt.Errorf("live: link to peer %d: %w", p, err))
		}
	}
	return errors.Join(errs...)
}

// linger reads and sends until everything that had to be said was heard.
func (h *Host[S, I]) linger(ctx context.Context) {
	if ctx.Err() != nil {
		return
	}
	most := closeWait
	if h.session.State() == rollback.Closed && h.former == nil {
		if !h.refused() {
			return
		}
		most = refuseFor
	}
	limit := time.NewTimer(most)
	defer limit.Stop()
	every := time.NewTicker(idleEvery)
	defer every.Stop()
	for h.anyUp() && (h.session.State() != rollback.Closed || h.former != nil || h.refused()) {
		select {
		case <-ctx.Done():
			return
		case <-limit.C:
			return
		case <-every.C:
		}
		h.read(h.tick())
		h.send()
	}
}

// refused tells whether the session ended because a peer does not fit: that
// peer may not know yet.
func (h *Host[S, I]) refused() bool {
	var e *rollback.HandshakeError
	return errors.As(h.session.Err(), &e) && e.Field != ""
}

func (h *Host[S, I]) anyUp() bool {
	for _, down := range h.down {
		if !down {
			return true
		}
	}
	return false
}

// ended is the error of a session that has: ErrClosed and, once known, why.
func (h *Host[S, I]) ended() error {
	if h.end != nil {
		return h.end
	}
	h.end = rollback.ErrClosed
	cause := h.session.Err()
	if cause == nil && h.session.Frame() == 0 {
		cause = h.linkError()
	}
	if cause != nil {
		h.end = fmt.Errorf("%w: %w", rollback.ErrClosed, cause)
	}
	return h.end
}

// linkError is why the first link that ended did, if it can tell.
func (h *Host[S, I]) linkError() error {
	for p, l := range h.links {
		if e, ok := l.(interface{ Err() error }); ok && h.down[p] && e.Err() != nil {
			return fmt.Errorf("live: link to peer %d: %w", p, e.Err())
		}
	}
	return nil
}
