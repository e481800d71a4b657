//go:build js

package main

import (
	"syscall/js"

	"example.com/backstep/demo/match"
	"example.com/backstep/rollback"
)

// tone is a sound as one oscillator that glides and fades.
type tone struct {
	wave     string
	from, to float64 // Hz
	length   float64 // seconds
	level    float64 // 0 to 1
}

// tones are by match.Sound. Nothing writes to it.
var tones = [...]tone{
	match.SoundLight:    {"square", 320, 90, 0.09, 0.25},
	match.SoundHeavy:    {"sawtooth", 190, 45, 0.18, 0.45},
	match.SoundFire:     {"sawtooth", 480, 60, 0.3, 0.4},
	match.SoundGuard:    {"triangle", 900, 500, 0.07, 0.35},
	match.SoundClash:    {"square", 1200, 300, 0.12, 0.2},
	match.SoundKnockout: {"sawtooth", 120, 28, 0.9, 0.6},
	match.SoundRound:    {"triangle", 440, 440, 0.25, 0.3},
	match.SoundFight:    {"triangle", 880, 880, 0.35, 0.35},
	match.SoundResult:   {"triangle", 523, 1046, 0.7, 0.35},
	match.SoundRematch:  {"triangle", 660, 990, 0.4, 0.35},
}

// maxVoices is how many sounds can still be stopped; an older one just ends.
const maxVoices = 16

// audio plays a match's sounds. A browser lets a page make a sound only once
// somebody has done something: until then the sounds pass unheard.
type audio struct {
	page    *page
	context js.Value // undefined until the first key
	out     js.Value
	muted   bool
	voices  [maxVoices]voice
	next    int
}

// voice is a sound that is playing.
type voice struct {
	cue   match.Cue
	frame rollback.Frame
	gain  js.Value
}

// start makes sounds audible. It runs in the event handler of a key or a click.
func (a *audio) start() {
	constructor := js.Global().Get("AudioContext")
	if !a.context.IsUndefined() || constructor.IsUndefined() {
		return
	}
	a.context = constructor.New()
	a.out = a.context.Call("createGain")
	a.out.Call("connect", a.context.Get("destination"))
	a.show()
}

// toggle mutes, or ends that.
func (a *audio) toggle() {
	if a.context.IsUndefined() {
		a.start()
		return
	}
	a.muted = !a.muted
	a.show()
}

func (a *audio) show() {
	level := 1
	if a.muted {
		level = 0
	}
	a.out.Get("gain").Set("value", level)
	a.page.sound(!a.muted)
}

// take does what has changed: a sound that never happened stops.
func (a *audio) take(e rollback.Effect[match.Cue]) {
	a.page.heard(e.Change)
	switch e.Change {
	case rollback.Play:
		a.play(e.Key, e.Frame)
	case rollback.Cancel:
		if v := a.find(e.Key, e.Frame); v != nil {
			v.gain.Call("disconnect")
			*v = voice{}
		}
	case rollback.Shift: // a few frames make no difference to the ear
		if v := a.find(e.Key, e.From); v != nil {
			v.frame = e.Frame
		}
	}
}

func (a *audio) find(c match.Cue, f rollback.Frame) *voice {
	for i := range a.voices {
		if v := &a.voices[i]; v.cue == c && v.frame == f {
			return v
		}
	}
	return nil
}

func (a *audio) play(c match.Cue, f rollback.Frame) {
	if a.context.IsUndefined() || a.muted {
		return
	}
	t, now := tones[c.Sound], a.context.Get("currentTime").Float()
	osc, gain := a.context.Call("createOscillator"), a.context.Call("createGain")
	osc.Set("type", t.wave)
	glide(osc.Get("frequency"), now, t.from, t.to, t.length)
	glide(gain.Get("gain"), now, t.level*0.5, 0.001, t.length)
	osc.Call("connect", gain)
	gain.Call("connect", a.out)
	osc.Call("start", now)
	osc.Call("stop", now+t.length)
	a.voices[a.next] = voice{c, f, gain}
	a.next = (a.next + 1) % maxVoices
}

func glide(param js.Value, now, from, to, length float64) {
	param.Call("setValueAtTime", from, now)
	param.Call("exponentialRampToValueAtTime", to, now+length)
}
