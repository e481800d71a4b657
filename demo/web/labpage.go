//go:build js

package main

import (
	"fmt"
	"math"
	"runtime"
	"strconv"
	"syscall/js"

	"example.com/backstep/demo/pegs"
	"example.com/backstep/demo/pegs/lab"
	"example.com/backstep/demo/pegs/twin"
)

// labPage is what pegs.html has around and over the canvas, and the object
// window.backstep, through which a script can watch the experiment:
//
//	{state: "connecting", "waiting", "paused" or "running", note, kind, ulps, step,
//	 split, apart, merged: steps or -1, equal: steps with equal checksums,
//	 sumA, sumB: 16 hex digits, distance, b: what copy B runs on, native: a boolean}
type labPage struct {
	dom
	form, hook js.Value
	shown      map[string]string // by element and property: what need not be set again
}

func newLabPage() *labPage {
	p := &labPage{dom: newDOM(), hook: js.Global().Get("Object").New(), shown: map[string]string{}}
	p.form = p.element("setup")
	js.Global().Set("backstep", p.hook)
	axis := p.element("axis")
	for e := -15; e < 0; e += 3 {
		p.label(axis, "", "10"+superscript(e), lab.Level(math.Pow10(e)))
	}
	p.label(axis, "merged", "0", lab.Level(0))
	p.label(axis, "apart", "visible", lab.Level(pegs.Visible))
	return p
}

func superscript(n int) string {
	const digits = "⁰¹²³⁴⁵⁶⁷⁸⁹"
	out := ""
	for _, d := range strconv.Itoa(n) {
		if d == '-' {
			out += "⁻"
		} else {
			out += string([]rune(digits)[d-'0'])
		}
	}
	return out
}

// label puts a line of text beside the picture, top being a share of its height.
func (p *labPage) label(parent js.Value, class, text string, top float64) {
	span := p.doc.Call("createElement", "span")
	span.Set("className", class)
	span.Set("textContent", text)
	span.Get("style").Set("top", percent(top))
	parent.Call("appendChild", span)
}

func percent(share float64) string { return strconv.FormatFloat(100*share, 'f', 2, 64) + "%" }

// controls are what the form says.
type controls struct {
	lab.Setup
	native bool    // copy B is wanted in the native peer
	rate   float64 // steps a second
}

// controls reads the form. What is no number counts as 0.
func (p *labPage) controls() controls {
	data := js.Global().Get("FormData").New(p.form)
	value := func(name string) string { return data.Call("get", name).String() }
	c := controls{native: value("b") != "here"}
	if c.Kind = twin.Float64; value("kind") == "q16" {
		c.Kind = twin.Q16
	}
	ulps, _ := strconv.ParseInt(value("ulps"), 10, 32)
	c.Ulps = int32(ulps)
	c.Seed, _ = strconv.ParseUint(value("seed"), 10, 64)
	c.rate, _ = strconv.ParseFloat(value("rate"), 64)
	return c
}

// onChange calls f when a control has changed. f runs in the event handler and must
// not wait.
func (p *labPage) onChange(f func()) {
	p.form.Call("addEventListener", "input", js.FuncOf(func(js.Value, []js.Value) any {
		f()
		return nil
	}))
}

// typing tells whether keys belong to a control.
func (p *labPage) typing() bool {
	at := p.doc.Get("activeElement")
	return at.Truthy() && at.Call("matches", "input[type=number], button, a").Bool()
}

// chooseHere sets the control that says where copy B runs.
func (p *labPage) chooseHere() {
	p.form.Get("elements").Call("namedItem", "b").Set("value", "here")
}

// set changes a property of an element, if it is not so already.
func (p *labPage) set(id, property, value string) {
	key := id + "." + property
	if was, ok := p.shown[key]; !ok || was != value {
		p.shown[key] = value
		p.element(id).Set(property, value)
	}
}

func (p *labPage) write(id, text string) { p.set(id, "textContent", text) }

