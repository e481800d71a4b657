package rollback_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/backstep/rollback"
)

// script is a conversation being played.
type script struct {
	*audience
	held    []uint16
	lost    map[[2]int]int // until which tick packets from .. to are lost
	doubled map[[2]int]int // until which tick they arrive twice
	turned  map[[2]int]int // until which tick they are gathered, to arrive newest first
	newest  map[[2]int]int // tick of the last packet from .. to that was not lost
	still   []int          // until which tick each endpoint's process stands still
	deaf    []int          // until which tick each spectator's link is dead
	shown   []int          // events of each peer that were printed
	vshown  []int
	tell    strings.Builder
	rolls   []string // of each peer since the last line
}

func (s *script) say(format string, args ...any) { fmt.Fprintf(&s.tell, "  "+format+"\n", args...) }

// words are a command and its arguments.
type words struct {
	t    testing.TB
	list []string
}

func (w words) text(i int) string {
	w.t.Helper()
	if i >= len(w.list) {
		w.t.Fatalf("%v: argument %d is missing", w.list, i)
	}
	return w.list[i]
}

func (w words) num(i int) int {
	w.t.Helper()
	n, err := strconv.Atoi(w.text(i))
	if err != nil {
		w.t.Fatalf("%v: a number is wanted, not %q", w.list, w.list[i])
	}
	return n
}

// options are the words from i on, each key=value.
func (w words) options(i int, each func(key string, value int)) {
	w.t.Helper()
	for _, o := range w.list[min(i, len(w.list)):] {
		key, value, _ := strings.Cut(o, "=")
		n, err := strconv.Atoi(value)
		if err != nil {
			w.t.Fatalf("%v: option %q is not key=number", w.list, o)
		}
		each(key, n)
	}
}

// do runs one command.
func (s *script) do(t *testing.T, list []string) {
	t.Helper()
	if len(list) == 0 {
		t.Fatal("an empty command")
	}
	w := words{t, list}
	if list[0] != "peers" && s.audience == nil {
		t.Fatalf("%s before peers", list[0])
	}
	switch list[0] {
	case "peers": // n [[peer.]option=value ...]
		s.open(w)
	case "start": // until all run
		for n := 0; !s.allRun(); n++ {
			if n > 600 {
				t.Fatal("nobody starts")
			}
			s.tickOnce()
		}
		s.report()
	case "run": // ticks
		for range w.num(1) {
			s.tickOnce()
		}
		s.report()
	case "input": // peer value
		s.held[w.num(1)] = uint16(w.num(2))
	case "agree", "packets", "talk", "calls", "stats", "link":
		s.inspect(w)
	default:
		if !s.disturb(w) {
			s.call(w)
		}
	}
}

// disturb runs a command about the network or a process; false if it is none.
func (s *script) disturb(w words) bool {
	until := func(i int) int { return s.tick + w.num(i) }
	switch w.text(0) {
	case "lag": // ticks of one way
		s.lag = w.num(1)
	case "lose": // from to ticks
		s.lost[[2]int{w.num(1), w.num(2)}] = until(3)
	case "cut": // a b ticks, both ways
		s.lost[[2]int{w.num(1), w.num(2)}], s.lost[[2]int{w.num(2), w.num(1)}] = until(3), until(3)
	case "dup": // from to ticks
		s.doubled[[2]int{w.num(1), w.num(2)}] = until(3)
	case "reorder": // from to ticks
		s.turned[[2]int{w.num(1), w.num(2)}] = until(3)
	case "stall": // peer ticks
		s.still[w.num(1)] = until(2)
	case "deafen": // spectator ticks
		s.deaf[w.num(1)] = until(2)
	case "kill": // peer
		s.gone[w.num(1)] = true
	case "restart": // peer: its process begins anew and wants its seat back
		p := w.num(1)
		s.restart(p)
		s.shown[p] = 0
	case "sleep": // spectator
		s.watching[w.num(1)].asleep = true
	case "wake":
		s.watching[w.num(1)].asleep = false
	case "flip": // peer frame
		s.peers[w.num(1)].flipAt = int64(w.num(2))
	default:
		return false
	}
	return true
}

