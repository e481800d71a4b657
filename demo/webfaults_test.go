//go:build !js

package main

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"example.com/backstep/demo/duel"
)

// What goes wrong in a browser, and what helps: a bit of the state, a page that is
// reloaded, a look at what was.
func TestBrowserFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("plays in real time")
	}
	t.Parallel()
	findChromium(t)
	seen := newLedger()
	s := startSite(t, func(s *site) { s.dojo.watch, s.dojo.ended = seen.watch, seen.ended })
	browser := startBrowser(t)
	t.Run("a flipped bit and a resync", func(t *testing.T) { flippedBit(t, browser, s, seen) })
	t.Run("a flipped bit and a report", func(t *testing.T) { flippedBitReported(t, browser, s) })
	t.Run("a flipped bit and a halt", func(t *testing.T) { flippedBitHalts(t, browser, s) })
	t.Run("a reloaded tab", func(t *testing.T) { reloaded(t, browser, s, seen) })
	t.Run("a reloaded tab of two", func(t *testing.T) { reloadedOfTwo(t, browser, s) })
	t.Run("the last minute", func(t *testing.T) { lastMinute(t, browser, s) })
	t.Run("an unknown policy", func(t *testing.T) {
		t.Parallel()
		openTab(t, browser, s.url()+"?policy=mend").says("no policy")
	})
}

// stand is where a bout is.
type stand struct {
	Round, Phase, Clock int
	Health              []int
	Standing            bool
}

func standOf(w *duel.World) stand {
	s := stand{Round: int(w.Round), Phase: int(w.Phase), Clock: int(w.Clock), Standing: w.Standing()}
	for _, f := range w.Fighters[:w.Count] {
		s.Health = append(s.Health, int(f.Health))
	}
	return s
}

func (b *tab) reload() {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, chromedp.Reload()); err != nil {
		b.t.Fatal(err)
	}
}

// from is the checksums of the frames from one on.
func from(sums map[string]string, first int64) map[string]string {
	later := map[string]string{}
	for frame, sum := range sums {
		if f, err := strconv.ParseInt(frame, 10, 64); err == nil && f >= first {
			later[frame] = sum
		}
	}
	return later
}

// with is what the native peer has seen of the match in which a page was.
func (l *ledger) with(t *testing.T, h hook) *bout {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, b := range l.bouts {
		for frame, sum := range h.Checksums {
			if b.sums[frame] == sum {
				seen := *b
				seen.sums, seen.stood = maps.Clone(b.sums), slices.Clone(b.stood)
				return &seen
			}
		}
	}
	t.Fatalf("no native peer has seen a state of %+v", h)
	return nil
}

// sawFlip waits for the report of a bit that the page's key flips.
func sawFlip(t *testing.T, b *tab) hook {
	t.Helper()
	b.confirms(30)
	b.press(kb.F9)
	h := b.until("a report", func(h hook) bool { return h.Desync.Path != "" })
	if h.Desyncs != 1 || h.Desync.Path != "World.Fighters[1].Health" || h.Desync.Ours == h.Desync.Theirs || h.Desync.Frame < 30 {
		t.Errorf("%d desyncs, %+v; want one, of the own fighter's health", h.Desyncs, h.Desync)
	}
	return h
}

func flippedBit(t *testing.T, browser context.Context, s *site, seen *ledger) {
	b := openTab(t, browser, s.url()+"?auto&delay=30")
	before := sawFlip(t, b)
	h := b.until("a resync", func(h hook) bool { return h.Resynced > 0 })
	b.enlarge()
	t.Logf("frame %d differs in %s (%s, %s), resynced at %d; picture: %s", h.Desync.Frame, h.Desync.Path, h.Desync.Ours, h.Desync.Theirs,
		h.Resynced, b.screenshot("resynced.png"))
	b.resize(360, 300)
	h = b.confirms(h.Resynced + 60)
	if h.Desyncs != 1 || h.State != "playing" {
		t.Errorf("%d desyncs, %s; want the match to go on", h.Desyncs, h.State)
	}
	compare(t, from(h.Checksums, h.Resynced), seen.with(t, before).sums, 4)
}