// turn sets a property that is true or false: only an empty text is false.
func (p *labPage) turn(id, property string, on bool) {
	text := ""
	if on {
		text = "true"
	}
	p.set(id, property, text)
}

func (p *labPage) hide(id string, hidden bool) { p.turn(id, "hidden", hidden) }

// show writes what has been seen.
func (p *labPage) show(s *labStage) {
	e, r := s.experiment, s.experiment.Report()
	a, b := e.Sums()
	state, target, native := s.state()
	p.write("state", state)
	p.set("state", "className", state)
	p.write("step", grouped(r.Step))
	p.verdict(a == b, e.Equal(), r.Step+1)
	p.write("sum-a", hex(a))
	p.write("sum-b", hex(b))
	p.write("where-a", s.wants.Kind.String()+" in this page, "+here())
	p.write("where-b", s.wants.Kind.String()+where(target, native))
	p.write("distance", fmt.Sprintf("%.3g", e.Distance()))
	p.mark("split", "checksums split", r.Split, e)
	p.mark("apart", "visibly apart", r.Apart, e)
	p.mark("merged", "rounded away", r.Merged, e)
	p.write("note", s.note)
	p.hide("note", s.note == "")
	p.write("pause", map[bool]string{false: "Pause", true: "Go on"}[s.paused])
	p.turn("nudge", "disabled", a != b)
	p.tell(s, state, target, native)
}

func here() string { return runtime.GOOS + "/" + runtime.GOARCH }

func where(target string, native bool) string {
	if !native {
		return " in this page, " + here()
	}
	return " in the native Go peer, " + target
}

// state is what goes on, and where copy B is.
func (s *labStage) state() (state, target string, native bool) {
	target, vain, native := s.experiment.Remote()
	switch {
	case s.dialled != nil:
		return "connecting", here(), false
	case s.paused:
		state = "paused"
	case vain > 1:
		state = "waiting"
	default:
		state = "running"
	}
	if !native {
		target = here()
	}
	return state, target, native
}

func (p *labPage) verdict(same bool, equal, steps int64) {
	class, text := "different", "checksums differ"
	if same {
		class, text = "equal", "checksums equal"
	}
	p.set("verdict", "className", class)
	p.write("verdict-text", text)
	p.write("equal", fmt.Sprintf("equal at %s of %s steps", grouped(equal), grouped(steps)))
}

// grouped writes a count with commas between thousands.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// mark writes when something happened, into the table and at its line on the strips.
func (p *labPage) mark(id, what string, step int64, e *lab.Experiment) {
	if step == pegs.Never {
		p.write(id, "–")
		p.hide("mark-"+id, true)
		return
	}
	p.write(id, grouped(step))
	x, ok := e.History.Where(step)
	p.hide("mark-"+id, !ok)
	if ok {
		p.write("mark-"+id, what+": step "+grouped(step))
		side := id
		if x > 0.8 {
			side += " left"
		}
		p.set("mark-"+id, "className", side)
		p.moveTo("mark-"+id, percent(x))
	}
}

func (p *labPage) moveTo(id, left string) {
	if key := id + ".left"; p.shown[key] != left {
		p.shown[key] = left
		p.element(id).Get("style").Set("left", left)
	}
}

// tell fills window.backstep.
func (p *labPage) tell(s *labStage, state, target string, native bool) {
	r := s.experiment.Report()
	a, b := s.experiment.Sums()
	h := p.hook
	h.Set("state", state)
	h.Set("note", s.note)
	h.Set("kind", s.wants.Kind.String())
	h.Set("ulps", int(s.wants.Ulps))
	h.Set("step", r.Step)
	h.Set("split", r.Split)
	h.Set("apart", r.Apart)
	h.Set("merged", r.Merged)
	h.Set("equal", s.experiment.Equal())
	h.Set("sumA", hex(a))
	h.Set("sumB", hex(b))
	h.Set("distance", s.experiment.Distance())
	h.Set("b", target)
	h.Set("native", native)
}
