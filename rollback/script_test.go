package rollback_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/backstep/rollback"
)

var update = flag.Bool("update", false, "rewrite the golden parts of testdata/conversations")

// Each file of testdata/conversations is a short conversation between
// endpoints: prose, then commands, each line of which begins with "> ", then
// what came of it, which is checked. See testdata/conversations/README.md.
func TestConversations(t *testing.T) {
	files, err := filepath.Glob("testdata/conversations/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no conversations: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := converse(t, string(text))
			if got == string(text) {
				return
			}
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			t.Errorf("%s: the conversation went another way; run with -update to see\n%s", file, firstDifference(string(text), got))
		})
	}
}

func firstDifference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(a), len(b)) {
		x, y := at(a, i), at(b, i)
		if x != y {
			return fmt.Sprintf("line %d\nwant %s\n got %s", i+1, x, y)
		}
	}
	return ""
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return "(nothing)"
}

// script is a conversation being played.
type script struct {
	*audience
	held   []uint16
	lost   map[[2]int]int // until which tick packets from .. to are lost
	shown  []int          // events of each peer that were printed
	vshown []int
	tell   strings.Builder
	rolls  []string // of each peer since the last line
}

// converse plays the commands of text and returns it with what came of them.
func converse(t *testing.T, text string) string {
	s := &script{lost: map[[2]int]int{}}
	var out strings.Builder
	for _, line := range strings.SplitAfter(text, "\n") {
		command, is := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "> ")
		switch {
		case is:
			s.tell.Reset()
			out.WriteString(line)
			s.do(t, strings.Fields(command))
			out.WriteString(s.tell.String())
		case strings.HasPrefix(line, "  "): // written anew
		default:
			out.WriteString(line)
		}
	}
	return out.String()
}

func (s *script) say(format string, args ...any) { fmt.Fprintf(&s.tell, "  "+format+"\n", args...) }

func number(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatalf("a number is wanted, not %q", s)
	}
	return n
}

// do runs one command.
func (s *script) do(t *testing.T, words []string) {
	t.Helper()
	if len(words) == 0 {
		t.Fatal("an empty command")
	}
	arg := func(i int) int {
		if i >= len(words) {
			t.Fatalf("%s: argument %d is missing", words[0], i)
		}
		return number(t, words[i])
	}
	if words[0] != "peers" && s.audience == nil {
		t.Fatalf("%s before peers", words[0])
	}
	switch words[0] {
	case "peers": // n [option=value ...]
		s.open(t, arg(1), words[2:])
	case "lag": // ticks of one way
		s.lag = arg(1)
	case "start": // until all run
		for n := 0; !s.allRun(); n++ {
			if n > 600 {
				t.Fatal("nobody starts")
			}
			s.tickOnce()
		}
		s.report()
	case "run": // ticks
		for range arg(1) {
			s.tickOnce()
		}
		s.report()
	case "input": // peer value
		s.held[arg(1)] = uint16(arg(2))
	case "lose": // from to ticks
		s.lost[[2]int{arg(1), arg(2)}] = s.tick + arg(3)
	case "cut": // a b ticks, both ways
		s.lost[[2]int{arg(1), arg(2)}], s.lost[[2]int{arg(2), arg(1)}] = s.tick+arg(3), s.tick+arg(3)
	case "kill": // peer
		s.gone[arg(1)] = true
	case "packets": // peer: what it says to the others at its next turn
		s.listen(arg(1))
	default:
		s.act(t, words, arg)
	}
}

