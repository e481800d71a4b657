//go:build !js

package main

import (
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/backstep/transport/signal"
)

// stubPage is a page that nobody has built.
func stubPage(t *testing.T) *pageFiles {
	t.Helper()
	dir := t.TempDir()
	p := &pageFiles{wasm: filepath.Join(dir, "main.wasm"), packed: filepath.Join(dir, "main.wasm.gz"), exec: filepath.Join(dir, "exec.js"), dir: dir}
	if err := os.WriteFile(p.wasm, []byte("\x00asm"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := pack(p.packed, p.wasm); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p.exec, []byte("class Go {}"), 0o600); err != nil {
		t.Fatal(err)
	}
	return p
}

func startStub(t *testing.T) *site {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s, err := openSite(l, stubPage(t), slog.New(slog.DiscardHandler), nil)
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

// get returns the body of what is served, after transport encoding.
func get(t *testing.T, url string) (body string, head http.Header, status int) {
	t.Helper()
	r, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b), r.Header, r.StatusCode
}

func TestSiteServes(t *testing.T) {
	s := startStub(t)
	for _, c := range []struct{ path, kind, part string }{
		{"", "text/html; charset=utf-8", "<title>Backstep duel</title>"},
		{"pegs", "text/html; charset=utf-8", "<title>Backstep chaos lab</title>"},
		{"style.css", "text/css; charset=utf-8", "canvas"},
		{"wasm_exec.js", "text/javascript; charset=utf-8", "class Go"},
		{"main.wasm", "application/wasm", "\x00asm"},
	} {
		body, head, status := get(t, s.url()+c.path)
		if status != http.StatusOK || head.Get("Content-Type") != c.kind || !strings.Contains(body, c.part) {
			t.Errorf("/%s: status %d, type %q, %d bytes; want 200, %q and %q in it", c.path, status, head.Get("Content-Type"), len(body), c.kind, c.part)
		}
	}
	if _, _, status := get(t, s.url()+"nothing"); status != http.StatusNotFound {
		t.Errorf("/nothing: status %d, want 404", status)
	}
}

// Whoever joins a bot's room leaves another bot waiting behind.
func TestABotAlwaysWaits(t *testing.T) {
	s := startStub(t)
	seen := map[string]bool{}
	for range maxBouts - 1 {
		code, _, status := get(t, s.url()+"bot")
		if status != http.StatusOK || seen[code] {
			t.Fatalf("status %d, room %q, want one that is not of %v", status, code, seen)
		}
		seen[code] = true
		room, err := signal.Join(t.Context(), s.dojo.url, code, signal.Options{Game: "backstep/duel"})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { room.Close() })
		for { // until the bot has opened the next room
			if next, err := s.dojo.waiting(t.Context()); err != nil {
				t.Fatal(err)
			} else if next != code {
				break
			}
		}
	}
}

func TestListen(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	free, err := listen(taken.Addr().String(), false)
	if err != nil {
		t.Fatalf("default port taken: %v, want another one", err)
	}
	free.Close()
	if _, err := listen(taken.Addr().String(), true); err == nil || !strings.Contains(err.Error(), "choose another port") {
		t.Errorf("asked-for port taken: %v, want an error that says what to do", err)
	}
}

func TestBuildSaysWhatToDo(t *testing.T) {
	t.Run("outside of the module", func(t *testing.T) {
		_, err := buildPage(t.Context(), t.TempDir())
		if err == nil || !strings.Contains(err.Error(), "in a clone of the repository") {
			t.Errorf("got %v, want an error that says where to run it", err)
		}
	})
	t.Run("without the go command", func(t *testing.T) {
		t.Setenv("PATH", t.TempDir())
		_, err := buildPage(t.Context(), ".")
		if err == nil || !strings.Contains(err.Error(), "install Go") {
			t.Errorf("got %v, want an error that says to install Go", err)
		}
	})
}
