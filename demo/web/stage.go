//go:build js

package main

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"

	"example.com/backstep/demo/chaos"
	"example.com/backstep/demo/duel"
	"example.com/backstep/demo/match"
	"example.com/backstep/demo/view"
	"example.com/backstep/rollback"
	"example.com/backstep/rollback/live"
)

// stage holds the match that is on, if any, and everything that is shown.
type stage struct {
	page  *page
	audio *audio
	wake  chan struct{} // one slot: a link has something
	// Whether their keys were pressed.
	pause, look, corrupt atomic.Bool
	points               chan pointer // since the last picture; more than fit are dropped

	mu      sync.Mutex
	peer    *match.Peer
	link    *chaos.Link
	buttons live.Sampler[duel.Buttons]
	bot     duel.Bot // presses the buttons while the box is ticked
	delay   int      // frames of input delay that are set
	shown   match.Status
	match   int        // whose status that is
	world   duel.World // while there is no match
	overlay view.Overlay
	net     view.Net
	past    past
	gone    bool // the tab has said goodbye
}

func newStage(p *page) *stage {
	return &stage{page: p, audio: &audio{page: p}, wake: make(chan struct{}, 1), points: make(chan pointer, 32), bot: duel.NewBot(7), world: duel.New(1, 2),
		overlay: view.Overlay{Local: -1, Banner: "CONNECTING"}}
}

// poke is the links' wake hook. It runs inside the browser's event handlers and
// must not wait.
func (s *stage) poke() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// keepAwake moves the match on with every packet: the browser stops the frame
// callbacks of a hidden tab and delays its timers, but delivers messages.
func (s *stage) keepAwake() {
	for range s.wake {
		s.tick()
	}
}

// hold notes the buttons that are held now.
func (s *stage) hold(b duel.Buttons) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.points) > 0 {
		s.past.point(<-s.points)
	}
	if s.past.Open() {
		s.past.steer(b)
		b = 0
	}
	s.buttons.Set(b)
}

// point takes in where the mouse or a finger is on the canvas. It runs in the
// browser's event handler and must not wait.
func (s *stage) point(p pointer) {
	select {
	case s.points <- p:
	default:
	}
}

// key takes in a key that is no button of the game. It runs in the browser's event
// handler and must not wait.
func (s *stage) key(code string) {
	s.audio.start()
	switch code {
	case "KeyP":
		s.pause.Store(true)
	case keyScrub:
		s.look.Store(true)
	case keyCorrupt:
		s.corrupt.Store(true)
	}
}

// tick runs what is due.
func (s *stage) tick() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.peer == nil || s.gone {
		return
	}
	s.link.Set(s.page.conditions())
	s.setDelay(s.page.inputDelay())
	if s.pause.Swap(false) {
		_ = s.peer.TogglePause() // a match that has ended stays as it is
	}
	if s.corrupt.Swap(false) {
		s.peer.Corrupt(s.peer.World.Frame + 1)
	}
	report := s.peer.Update(s.press)
	if s.look.Swap(false) {
		s.past.Toggle(s.peer.Tape)
	}
	s.past.Move(0)
	for e := range s.peer.Sounds() {
		s.audio.take(e)
	}
	s.measure(report)
	s.announce()
	s.page.report(s.peer)
	s.page.scrubbed(&s.past)
}

// press is the local player's input of one frame.
func (s *stage) press() duel.Buttons {
	held := s.buttons.Next()
	if s.page.autoplay() {
		return s.bot.Press(&s.peer.World, s.peer.Seat)
	}
	return held
}

func (s *stage) setDelay(frames int) {
	if frames != s.delay && s.peer.Host.Session().SetInputDelay(s.peer.Seat, frames) == nil {
		s.delay = frames
	}
}

// measure feeds the network panel.
func (s *stage) measure(r live.Report) {
	session := s.peer.Host.Session()
	peer := session.PeerStats(0)
	n := &s.net
	n.RTT = float32(peer.RTT.Seconds() * 1000)
	n.FramesAhead = float32(session.FramesAhead())
	n.Delay = s.delay
	n.Stalled = r.WaitingFor != 0
	n.Interrupted = s.peer.Status() == match.Interrupted
	depth := float32(r.Resimulated)
	for range r.Frames {
		n.Ping.Add(n.RTT)
		n.Rollback.Add(depth)
		depth = 0
	}
}