func flippedBitReported(t *testing.T, browser context.Context, s *site) {
	t.Parallel()
	b := openTab(t, browser, s.url()+"?auto&policy=report")
	h := sawFlip(t, b)
	if h = b.confirms(h.Confirmed + 30); h.Resynced != 0 || h.State != "playing" {
		t.Errorf("resynced at %d, %s; want it to play on as it is", h.Resynced, h.State)
	}
	b.enlarge()
	t.Logf("picture: %s", b.screenshot("desync.png"))
}

func flippedBitHalts(t *testing.T, browser context.Context, s *site) {
	t.Parallel()
	b := openTab(t, browser, s.url()+"?auto&policy=halt")
	sawFlip(t, b)
	b.until("the end", func(h hook) bool { return h.State == "broken" || h.State == "left" })
}

// reloaded reloads the tab in mid-fight: the bout stands for as long as the page is
// away, and goes on, in the same states on both sides, where it stood.
func reloaded(t *testing.T, browser context.Context, s *site, seen *ledger) {
	b := openTab(t, browser, s.url()+"?auto")
	before := b.confirms(duel.IntroFrames + 60)
	b.reload()
	h := b.until("a return", func(h hook) bool { return h.Returned > 0 && h.State == "playing" })
	if h.Room != before.Room || h.Seat != before.Seat || h.Returned <= before.Confirmed {
		t.Errorf("back in room %s, seat %d with frame %d; was in %s, seat %d at frame %d", h.Room, h.Seat, h.Returned, before.Room, before.Seat, before.Confirmed)
	}
	h = b.confirms(h.Returned + duel.ResumeFrames + 60)
	b.enlarge()
	t.Logf("reloaded at frame %d, back with frame %d; picture: %s", before.Confirmed, h.Returned, b.screenshot("returned.png"))
	if h.Match != 1 || h.Desyncs != 0 {
		t.Errorf("match %d, %d desyncs; want the first, and none", h.Match, h.Desyncs)
	}
	bot := seen.with(t, before)
	compare(t, from(before.Checksums, 0), bot.sums, 6)
	compare(t, from(h.Checksums, h.Returned), bot.sums, 4)
	if bot.returned != h.Returned {
		t.Errorf("the native peer has it back with frame %d, the page with %d", bot.returned, h.Returned)
	}
	sameBout(t, before, h, bot)
}

// sameBout checks that the page is in the round that it was in, which has stood
// while it was away.
func sameBout(t *testing.T, before, after hook, bot *bout) {
	t.Helper()
	if len(bot.stood) != 1 || bot.waited < after.Returned {
		t.Fatalf("the native peer's world stood at %+v, up to frame %d; want it at one, beyond frame %d", bot.stood, bot.waited, after.Returned)
	}
	was, is := bot.stood[0], after.Bout
	ran := int(after.Confirmed-after.Returned) - (duel.ResumeFrames - 1)
	t.Logf("was %+v at frame %d, stood at %+v, %d frames after the return %+v", before.Bout, before.Confirmed, was, after.Confirmed-after.Returned, is)
	if was.Round != 1 || was.Phase != int(duel.Fight) || was.Clock > before.Bout.Clock {
		t.Errorf("it stood at %+v, want it in the fight that was at %+v", was, before.Bout)
	}
	if is.Standing || is.Round != was.Round || is.Phase != was.Phase || is.Clock != was.Clock-ran {
		t.Errorf("%+v, want round %d to go on for %d frames from %d", is, was.Round, ran, was.Clock)
	}
	for seat, health := range is.Health {
		if health <= 0 || health > was.Health[seat] {
			t.Errorf("seat %d has health %d, had %d", seat, health, was.Health[seat])
		}
	}
}

