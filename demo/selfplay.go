//go:build !js

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"time"

	"example.com/backstep/demo/chaos"
	"example.com/backstep/demo/duel"
	"example.com/backstep/demo/match"
	"example.com/backstep/rollback"
	"example.com/backstep/rollback/live"
)

// exhibition is what selfplay is asked for.
type exhibition struct {
	frames, players, spectators int
	seed                        uint64
	chaos                       chaos.Conditions
	json                        bool
}

// maxSpectators is how long the chain may be: each adds its delay.
const maxSpectators = 4

var errDiffer = errors.New("the peers computed different worlds")

func parseSelfplay(args []string, usage io.Writer) (exhibition, error) {
	var e exhibition
	var loss float64
	f := flag.NewFlagSet("demo selfplay", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.IntVar(&e.frames, "frames", 1200, "confirmed frames to play, 60 a second")
	f.IntVar(&e.players, "players", 2, "2 to 4")
	f.IntVar(&e.spectators, "spectators", 0, "0 to 4: the first watches player 0, each other the one before")
	f.Uint64Var(&e.seed, "seed", 1, "of the match, the bots and the network; 1 or more")
	f.DurationVar(&e.chaos.Delay, "delay", 60*time.Millisecond, "one way")
	f.DurationVar(&e.chaos.Jitter, "jitter", 20*time.Millisecond, "of the delay, more or less")
	f.Float64Var(&loss, "loss", 5, "percent of packets lost")
	f.BoolVar(&e.json, "json", false, "print one JSON object and nothing else on stdout")
	if err := parse(f, args, usage); err != nil {
		return e, err
	}
	e.chaos.Loss, e.chaos.SendOnly = loss/100, true
	switch {
	case e.frames < 1 || e.frames > 1e6:
		return e, badUsage("-frames %d, want 1 to 1000000", e.frames)
	case e.players < 2 || e.players > duel.MaxFighters:
		return e, badUsage("-players %d, want 2 to %d", e.players, duel.MaxFighters)
	case e.spectators < 0 || e.spectators > maxSpectators:
		return e, badUsage("-spectators %d, want 0 to %d", e.spectators, maxSpectators)
	case e.seed == 0:
		return e, badUsage("-seed 0, want 1 or more")
	case e.chaos.Delay < 0 || e.chaos.Delay > time.Second:
		return e, badUsage("-delay %v, want 0 to 1s", e.chaos.Delay)
	case e.chaos.Jitter < 0 || e.chaos.Jitter > time.Second:
		return e, badUsage("-jitter %v, want 0 to 1s", e.chaos.Jitter)
	case loss < 0 || loss > 90:
		return e, badUsage("-loss %v, want 0 to 90 percent", loss)
	}
	return e, nil
}

// selfplay plays a match of bots in this process and prints what it cost.
func selfplay(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	e, err := parseSelfplay(args, stderr)
	if err != nil {
		return err
	}
	progress := stdout
	if e.json {
		progress = stderr
	}
	fmt.Fprintf(progress, "%d bots, spectators: %d, %d frames over WebRTC on loopback: delay %v ± %v, loss %.3g %%, seed %d\n",
		e.players, e.spectators, e.frames, e.chaos.Delay, e.chaos.Jitter, e.chaos.Loss*100, e.seed)
	corners, err := e.play(ctx, progress)
	if err != nil {
		return err
	}
	s := summarize(e, corners)
	if e.json {
		err = s.writeJSON(stdout)
	} else {
		err = s.writeText(stdout)
	}
	if err == nil && !s.agree() {
		err = errDiffer
	}
	return err
}

// corner is one peer of the exhibition and, once it has confirmed the frames
// asked for, what it had then.
type corner struct {
	*match.Peer
	needs int // links to those whom it needs
	done  bool
	sum   uint64 // of the state of exactly the frame asked for
	stats rollback.Stats
	links []rollback.PeerStats
}

// play runs all peers, each on a goroutine of its own, until every one has
// confirmed the frames asked for.
func (e *exhibition) play(ctx context.Context, progress io.Writer) ([]*corner, error) {
	ring, err := openRing(e.players, e.spectators, e.seed, e.chaos)
	if err != nil {
		return nil, err
	}
	defer ring.close()
	corners := make([]*corner, e.players+e.spectators)
	for i := range corners {
		if corners[i], err = e.corner(i, ring); err != nil {
			return nil, err
		}
	}
	return corners, e.fight(ctx, corners, progress)
}

// corner is endpoint i. The links after those that it needs itself lead to who
// watches it.
func (e *exhibition) corner(i int, ring *ring) (*corner, error) {
	setup := match.Setup{Players: e.players, Seat: i, Seed: e.seed, Spectators: 1, Options: live.Options{Wake: ring.wakes[i]}}
	needs := e.players - 1
	if i >= e.players {
		setup.Seat, setup.Seed, needs = match.Watcher, 0, 1
	}
	setup.Links = ring.links[i][:needs]
	peer, err := match.NewPeer(setup)
	if err != nil {
		return nil, err
	}
	for _, link := range ring.links[i][needs:] {
		if err := peer.Admit(link); err != nil {
			return nil, err
		}
	}
	return &corner{Peer: peer, needs: needs}, nil
}

func (e *exhibition) fight(ctx context.Context, corners []*corner, progress io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	arrived := make(chan struct{}, len(corners))
	ended := make(chan error, len(corners))
	for seat, c := range corners {
		var note func()
		if seat == 0 {
			note = e.progress(c, progress)
		}
		go func() {
			err := c.Bot(ctx, duel.NewBot(e.seed*8+uint64(seat)), func(live.Report) error {
				if note != nil {
					note()
				}
				if !c.done && c.Record.Frame() >= rollback.Frame(e.frames) {
					c.arrive(rollback.Frame(e.frames))
					arrived <- struct{}{}
				}
				return nil
			})
			if err == nil {
				err = fmt.Errorf("peer %d: the match ended at frame %d of %d (%v): %w", seat, c.Record.Frame(), e.frames,
					c.Status(), errors.Join(c.Why()))
			}
			ended <- err
		}()
	}
	return e.wait(cancel, corners, arrived, ended)
}

// wait lets all peers go once all have arrived, and tells of the first that
// could not.
func (e *exhibition) wait(cancel func(), corners []*corner, arrived <-chan struct{}, ended <-chan error) error {
	var failure error
	for waiting := len(corners); waiting > 0 && failure == nil; {
		select {
		case <-arrived:
			waiting--
		case failure = <-ended:
		}
	}
	running := len(corners)
	if failure != nil {
		running--
	}
	cancel()
	for range running {
		<-ended
	}
	goodbyes := make(chan error, len(corners))
	for _, c := range corners {
		go func() { goodbyes <- c.Host.Close(context.Background()) }()
	}
	for range corners {
		failure = errors.Join(failure, <-goodbyes)
	}
	return failure
}

// arrive notes what the peer has once frame f is confirmed.
func (c *corner) arrive(f rollback.Frame) {
	s := c.Host.Session()
	c.done, c.stats = true, s.Stats()
	c.sum, _ = c.Record.Sum(f)
	for p := range c.needs {
		c.links = append(c.links, s.PeerStats(rollback.Peer(p)))
	}
}

// progress prints a line every few seconds of the match.
func (e *exhibition) progress(c *corner, w io.Writer) func() {
	const every = 4 * duel.FPS
	next := rollback.Frame(every)
	return func() {
		f := c.Record.Frame()
		if f < next {
			return
		}
		next = f - f%every + every
		s := c.Host.Session()
		stats := s.Stats()
		fmt.Fprintf(w, "frame %5d  round %d  rollbacks %d  rtt %v\n", f, c.Record.World.Round, stats.Rollbacks,
			s.PeerStats(0).RTT.Round(time.Millisecond))
	}
}
