package match_test

import (
	"maps"
	"testing"
	"time"

	"example.com/backstep/demo/duel"
	"example.com/backstep/demo/match"
	"example.com/backstep/rollback"
	"example.com/backstep/transport/memnet"
)

// cueAt is a sound and the frame it belongs to.
type cueAt struct {
	match.Cue
	frame rollback.Frame
}

// listener hears a peer, and runs its confirmed inputs again offline.
type listener struct {
	*match.Peer
	heard  map[cueAt]int // how often it was played and not taken back
	played int
	undone int
	world  duel.World
	want   map[cueAt]int
	cues   []match.Cue
}

func (l *listener) hear() {
	for e := range l.Sounds() {
		switch e.Change {
		case rollback.Play:
			l.played++
			l.heard[cueAt{e.Key, e.Frame}]++
		case rollback.Cancel:
			l.undone++
			l.heard[cueAt{e.Key, e.Frame}]--
		case rollback.Shift:
			l.undone++
			l.heard[cueAt{e.Key, e.From}]--
			l.heard[cueAt{e.Key, e.Frame}]++
		}
	}
}

// confirmed is the offline run: no prediction, no rollback.
func (l *listener) confirmed(f rollback.Frame, in []rollback.Input[duel.Buttons]) {
	s := l.Host.Session()
	if s.Paused(f) {
		return
	}
	if l.world.Frame == 0 {
		l.world = duel.New(s.Seed(), len(in))
	}
	duel.Step(&l.world, in)
	l.cues = match.AppendCues(l.cues[:0], &l.world)
	for _, c := range l.cues {
		l.want[cueAt{c, rollback.Frame(l.world.Frame) - 1}]++
	}
}

// Whatever was predicted wrongly on the way, and however often a frame was run:
// in the end exactly the sounds of the true match were heard, each once.
func TestSoundsAreThoseOfTheTrueMatch(t *testing.T) {
	for players := 2; players <= duel.MaxFighters; players++ {
		ears := make([]*listener, players)
		b := newBout(t, players, func(s *match.Setup) {
			l := &listener{heard: map[cueAt]int{}, want: map[cueAt]int{}}
			ears[s.Seat], s.Confirmed = l, l.confirmed
		})
		if err := b.net.SetAll(memnet.Policy{Delay: 80 * time.Millisecond, Jitter: 20 * time.Millisecond, Loss: 0.05}); err != nil {
			t.Fatal(err)
		}
		undone := 0
		for i := range 60 * 40 {
			if i == 300 || i == 420 {
				if err := b.peers[0].TogglePause(); err != nil {
					t.Fatal(err)
				}
			}
			b.run(time.Second / 60)
			for seat, l := range ears {
				l.Peer = b.peers[seat]
				l.hear()
			}
		}
		for seat, l := range ears {
			end := rollback.Frame(l.world.Frame)
			maps.DeleteFunc(l.heard, func(c cueAt, n int) bool { return n == 0 || c.frame >= end })
			if !maps.Equal(l.heard, l.want) {
				t.Errorf("%d players, seat %d: heard %v, want %v", players, seat, l.heard, l.want)
			}
			undone += l.undone
			if len(l.want) < 20 || l.played < len(l.want) {
				t.Errorf("%d players, seat %d: %d sounds, %d played, want many", players, seat, len(l.want), l.played)
			}
		}
		if undone == 0 {
			t.Errorf("%d players: no sound was ever taken back: nothing was tested", players)
		}
	}
}

// Two sparks of one kind on one frame are two sounds.
func TestCuesOfOneFrame(t *testing.T) {
	w := duel.New(1, 2)
	w.Frame, w.Phase, w.PhaseFrame, w.NextSpark = 100, duel.Fight, 50, 7
	for i, k := range []duel.SparkKind{duel.SparkGuard, duel.SparkLight, duel.SparkGuard, duel.SparkKnockout} {
		w.Sparks[(6+i)%duel.MaxSparks] = duel.Spark{Kind: k, Born: 100}
	}
	w.Sparks[0].Born-- // of the frame before
	want := []match.Cue{{Sound: match.SoundLight}, {Sound: match.SoundKnockout}, {Sound: match.SoundGuard}}
	got := match.AppendCues(nil, &w)
	if len(got) != len(want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("got %v, want %v", got, want)
		}
	}
	w.Sparks[0].Born = 100
	if got := match.AppendCues(nil, &w); len(got) != 4 || got[3] != (match.Cue{Sound: match.SoundGuard, Nth: 1}) {
		t.Errorf("got %v, want a second guard as the last", got)
	}
}

// A phase that is stopped on its first frame is called once.
func TestStandingIsSilent(t *testing.T) {
	w := duel.New(1, 2)
	here := []rollback.Input[duel.Buttons]{{Present: true}, {Present: true}}
	count := func(frames int, in []rollback.Input[duel.Buttons]) (cues []match.Cue) {
		for range frames {
			duel.Step(&w, in)
			cues = match.AppendCues(cues, &w)
		}
		return cues
	}
	if cues := count(duel.IntroFrames, here); len(cues) != 2 || cues[1].Sound != match.SoundFight {
		t.Fatalf("%v, want the round and the fight to be called", cues)
	}
	if cues := count(100, here[:1]); len(cues) != 0 || !w.Standing() {
		t.Errorf("%v while a player is absent, standing %v", cues, w.Standing())
	}
	if cues := count(duel.ResumeFrames+10, here); len(cues) != 0 || w.Standing() {
		t.Errorf("%v after the return, standing %v", cues, w.Standing())
	}
}
