//go:build !js

package rtc

import (
	"sync/atomic"
	"time"

	"github.com/pion/ice/v4"
	"github.com/pion/interceptor"
	"github.com/pion/webrtc/v4"
)

// label names the channel. A channel of another name is not ours.
const label = "backstep"

const (
	// sctpRTOMax bounds the pause between retransmissions, which otherwise doubles
	// up to a minute during an outage and keeps the path silent after it: the
	// first timer after an outage is what sets the path free, and the peer's
	// acknowledgement of it takes another 200 ms. It also times the eight tries of
	// the association's start, so it cannot be much shorter.
	sctpRTOMax = 150 * time.Millisecond
	// dtlsInterval is what a lost handshake packet costs; the stack's default is
	// a second.
	dtlsInterval = 200 * time.Millisecond
	// sctpReceiveBytes bounds what waits for reassembly.
	sctpReceiveBytes = 256 << 10
	// A path is "disconnected" after iceSilence, which several keep-alives of an
	// idle link fit into, and given up after iceFailed: later than any session.
	iceSilence   = 6 * time.Second
	iceFailed    = 30 * time.Second
	iceKeepAlive = 500 * time.Millisecond
	// iceRequests, 200 ms apart, keep a candidate pair alive while the peer is
	// still busy with the answer.
	iceRequests = 50
)

// A peer is one attempt at a connection, by pion.
type peer struct {
	l      *Link
	id     string // of the attempt
	pc     *webrtc.PeerConnection
	dc     atomic.Pointer[webrtc.DataChannel]
	closed chan struct{} // closed when the channel is
}

func newPeer(l *Link, id string) (*peer, error) {
	pc, err := newAPI(l.cfg).NewPeerConnection(webrtc.Configuration{ICEServers: iceServers(l.cfg)})
	if err != nil {
		return nil, err
	}
	p := &peer{l: l, id: id, pc: pc, closed: make(chan struct{})}
	pc.OnICECandidate(func(c *webrtc.ICECandidate) {
		if c != nil {
			init := c.ToJSON()
			l.onCandidate(p, candidate{init.Candidate, init.SDPMid, init.SDPMLineIndex})
		}
	})
	// pion starts a goroutine for each report, so they may overtake each other:
	// what counts is the state by now.
	pc.OnConnectionStateChange(func(webrtc.PeerConnectionState) {
		l.onReport(p, report(pc.ConnectionState().String()))
	})
	pc.OnDataChannel(p.adopt)
	return p, nil
}

// adopt takes the channel that the peer opened: one, and of our kind.
func (p *peer) adopt(dc *webrtc.DataChannel) {
	if p.l.cfg.Offerer || dc.Label() != label || dc.Ordered() || !p.dc.CompareAndSwap(nil, dc) {
		_ = dc.Close()
		return
	}
	p.listen(dc)
}

func (p *peer) listen(dc *webrtc.DataChannel) {
	dc.OnOpen(func() { p.l.onOpen(p) })
	dc.OnMessage(func(m webrtc.DataChannelMessage) {
		p.l.onPacket(p, len(m.Data), func(dst []byte) { copy(dst, m.Data) })
	})
	dc.OnClose(func() {
		close(p.closed) // pion calls this once
		p.l.onChannelClosed(p)
	})
}

// offer opens the channel and returns the description that says so. The channel
// is announced in band: with `negotiated` pion ignores the options and makes it
// ordered and reliable, whatever its getters report.
func (p *peer) offer() (sdp string, err error) {
	ordered, retransmits := false, uint16(p.l.cfg.MaxRetransmits)
	dc, err := p.pc.CreateDataChannel(label, &webrtc.DataChannelInit{Ordered: &ordered, MaxRetransmits: &retransmits})
	if err != nil {
		return "", err
	}
	p.dc.Store(dc)
	p.listen(dc)
	desc, err := p.pc.CreateOffer(nil)
	if err != nil {
		return "", err
	}
	return desc.SDP, p.pc.SetLocalDescription(desc)
}

