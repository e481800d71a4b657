//go:build !js

package main

import (
	"context"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"example.com/backstep/demo/duel"
	"example.com/backstep/demo/match"
	"example.com/backstep/rollback"
	"example.com/backstep/rollback/live"
	"example.com/backstep/transport"
	"example.com/backstep/transport/rtc"
	"example.com/backstep/transport/signal"
)

// A browser and a Go program play one match over a bad network, and so do two
// browsers.
func TestBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("plays in real time")
	}
	findChromium(t)
	seen := newLedger()
	s := startSite(t, func(s *site) { s.dojo.watch, s.dojo.ended, s.dojo.wait = seen.watch, seen.ended, time.Second })
	browser := startBrowser(t)
	t.Run("against a native peer", func(t *testing.T) { againstNative(t, browser, s, seen) })
	t.Run("tab against tab", func(t *testing.T) { tabAgainstTab(t, browser, s) })
	t.Run("a friend takes the bot's seat", func(t *testing.T) { friendTakesSeat(t, browser, s) })
	t.Run("a hidden tab goes on", func(t *testing.T) { withoutFrameCallbacks(t, browser, s) })
	t.Run("no such room", func(t *testing.T) {
		b := openTab(t, browser, s.url()+"?room=zzzzzz")
		b.says(`no room "ZZZZZZ"`)
	})
	t.Run("a peer of another version", func(t *testing.T) { anotherVersion(t, browser, s) })
}

// says waits for an error that the page shows.
func (b *tab) says(text string) {
	b.t.Helper()
	h := b.until("an error", func(h hook) bool { return h.Why != "" })
	if !strings.Contains(strings.ToLower(h.Why), strings.ToLower(text)) {
		b.t.Errorf("the page says %q, want %q", h.Why, text)
	}
}

func againstNative(t *testing.T, browser context.Context, s *site, seen *ledger) {
	b := openTab(t, browser, s.url()+"?delay=80&loss=5&auto")
	b.confirms(560)
	b.enlarge() // last, since drawing in software is what costs
	h := b.confirms(600)
	t.Logf("%d frames, %d rollbacks, depth up to %d, RTT %.0f ms; picture: %s", h.Confirmed, h.Rollbacks, h.MaxDepth, h.RTT,
		b.screenshot("duel.png"))
	if h.Rollbacks == 0 {
		t.Error("no rollback in the browser")
	}
	pausesAndSounds(t, b)
	h = b.confirms(h.Confirmed + 30)
	closing := time.Now()
	b.close()
	select {
	case end := <-seen.over:
		t.Logf("the native peer knew %v after the tab was told to close", end.left.Sub(closing))
		compare(t, h.Checksums, end.sums, 50)
		if end.rollbacks == 0 {
			t.Error("no rollback in the native peer")
		}
		// Silence would have shown as Interrupted after 750 ms.
		if end.status != match.Left || end.reason != rollback.ReasonLeft || end.before != match.Playing {
			t.Errorf("the native peer saw %v (%v) after %v, want left after playing", end.status, end.reason, end.before)
		}
	case <-time.After(patience):
		t.Fatal("the native peer never saw the tab close")
	}
	openTab(t, browser, s.url()).confirms(60) // the next bot waits already
}

// pausesAndSounds presses the key that pauses, which is also the first one, and
// without which nothing is heard.
func pausesAndSounds(t *testing.T, b *tab) {
	t.Helper()
	if h := b.look(); h.Sound != "off until a key" || h.Played == 0 {
		t.Errorf("sound %q, %d played before a key was pressed, want it off and some", h.Sound, h.Played)
	}
	b.press("p")
	h := b.until("a pause", func(h hook) bool { return h.State == "paused" })
	t.Logf("paused at frame %d; %d sounds, %d taken back; picture: %s", h.Confirmed, h.Played, h.Undone, b.screenshot("paused.png"))
	b.resize(360, 300)
	b.confirms(h.Confirmed + 30) // frames go on while the world stands
	if still := b.look(); still.Played > h.Played || still.State != "paused" || still.Sound != "on" {
		t.Errorf("%v, sound %q, %d sounds after %d; want silence while it is paused", still.State, still.Sound, still.Played, h.Played)
	}
	b.press("p")
	b.until("the pause to end", func(h hook) bool { return h.State == "playing" })
	if _, err := chromedp.Run(b.ctx, chromedp.Evaluate[chromedp.Void](`document.getElementById("mute").click()`)); err != nil {
		t.Fatal(err)
	}
	if h := b.look(); h.Sound != "muted" {
		t.Errorf("sound %q after the button, want it muted", h.Sound)
	}
}

