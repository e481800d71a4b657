// Package signal brings players together: rooms over WebSocket, created by one
// and joined by others with a short code, in which they exchange what a WebRTC
// link needs.
package signal
