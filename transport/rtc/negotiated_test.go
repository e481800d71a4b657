//go:build !js

package rtc

import (
	"net"
	"testing"
	"time"

	"github.com/pion/webrtc/v4"

	"example.com/backstep/transport/rtc/impair"
)

// TestWhyInBand shows why the channel is not opened with `negotiated`: with the
// same options pion then makes it ordered and reliable, so a lost packet holds
// up those behind it. Package rtc_test shows the opposite of our own channel. If
// this test fails, pion has changed and peer.offer may be simplified.
func TestWhyInBand(t *testing.T) {
	path, channels := negotiatedPair(t)
	path.Set(impair.Conditions{Cut: true})
	if err := channels[0].Send(make([]byte, 1000)); err != nil { // the old one
		t.Fatal(err)
	}
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for path.Counts().LostBytes < 1000 {
		<-tick.C
	}
	path.Set(impair.Conditions{})
	sizes := make(chan int, 16)
	channels[1].OnMessage(func(m webrtc.DataChannelMessage) {
		select {
		case sizes <- len(m.Data):
		default:
		}
	})
	timeout := time.After(15 * time.Second)
	for {
		if err := channels[0].Send([]byte{1}); err != nil {
			t.Fatal(err)
		}
		select {
		case first := <-sizes:
			if first != 1000 {
				t.Errorf("a fresh packet overtook a lost one on a negotiated channel (ordered %v, retransmits %d)",
					channels[0].Ordered(), *channels[0].MaxRetransmits())
			}
			return
		case <-tick.C:
		case <-timeout:
			t.Fatal("nothing arrives")
		}
	}
}

// negotiatedPair returns two open channels of id 1, unordered and without
// retransmissions by their getters, and the path of the first.
func negotiatedPair(t *testing.T) (path *impair.Conn, channels [2]*webrtc.DataChannel) {
	t.Helper()
	var pcs [2]*webrtc.PeerConnection
	opened := make(chan struct{}, len(pcs))
	for i := range pcs {
		socket, err := net.ListenPacket("udp4", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		conn := impair.New(socket, 1)
		if i == 0 {
			path = conn
		}
		pcs[i], channels[i] = negotiatedEnd(t, NewMux(conn, nil))
		channels[i].OnOpen(func() { opened <- struct{}{} })
	}
	connect(t, pcs)
	for range pcs {
		select {
		case <-opened:
		case <-time.After(15 * time.Second):
			t.Fatal("the channels do not open")
		}
	}
	return path, channels
}

func negotiatedEnd(t *testing.T, mux *Mux) (*webrtc.PeerConnection, *webrtc.DataChannel) {
	t.Helper()
	cfg, err := Config{Mux: mux, Loopback: true}.resolve()
	if err != nil {
		t.Fatal(err)
	}
	pc, err := newAPI(cfg).NewPeerConnection(webrtc.Configuration{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		pc.GracefulClose()
		mux.Close()
	})
	ordered, negotiated, retransmits, id := false, true, uint16(0), uint16(1)
	dc, err := pc.CreateDataChannel(label, &webrtc.DataChannelInit{
		Ordered: &ordered, MaxRetransmits: &retransmits, Negotiated: &negotiated, ID: &id,
	})
	if err != nil {
		t.Fatal(err)
	}
	return pc, dc
}

// connect exchanges descriptions that hold all candidates.
func connect(t *testing.T, pcs [2]*webrtc.PeerConnection) {
	t.Helper()
	describe := func(i int, make func() (webrtc.SessionDescription, error)) {
		desc, err := make()
		if err != nil {
			t.Fatal(err)
		}
		gathered := webrtc.GatheringCompletePromise(pcs[i])
		if err := pcs[i].SetLocalDescription(desc); err != nil {
			t.Fatal(err)
		}
		<-gathered
		if err := pcs[1-i].SetRemoteDescription(*pcs[i].LocalDescription()); err != nil {
			t.Fatal(err)
		}
	}
	describe(0, func() (webrtc.SessionDescription, error) { return pcs[0].CreateOffer(nil) })
	describe(1, func() (webrtc.SessionDescription, error) { return pcs[1].CreateAnswer(nil) })
}
