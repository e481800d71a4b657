package rtc

import (
	"encoding/json"
	"errors"
	"fmt"
	"syscall/js"
	"time"

	"example.com/backstep/transport"
)

// label names the channel. A channel of another name is not ours.
const label = "backstep"

var errNoWebRTC = errors.New("rtc: this JavaScript environment has no RTCPeerConnection")

// A peer is one attempt at a connection, by the browser. Handlers run inside the
// browser's event loop: nothing in them may wait for another event.
type peer struct {
	l      *Link
	id     string // of the attempt
	pc, dc js.Value
	out    js.Value // Uint8Array that carries every packet to the channel
	funcs  []js.Func
	closed chan struct{} // one token once the channel is closed
}

func newPeer(l *Link, id string) (*peer, error) {
	class := js.Global().Get("RTCPeerConnection")
	if !class.Truthy() {
		return nil, errNoWebRTC
	}
	p := &peer{
		l: l, id: id,
		out:    js.Global().Get("Uint8Array").New(transport.MaxPacket),
		closed: make(chan struct{}, 1),
	}
	err := try(func() {
		p.pc = class.New(map[string]any{"iceServers": iceServers(l.cfg)})
	})
	if err != nil {
		return nil, err
	}
	p.handle(p.pc, "onicecandidate", p.onCandidate)
	p.handle(p.pc, "onconnectionstatechange", func(js.Value) {
		l.onReport(p, report(p.pc.Get("connectionState").String()))
	})
	p.handle(p.pc, "ondatachannel", func(event js.Value) { p.adopt(event.Get("channel")) })
	p.listenForPageHide()
	return p, nil
}

// handle makes f the handler of an event until release. One js.Func per kind of
// event serves all events of it.
func (p *peer) handle(target js.Value, name string, f func(event js.Value)) {
	target.Set(name, p.funcOf(f))
}

func (p *peer) funcOf(f func(event js.Value)) js.Func {
	fn := js.FuncOf(func(_ js.Value, args []js.Value) any {
		f(args[0])
		return nil
	})
	p.funcs = append(p.funcs, fn)
	return fn
}

// listenForPageHide tells the peer when the tab closes: there is no later.
func (p *peer) listenForPageHide() {
	if js.Global().Get("addEventListener").Type() != js.TypeFunction {
		return // a worker of some kind, whose end nobody announces
	}
	js.Global().Call("addEventListener", "pagehide", p.funcOf(func(js.Value) {
		p.pc.Call("close")
		p.l.end(nil, true)
	}))
}

func (p *peer) onCandidate(event js.Value) {
	c := event.Get("candidate")
	if !c.Truthy() {
		return // the end of the candidates
	}
	var init candidate
	text := js.Global().Get("JSON").Call("stringify", c).String()
	if json.Unmarshal([]byte(text), &init) == nil && init.Candidate != "" {
		p.l.onCandidate(p, init)
	}
}

// adopt takes the channel that the peer opened: one, and of our kind.
func (p *peer) adopt(dc js.Value) {
	if p.l.cfg.Offerer || p.dc.Truthy() || dc.Get("label").String() != label || dc.Get("ordered").Bool() {
		dc.Call("close")
		return
	}
	p.listen(dc)
}

func (p *peer) listen(dc js.Value) {
	p.dc = dc
	dc.Set("binaryType", "arraybuffer") // a Blob could only be read by waiting
	p.handle(dc, "onopen", func(js.Value) { p.l.onOpen(p) })
	p.handle(dc, "onmessage", func(event js.Value) { p.onMessage(event.Get("data")) })
	p.handle(dc, "onclose", func(js.Value) {
		select {
		case p.closed <- struct{}{}:
		default:
		}
		p.l.onChannelClosed(p)
	})
	if dc.Get("readyState").String() == "open" {
		p.l.onOpen(p) // its event has passed
	}
}

func (p *peer) onMessage(data js.Value) {
	if data.Type() != js.TypeObject {
		p.l.count(func(s *transport.Stats) { s.Errors++ }) // text is not ours
		return
	}
	bytes := js.Global().Get("Uint8Array").New(data)
	p.l.onPacket(p, bytes.Length(), func(dst []byte) { js.CopyBytesToGo(dst, bytes) })
}

// offer opens the channel and returns the description that says so.
func (p *peer) offer() (sdp string, err error) {
	err = try(func() {
		p.listen(p.pc.Call("createDataChannel", label, map[string]any{
			"ordered": false, "maxRetransmits": p.l.cfg.MaxRetransmits,
		}))
	})
	if err != nil {
		return "", err
	}
	return p.describe("createOffer")
}

