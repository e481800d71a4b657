//go:build !js

package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"example.com/backstep/demo/match"
	"example.com/backstep/transport/rtc"
	"example.com/backstep/transport/signal"
)

// maxBouts is how many bots of a dojo are busy at once.
const maxBouts = 8

// dojo keeps a bot waiting in a room of its own. Whoever joins meets it, and the next
// bot opens the next room.
type dojo struct {
	url   string // of the room server
	log   *slog.Logger
	game  string // of the rooms
	meet  func(ctx context.Context, room *signal.Client, joined signal.Event)
	wait  time.Duration          // for who has left to come back
	busy  string                 // what to do when all bots are
	watch func(bout *match.Peer) // if set, called by each bot's goroutine after each update
	ended func(bout *match.Peer) // likewise, when its match is over
	began func(link *rtc.Link)   // likewise, when one begins to compute copies
	bouts sync.WaitGroup
	slots chan struct{} // one token for each bout

	mu      sync.Mutex
	room    string        // in which a bot waits, "" = none
	changed chan struct{} // closed when room changes
}

// newDojo returns one whose bots fight.
func newDojo(url string, log *slog.Logger) *dojo {
	d := openDojo(url, log)
	d.game, d.meet, d.busy = match.GameID, d.bout, "close a tab, or play against a friend"
	return d
}

func openDojo(url string, log *slog.Logger) *dojo {
	return &dojo{url: url, log: log, wait: returnTime, slots: make(chan struct{}, maxBouts), changed: make(chan struct{})}
}

// run keeps bots until ctx is done. It returns when no bout goes on any more.
func (d *dojo) run(ctx context.Context) error {
	defer d.bouts.Wait()
	for {
		select {
		case d.slots <- struct{}{}:
		case <-ctx.Done():
			return ctx.Err()
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		room, err := signal.Create(ctx, d.url, signal.Options{Game: d.game, Seats: 2})
		switch {
		case ctx.Err() != nil && err != nil:
			return ctx.Err()
		case err != nil:
			return fmt.Errorf("the bot cannot open a room: %w", err)
		}
		d.set(room.Code())
		joined, ok := await(ctx, room)
		d.set("")
		if !ok { // the room expired, or ctx is done
			d.leave(room)
			continue
		}
		d.bouts.Go(func() {
			d.meet(ctx, room, joined)
			d.leave(room)
		})
	}
}

func (d *dojo) leave(room *signal.Client) {
	room.Close()
	<-room.Done()
	<-d.slots
}

// await returns the event of somebody joining.
func await(ctx context.Context, room *signal.Client) (signal.Event, bool) {
	for {
		select {
		case e, ok := <-room.Events():
			if !ok || e.Kind == signal.Joined {
				return e, ok
			}
		case <-ctx.Done():
			return signal.Event{}, false
		}
	}
}

func (d *dojo) set(room string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.room = room
	close(d.changed)
	d.changed = make(chan struct{})
}

// waiting returns the code of the room in which a bot waits, as soon as one does.
func (d *dojo) waiting(ctx context.Context) (string, error) {
	for {
		d.mu.Lock()
		room, changed := d.room, d.changed
		d.mu.Unlock()
		if room != "" {
			return room, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// ServeHTTP answers with the code of the room in which a bot waits.
func (d *dojo) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), botPatience)
	defer cancel()
	room, err := d.waiting(ctx)
	if err != nil {
		http.Error(w, fmt.Sprintf("all %d bots are busy: %s", maxBouts, d.busy), http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	fmt.Fprint(w, room)
}