// call runs a command that calls into one session.
func (s *script) call(w words) {
	w.t.Helper()
	p := w.num(1)
	if w.text(0) == "relay" { // at spectator
		s.watch(w, s.watching[p].session)
		return
	}
	var err error
	switch g := s.peers[p].session; w.text(0) {
	case "leave":
		g.Leave(s.now, rollback.ReasonLeft)
	case "remove": // peer whom
		err = g.Drop(s.now, peerOf(p, w.num(2)))
	case "unplug": // peer from whom
		err = g.LinkLost(s.now, peerOf(p, w.num(2)))
	case "pause":
		err = g.Pause(p)
	case "resume":
		err = g.Resume(p)
	case "delay": // peer frames
		err = g.SetInputDelay(p, w.num(2))
	case "ready":
		g.Ready(s.now)
	case "spectate": // at peer
		s.watch(w, g)
	default:
		w.t.Fatalf("unknown command %q", w.text(0))
	}
	if err != nil {
		s.say("%v", err)
	}
}

// peerOf is what endpoint p calls endpoint q.
func peerOf(p, q int) rollback.Peer {
	if q > p {
		q--
	}
	return rollback.Peer(q)
}

// watch adds a spectator, which may be watched itself.
func (s *script) watch(w words, host *rollback.Session[world, uint16]) {
	w.t.Helper()
	v := s.join(host, func(c *rollback.Config[uint16]) {
		c.Spectators = 2
		w.options(2, func(key string, n int) {
			switch key {
			case "catchup":
				c.CatchUp = n
			case "now":
				c.FromNow = n == 1
			case "over":
				c.CatchUpOver = n
			default:
				w.t.Fatalf("%v: unknown option %q", w.list, key)
			}
		})
	})
	i := len(s.vshown)
	v.lose = func(tick int) bool { return tick < s.deaf[i] }
	s.vshown, s.deaf = append(s.vshown, 0), append(s.deaf, 0)
}

// open begins the match. An option that begins with a peer's number and a dot
// is for that one alone.
func (s *script) open(w words) {
	n := w.num(1)
	s.audience = &audience{match: newMatch(w.t, n, func(peer int, c *rollback.Config[uint16]) {
		w.options(2, func(key string, v int) {
			who, one, only := strings.Cut(key, ".")
			switch {
			case !only:
				one = key
			case who != strconv.Itoa(peer):
				return
			}
			if !configure(c, one, v) {
				w.t.Fatalf("%v: unknown option %q", w.list, key)
			}
		})
	})}
	s.held, s.shown, s.still, s.rolls = make([]uint16, n), make([]int, n), make([]int, n), make([]string, n)
	s.input = func(p, _ int) uint16 { return s.held[p] }
	s.match.lose = func(from, to, tick int) bool { return !s.passes([2]int{from, to}, tick) }
}

// configure sets one option; false if there is none of that name.
func configure(c *rollback.Config[uint16], key string, v int) bool {
	switch key {
	case "window":
		if c.Window = v; v == 0 {
			c.Window = -1
		}
	case "delay":
		c.InputDelay = v
	case "save":
		c.SaveEvery = v
	case "send":
		c.SendEvery = v
	case "check":
		c.ChecksumEvery = v
	case "build":
		c.Build = uint64(v)
	case "timeout":
		c.Timeout = time.Duration(v) * time.Millisecond
		if v > 0 {
			c.NotifyAfter = c.Timeout / 4
		}
	case "handshake":
		c.HandshakeTimeout = time.Duration(v) * time.Millisecond
	case "runahead":
		c.RunAhead = v
	case "explain":
		c.Explain = v == 1
	case "policy": // 1 halt, 2 resync
		c.OnDesync = rollback.DesyncPolicy(v)
	case "spectators":
		c.Spectators = v
	case "behind":
		c.SpectatorDelay = v
	case "memory":
		c.FeedMemory = v
	case "barrier":
		c.Barrier = v == 1
	case "majority":
		c.StopWithoutMajority = v == 1
	default:
		return false
	}
	return true
}
