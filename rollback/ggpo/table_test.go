package ggpo_test

import (
	"net/netip"
	"testing"
	"time"

	"example.com/backstep/rollback/ggpo"
	"example.com/backstep/transport"
	"example.com/backstep/transport/memnet"
)

// table is a match of n peers with one player each in memory, all of it stepped
// by virtual time.
type table struct {
	t     testing.TB
	net   *memnet.Net
	games []*game
	peers []*ggpo.Peer
	gone  []bool
}

const frameTime = time.Second / 60

// milliseconds is what a game passes to Idle.
func (tb *table) milliseconds() int64 { return tb.net.Now().Milliseconds() + 1_700_000_000_000 }

func newTable(t testing.TB, n int, policy memnet.Policy) *table {
	t.Helper()
	return newHall(t, n, 0, policy)
}

// newHall is a table with room for spectators, who come by watch.
func newHall(t testing.TB, n, spectators int, policy memnet.Policy) *table {
	t.Helper()
	tb := &table{t: t, net: memnet.New(7, n+spectators), gone: make([]bool, n+spectators)}
	must(t, tb.net.SetAll(policy))
	for i := range n {
		tb.sit(i, n)
	}
	return tb
}

// at opens links at host i: host j has port 100+j.
func (tb *table) at(i int) func(netip.AddrPort) (transport.Link, error) {
	return func(to netip.AddrPort) (transport.Link, error) { return tb.net.Link(i, int(to.Port())-100), nil }
}

func (tb *table) sit(i, n int) {
	g := newGame(tb.t)
	p := ggpo.NewPeer(g, 0, n, inputSize)
	p.UseNetwork(tb.at(i))
	g.backend, g.clock = &p, []func() int64{tb.milliseconds}
	for j := range n {
		player := ggpo.NewRemotePlayer(20, j+1, "127.0.0.1", 100+j)
		if j == i {
			player = ggpo.NewLocalPlayer(20, j+1)
		}
		var h ggpo.PlayerHandle
		must(tb.t, p.AddPlayer(&player, &h))
		if h != ggpo.PlayerHandle(j+1) {
			tb.t.Fatalf("handle of player %d is %d", j+1, h)
		}
		if j == i {
			g.handles = append(g.handles, h)
		}
	}
	p.Start()
	tb.games, tb.peers = append(tb.games, g), append(tb.peers, &p)
}

// tick is one frame's time: a turn of everybody who is still there.
func (tb *table) tick() {
	tb.t.Helper()
	for i, g := range tb.games {
		if g != nil && !tb.gone[i] {
			g.play()
		}
	}
	tb.net.SetNow(tb.net.Now() + frameTime)
}

// until runs until done, for most ticks at most.
func (tb *table) until(what string, most int, done func() bool) {
	tb.t.Helper()
	for range most {
		if done() {
			return
		}
		tb.tick()
	}
	tb.t.Fatalf("not in %d frames' time: %s", most, what)
}

// frames runs until everybody who is there has run f frames.
func (tb *table) frames(f int) {
	tb.t.Helper()
	tb.until("everybody's frames", 3*f+600, func() bool {
		for i, g := range tb.games {
			if g != nil && !tb.gone[i] && g.Frame < f {
				return false
			}
		}
		return true
	})
}

// pair seats players 1 and 2 at host 0 and player 3 at host 1.
func (tb *table) pair(i int) {
	g := newGame(tb.t)
	p := ggpo.NewPeer(g, 0, 3, inputSize)
	p.UseNetwork(tb.at(i))
	g.backend, g.clock = &p, []func() int64{tb.milliseconds}
	p.Start() // games also start first
	for n := range 3 {
		host := n / 2
		player := ggpo.NewRemotePlayer(20, n+1, "127.0.0.1", 100+host)
		if host == i {
			player = ggpo.NewLocalPlayer(20, n+1)
			g.handles = append(g.handles, ggpo.PlayerHandle(n+1))
		}
		must(tb.t, p.AddPlayer(&player, nil))
	}
	tb.games, tb.peers = append(tb.games, g), append(tb.peers, &p)
}
