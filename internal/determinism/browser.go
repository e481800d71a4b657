//go:build !js

package main

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/chromedp/chromedp"
)

//go:embed page.html
var page []byte

// patience bounds a program in a browser.
const patience = 5 * time.Minute

// browser runs wasm programs in a headless Chromium: it serves a page that loads the
// binary and posts what came of it.
type browser struct {
	ctx    context.Context
	stop   []context.CancelFunc
	server *http.Server
	base   string // address of the page

	mu      sync.Mutex
	program string // path of the binary to serve
	errs    []byte
	results chan result // holds one
}

func chromium(ctx context.Context, b *builder) (machine, error) {
	path, ok := findChromium()
	if !ok {
		return nil, lackingError{"chromium"}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("determinism: %w", err)
	}
	m := &browser{base: "http://" + l.Addr().String() + "/", results: make(chan result, 1)}
	m.server = &http.Server{Handler: m.routes(filepath.Join(b.goroot, "lib", "wasm", "wasm_exec.js")), ReadHeaderTimeout: time.Minute}
	go func() { _ = m.server.Serve(l) }() // until close
	m.start(ctx, path)
	if err := chromedp.Do(m.ctx); err != nil {
		m.close()
		return nil, fmt.Errorf("determinism: the browser does not start: %w", err)
	}
	return m, nil
}

func findChromium() (string, bool) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, true
		}
	}
	return "", false
}

func (m *browser) start(ctx context.Context, path string) {
	alloc, stop := chromedp.NewExecAllocator(ctx, chromedp.ExecPath(path), chromedp.Flag("headless", "new"),
		chromedp.NoFirstRun, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("disable-background-networking", true))
	tab, end := chromedp.NewContext(alloc)
	m.ctx, m.stop = tab, []context.CancelFunc{end, stop}
}

func (m *browser) close() {
	for _, stop := range m.stop {
		stop()
	}
	_ = m.server.Close()
}

func (m *browser) routes(wasmExec string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(page) })
	mux.HandleFunc("GET /wasm_exec.js", func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, wasmExec) })
	mux.HandleFunc("GET /program.wasm", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/wasm")
		w.Header().Set("Cache-Control", "no-store")
		http.ServeFile(w, r, m.binary())
	})
	mux.HandleFunc("POST /errs", func(w http.ResponseWriter, r *http.Request) {
		errs, _ := readBody(w, r) // cut short, it still tells something
		m.mu.Lock()
		defer m.mu.Unlock()
		m.errs = errs
	})
	mux.HandleFunc("POST /out", m.finish)
	return mux
}

func (m *browser) binary() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.program
}

func readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	return io.ReadAll(http.MaxBytesReader(w, r.Body, maxOutput))
}

// finish takes the end of a program. A second one of the same program is dropped.
func (m *browser) finish(w http.ResponseWriter, r *http.Request) {
	out, err := readBody(w, r)
	code, badCode := strconv.Atoi(r.FormValue("code"))
	if err != nil || badCode != nil {
		code = -1
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	select {
	case m.results <- result{out: out, errs: m.errs, code: code}:
	default:
	}
}

// run loads the page and waits for what it posts.
func (m *browser) run(ctx context.Context, p program) (result, error) {
	m.mu.Lock()
	m.program, m.errs = p.path, nil
	m.mu.Unlock()
	address := m.base + "?" + url.Values{"arg": p.args}.Encode()
	if err := chromedp.Do(m.ctx, chromedp.Navigate(address)); err != nil {
		return result{}, fmt.Errorf("determinism: %s: %w", address, err)
	}
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	select {
	case r := <-m.results:
		return r, nil
	case <-ctx.Done():
		return result{}, fmt.Errorf("determinism: %s in the browser: %w", p.path, ctx.Err())
	}
}
