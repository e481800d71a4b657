//go:build !js

package signal

import (
	"context"
	"errors"
	"time"

	"github.com/coder/websocket"
)

const (
	// outQueue notices may wait for a client, and a bye beyond them.
	outQueue = 128
	// writeTimeout ends a connection that takes nothing more.
	writeTimeout = 5 * time.Second
	// goodbyeTime is for a client to hang up after a bye. A browser gives a
	// program what came before the end of a connection only while that lasts, so
	// the server does not hang up first.
	goodbyeTime = time.Second
)

// A conn is a client's connection. It has two goroutines: serve reads, and write
// writes.
type conn struct {
	s  *Server
	ws *websocket.Conn

	// Guarded by Server.mu; out is written to and closed under it.
	out    chan []byte
	parted bool // out is closed, and what the client says no longer counts
	room   *room
	seat   int
	id     int
	bucket bucket
}

// serve reads until the client hangs up or ctx ends, and returns when nothing of
// the connection runs any more.
func (c *conn) serve(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	written := make(chan struct{})
	go func() {
		defer close(written)
		c.write(ctx, cancel)
	}()
	c.read(ctx)
	c.s.leave(c)
	<-written
	cancel()
	_ = c.ws.CloseNow()
}

func (c *conn) read(ctx context.Context) {
	// Beyond the limit the client is told why; far beyond, it is not worth it.
	c.ws.SetReadLimit(2 * maxMessage)
	hello, cancel := context.WithTimeout(ctx, c.s.cfg.HelloTimeout)
	_, b, err := c.ws.Read(hello)
	cancel()
	for err == nil {
		c.s.handle(c, b)
		_, b, err = c.ws.Read(ctx)
	}
}

// write sends what is queued until the queue is closed, gives the client a
// moment to hang up, and then cancels.
func (c *conn) write(ctx context.Context, cancel context.CancelFunc) {
	ping := newPing(c.s.cfg.Ping)
	defer ping.Stop()
	for {
		var err error
		select {
		case b, ok := <-c.out:
			if !ok {
				time.AfterFunc(goodbyeTime, cancel)
				return
			}
			err = c.timed(ctx, func(ctx context.Context) error { return c.ws.Write(ctx, websocket.MessageText, b) })
		case <-ping.C:
			err = c.timed(ctx, c.ws.Ping)
		case <-ctx.Done():
			return
		}
		if err != nil {
			cancel()
			return
		}
	}
}

func (c *conn) timed(ctx context.Context, f func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	return f(ctx)
}

// newPing returns a ticker, one that never ticks for a negative interval.
func newPing(every time.Duration) *time.Ticker {
	if every < 0 {
		t := time.NewTicker(time.Hour)
		t.Stop()
		return t
	}
	return time.NewTicker(every)
}

// handle does what the client asks.
func (s *Server) handle(c *conn, b []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.parted {
		return
	}
	if !c.bucket.take(s.cfg.Now(), s.cfg.Rate) {
		s.part(c, reasonRate, format(s.cfg.Rate))
		return
	}
	r, err := decodeRequest(b)
	switch {
	case errors.Is(err, ErrTooLarge):
		s.part(c, reasonTooLarge, "")
	case err != nil:
		s.part(c, reasonProtocol, clip(err.Error()))
	default:
		s.do(c, &r)
	}
}

// leave takes a client that hung up out of its room.
func (s *Server) leave(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.part(c, "", "")
}
