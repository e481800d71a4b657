//go:build !js

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"example.com/backstep/demo/match"
	"example.com/backstep/rollback"
)

var updatePicture = flag.String("update-picture", "", "write the browser's picture of a match to this file, too")

// patience bounds every wait for a browser. Software rendering on a busy machine
// plays slowly.
const patience = 90 * time.Second

// The window, and the size of the picture.
const wide, high = 1120, 1000

// lacking skips the test, or fails it where everything is required.
func lacking(t *testing.T, format string, args ...any) {
	t.Helper()
	if os.Getenv("BACKSTEP_REQUIRE_ALL") == "1" {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}

// findChromium returns the path of a browser that speaks the DevTools protocol.
func findChromium(t *testing.T) string {
	t.Helper()
	names := []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	lacking(t, "no browser: install Chromium so that one of %v is in PATH", names)
	return ""
}

// startSite serves a freshly built page.
func startSite(t *testing.T, prepare func(*site)) *site {
	t.Helper()
	built, err := buildPage(t.Context(), ".")
	if errors.As(err, new(noToolchainError)) {
		lacking(t, "%v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(built.remove)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s, err := openSite(l, built, slog.New(slog.DiscardHandler), prepare)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// startBrowser returns a context in which tabs can be opened.
func startBrowser(t *testing.T) context.Context {
	t.Helper()
	opts := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(findChromium(t)), chromedp.UserDataDir(t.TempDir()), chromedp.WindowSize(wide, high),
		chromedp.Flag("headless", "new"), chromedp.NoFirstRun, chromedp.NoSandbox,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("allow-loopback-in-peer-connection", true),
		chromedp.Flag("disable-features", "WebRtcHideLocalIpsWithMdns"),
		chromedp.Flag("use-gl", "angle"), chromedp.Flag("use-angle", "swiftshader"),
		chromedp.Flag("enable-unsafe-swiftshader", true),
	}
	alloc, stop := chromedp.NewExecAllocator(context.Background(), opts...)
	t.Cleanup(stop)
	ctx, end := chromedp.NewContext(alloc)
	t.Cleanup(end)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("the browser does not start: %v", err)
	}
	return ctx
}

// hook is window.backstep, as demo/web describes it.
type hook struct {
	State, Why, Room    string
	Seat, Match         int
	Frame, Confirmed    int64
	Rollbacks, MaxDepth int
	RTT                 float64
	Sound               string
	Played, Undone      int
	Returned            int64
	Desyncs             int
	Desync              struct {
		Frame              int64
		Path, Ours, Theirs string
	}
	Resynced int64
	Bout     stand
	Scrub    struct {
		Open               bool
		At, Oldest, Newest int64
		Memory             int
	}
	Checksums map[string]string
}

// tab is an open page.
type tab struct {
	t     *testing.T
	ctx   context.Context
	close func()
}

// openTab opens an address in a tab of its own, a small one: drawing in software
// is what costs. Scripts run before the page's.
func openTab(t *testing.T, browser context.Context, url string, scripts ...string) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser)
	b := &tab{t: t, ctx: ctx, close: sync.OnceFunc(cancel)}
	t.Cleanup(b.close)
	add := chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		for _, source := range scripts {
			if _, err := cdp.Call(ctx, target, page.AddScriptToEvaluateOnNewDocument,
				page.AddScriptToEvaluateOnNewDocumentParams{Source: source}); err != nil {
				return err
			}
		}
		return nil
	})
	err := chromedp.Do(ctx, add, chromedp.EmulateViewport(360, 300), chromedp.Navigate(url))
	if err != nil {
		t.Fatalf("%s: %v", url, err)
	}
	return b
}

// look reads the hook. Before the page has started it is zero.
func (b *tab) look() hook {
	b.t.Helper()
	return look[hook](b)
}

// look reads window.backstep, whichever page's it is.
func look[H any](b *tab) H {
	b.t.Helper()
	h, err := chromedp.Run(b.ctx, chromedp.Evaluate[H](`window.backstep || {}`))
	if err != nil {
		b.t.Fatal(err)
	}
	return h
}

// until looks until ok, at most for as long as patience lasts. An error that the
// page shows ends it, unless that is what is waited for.
func (b *tab) until(what string, ok func(hook) bool) hook {
	b.t.Helper()
	h := until(b, what, func(h hook) bool { return ok(h) || h.Why != "" })
	if !ok(h) {
		b.t.Fatalf("waiting for %s, the page says %q (%+v)", what, h.Why, h)
	}
	return h
}

