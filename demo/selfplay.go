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
	faults
	due chan struct{} // closed when it is time to restart who was killed
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
	policy := e.faults.flags(f)
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
	e.due = make(chan struct{})
	return e, e.faults.check(e.frames, *policy)
}

// selfplay plays a match of bots in this process and prints what it cost.
func selfplay(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	e, err := parseSelfplay(args, stderr)
	if err != nil {
		return err
	}
	progress := &syncWriter{w: stdout}
	if e.json {
		progress.w = stderr
	}
	fmt.Fprintf(progress, "%d bots, spectators: %d, %d frames over WebRTC on loopback: delay %v ± %v, loss %.3g %%, seed %d\n",
		e.players, e.spectators, e.frames, e.chaos.Delay, e.chaos.Jitter, e.chaos.Loss*100, e.seed)
	corners, failure := e.play(ctx, progress)
	halted := errors.Is(failure, errHalted)
	if failure != nil && !halted {
		return failure
	}
	s, err := e.summarize(corners, halted)
	if err != nil {
		return err
	}
	if e.json {
		err = s.writeJSON(stdout)
	} else {
		err = s.writeText(stdout)
	}
	switch {
	case err != nil:
		return err
	case halted:
		return fmt.Errorf("%w: %v", errHalted, s.Desync)
	case !s.agree():
		return errDiffer
	}
	return nil
}

// corner is one peer of the exhibition and, once it has confirmed the frames
// asked for, what it had then.
type corner struct {
	*match.Peer
	needs   int         // links to those whom it needs
	relinks chan relink // to those who were restarted
	done    bool
	sum     uint64 // of the state of exactly the frame asked for, 0 if it has not come so far
	stats   rollback.Stats
	links   []rollback.PeerStats
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
	return corners, e.fight(ctx, corners, ring, progress)
}

// corner is endpoint i. The links after those that it needs itself lead to who
// watches it.
func (e *exhibition) corner(i int, ring *ring) (*corner, error) {
	setup := match.Setup{Players: e.players, Seat: i, Seed: e.seed, Spectators: 1, OnDesync: e.policy, Options: live.Options{Wake: ring.wakes[i]}}
	if e.kill > 0 {
		setup.Wait = alone
	}
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
	if e.corrupt > 0 && i == e.players-1 {
		peer.Corrupt(uint32(e.corrupt))
	}
	return &corner{Peer: peer, needs: needs, relinks: make(chan relink, 1)}, nil
}

func (e *exhibition) fight(ctx context.Context, corners []*corner, ring *ring, progress io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	arrived := make(chan struct{}, len(corners))
	ended := make(chan error, len(corners))
	for i, c := range corners {
		note := func() {}
		if i == 0 {
			note = e.progress(c, progress)
		}
		go func() {
			err := e.bot(ctx, c, i, note, arrived)
			if err == errKilled {
				ring.kill(i)
				fmt.Fprintf(progress, "player %d was killed at frame %d\n", i, c.Record.Frame())
				if err = e.revive(ctx, corners, i, ring); err == nil {
					err = e.bot(ctx, c, i, note, arrived)
				}
			}
			ended <- err
		}()
	}
	return e.wait(cancel, corners, arrived, ended)
}

// bot plays until ctx is done, or until its process is killed. It never returns nil.
func (e *exhibition) bot(ctx context.Context, c *corner, i int, note func(), arrived chan<- struct{}) error {
	mortal := e.kill > 0 && i == e.players-1 && !c.Host.Session().Rejoining()
	err := c.Bot(ctx, duel.NewBot(e.seed*8+uint64(i)), func(live.Report) error {
		note()
		if mortal && c.Record.Frame() >= rollback.Frame(e.kill) {
			return errKilled
		}
		if sum, ok := c.Tape.Sum(rollback.Frame(e.frames)); ok && !c.done {
			c.arrive(sum)
			arrived <- struct{}{}
		}
		return c.takeLinks()
	})
	switch {
	case err != nil:
		return err
	case e.policy == rollback.HaltOnDesync && c.Desync != nil && c.Desync.Report != nil:
		c.arrive(0)
		return errHalted
	}
	return fmt.Errorf("peer %d: the match ended at frame %d of %d (%v): %w", i, c.Record.Frame(), e.frames, c.Status(), errors.Join(c.Why()))
}

// wait lets all peers go once all have arrived, and tells of the first that
// could not. Those that halt do so one by one.
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
	if !errors.Is(failure, errHalted) {
		cancel()
	}
	for range running {
		<-ended
	}
	cancel()
	goodbyes := make(chan error, len(corners))
	for _, c := range corners {
		go func() { goodbyes <- c.Host.Close(context.Background()) }()
	}
	for range corners {
		failure = errors.Join(failure, <-goodbyes)
	}
	return failure
}

// arrive notes what the peer has at the end.
func (c *corner) arrive(sum uint64) {
	s := c.Host.Session()
	c.done, c.stats, c.sum = true, s.Stats(), sum
	for p := range c.needs {
		c.links = append(c.links, s.PeerStats(rollback.Peer(p)))
	}
}

// progress prints a line every few seconds of the match.
func (e *exhibition) progress(c *corner, w io.Writer) func() {
	const every = 4 * duel.FPS
	next, restart := rollback.Frame(every), e.kill > 0
	return func() {
		f := c.Record.Frame()
		if restart && f >= rollback.Frame(e.restart) {
			close(e.due)
			restart = false
		}
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
