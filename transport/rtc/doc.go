// Package rtc is a transport.Link over WebRTC: one unordered, unreliable data
// channel to one peer. Outside of a browser it stands on pion, inside on the
// browser's own RTCPeerConnection; the API is the same.
package rtc
