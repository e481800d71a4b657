// Package signal brings players together: rooms over WebSocket, created by one
// and joined by others with a short code, in which they exchange what a WebRTC
// link needs.
//
// A [Server] is an http.Handler that keeps rooms. A [Client] is a member of one
// and has a seat, the lowest that was free. A [Peer] is another member, to send
// messages to and receive them from; package rtc takes it as its Signal. An
// [Event] tells who joined and who left. A [Match] is what the members play: an
// id and a seed, drawn by the server, the same for all, and new whenever somebody
// joins or the host asks for a rematch. The client is the same in a browser, where
// there is no server.
//
//	client, err := signal.Join(ctx, "wss://game.example/rooms", code, signal.Options{Game: "duel/1"})
//	...
//	for _, peer := range client.Peers() {
//		link, err := rtc.Open(rtc.Config{Offerer: peer.Offerer()}, peer)
//		...
//	}
//	for event := range client.Events() {
//		...
//	}
//
// A seat is handed over by leaving: Close frees it, and whoever joins next has
// it. Somebody who finds a room full makes its members hear a [Knock].
//
// The room is needed to connect and to hear who comes and goes. Links and the
// match over them go on without it.
//
// # Bounds
//
// A message is at most [MaxData] bytes. A server has at most Config.MaxRooms
// rooms and Config.MaxConns connections, each with 128 notices waiting; a client
// has 128 messages waiting to be sent, 128 from each peer, and 256 events. Who
// sends more than Config.Rate allows, or does not read, is sent away with the
// reason. A room ends when nothing has happened in it for Config.RoomTTL.
//
// # Limitations
//
// There is no list of rooms and no password: the code is what lets in, and it is
// short enough to be guessed by somebody who may try hundreds of thousands of
// times. Limits are per connection, not per address; put a proxy in front of a
// public server. The server does not look into messages, which travel through it
// in the clear unless it is served over TLS. In a browser a refused origin and an
// absent server look the same.
package signal
