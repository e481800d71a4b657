//go:build !js

package main

import (
	"errors"
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"example.com/backstep/demo/pegs"
	"example.com/backstep/demo/pegs/lab"
	"example.com/backstep/demo/pegs/twin"
	"example.com/backstep/transport/rtc"
	"example.com/backstep/transport/signal"
)

// labHook is window.backstep of the chaos lab, as demo/web describes it.
type labHook struct {
	State, Note, Kind   string
	Ulps                int
	Step                int64
	Split, Apart, Equal int64
	SumA, SumB          string
	B                   string
	Native              bool
}

// The page computes copy A as WebAssembly, this process copy B.
func TestBrowserLab(t *testing.T) {
	if testing.Short() {
		t.Skip("runs in real time")
	}
	findChromium(t)
	links := make(chan *rtc.Link, 8)
	s := startSite(t, func(s *site) { s.lab.began = func(l *rtc.Link) { links <- l } })
	b := openTab(t, startBrowser(t), s.url()+"pegs?ulps=0&rate=960&seed=1")
	t.Run("0 apart stay equal", func(t *testing.T) { stayEqual(t, b) })
	t.Run("1 apart split", func(t *testing.T) { splitAsInALab(t, b) })
	t.Run("a nudge splits at its step", func(t *testing.T) { nudgeSplits(t, b) })
	t.Run("a lost link is told", func(t *testing.T) { linkIsLost(t, b, links) })
	b.enlarge()
	b.click("[name=kind][value=float64]")
	b.click(`[name=rate][value="240"]`)
	b.click(`[name=preset][value="1"]`)
	h := until(b, "copies that are visibly apart", func(h labHook) bool { return h.Ulps == 1 && h.Apart != pegs.Never && h.Step > h.Apart+40 })
	t.Logf("split at step %d, visibly apart at step %d; picture: %s", h.Split, h.Apart, b.screenshot("pegs.png"))
}

func (b *tab) click(selector string) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, chromedp.Evaluate[chromedp.Void]("document.querySelector('"+selector+"').click()")); err != nil {
		b.t.Fatal(err)
	}
}

// stayEqual holds the page's last checksum against a ball of this process, too.
func stayEqual(t *testing.T, b *tab) {
	h := until(b, "2,000 steps", func(h labHook) bool { return h.Step >= 2000 })
	if !h.Native || h.B != runtime.GOOS+"/"+runtime.GOARCH || h.Note != "" {
		t.Errorf("copy B runs on %q, native %v (%q), want it in this process", h.B, h.Native, h.Note)
	}
	if h.Split != pegs.Never || h.Apart != pegs.Never || h.Equal != h.Step+1 || h.SumA != h.SumB {
		t.Errorf("%+v, want all checksums equal", h)
	}
	sums, ball := twin.NewSums(), twin.Start(twin.Float64, 1)
	for range h.Step {
		ball = ball.Step()
	}
	if want := sums.Of(ball).Sum; h.SumA != hexOf(want) {
		t.Errorf("the page's checksum of step %d is %s, here it is %s", h.Step, h.SumA, hexOf(want))
	}
	t.Logf("%d steps of js/wasm and %s with equal checksums", h.Step, h.B)
}

// splitAsInALab expects what a lab says, whose steps the tests of package pegs pin.
func splitAsInALab(t *testing.T, b *tab) {
	w := pegs.Start(1)
	b.click(`[name=preset][value="1"]`)
	splits(t, b, twin.Float64, apart(pegs.NewLab(w.Float, 1)))
	b.click(`[name=kind][value=q16]`)
	splits(t, b, twin.Q16, apart(pegs.NewLab(w.Fixed, 1)))
}

func apart[B pegs.Ball[B]](l *pegs.Lab[B]) pegs.Report {
	for l.Report().Apart == pegs.Never {
		l.Advance()
	}
	return l.Report()
}