// answer takes the peer's offer and returns the description that replies.
func (p *peer) answer(offer string) (sdp string, err error) {
	err = p.pc.SetRemoteDescription(webrtc.SessionDescription{Type: webrtc.SDPTypeOffer, SDP: offer})
	if err != nil {
		return "", err
	}
	desc, err := p.pc.CreateAnswer(nil)
	if err != nil {
		return "", err
	}
	return desc.SDP, p.pc.SetLocalDescription(desc)
}

// accept takes the peer's answer.
func (p *peer) accept(answer string) error {
	return p.pc.SetRemoteDescription(webrtc.SessionDescription{Type: webrtc.SDPTypeAnswer, SDP: answer})
}

func (p *peer) addCandidate(c candidate) error {
	return p.pc.AddICECandidate(webrtc.ICECandidateInit{
		Candidate: c.Candidate, SDPMid: c.SDPMid, SDPMLineIndex: c.SDPMLineIndex,
	})
}

// send and buffered are called only after onOpen.
func (p *peer) send(packet []byte) error { return p.dc.Load().Send(packet) }

// buffered is in bytes, with those in flight.
func (p *peer) buffered() int { return int(p.dc.Load().BufferedAmount()) }

// close says goodbye, waits up to linger for the peer to have heard it, and
// returns when nothing of the peer runs any more. Not for use in a callback.
func (p *peer) close(linger time.Duration) {
	if dc := p.dc.Load(); dc != nil && linger > 0 && dc.Close() == nil {
		timer := time.NewTimer(linger)
		select {
		case <-p.closed:
		case <-timer.C:
		}
		timer.Stop()
	}
	if err := p.pc.GracefulClose(); err != nil {
		p.l.cfg.Logger.Debug("rtc: close", "err", err)
	}
}

// newAPI returns pion set up for one small channel. No codecs and interceptors:
// there is no media.
func newAPI(cfg Config) *webrtc.API {
	var s webrtc.SettingEngine
	s.LoggerFactory = pionLog{cfg.Logger}
	s.SetSCTPRTOMax(sctpRTOMax)
	s.SetSCTPMaxReceiveBufferSize(sctpReceiveBytes)
	s.SetDTLSRetransmissionInterval(dtlsInterval)
	// ICE has proven the peer's address by then: the cookie would cost a round
	// trip and protect from nothing.
	s.SetDTLSInsecureSkipHelloVerify(true)
	s.SetICETimeouts(iceSilence, iceFailed, iceKeepAlive)
	s.SetICEMaxBindingRequests(iceRequests)
	// A browser hides its addresses behind mDNS names. They need not be resolved:
	// its checks reach our candidates, and their source is the address.
	s.SetICEMulticastDNSMode(ice.MulticastDNSModeDisabled)
	s.SetPrflxAcceptanceMinWait(0)
	if cfg.Loopback || cfg.Mux != nil {
		s.SetIncludeLoopbackCandidate(true)
	}
	if cfg.Loopback {
		s.SetNetworkTypes([]webrtc.NetworkType{webrtc.NetworkTypeUDP4})
	}
	if cfg.Mux != nil {
		s.SetICEUDPMux(cfg.Mux.mux)
	}
	return webrtc.NewAPI(
		webrtc.WithSettingEngine(s),
		webrtc.WithMediaEngine(&webrtc.MediaEngine{}),
		webrtc.WithInterceptorRegistry(&interceptor.Registry{}),
	)
}

func iceServers(cfg Config) []webrtc.ICEServer {
	out := make([]webrtc.ICEServer, len(cfg.ICEServers))
	for i, s := range cfg.ICEServers {
		out[i] = webrtc.ICEServer{URLs: s.URLs, Username: s.Username}
		if s.Credential != "" {
			out[i].Credential = s.Credential
		}
	}
	return out
}
