//go:build !js

package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The page's part is played by hand: it asks for the program, and posts what it wrote
// and its status.
func TestServerTakesTheEndOfAProgram(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.wasm")
	if err := os.WriteFile(path, []byte("\x00asm"), 0o600); err != nil {
		t.Fatal(err)
	}
	m := &browser{results: make(chan result, 1), program: path}
	routes := m.routes("none")
	ask := func(method, target, body string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		routes.ServeHTTP(w, httptest.NewRequest(method, target, strings.NewReader(body)))
		return w
	}
	for target, want := range map[string]string{"/": "program.wasm", "/program.wasm": "\x00asm"} {
		if w := ask(http.MethodGet, target, ""); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: status %d, body without %q", target, w.Code, want)
		}
	}
	ask(http.MethodPost, "/errs", "panic")
	ask(http.MethodPost, "/out?code=2", "FAIL\x00")
	ask(http.MethodPost, "/out?code=0", "again")
	if r := <-m.results; string(r.out) != "FAIL\x00" || string(r.errs) != "panic" || r.code != 2 {
		t.Errorf("result %q, %q, status %d", r.out, r.errs, r.code)
	}
	ask(http.MethodPost, "/out?code=x", "")
	if r := <-m.results; r.code != -1 {
		t.Errorf("a page without a status has %d, want -1", r.code)
	}
}
