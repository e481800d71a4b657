//go:build !js

package signal

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// sweepEvery is how often rooms are looked at for their expiry.
const sweepEvery = time.Second

// Server is an http.Handler that keeps rooms. It is safe for concurrent use.
type Server struct {
	cfg  Config
	ctx  context.Context // ends all connections by force
	kill context.CancelFunc
	quit chan struct{} // closed by Close
	all  sync.WaitGroup

	mu     sync.Mutex
	closed bool
	rooms  map[string]*room
	conns  map[*conn]struct{}
	stats  Stats
}

// Stats counts what a server does.
type Stats struct {
	Rooms, Conns int    // now
	Relayed      uint64 // messages between members
	Refused      uint64 // connections that were sent away with a reason
	Dropped      uint64 // messages to members who had left
}

// NewServer returns a server that runs until Close.
func NewServer(cfg Config) (*Server, error) {
	cfg, err := cfg.resolve()
	if err != nil {
		return nil, err
	}
	s := &Server{
		cfg:   cfg,
		quit:  make(chan struct{}),
		rooms: make(map[string]*room),
		conns: make(map[*conn]struct{}),
	}
	s.ctx, s.kill = context.WithCancel(context.Background())
	s.all.Go(s.run)
	return s, nil
}

// Stats returns the counts so far.
func (s *Server) Stats() Stats {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.stats
	out.Rooms, out.Conns = len(s.rooms), len(s.conns)
	return out
}

// ServeHTTP serves one WebSocket for as long as it lives. A request that is none
// gets an HTTP error, and so does one from another origin (403) or one too many
// (503).
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c := &conn{s: s, out: make(chan []byte, outQueue+1)}
	if !s.admit(c) {
		http.Error(w, "no place for another connection: try again later", http.StatusServiceUnavailable)
		return
	}
	defer s.all.Done()
	defer s.forget(c)
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{OriginPatterns: s.cfg.Origins})
	if err != nil {
		s.cfg.Logger.Debug("signal: no websocket", "err", err)
		return
	}
	c.ws = ws
	c.serve(s.ctx)
}

// admit counts c in, so that Close waits for it.
func (s *Server) admit(c *conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || len(s.conns) >= s.cfg.MaxConns {
		s.stats.Refused++
		return false
	}
	s.conns[c] = struct{}{}
	s.all.Add(1)
	return true
}

func (s *Server) forget(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.part(c, "", "")
	delete(s.conns, c)
}

func (s *Server) run() {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			s.sweep()
		case <-s.quit:
			return
		}
	}
}

// sweep ends the rooms whose time is over.
func (s *Server) sweep() {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.cfg.Now()
	for code, r := range s.rooms {
		if !r.expired(now, &s.cfg) {
			continue
		}
		for _, c := range r.seats {
			if c != nil {
				c.room = nil // no notices of leaving to those who leave too
				s.part(c, reasonExpired, "")
			}
		}
		delete(s.rooms, code)
	}
}

// Close tells all clients that the server is going, waits for them to go too,
// and ends those that have not when ctx ends. Nothing of the server runs when it
// returns. Close it before the http.Server, whose Shutdown does not know of
// WebSockets.
func (s *Server) Close(ctx context.Context) error {
	s.mu.Lock()
	if !s.closed {
		s.closed = true
		close(s.quit)
		for c := range s.conns {
			c.room = nil
			s.part(c, reasonClosing, "")
		}
		clear(s.rooms)
	}
	s.mu.Unlock()
	done := make(chan struct{})
	go func() {
		s.all.Wait()
		close(done)
	}()
	defer s.kill()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		s.kill()
		<-done
		return ctx.Err()
	}
}
