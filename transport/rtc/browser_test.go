//go:build !js

package rtc_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	neturl "net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"example.com/backstep/transport"
	"example.com/backstep/transport/rtc"
	"example.com/backstep/transport/signal"
)

// page runs a test binary and keeps what it prints. Its fragment is JSON:
// {"argv": [...], "env": {...}}.
const page = `<!doctype html><meta charset="utf-8"><script src="/wasm_exec.js"></script><script>
window.printed = ""; window.exited = null;
console.log = line => { window.printed += line + "\n"; };
const go = new Go();
Object.assign(go, JSON.parse(decodeURIComponent(location.hash.slice(1))));
go.exit = code => { window.exited = code; };
WebAssembly.instantiateStreaming(fetch("/test.wasm"), go.importObject).then(r => go.run(r.instance))
	.catch(err => { window.printed += err; window.exited = -1; });
</script>`

// lacking skips the test, or fails it where all must run.
func lacking(t *testing.T, what string) {
	t.Helper()
	if os.Getenv("BACKSTEP_REQUIRE_ALL") == "1" {
		t.Fatalf("%s, and BACKSTEP_REQUIRE_ALL is 1", what)
	}
	t.Skip(what)
}

// buildPage returns the directory of the page's files.
func buildPage(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		lacking(t, "no go command to build the page with: put it on the PATH")
	}
	dir := t.TempDir()
	build := exec.Command("go", "test", "-c", "-o", filepath.Join(dir, "test.wasm"), ".")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", build, err, out)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile(filepath.Join(string(bytes.TrimSpace(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		lacking(t, "this Go has no lib/wasm/wasm_exec.js: install a whole one")
	}
	for name, data := range map[string][]byte{"wasm_exec.js": script, "index.html": []byte(page)} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// newBrowser starts a headless Chromium that lives as long as the test.
func newBrowser(t *testing.T) context.Context {
	t.Helper()
	var path string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		lacking(t, "no Chromium for the browser tests: install chromium")
	}
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path), chromedp.NoFirstRun, chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("headless", "new"),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true),
		chromedp.Flag("allow-loopback-in-peer-connection", true),
		chromedp.Flag("disable-features", "WebRtcHideLocalIpsWithMdns"),
	}
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancelTab := chromedp.NewContext(ctx)
	t.Cleanup(func() {
		chromedp.Cancel(ctx) // waits for the browser to go
		cancelTab()
	})
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("Chromium does not start: %v", err)
	}
	return ctx
}

// newTab opens the page in a tab of its own and runs the tests in it.
func newTab(t *testing.T, browser context.Context, url, tests string, env map[string]string) context.Context {
	t.Helper()
	start, err := json.Marshal(map[string]any{
		"argv": []string{"rtc.test", "-test.v", "-test.run", tests}, "env": env,
	})
	if err != nil {
		t.Fatal(err)
	}
	tab, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	if err := chromedp.Do(tab, chromedp.Navigate(url+"/#"+neturl.PathEscape(string(start)))); err != nil {
		t.Fatal(err)
	}
	return tab
}

// finished waits for a page's tests to end, and fails unless they passed.
func finished(t *testing.T, tab context.Context) {
	t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	ended, err := false, error(nil)
	tab, cancel := context.WithTimeout(tab, 4*patience) // a page that spins does not answer
	defer cancel()
	for !ended && err == nil {
		<-tick.C
		ended, err = chromedp.Run(tab, chromedp.Evaluate[bool](`window.exited !== null`))
	}
	passed, _ := chromedp.Run(tab, chromedp.Evaluate[bool](`window.exited === 0`))
	printed, _ := chromedp.Run(tab, chromedp.Evaluate[string](`window.printed`))
	if err != nil || !passed || !strings.Contains(printed, "PASS") {
		t.Errorf("the page's tests did not pass (ended: %v, %v):\n%s", ended, err, printed)
	}
}

// TestInBrowser runs the page's tests in a real browser, alone and against the
// native end of a link.
func TestInBrowser(t *testing.T) {
	dir := buildPage(t)
	browser := newBrowser(t)
	rooms, err := signal.NewServer(signal.Config{})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/rooms", rooms)
	mux.Handle("/", http.FileServer(http.Dir(dir)))
	web := httptest.NewServer(mux)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		rooms.Close(ctx)
		web.Close()
	})
	t.Run("Alone", func(t *testing.T) {
		tab := newTab(t, browser, web.URL, "TestPage", map[string]string{})
		finished(t, tab)
	})
	t.Run("NativeOffers", func(t *testing.T) { testEcho(t, browser, web.URL, true) })
	t.Run("BrowserOffers", func(t *testing.T) { testEcho(t, browser, web.URL, false) })
	t.Run("TabCloses", func(t *testing.T) { testTabCloses(t, browser, web.URL) })
}

// meet opens a link from this process to an echoing page.
func meet(t *testing.T, browser context.Context, url string, offer bool) (*rtc.Link, context.Context) {
	t.Helper()
	address := "ws" + strings.TrimPrefix(url, "http") + "/rooms"
	seats, opts := signal.MinSeats, signal.Options{Game: "echo"}
	if !offer {
		seats++ // seat 0 is kept warm, and left to the page
	}
	opts.Seats = seats
	room, err := signal.Create(t.Context(), address, opts)
	if err != nil {
		t.Fatal(err)
	}
	native := room
	if !offer {
		if native, err = signal.Join(t.Context(), address, room.Code(), opts); err != nil {
			t.Fatal(err)
		}
		room.Close()
		for e := range native.Events() {
			if e.Kind == signal.Left {
				break
			}
		}
	}
	t.Cleanup(func() {
		native.Close()
		<-native.Done()
	})
	tab := newTab(t, browser, url, "TestPageEcho", map[string]string{"BACKSTEP_ROOMS": address, "BACKSTEP_CODE": native.Code()})
	for e := range native.Events() {
		if e.Kind == signal.Joined {
			break
		}
	}
	peer := native.Peers()[0]
	if peer.Offerer() != offer {
		t.Fatalf("this end has seat %d and the page %d; want it to offer: %v", native.Seat(), peer.Seat(), offer)
	}
	link, err := rtc.Open(rtc.Config{Offerer: offer, Loopback: true}, peer)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		link.Close()
		gone(t, link)
	})
	wait(t, link)
	return link, tab
}

// testEcho sends 200 packets of all sizes to the page, each until it comes back.
func testEcho(t *testing.T, browser context.Context, url string, offer bool) {
	link, tab := meet(t, browser, url, offer)
	var buf [transport.MaxPacket]byte
	for i := range 200 {
		packet := bytes.Repeat([]byte{byte(i)}, 1+i*6)
		turn := 0
		until(t, fmt.Sprintf("the echo of packet %d", i), func() bool {
			if turn%50 == 0 {
				if err := link.Send(packet); err != nil {
					t.Fatal(err)
				}
			}
			turn++
			n, err := link.Recv(buf[:])
			return err == nil && bytes.Equal(buf[:n], packet)
		})
	}
	link.Close()
	finished(t, tab)
}

// testTabCloses closes the tab; this end must hear of it at once, since nobody
// is left there to say so later.
func testTabCloses(t *testing.T, browser context.Context, url string) {
	link, tab := meet(t, browser, url, true)
	start := time.Now()
	if err := chromedp.Cancel(tab); err != nil {
		t.Fatal(err)
	}
	until(t, "the link hears of the tab's end", func() bool { return link.State() == transport.Closed })
	t.Logf("heard %v after the tab was told to close: %v", time.Since(start).Round(time.Millisecond), link.Err())
}