// answer takes the peer's offer and returns the description that replies.
func (p *peer) answer(offer string) (sdp string, err error) {
	if err := p.setRemote("offer", offer); err != nil {
		return "", err
	}
	return p.describe("createAnswer")
}

// accept takes the peer's answer.
func (p *peer) accept(answer string) error { return p.setRemote("answer", answer) }

func (p *peer) describe(method string) (sdp string, err error) {
	desc, err := p.await(p.pc, method)
	if err != nil {
		return "", err
	}
	_, err = p.await(p.pc, "setLocalDescription", desc)
	return desc.Get("sdp").String(), err
}

func (p *peer) setRemote(kind, sdp string) error {
	_, err := p.await(p.pc, "setRemoteDescription", map[string]any{"type": kind, "sdp": sdp})
	return err
}

func (p *peer) addCandidate(c candidate) error {
	init := map[string]any{"candidate": c.Candidate}
	if c.SDPMid != nil {
		init["sdpMid"] = *c.SDPMid
	}
	if c.SDPMLineIndex != nil {
		init["sdpMLineIndex"] = int(*c.SDPMLineIndex)
	}
	_, err := p.await(p.pc, "addIceCandidate", init)
	return err
}

// send and buffered are called only after onOpen.
func (p *peer) send(packet []byte) error {
	js.CopyBytesToJS(p.out, packet)
	return try(func() { p.dc.Call("send", p.out.Call("subarray", 0, len(packet))) })
}

// buffered is in bytes, without those in flight.
func (p *peer) buffered() int { return p.dc.Get("bufferedAmount").Int() }

// close says goodbye, waits up to linger for the peer to have heard it, and
// gives everything back. Not for use in a handler.
func (p *peer) close(linger time.Duration) {
	if p.dc.Truthy() && linger > 0 && p.dc.Get("readyState").String() != "closed" {
		p.dc.Call("close")
		timer := time.NewTimer(linger)
		select {
		case <-p.closed:
		case <-timer.C:
		}
		timer.Stop()
	}
	p.pc.Call("close")
	p.release()
}

// release takes the handlers off before it frees them: a freed one must not be
// called.
func (p *peer) release() {
	for _, name := range []string{"onicecandidate", "onconnectionstatechange", "ondatachannel"} {
		p.pc.Set(name, js.Null())
	}
	if p.dc.Truthy() {
		for _, name := range []string{"onopen", "onmessage", "onclose"} {
			p.dc.Set(name, js.Null())
		}
	}
	remove := js.Global().Get("removeEventListener")
	for _, f := range p.funcs {
		if remove.Type() == js.TypeFunction {
			js.Global().Call("removeEventListener", "pagehide", f)
		}
		f.Release()
	}
	p.funcs = nil
}

// await calls a method that returns a promise and waits for it to settle, or for
// the link to end: promises of a closed connection never settle.
func (p *peer) await(target js.Value, method string, args ...any) (js.Value, error) {
	type result struct {
		value js.Value
		err   error
	}
	settled := make(chan result, 1)
	then := js.FuncOf(func(_ js.Value, args []js.Value) any {
		settled <- result{value: args[0]}
		return nil
	})
	defer then.Release()
	fail := js.FuncOf(func(_ js.Value, args []js.Value) any {
		settled <- result{err: errors.New(method + ": " + args[0].Call("toString").String())}
		return nil
	})
	defer fail.Release()
	if err := try(func() { target.Call(method, args...).Call("then", then, fail) }); err != nil {
		return js.Undefined(), err
	}
	select {
	case r := <-settled:
		return r.value, r.err
	case <-p.l.quit:
		p.pc.Call("close") // so that the promise does not call a freed function
		return js.Undefined(), transport.ErrClosed
	}
}

// try turns what JavaScript throws into an error.
func try(f func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			thrown, ok := r.(js.Error)
			if !ok {
				panic(r)
			}
			err = fmt.Errorf("rtc: the browser: %w", thrown)
		}
	}()
	f()
	return nil
}

func iceServers(cfg Config) []any {
	out := make([]any, len(cfg.ICEServers))
	for i, s := range cfg.ICEServers {
		urls := make([]any, len(s.URLs))
		for j, u := range s.URLs {
			urls[j] = u
		}
		server := map[string]any{"urls": urls}
		if s.Username != "" {
			server["username"], server["credential"] = s.Username, s.Credential
		}
		out[i] = server
	}
	return out
}
