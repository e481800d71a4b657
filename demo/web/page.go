//go:build js

package main

import (
	"errors"
	"strconv"
	"strings"
	"syscall/js"
	"time"

	"example.com/backstep/demo/chaos"
	"example.com/backstep/demo/match"
	"example.com/backstep/rollback"
)

const (
	// Of each so many confirmed frames one's checksum is shown to scripts, and
	// that many are kept.
	sumEvery = 10
	sumsKept = 60
)

// page is what index.html has around the canvas, and the object window.backstep,
// through which a script can watch the match:
//
//	{state, why, room, seat, match, frame, confirmed, rollbacks, maxDepth, rtt,
//	 sound: "off until a key", "on" or "muted", played, undone: counts of sounds,
//	 checksums: {frame: "16 hex digits", ...}}
type page struct {
	doc, hook, sums            js.Value
	delay, jitter, loss, input *slider
	auto                       js.Value
	summed                     rollback.Frame // newest frame in sums
	last                       match.Status
	of                         *match.Peer // whose status that is
	match                      int         // which of its matches
	played, undone             int
}

func newPage() *page {
	p := &page{doc: js.Global().Get("document")}
	p.delay, p.jitter, p.loss = p.slider("delay", "ms"), p.slider("jitter", "ms"), p.slider("loss", "%")
	p.input = p.slider("input", "frames")
	p.auto = p.element("auto")
	p.hook = js.ValueOf(map[string]any{"state": "connecting", "why": "", "room": "", "seat": -1, "match": 0, "frame": 0,
		"confirmed": 0, "rollbacks": 0, "maxDepth": 0, "rtt": 0, "sound": "off until a key", "played": 0, "undone": 0})
	js.Global().Set("backstep", p.hook)
	p.forget()
	return p
}

func (p *page) element(id string) js.Value { return p.doc.Call("getElementById", id) }

func (p *page) text(id, text string) { p.element(id).Set("textContent", text) }

// slider is a range input and the text that shows its value.
type slider struct{ value float64 }

// slider reads an input once and at every change: reading it once a frame costs
// more than the frame.
func (p *page) slider(id, unit string) *slider {
	s, in := &slider{}, p.element(id)
	read := func() {
		s.value, _ = strconv.ParseFloat(in.Get("value").String(), 64)
		p.text(id+"-value", in.Get("value").String()+" "+unit)
	}
	read()
	in.Call("addEventListener", "input", js.FuncOf(func(js.Value, []js.Value) any {
		read()
		return nil
	})) // for as long as the page lives
	return s
}

func (s *slider) ms() time.Duration { return time.Duration(s.value * float64(time.Millisecond)) }

// conditions are what the sliders ask of the network.
func (p *page) conditions() chaos.Conditions {
	return chaos.Conditions{Delay: p.delay.ms(), Jitter: p.jitter.ms(), Loss: p.loss.value / 100}
}

func (p *page) inputDelay() int { return int(p.input.value) }

func (p *page) autoplay() bool { return p.auto.Get("checked").Bool() }

// wants reads the page's address: the room that it names, or that a new one is
// to be opened for a friend.
func (p *page) wants() (room string, friend bool) {
	query := js.Global().Get("URLSearchParams").New(js.Global().Get("location").Get("search"))
	if code := query.Call("get", "room"); code.Truthy() {
		return strings.ToUpper(strings.TrimSpace(code.String())), false
	}
	return "", query.Call("has", "friend").Bool()
}

func (p *page) signalURL() string {
	at := js.Global().Get("location")
	scheme := "ws://"
	if at.Get("protocol").String() == "https:" {
		scheme = "wss://"
	}
	return scheme + at.Get("host").String() + "/signal"
}

// fetch returns the body at a path of the page's server. It waits, so it must
// not be called from an event handler.
func (p *page) fetch(path string) (string, error) {
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

// room shows which room this is, with the link for somebody else.
func (p *page) room(code string) {
	p.hook.Set("room", code)
	at := js.Global().Get("location")
	p.text("room", code)
	link := p.element("link")
	link.Set("value", at.Get("origin").String()+"/?room="+code)
	p.element("share").Set("hidden", false)
}

func (p *page) state(text string) {
	p.hook.Set("state", strings.ToLower(text))
	p.text("state", strings.ToLower(text))
	p.element("state").Set("className", strings.ToLower(text))
}

// fail shows what went wrong.
func (p *page) fail(text string) {
	p.hook.Set("why", text)
	p.text("error", text)
	p.element("error").Set("hidden", false)
}

// clear takes an error away, and what was shown of the match before.
func (p *page) clear() {
	p.hook.Set("why", "")
	p.element("error").Set("hidden", true)
}

func (p *page) forget() {
	p.sums = js.Global().Get("Object").New()
	p.summed = 0
	p.hook.Set("checksums", p.sums)
}

// report shows scripts, and the line above the canvas, where the match stands.
func (p *page) report(m *match.Peer) {
	if m != p.of || m.Match != p.match {
		p.of, p.match, p.last = m, m.Match, match.Broken
		p.hook.Set("seat", m.Seat)
		p.hook.Set("match", m.Match)
		p.hook.Set("frame", 0)
		p.hook.Set("confirmed", 0)
		p.forget()
	}
	if status := m.Status(); status != p.last {
		p.last = status
		p.state(status.String())
	}
	if m.Record.Frame() < p.summed+sumEvery {
		return
	}
	session := m.Host.Session()
	stats := session.Stats()
	for p.summed+sumEvery <= m.Record.Frame() {
		p.summed += sumEvery
		if sum, ok := m.Record.Sum(p.summed); ok {
			p.sums.Set(strconv.FormatInt(int64(p.summed), 10), hex(sum))
		}
		p.sums.Delete(strconv.FormatInt(int64(p.summed-sumEvery*sumsKept), 10))
	}
	p.hook.Set("frame", int(session.Frame()))
	p.hook.Set("confirmed", int(m.Record.Frame()))
	p.hook.Set("rollbacks", int(stats.Rollbacks))
	p.hook.Set("maxDepth", stats.MaxDepth())
	p.hook.Set("rtt", session.PeerStats(0).RTT.Seconds()*1000)
}

func hex(v uint64) string {
	s := strconv.FormatUint(v, 16)
	return strings.Repeat("0", 16-len(s)) + s
}

// sound shows whether sounds are heard.
func (p *page) sound(on bool) {
	state, offer := "muted", "Sound on"
	if on {
		state, offer = "on", "Mute"
	}
	p.hook.Set("sound", state)
	p.text("mute", offer)
}

// heard counts what happens to sounds.
func (p *page) heard(c rollback.Change) {
	if c == rollback.Play {
		p.played++
		p.hook.Set("played", p.played)
		return
	}
	p.undone++
	p.hook.Set("undone", p.undone)
}

// onKey calls f with the code of each key that goes down, wherever the focus is.
// f runs in the event handler and must not wait.
func (p *page) onKey(f func(code string)) {
	p.doc.Call("addEventListener", "keydown", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if e := args[0]; !e.Get("repeat").Bool() {
			f(e.Get("code").String())
		}
		return nil
	}), true)
}

// onClick calls f when a button is clicked; likewise.
func (p *page) onClick(id string, f func()) {
	p.element(id).Call("addEventListener", "click", js.FuncOf(func(js.Value, []js.Value) any {
		f()
		return nil
	}))
}

// onHide calls f when the tab closes or goes to another page.
func (p *page) onHide(f func()) {
	js.Global().Call("addEventListener", "pagehide", js.FuncOf(func(js.Value, []js.Value) any {
		f()
		return nil
	}))
}
