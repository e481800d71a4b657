// Package live runs a rollback session in real time: it adds the clock and the
// links that package rollback leaves to its caller.
//
// The nouns:
//
//   - Host: a session, one transport.Link for each of its peers, and the paced
//     clock. It is the only part of the engine that asks what time it is.
//   - Update: what a game loop calls, at any rate. It reads the links, runs the
//     frames that are due, at times none and at times several, and sends.
//   - Sampler: turns what a device reports at any moment into one sample a
//     frame, without losing or repeating a press.
//
// A game loop that is called once per display refresh:
//
//	host, err := live.New(game, cfg, []transport.Link{link}, live.Options{})
//	...
//	// each refresh:
//	buttons.Set(readDevices())
//	report, err := host.UpdateFunc(func(in []Buttons) { in[0] = buttons.Next() })
//	draw(host.Alpha())
//
// and a program without a display:
//
//	err := host.Run(ctx, func(in []Buttons) { in[0] = bot.Press() }, nil)
//
// A frame's length is what Session.Pace asks for, so peers drift towards equal
// prediction instead of stopping and starting. A late Update is made up for by
// at most Options.MaxCatchUp frames a call; time lost beyond Options.MaxLag, as
// by a laptop's sleep, is let go, so a game that is too slow for its machine
// slows down and does not choke.
//
// A match may be followed by others over the same links: once a confirmed state
// says that everybody wants another, each endpoint calls Host.Rematch.
//
// A process that died in mid-match comes back into its seats as a new Host, with the
// Config of before and Config.Rejoin. Until Session.Rejoining is false it follows
// what the others play: EventEntered names the frame that it begins with, and it
// runs several frames for each that is due until it has caught up.
//
//	cfg.Rejoin = true
//	host, err := live.New(game, cfg, []transport.Link{link}, live.Options{})
//
// The others need to do nothing if it is found at the address of before; where
// that is another one, or the link is of a kind that ends (a data channel), each
// gives its Host the new link:
//
//	err := host.Relink(peer, link)
//
// # Limitations
//
// A Host belongs to one goroutine. A display refreshing less often than the
// match has frames shows only some of them. Packets are read when Update is
// called, so a measured round trip includes the wait until then; Options.Wake
// shortens it for Run. Spectators who see the match late by
// Config.SpectatorDelay do not see its last frames before a rematch, and so have
// no part in it.
package live