func splits(t *testing.T, b *tab, kind twin.Kind, want pegs.Report) {
	t.Helper()
	h := until(b, "copies that are visibly apart", func(h labHook) bool {
		return h.Ulps == 1 && h.Kind == kind.String() && h.Apart != pegs.Never
	})
	if !h.Native || h.Split != want.Split || h.Apart != want.Apart || h.Equal != 0 {
		t.Errorf("%v: %+v, want a native copy B, the split at %d, visibly apart at %d", kind, h, want.Split, want.Apart)
	}
}

func nudgeSplits(t *testing.T, b *tab) {
	b.click(`[name=preset][value="0"]`)
	until(b, "100 steps", func(h labHook) bool { return h.Ulps == 0 && h.Step >= 100 })
	b.press("n")
	h := until(b, "a split", func(h labHook) bool { return h.Split != pegs.Never })
	if !h.Native || h.Split < 100 || h.Equal != h.Split {
		t.Errorf("%+v, want the split at the first step that is not equal", h)
	}
}

// linkIsLost ends the link at this end: the page goes on alone, says so, and finds
// another peer when it is asked to.
func linkIsLost(t *testing.T, b *tab, links <-chan *rtc.Link) {
	b.click("#restart")
	h := until(b, "equal copies", func(h labHook) bool { return h.Native && h.Split == pegs.Never && h.Step > 100 })
	(<-links).Close()
	h = until(b, "a note", func(now labHook) bool { return now.Note != "" && now.Step > h.Step+100 })
	if h.Native || h.B != "js/wasm" || h.Equal != h.Step+1 {
		t.Errorf("%+v, want copy B in the page, and no difference", h)
	}
	t.Logf("the page says: %s", h.Note)
	b.click("[name=b][value=native]")
	h = until(b, "another peer", func(now labHook) bool { return now.Native && now.Step > h.Step+100 })
	if h.Note != "" || h.Equal != h.Step+1 {
		t.Errorf("%+v, want no note, and no difference", h)
	}
}

// A Go program may be the page: here it asks over a real data channel.
func TestCopyBOverADataChannel(t *testing.T) {
	s := startStub(t)
	code, _, _ := get(t, s.url()+"pegs/room")
	room, err := signal.Join(t.Context(), s.lab.url, code, signal.Options{Game: twin.GameID})
	if err != nil {
		t.Fatal(err)
	}
	defer room.Close()
	wake := make(chan struct{}, 1)
	link, err := rtc.Open(rtc.Config{Offerer: room.Peers()[0].Offerer(), Loopback: true, Wake: poke(wake)}, room.Peers()[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := link.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	e := lab.NewExperiment(lab.Setup{Kind: twin.Q16, Seed: 1})
	e.Attach(link)
	for now := time.Duration(0); e.Report().Step < 500; now += time.Second { // the test's own clock: what is due is bounded
		e.Tick(now, 60)
		if why, step := e.Lost(); why != nil {
			t.Fatalf("the link was lost at step %d: %v", step, why)
		}
		select {
		case <-wake:
		case <-time.After(twin.Repeat): // a packet was lost: ask again, and in the end give up
		}
	}
	if r := e.Report(); r.Split != pegs.Never || e.Equal() != r.Step+1 {
		t.Errorf("%+v, %d steps are equal, want all", r, e.Equal())
	}
	e.Detach()
	<-link.Done()
}

// Nobody else's rooms are open to the lab, and its own are to nobody else.
func TestRoomsAreOfOneGame(t *testing.T) {
	s := startStub(t)
	code, _, _ := get(t, s.url()+"pegs/room")
	if _, err := signal.Join(t.Context(), s.lab.url, code, signal.Options{Game: s.dojo.game}); !errors.Is(err, signal.ErrVersion) {
		t.Errorf("a duel joins the lab: %v, want %v", err, signal.ErrVersion)
	}
}

func hexOf(sum uint64) string { return fmt.Sprintf("%016x", sum) }