// until looks at window.backstep until ok, likewise.
func until[H any](b *tab, what string, ok func(H) bool) H {
	b.t.Helper()
	deadline := time.Now().Add(patience)
	for {
		h := look[H](b)
		if ok(h) {
			return h
		}
		if time.Now().After(deadline) {
			b.t.Fatalf("waiting for %s in vain: %+v\n%s", what, h, b.screenshot("stuck.png"))
		}
		pause := chromedp.Evaluate[chromedp.Void](`new Promise(r => setTimeout(r, 50))`, chromedp.EvalAwaitPromise)
		if err := chromedp.Do(b.ctx, pause); err != nil {
			b.t.Fatal(err)
		}
	}
}

func (b *tab) confirms(frames int64) hook {
	b.t.Helper()
	return b.until(fmt.Sprintf("%d confirmed frames", frames), func(h hook) bool { return h.Confirmed >= frames })
}

// enlarge makes the page as large as the window.
func (b *tab) enlarge() {
	b.t.Helper()
	b.resize(wide, high)
}

func (b *tab) resize(wide, high int64) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, chromedp.EmulateViewport(wide, high)); err != nil {
		b.t.Fatal(err)
	}
}

// screenshot saves what the tab shows and returns where.
func (b *tab) screenshot(name string) string {
	b.t.Helper()
	png, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.t.Fatal(err)
	}
	path := filepath.Join(os.TempDir(), "backstep-"+name)
	paths := []string{path}
	if *updatePicture != "" && name == "duel.png" {
		paths = append(paths, *updatePicture)
	}
	for _, p := range paths {
		if err := os.WriteFile(p, png, 0o644); err != nil {
			b.t.Fatal(err)
		}
	}
	return path
}

// ledger is what native bots saw, for the test to compare.
type ledger struct {
	mu    sync.Mutex
	bouts map[*match.Peer]*bout
	over  chan *bout
}

type bout struct {
	sums      map[string]string
	rollbacks uint64
	before    match.Status // the last one before the end
	left      time.Time    // when nobody else was left
	status    match.Status
	reason    rollback.Reason
	returned  int64   // frame with which the other player was back, 0 without one
	stood     []stand // where the confirmed world was while it stood, each different one once
	waited    int64   // the newest frame of which it did
}

func newLedger() *ledger {
	return &ledger{bouts: map[*match.Peer]*bout{}, over: make(chan *bout, 64)}
}

// watch and ended are the dojo's hooks.
func (l *ledger) watch(p *match.Peer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.bouts[p]
	if b == nil {
		b = &bout{sums: map[string]string{}}
		l.bouts[p] = b
	}
	f := p.Record.Frame() - 1 // whose state is held
	for ; f > 0; f-- {        // back to what is known
		key := strconv.FormatInt(int64(f), 10)
		if _, known := b.sums[key]; known {
			break
		}
		if sum, ok := p.Tape.Sum(f); ok {
			b.sums[key] = fmt.Sprintf("%016x", sum)
		}
	}
	if w := &p.Record.World; w.Standing() {
		b.waited = int64(p.Record.Frame())
		if s := standOf(w); len(b.stood) == 0 || !reflect.DeepEqual(s, b.stood[len(b.stood)-1]) {
			b.stood = append(b.stood, s)
		}
	}
	b.returned = max(b.returned, int64(p.Returned))
	b.rollbacks = p.Host.Session().Stats().Rollbacks
	if s := p.Status(); s < match.Left {
		b.before = s
	} else if b.left.IsZero() {
		b.left = time.Now()
	}
}

func (l *ledger) ended(p *match.Peer) {
	l.watch(p)
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.bouts[p]
	b.status, b.reason = p.Status(), p.Reason()
	l.over <- b
}

// compare checks that two sides have equal checksums of the frames of which both
// show one, and that these are many.
func compare(t *testing.T, a, b map[string]string, least int) {
	t.Helper()
	common := 0
	for frame, sum := range a {
		other, ok := b[frame]
		if !ok {
			continue
		}
		common++
		if sum != other {
			t.Errorf("frame %s: checksums %s and %s", frame, sum, other)
		}
	}
	if common < least {
		t.Errorf("%d frames are known to both sides, want %d at least", common, least)
	}
}
