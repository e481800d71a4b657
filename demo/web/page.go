//go:build js

package main

import (
	"strconv"
	"strings"
	"syscall/js"
	"time"

	"example.com/backstep/demo/chaos"
	"example.com/backstep/demo/duel"
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
//	 returned: frame with which the newest return into the match counts, 0 for none,
//	 desyncs, desync: {frame, path, ours, theirs}, resynced: frame,
//	 bout: {round, phase, clock, health, standing}: where the confirmed world is,
//	 scrub: {open, at, oldest, newest, memory},
//	 checksums: {frame: "16 hex digits", ...}}
type page struct {
	dom
	hook, sums                 js.Value
	delay, jitter, loss, input *slider
	auto                       js.Value
	summed                     rollback.Frame // newest frame in sums
	last                       match.Status
	of                         *match.Peer // whose status that is
	match                      int         // which of its matches
	played, undone             int
	code                       string        // of the room
	told                       *match.Desync // shown in the panel
	toldAs                     match.Desync
	scrub                      js.Value
	returned                   rollback.Frame // that the page has told
}

func newPage() *page {
	p := &page{dom: newDOM()}
	p.delay, p.jitter, p.loss = p.slider("delay", "ms"), p.slider("jitter", "ms"), p.slider("loss", "%")
	p.input = p.slider("input", "frames")
	p.auto = p.element("auto")
	p.hook = js.ValueOf(map[string]any{"state": "connecting", "why": "", "room": "", "seat": -1, "match": 0, "frame": 0,
		"confirmed": 0, "rollbacks": 0, "maxDepth": 0, "rtt": 0, "sound": "off until a key", "played": 0, "undone": 0,
		"returned": 0, "desyncs": 0, "desync": nil, "resynced": 0, "bout": nil, "scrub": map[string]any{"open": false}})
	p.scrub = p.hook.Get("scrub")
	p.onClick("split-close", func() { p.element("split").Set("hidden", true) })
	js.Global().Set("backstep", p.hook)
	p.forget()
	return p
}

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

// room shows which room this is, with the link for somebody else.
func (p *page) room(code string) {
	p.code = code
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
	p.dom.fail(text)
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
		p.remember(m)
	}
	p.split(m)
	p.back(m)
	newest := m.Record.Frame() - 1 // whose state is surely held
	if newest < p.summed+sumEvery {
		return
	}
	p.summed = max(p.summed, newest-sumEvery*sumsKept)
	p.summed -= p.summed % sumEvery
	session := m.Host.Session()
	stats := session.Stats()
	for p.summed+sumEvery <= newest {
		p.summed += sumEvery
		if sum, ok := m.Tape.Sum(p.summed); ok {
			p.sums.Set(strconv.FormatInt(int64(p.summed), 10), hex(sum))
		}
		p.sums.Delete(strconv.FormatInt(int64(p.summed-sumEvery*sumsKept), 10))
	}
	p.hook.Set("returned", int(m.Returned))
	p.hook.Set("desyncs", int(stats.Desyncs))
	p.hook.Set("bout", bout(&m.Record.World))
	p.hook.Set("frame", int(session.Frame()))
	p.hook.Set("confirmed", int(m.Record.Frame()))
	p.hook.Set("rollbacks", int(stats.Rollbacks))
	p.hook.Set("maxDepth", stats.MaxDepth())
	p.hook.Set("rtt", session.PeerStats(0).RTT.Seconds()*1000)
}

func bout(w *duel.World) map[string]any {
	var health []any
	for _, f := range w.Fighters[:min(w.Count, duel.MaxFighters)] {
		health = append(health, int(f.Health))
	}
	return map[string]any{"round": int(w.Round), "phase": int(w.Phase), "clock": int(w.Clock), "health": health, "standing": w.Standing()}
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
