//go:build !js

package main

import (
	"context"
	"embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"example.com/backstep/transport/signal"
)

const (
	botPatience  = 5 * time.Second // for a bot to open its room
	shutdownTime = 3 * time.Second
)

//go:embed web/*.html web/*.css
var web embed.FS

// site is the demo as a server: pages, room server, bots to fight, and peers that
// compute the other copy of the chaos lab.
type site struct {
	listener net.Listener
	rooms    *signal.Server
	dojo     *dojo
	lab      *dojo
	http     *http.Server
	stop     context.CancelFunc // ends the bots and peers
	gone     sync.WaitGroup     // of them
}

// serve builds the page and runs the demo until ctx is done.
func serve(ctx context.Context, args []string, stdout io.Writer) error {
	f := flag.NewFlagSet("demo", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	addr := f.String("addr", "127.0.0.1:8080", "to serve on; without the flag a free port is taken if this one is not")
	verbose := f.Bool("v", false, "tell of every match")
	if err := parse(f, args, stdout); err != nil {
		return err
	}
	given := false
	f.Visit(func(f *flag.Flag) { given = given || f.Name == "addr" })
	listener, err := listen(*addr, given)
	if err != nil {
		return err
	}
	defer listener.Close()
	fmt.Fprintln(stdout, "building the page (the first time takes a minute) ...")
	page, err := buildPage(ctx, ".")
	if err != nil {
		return err
	}
	defer page.remove()
	s, err := openSite(listener, page, newLog(*verbose), nil)
	if err != nil {
		return err
	}
	code, err := s.dojo.waiting(ctx)
	if err != nil {
		return errors.Join(err, s.close())
	}
	fmt.Fprintf(stdout, "a bot waits in room %s: open %s and fight it\nthe chaos lab is at %spegs\nCtrl-C ends the demo\n", code, s.url(), s.url())
	<-ctx.Done()
	fmt.Fprintln(stdout, "saying goodbye ...")
	return s.close()
}

func newLog(verbose bool) *slog.Logger {
	level := slog.LevelWarn
	if verbose {
		level = slog.LevelInfo
	}
	return slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: level}))
}

// listen opens the port that was asked for, or a free one if it was not.
func listen(addr string, asked bool) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	if err == nil {
		return l, nil
	}
	if asked {
		return nil, fmt.Errorf("-addr %s: %w: choose another port, or leave the flag out to get a free one", addr, err)
	}
	return net.Listen("tcp", "127.0.0.1:0")
}

// openSite starts to serve. The site takes the listener over. prepare, if not
// nil, is called before the first bot comes.
func openSite(l net.Listener, p *pageFiles, log *slog.Logger, prepare func(*site)) (*site, error) {
	rooms, err := signal.NewServer(signal.Config{Logger: log})
	if err != nil {
		return nil, err
	}
	s := &site{listener: l, rooms: rooms}
	at := "ws://" + l.Addr().String() + "/signal"
	s.dojo, s.lab = newDojo(at, log), newLab(at, log)
	if prepare != nil {
		prepare(s)
	}
	s.http = &http.Server{Handler: s.routes(p), ReadHeaderTimeout: 10 * time.Second}
	go s.http.Serve(l) // returns when close closes it
	ctx, stop := context.WithCancel(context.Background())
	s.stop = stop
	for _, d := range []*dojo{s.dojo, s.lab} {
		s.gone.Go(func() {
			if err := d.run(ctx); !errors.Is(err, context.Canceled) {
				log.Error("nobody waits any more", "game", d.game, "err", err)
			}
		})
	}
	return s, nil
}

func (s *site) routes(p *pageFiles) http.Handler {
	mux := http.NewServeMux()
	for path, name := range map[string]string{"/{$}": "index.html", "/pegs": "pegs.html", "/style.css": "style.css"} {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) { http.ServeFileFS(w, r, web, "web/"+name) })
	}
	mux.HandleFunc("GET /wasm_exec.js", func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, p.exec) })
	mux.HandleFunc("GET /main.wasm", p.serveWasm)
	mux.Handle("GET /signal", s.rooms)
	mux.Handle("GET /bot", s.dojo)
	mux.Handle("GET /pegs/room", s.lab)
	return mux
}

func (s *site) url() string { return "http://" + s.listener.Addr().String() + "/" }

// close says goodbye to everybody and returns when nothing runs any more.
func (s *site) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), shutdownTime)
	defer cancel()
	s.stop()
	s.gone.Wait()
	return errors.Join(s.rooms.Close(ctx), s.http.Close())
}

func (p *pageFiles) serveWasm(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/wasm")
	w.Header().Set("Vary", "Accept-Encoding")
	if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		http.ServeFile(w, r, p.wasm)
		return
	}
	w.Header().Set("Content-Encoding", "gzip")
	http.ServeFile(w, r, p.packed)
}
