//go:build !js

package main

import (
	"context"
	"errors"
	"log/slog"
	"runtime"

	"example.com/backstep/demo/pegs/twin"
	"example.com/backstep/transport"
	"example.com/backstep/transport/rtc"
	"example.com/backstep/transport/signal"
)

// newLab returns a dojo whose bots compute copy B of the chaos lab, each for the page
// that has joined it.
func newLab(url string, log *slog.Logger) *dojo {
	d := openDojo(url, log)
	d.game, d.meet, d.busy = twin.GameID, d.copyB, "close a tab with the chaos lab"
	return d
}

// copyB answers who joined until the link ends or ctx does.
func (d *dojo) copyB(ctx context.Context, room *signal.Client, joined signal.Event) {
	peer, err := room.Peer(joined.Seat)
	if err != nil {
		d.log.Warn("no copy B", "room", room.Code(), "err", err)
		return
	}
	wake := make(chan struct{}, 1)
	link, err := rtc.Open(rtc.Config{Offerer: peer.Offerer(), Loopback: true, Wake: poke(wake)}, peer)
	if err != nil {
		d.log.Warn("no copy B", "room", room.Code(), "err", err)
		return
	}
	d.log.Info("copy B begins", "room", room.Code())
	if d.began != nil {
		d.began(link)
	}
	p := twin.NewPeer(runtime.GOOS + "/" + runtime.GOARCH)
	for answer(ctx, p, link) {
		select {
		case <-wake:
		case <-ctx.Done():
		}
	}
	link.Close()
	<-link.Done()
	d.log.Info("copy B is over", "room", room.Code(), "packets", p.Stats(), "err", link.Err())
}

// answer takes what waits in the link. It tells whether to go on.
func answer(ctx context.Context, p *twin.Peer, link transport.Link) bool {
	var in, out [transport.MaxPacket]byte
	for ctx.Err() == nil {
		n, err := link.Recv(in[:])
		switch {
		case errors.Is(err, transport.ErrEmpty):
			return true
		case errors.Is(err, transport.ErrShortBuffer):
			continue
		case err != nil:
			return false
		}
		if reply := p.Answer(out[:0], in[:n]); len(reply) > 0 && link.Send(reply) != nil {
			return false
		}
	}
	return false
}