func (b *tab) press(key string) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, chromedp.KeyEvent(key)); err != nil {
		b.t.Fatal(err)
	}
}

func tabAgainstTab(t *testing.T, browser context.Context, s *site) {
	a := openTab(t, browser, s.url()+"?friend&auto&delay=20")
	room := a.until("a room", func(h hook) bool { return h.Room != "" }).Room
	b := openTab(t, browser, s.url()+"?auto&room="+room)
	h := b.confirms(120)
	compare(t, a.confirms(h.Confirmed).Checksums, h.Checksums, 10)
	openTab(t, browser, s.url()+"?room="+room).says("full")
	b.close()
	a.until("the other to have left", func(h hook) bool { return h.State == "left" && h.Bout.Standing })
	stood := a.look()
	now := a.confirms(stood.Confirmed + 60)
	if !reflect.DeepEqual(now.Bout, stood.Bout) {
		t.Errorf("%+v while it waits, stood at %+v", now.Bout, stood.Bout)
	}
	a.enlarge()
	t.Logf("picture: %s", a.screenshot("away.png"))
}

func friendTakesSeat(t *testing.T, browser context.Context, s *site) {
	a := openTab(t, browser, s.url())
	room := a.confirms(30).Room
	b := openTab(t, browser, s.url()+"?auto&room="+room)
	h := b.confirms(60)
	compare(t, a.confirms(h.Confirmed).Checksums, h.Checksums, 5)
}

// A hidden tab gets no frame callbacks: here they stop after a second or so.
func withoutFrameCallbacks(t *testing.T, browser context.Context, s *site) {
	b := openTab(t, browser, s.url()+"?auto", `{
		const real = window.requestAnimationFrame.bind(window);
		let left = 60;
		window.requestAnimationFrame = f => left-- > 0 ? real(f) : 0;
	}`)
	b.confirms(180)
}

// anotherVersion lets a native peer of another build open the room.
func anotherVersion(t *testing.T, browser context.Context, s *site) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	room, err := signal.Create(ctx, s.dojo.url, signal.Options{Game: match.GameID})
	if err != nil {
		t.Fatal(err)
	}
	defer room.Close()
	b := openTab(t, browser, s.url()+"?room="+room.Code())
	joined, ok := await(ctx, room)
	if !ok {
		t.Fatal(room.Err())
	}
	v := welcome(ctx, room, joined)
	if v == nil {
		t.Fatal("the page does not say what it wants")
	}
	if err := (match.Greeting{}).Send(v.peer); err != nil {
		t.Fatal(err)
	}
	peer := v.peer
	link, err := rtc.Open(rtc.Config{Offerer: peer.Offerer(), Loopback: true}, peer)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { <-link.Done() }()
	old, err := match.NewPeer(match.Setup{Players: 2, Seat: room.Seat(), Links: []transport.Link{link}, Build: 99,
		Seed: joined.Match.Seed, ID: joined.Match.ID})
	if err != nil {
		t.Fatal(err)
	}
	if err := old.Bot(ctx, duel.NewBot(1), func(live.Report) error { return nil }); err != nil {
		t.Error(err)
	}
	if old.Status() != match.Broken {
		t.Errorf("the native peer sees %v, want %v", old.Status(), match.Broken)
	}
	b.says("another version")
	old.Host.Close(ctx)
}
