// Package rtc is a transport.Link over WebRTC: one unordered, unreliable data
// channel to one peer. Outside of a browser it stands on pion, inside on the
// browser's own RTCPeerConnection, with no pion in the wasm; the API is the same.
//
// [Open] takes a [Signal], which carries the handshake to the peer: a Peer of
// package signal, or anything else that delivers small messages in order. The
// [Link] that it returns is Connecting at first. Exactly one end is the
// [Config.Offerer].
//
//	link, err := rtc.Open(rtc.Config{
//		Offerer:    peer.Offerer(),
//		ICEServers: []rtc.ICEServer{{URLs: []string{"stun:stun.example:3478"}}},
//	}, peer)
//
// # An interrupted path
//
// Interrupted is not an end: the path may come back, and then the link is
// Connected again. While the path is cut the link hands almost nothing to SCTP,
// which would deliver it late, before what is fresh, even on an unreliable
// channel. Packets not sent for that reason are in Stats as DroppedFull. Closed is
// final, and Err says why.
//
// # Goroutines
//
// A link has one goroutine of its own and those of pion, all of which end at a
// bounded queue and have ended when Done is closed. In a browser packets come in
// the event handlers of the page; Config.Wake runs there, and must not wait for
// anything. Package impair makes the path worse, for tests and demonstrations.
//
// # Limitations
//
// Packets above 1,150 bytes are split in two by SCTP, and the loss of one part
// loses the packet. A packet costs 65 to 70 bytes beyond its payload, and 28 for
// IP and UDP. There is no ICE restart: a path that is gone for 30 s ends the link,
// and a new one takes its place. Addresses that a browser hides behind mDNS names
// are not resolved, so at least one end needs an address that the other can
// reach, or a server in ICEServers. An outage leaves nothing stale on a pion
// sender; how much a browser had in flight when it began, the browser decides. The
// channel is encrypted, but the signalling path alone vouches for the keys: whoever
// controls the Signal can sit in between.
package rtc
