//go:build !js

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"example.com/backstep/demo/match"
	"example.com/backstep/rollback"
	"example.com/backstep/rollback/live"
	"example.com/backstep/transport"
)

// faults is what goes wrong in an exhibition on purpose, always at the last player.
type faults struct {
	corrupt       int // frame in whose state a bit is wrong, 0 = none
	policy        rollback.DesyncPolicy
	bundles       string // folder to write bundles to
	kill, restart int    // frames at which its process dies, and another one takes its place; 0 = never
}

func (f *faults) flags(set *flag.FlagSet) (policy *string) {
	set.IntVar(&f.corrupt, "corrupt", 0, "flip one bit of the last player's state of this frame")
	policy = set.String("policy", "report", "what to do about a desync: report, halt or resync")
	set.StringVar(&f.bundles, "bundles", os.TempDir(), "folder for the bundle of a desync")
	set.IntVar(&f.kill, "kill", 0, "kill the last player's process, its session and links, at this frame")
	set.IntVar(&f.restart, "restart", 0, "start it again when the others are at this frame")
	return policy
}

func (f *faults) check(frames int, policy string) (err error) {
	if f.policy, err = match.Policy(policy); err != nil {
		return badUsage("-policy %q, want report, halt or resync", policy)
	}
	switch {
	case f.corrupt < 0 || f.corrupt >= frames:
		return badUsage("-corrupt %d, want 1 to below -frames %d", f.corrupt, frames)
	case f.kill == 0 && f.restart == 0:
		return nil
	case f.kill < 1 || f.restart <= f.kill || f.restart >= frames:
		return badUsage("-kill %d -restart %d, want 1 at least, the second after the first and below -frames %d", f.kill, f.restart, frames)
	case f.corrupt != 0:
		return badUsage("-corrupt and -kill at once: both are the last player's")
	}
	return nil
}

var errKilled = errors.New("killed")

// relink is a new way to a seat.
type relink struct {
	seat int
	link transport.Link
}

// takeLinks gives the peer the new links to who was restarted.
func (c *corner) takeLinks() error {
	select {
	case r := <-c.relinks:
		return c.Relink(r.seat, r.link)
	default:
		return nil
	}
}

// revive makes a corner of a process that was killed: once the others are far enough
// a new one comes, over new links, and all that it is told is which match it was in.
func (e *exhibition) revive(ctx context.Context, corners []*corner, dead int, ring *ring) error {
	c := corners[dead]
	select {
	case <-e.due:
	case <-ctx.Done():
		return ctx.Err()
	}
	setup := match.Setup{Players: e.players, Seat: dead, ID: c.Host.Session().MatchID(), Return: true,
		Wait: alone, OnDesync: e.policy, Options: live.Options{Wake: ring.wakes[dead]}}
	for other := range e.players {
		if other == dead {
			continue
		}
		ends, err := ring.pair(dead, other, e.seed, e.chaos)
		if err != nil {
			return err
		}
		setup.Links = append(setup.Links, ends[0])
		corners[other].relinks <- relink{dead, ends[1]}
	}
	ring.links[dead] = setup.Links
	peer, err := match.NewPeer(setup)
	if err == nil {
		c.Peer = peer
	}
	return err
}

// errHalted: a desync has ended the exhibition, as was asked for.
var errHalted = errors.New("halted by a desync")

// splitLine is what is told of a desync.
type splitLine struct {
	Frame    int64  `json:"frame"` // whose states are the first to differ
	Path     string `json:"path"`  // of the first field that differs
	Ours     string `json:"ours"`  // its value at Player
	Theirs   string `json:"theirs"`
	Player   int    `json:"player"` // who tells
	Peer     int    `json:"peer"`   // with whom
	Resynced int64  `json:"resynced,omitempty"`
	Bundle   string `json:"bundle"` // file
	more     int    // fields
	missing  string
}

func (s *splitLine) String() string {
	text := fmt.Sprintf("frame %d, players %d and %d: ", s.Frame, s.Player, s.Peer)
	if s.Path == "" {
		text += "no field is known: " + s.missing
	} else {
		text += fmt.Sprintf("%s: %s ≠ %s", s.Path, s.Ours, s.Theirs)
	}
	if s.more > 0 {
		text += fmt.Sprintf(" and %d more", s.more)
	}
	if s.Resynced > 0 {
		text += fmt.Sprintf("; resynced at frame %d", s.Resynced)
	}
	return text + "; bundle: " + s.Bundle
}

// split is what the first of the corners with the most to tell says about the
// desync of the match, nil without one. It writes the bundle.
func (e *exhibition) split(corners []*corner) (*splitLine, error) {
	var best *corner
	for _, c := range corners {
		if c.Desync != nil && c.Desync.Report != nil && (best == nil || len(best.Desync.Report.Fields) == 0) {
			best = c
		}
	}
	if best == nil {
		return nil, nil
	}
	d := best.Desync
	line := &splitLine{Frame: int64(d.Report.Frame), Player: best.Seat, Peer: int(d.Report.Peer), missing: d.Report.Missing}
	if line.Peer >= best.Seat {
		line.Peer++
	}
	if fields := d.Report.Fields; len(fields) > 0 {
		line.Path, line.Ours, line.Theirs, line.more = fields[0].Path, fields[0].A, fields[0].B, len(fields)-1
	}
	if d.Resynced != rollback.NoFrame {
		line.Resynced = int64(d.Resynced)
	}
	b := d.Report.Bundle()
	line.Bundle = filepath.Join(e.bundles, fmt.Sprintf("desync-%x-%d.bundle", b.MatchID[:4], line.Frame))
	return line, os.WriteFile(line.Bundle, b.Append(nil), 0o600)
}

// alone is how long the bots of an exhibition play on without the others.
const alone = time.Hour

// syncWriter is one that several peers write to.
type syncWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (s *syncWriter) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.w.Write(b)
}
