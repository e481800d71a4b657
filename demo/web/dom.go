//go:build js

package main

import (
	"context"
	"errors"
	"strings"
	"syscall/js"
	"time"

	"example.com/backstep/transport/signal"
)

const (
	// A full room may become free: a bot leaves its seat to whoever knocks.
	joinTries = 8
	joinPause = 500 * time.Millisecond

	keyScrub   = "F8" // opens and closes the bar over the last minute
	keyCorrupt = "F9" // flips a bit of the state
)

// dom is the document around the canvas, whichever of the demo's pages it is.
type dom struct{ doc js.Value }

func newDOM() dom { return dom{js.Global().Get("document")} }

// name is the data-page that the document's first element has.
func (p dom) name() string { return p.doc.Get("documentElement").Get("dataset").Get("page").String() }

func (p dom) element(id string) js.Value { return p.doc.Call("getElementById", id) }

func (p dom) text(id, text string) { p.element(id).Set("textContent", text) }

// fail shows what went wrong.
func (p dom) fail(text string) {
	p.text("error", text)
	p.element("error").Set("hidden", false)
}

func (p dom) signalURL() string {
	at := js.Global().Get("location")
	scheme := "ws://"
	if at.Get("protocol").String() == "https:" {
		scheme = "wss://"
	}
	return scheme + at.Get("host").String() + "/signal"
}

// fetch returns the body at a path of the page's server. It waits, so it must
// not be called from an event handler.
func (p dom) fetch(path string) (string, error) {
	type answer struct {
		body string
		err  error
	}
	answered := make(chan answer, 1)
	done := js.FuncOf(func(_ js.Value, args []js.Value) any {
		a := answer{body: args[0].Index(1).String()}
		if !args[0].Index(0).Bool() {
			a = answer{err: errors.New(strings.TrimSpace(a.body))}
		}
		answered <- a
		return nil
	})
	defer done.Release()
	failed := js.FuncOf(func(js.Value, []js.Value) any {
		answered <- answer{err: errors.New("the demo's server does not answer: is `go run ./demo` still running?")}
		return nil
	})
	defer failed.Release()
	js.Global().Call("backstepFetch", path).Call("then", done, failed)
	a := <-answered
	return a.body, a.err
}

// join takes a seat in the room that is wanted, or if none is in the one whose code is
// served at path. It waits, likewise.
func (p dom) join(ctx context.Context, opts signal.Options, wanted, path string) (*signal.Client, error) {
	for try := 1; ; try++ {
		code, err := wanted, error(nil)
		if wanted == "" {
			code, err = p.fetch(path)
		}
		if err != nil {
			return nil, err
		}
		room, err := signal.Join(ctx, p.signalURL(), code, opts)
		again := errors.Is(err, signal.ErrFull) || wanted == "" && errors.Is(err, signal.ErrNoRoom)
		if err == nil || !again || try == joinTries {
			return room, err
		}
		time.Sleep(joinPause)
	}
}

// onKey calls f with the code of each key that goes down, wherever the focus is.
// f runs in the event handler and must not wait.
func (p dom) onKey(f func(code string)) {
	p.doc.Call("addEventListener", "keydown", js.FuncOf(func(_ js.Value, args []js.Value) any {
		e := args[0]
		code := e.Get("code").String()
		if code == keyScrub || code == keyCorrupt {
			e.Call("preventDefault") // whatever a browser does on it
		}
		if !e.Get("repeat").Bool() {
			f(code)
		}
		return nil
	}), true)
}

// pointer is a mouse or a finger: where it is, in parts of the canvas, and whether it
// is pressed, and just was.
type pointer struct {
	x, y       float64
	held, down bool
}

// onPoint calls f with each move of a pointer that is or was pressed on the canvas;
// likewise.
func (p dom) onPoint(f func(pointer)) {
	held := false
	for _, kind := range []string{"pointerdown", "pointermove", "pointerup", "pointercancel"} {
		p.doc.Call("addEventListener", kind, js.FuncOf(func(_ js.Value, args []js.Value) any {
			canvas := p.doc.Call("querySelector", "canvas")
			down := kind == "pointerdown" && args[0].Get("target").Equal(canvas)
			if canvas.IsNull() || !held && !down {
				return nil
			}
			held = down || kind == "pointermove"
			box := canvas.Call("getBoundingClientRect")
			f(pointer{
				x:    (args[0].Get("clientX").Float() - box.Get("x").Float()) / box.Get("width").Float(),
				y:    (args[0].Get("clientY").Float() - box.Get("y").Float()) / box.Get("height").Float(),
				held: held, down: down,
			})
			return nil
		}))
	}
}

// onClick calls f when a button is clicked; likewise.
func (p dom) onClick(id string, f func()) {
	p.element(id).Call("addEventListener", "click", js.FuncOf(func(js.Value, []js.Value) any {
		f()
		return nil
	}))
}

// onHide calls f when the tab closes or goes to another page.
func (p dom) onHide(f func()) {
	js.Global().Call("addEventListener", "pagehide", js.FuncOf(func(js.Value, []js.Value) any {
		f()
		return nil
	}))
}