// act runs a command that calls into one session.
func (s *script) act(t *testing.T, words []string, arg func(int) int) {
	t.Helper()
	p := arg(1)
	var err error
	switch g := s.peers[min(p, len(s.peers)-1)].session; words[0] {
	case "leave":
		g.Leave(s.now, rollback.ReasonLeft)
	case "remove": // peer whom
		whom := arg(2)
		if whom > p {
			whom--
		}
		err = g.Drop(s.now, rollback.Peer(whom))
	case "pause":
		err = g.Pause(p)
	case "resume":
		err = g.Resume(p)
	case "delay": // peer frames
		err = g.SetInputDelay(p, arg(2))
	case "ready":
		g.Ready(s.now)
	case "flip": // peer frame
		s.peers[p].flipAt = int64(arg(2))
	case "spectate": // at peer
		s.join(g, func(c *rollback.Config[uint16]) { c.Spectators = 2 })
		s.vshown = append(s.vshown, 0)
	case "relay": // at spectator
		s.join(s.watching[p].session, nil)
		s.vshown = append(s.vshown, 0)
	case "sleep": // spectator
		s.watching[p].asleep = true
	case "wake":
		s.watching[p].asleep = false
	default:
		t.Fatalf("unknown command %q", words[0])
	}
	if err != nil {
		s.say("%v", err)
	}
}

func (s *script) open(t *testing.T, n int, options []string) {
	s.audience = &audience{match: newMatch(t, n, func(_ int, c *rollback.Config[uint16]) {
		for _, o := range options {
			key, value, _ := strings.Cut(o, "=")
			v := number(t, value)
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
			case "timeout":
				c.Timeout = time.Duration(v) * time.Millisecond
				c.NotifyAfter = c.Timeout / 4
			case "spectators":
				c.Spectators = v
			case "barrier":
				c.Barrier = v == 1
			case "majority":
				c.StopWithoutMajority = v == 1
			default:
				t.Fatalf("unknown option %q", key)
			}
		}
	})}
	s.held, s.shown, s.rolls = make([]uint16, n), make([]int, n), make([]string, n)
	s.input = func(p, _ int) uint16 { return s.held[p] }
	s.match.lose = func(from, to, tick int) bool { return tick < s.lost[[2]int{from, to}] }
}

func (s *script) allRun() bool {
	for i, g := range s.peers {
		if !s.gone[i] && g.session.Frame() == 0 {
			return false
		}
	}
	return true
}

func (s *script) tickOnce() {
	s.show(1)
	for i, step := range s.steps {
		if step.Resimulated > 0 && !s.gone[i] {
			s.rolls[i] += fmt.Sprintf(" back to %d,", step.RolledBack)
		}
	}
}

// report says where everybody is and what happened since the last report.
func (s *script) report() {
	for i, g := range s.peers {
		if s.gone[i] {
			continue
		}
		line := fmt.Sprintf("%d: frame %d confirmed %d", i, g.session.Frame(), g.session.ConfirmedFrame())
		if s.rolls[i] != "" {
			line += ";" + strings.TrimSuffix(s.rolls[i], ",")
		}
		if w := s.steps[i].WaitingFor; w != 0 {
			line += fmt.Sprintf("; waits for %v", seats(w))
		}
		s.rolls[i] = ""
		s.say("%s", line)
		for _, e := range s.events[i][s.shown[i]:] {
			s.say("   %v", e)
		}
		s.shown[i] = len(s.events[i])
	}
	for i, v := range s.watching {
		s.say("spectator %d: frame %d", i, v.session.Frame())
		for _, e := range v.events[s.vshown[i]:] {
			s.say("   %v", e)
		}
		s.vshown[i] = len(v.events)
	}
}

func seats(mask uint16) (list []int) {
	for p := range 16 {
		if mask>>p&1 == 1 {
			list = append(list, p)
		}
	}
	return list
}

// listen shows what a peer sends in one tick.
func (s *script) listen(p int) {
	before := map[int]int{}
	for to := range s.peers {
		before[to] = len(*s.wire(p, to))
	}
	s.tickOnce()
	for to := range s.peers {
		for _, f := range (*s.wire(p, to))[min(before[to], len(*s.wire(p, to))):] {
			s.say("to %d: %d bytes", to, len(f.packet))
		}
	}
}