// announce turns the match's status into what stands across the picture.
func (s *stage) announce() {
	status := s.peer.Status()
	o := &s.overlay
	for seat, name := range s.peer.Names {
		o.Names[seat] = strings.ToUpper(name)
	}
	o.Names[s.peer.Seat] = "YOU"
	o.Local = s.peer.Seat
	if status == match.Left {
		o.Banner, o.Detail = s.left()
	}
	if status == s.shown && s.peer.Match == s.match {
		return
	}
	s.shown, s.match = status, s.peer.Match
	switch status {
	case match.Connecting:
		o.Banner, o.Detail = "CONNECTING", ""
		if s.match > 1 {
			o.Banner = "REMATCH"
		}
	case match.Returning:
		o.Banner, o.Detail = "COMING BACK", "INTO THE MATCH THAT GOES ON"
	case match.Paused:
		o.Banner, o.Detail = "PAUSED", "BY "+s.name(s.peer.PausedBy())+". P GOES ON"
	case match.Playing:
		o.Banner, o.Detail, o.Net = "", "", &s.net
		s.page.clear()
	case match.Interrupted:
		o.Banner, o.Detail = "INTERRUPTED", "WAITING FOR THE OTHER SIDE"
	case match.Broken:
		o.Banner, o.Detail = "NO MATCH", "SEE BELOW"
		s.page.fail(explain(s.peer.Why()))
	}
}

// left is the banner when nobody else is here. There is none while the world itself
// counts down to their return and then shows the result.
func (s *stage) left() (banner, detail string) {
	w := &s.peer.World
	if (w.Phase < duel.MatchOver || w.PhaseFrame <= duel.MatchOverFrames) && s.peer.Host.Session().State() == rollback.Running {
		return "", ""
	}
	return "LEFT", "THE OTHER PLAYER IS GONE. RELOAD FOR A NEW MATCH"
}

func (s *stage) name(seat int) string {
	if seat < 0 || seat >= len(s.overlay.Names) || s.overlay.Names[seat] == "" {
		return "A PLAYER"
	}
	return s.overlay.Names[seat]
}

// picture is what to draw. Both are valid until the next call into the stage on
// the same goroutine: nothing else runs while the game loop draws.
func (s *stage) picture() (*duel.World, *view.Overlay) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.past.Open() {
		return s.past.picture(&s.overlay)
	}
	if s.peer != nil {
		return &s.peer.World, &s.overlay
	}
	return &s.world, &s.overlay
}

// begin puts a new match on, and ends the one before.
func (s *stage) begin(p *match.Peer, link *chaos.Link) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.end()
	s.past.Close()
	s.peer, s.link = p, link
	s.delay, s.net, s.shown, s.match = 0, view.Net{}, match.Connecting, 1
	s.overlay = view.Overlay{Local: p.Seat, Banner: "CONNECTING"}
	s.page.clear()
}

// goesOn tells whether the match with that id is on.
func (s *stage) goesOn(id [16]byte) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return id != [16]byte{} && s.peer != nil && !s.gone && s.peer.Host.Session().State() == rollback.Running && s.peer.Host.Session().MatchID() == id
}

// relink makes link the way to a player who comes back.
func (s *stage) relink(seat int, link *chaos.Link) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.link = link
	return s.peer.Relink(seat, link)
}

// wait shows that nobody is there yet.
func (s *stage) wait(banner, detail string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.peer == nil {
		s.overlay.Banner, s.overlay.Detail = banner, strings.ToUpper(detail)
		s.page.state(banner)
	}
}

// playing tells whether a match is on that can still go on.
func (s *stage) playing() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.peer != nil && s.peer.Status() < match.Left
}

// goodbye ends the match at once, without waiting for anything: the tab closes.
// It is called by an event handler, in which a lock must not be waited for.
func (s *stage) goodbye() {
	if s.mu.TryLock() {
		defer s.mu.Unlock()
		s.gone = true
		s.end()
	}
}

func (s *stage) end() {
	if s.peer == nil {
		return
	}
	now, cancel := context.WithCancel(context.Background())
	cancel()
	_ = s.peer.Host.Close(now)
}