// reloadedOfTwo reloads each of two tabs that play each other, the host of the room
// last.
func reloadedOfTwo(t *testing.T, browser context.Context, s *site) {
	a := openTab(t, browser, s.url()+"?friend&auto")
	room := a.until("a room", func(h hook) bool { return h.Room != "" }).Room
	b := openTab(t, browser, s.url()+"?auto&room="+room)
	last := b.confirms(60).Confirmed
	for _, r := range []*tab{b, a} {
		r.reload()
		h := r.until("a return", func(h hook) bool { return h.Returned > last && h.State == "playing" })
		h = r.confirms(h.Returned + duel.ResumeFrames + 40)
		other := a
		if r == a {
			other = b
		}
		o := other.confirms(h.Confirmed)
		if o.Returned != h.Returned || o.Match != h.Match && r == b {
			t.Errorf("back with frame %d, for the other tab with %d", h.Returned, o.Returned)
		}
		if h.Bout.Round != 1 || h.Bout.Phase > int(duel.Fight) || h.Bout.Standing {
			t.Errorf("back in %+v, want the first round to go on", h.Bout)
		}
		compare(t, from(h.Checksums, h.Returned), o.Checksums, 3)
		last = h.Confirmed
	}
}

// lastMinute opens the bar, goes back, and returns; the match goes on underneath.
func lastMinute(t *testing.T, browser context.Context, s *site) {
	b := openTab(t, browser, s.url()+"?auto")
	h := b.confirms(120)
	b.enlarge()
	b.press(kb.F8)
	h = b.until("the bar", func(h hook) bool { return h.Scrub.Open })
	first := h.Scrub.At
	if h.Scrub.Newest < h.Confirmed-10 || h.Scrub.Memory == 0 || h.Scrub.Oldest > 1 || first > h.Scrub.Newest {
		t.Errorf("the bar is %+v at frame %d", h.Scrub, h.Confirmed)
	}
	b.keyDown(kb.ArrowLeft)
	h = b.until("frames back", func(h hook) bool { return h.Scrub.At < first })
	b.keyUp(kb.ArrowLeft)
	b.mouse("mousePressed", 0.9, 0.944)
	b.mouse("mouseMoved", 0.3, 0.944)
	h = b.until("the pointer's frame", func(h hook) bool { return h.Scrub.At < first/2 })
	b.mouse("mouseReleased", 0.3, 0.944)
	was := h.Confirmed
	t.Logf("picture: %s", b.screenshot("scrub.png"))
	b.resize(360, 300)
	if h = b.confirms(was + 30); h.State != "playing" || !h.Scrub.Open {
		t.Errorf("%s, bar %+v; want the match to go on underneath", h.State, h.Scrub)
	}
	b.press(kb.F8)
	b.until("live again", func(h hook) bool { return !h.Scrub.Open })
}

// keyDown holds a key, keyUp lets it go: the game looks once a picture what is held.
func (b *tab) keyDown(k string) { b.keys(k, 0, 1) }

func (b *tab) keyUp(k string) { b.keys(k, 1, 2) }

// keys sends some of the two events of a key.
func (b *tab) keys(k string, first, last int) {
	b.t.Helper()
	events := kb.Encode([]rune(k)[0])
	events = []*input.DispatchKeyEventParams{events[0], events[len(events)-1]}
	for _, e := range events[first:last] {
		send := chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			_, err := cdp.Call(ctx, target, input.DispatchKeyEvent, *e)
			return err
		})
		if err := chromedp.Do(b.ctx, send); err != nil {
			b.t.Fatal(err)
		}
	}
}

// mouse sends an event at a place within the canvas, in parts of its width and height.
func (b *tab) mouse(typ input.DispatchMouseEventType, x, y float64) {
	b.t.Helper()
	box, err := chromedp.Run(b.ctx, chromedp.Evaluate[[4]float64](`(r => [r.x, r.y, r.width, r.height])(document.querySelector("canvas").getBoundingClientRect())`))
	if err != nil {
		b.t.Fatal(err)
	}
	if err := chromedp.Do(b.ctx, chromedp.MouseEvent(typ, box[0]+box[2]*x, box[1]+box[3]*y, chromedp.ButtonLeft)); err != nil {
		b.t.Fatal(err)
	}
}
