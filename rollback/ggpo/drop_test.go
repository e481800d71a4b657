package ggpo_test

import (
	"slices"
	"testing"
	"time"

	"example.com/backstep/rollback/ggpo"
	"example.com/backstep/transport/memnet"
)

// lastOf is the frame from which on player p (from 0) is absent for g.
func leftAt(g *game, p int) int {
	return slices.IndexFunc(g.flags, func(flags int) bool { return flags>>p&1 == 1 })
}

// A peer that vanishes: the other is warned, told, and plays on.
func TestPeerVanishes(t *testing.T) {
	tb := newTable(t, 2, lossy)
	for _, p := range tb.peers {
		must(t, p.SetDisconnectTimeout(3000))
		must(t, p.SetDisconnectNotifyStart(1000))
	}
	tb.frames(60)
	tb.gone[1] = true
	g := tb.games[0]
	stalls := 0
	tb.until("the loss", 240, func() bool {
		if codeOf(g.turn()) == ggpo.ErrorCodePredictionThreshold {
			stalls++
		}
		return len(g.codes(ggpo.EventCodeDisconnectedFromPeer)) > 0
	})
	if stalls == 0 {
		t.Error("the survivor never waited")
	}
	warned := g.codes(ggpo.EventCodeConnectionInterrupted)
	if len(warned) != 1 || warned[0].Player != 2 || warned[0].DisconnectTimeout < 1900 || warned[0].DisconnectTimeout > 2000 {
		t.Errorf("warned by %+v, want once, about 2000 ms before the loss", warned)
	}
	from := g.Frame
	tb.frames(from + 100)
	if at := leftAt(g, 1); at < 50 || at > from {
		t.Errorf("player 2 is absent from frame %d on, want one up to %d", at, from)
	}
	wantCode(t, "to remove it again", tb.peers[0].DisconnectPlayer(2), ggpo.ErrorCodePlayerDisconnected)
}

func TestPeerComesBackInTime(t *testing.T) {
	tb := newTable(t, 2, memnet.Policy{Delay: 20 * time.Millisecond})
	tb.frames(60)
	tb.net.Partition([]int{0}, []int{1})
	tb.until("the warning", 120, func() bool { return len(tb.games[0].codes(ggpo.EventCodeConnectionInterrupted)) > 0 })
	tb.net.HealAll()
	tb.until("its return", 60, func() bool { return len(tb.games[0].codes(ggpo.EventCodeConnectionResumed)) > 0 })
	tb.frames(300)
	agree(t, 280, tb.games...)
}

// Timeouts of zero: no warning and no end, however long it takes.
func TestNoTimeouts(t *testing.T) {
	tb := newTable(t, 2, memnet.Policy{Delay: 20 * time.Millisecond})
	for _, p := range tb.peers {
		must(t, p.SetDisconnectTimeout(0))
		must(t, p.SetDisconnectNotifyStart(0))
	}
	tb.frames(30)
	tb.net.Partition([]int{0}, []int{1})
	for range 60 * 60 {
		tb.tick()
	}
	tb.net.HealAll()
	tb.frames(200)
	agree(t, 180, tb.games...)
	for _, g := range tb.games {
		if n := len(g.events); n != 4 {
			t.Errorf("told %v, want only the beginning", g.events)
		}
	}
}

// Three players, one vanishes, is removed or leaves: the others agree on the
// frame and play on.
func TestThreePlayersLoseOne(t *testing.T) {
	for name, lose := range map[string]func(tb *table){
		"vanishes":       func(tb *table) { tb.gone[2] = true },
		"is cut off":     func(tb *table) { tb.net.Partition([]int{2}) },
		"is removed":     func(tb *table) { must(tb.t, tb.peers[0].DisconnectPlayer(3)); tb.gone[2] = true },
		"leaves":         func(tb *table) { must(tb.t, tb.peers[2].DisconnectPlayer(3)); tb.leave(2) },
		"vanishes in 2s": func(tb *table) { tb.gone[2] = true; tb.net.Cut(2, 0) },
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTable(t, 3, lossy)
			tb.frames(60)
			lose(tb)
			tb.until("both are told", 600, func() bool {
				return len(tb.games[0].codes(ggpo.EventCodeDisconnectedFromPeer)) > 0 && len(tb.games[1].codes(ggpo.EventCodeDisconnectedFromPeer)) > 0
			})
			tb.gone[2] = true
			tb.frames(max(tb.games[0].Frame, tb.games[1].Frame) + 120)
			agree(t, 150, tb.games[:2]...)
			if a, b := leftAt(tb.games[0], 2), leftAt(tb.games[1], 2); a != b || a < 0 {
				t.Errorf("player 3 is absent from frame %d here and %d there", a, b)
			}
			for _, g := range tb.games[:2] {
				if e := g.codes(ggpo.EventCodeDisconnectedFromPeer); len(e) != 1 || e[0].Player != 3 {
					t.Errorf("told %v, want once, of player 3", e)
				}
			}
		})
	}
}

// leave has a peer that left say so for a while, without running frames.
func (tb *table) leave(i int) {
	tb.gone[i] = true
	for range 60 {
		must(tb.t, tb.games[i].backend.Idle(0, tb.milliseconds))
		wantCode(tb.t, "a frame after leaving", tb.games[i].backend.AddLocalInput(tb.games[i].handles[0], []byte{1}, 1), ggpo.ErrorCodePlayerDisconnected)
		tb.tick()
	}
}

// Two of four at once.
func TestFourPlayersLoseTwo(t *testing.T) {
	tb := newTable(t, 4, lossy)
	tb.frames(60)
	tb.gone[1], tb.gone[3] = true, true
	tb.until("both are told of both", 600, func() bool {
		return len(tb.games[0].codes(ggpo.EventCodeDisconnectedFromPeer)) == 2 && len(tb.games[2].codes(ggpo.EventCodeDisconnectedFromPeer)) == 2
	})
	tb.frames(max(tb.games[0].Frame, tb.games[2].Frame) + 60)
	agree(t, 100, tb.games[0], tb.games[2])
}
