//go:build !js

package main

import (
	"errors"

	"example.com/backstep/demo/chaos"
	"example.com/backstep/transport"
	"example.com/backstep/transport/rtc"
)

// ring is a full mesh of WebRTC links between seats of this process.
type ring struct {
	links [][]transport.Link // by seat, to the others in ascending order
	wakes []chan struct{}    // by seat: something came in
	under []*rtc.Link
}

func openRing(players int, seed uint64, c chaos.Conditions) (*ring, error) {
	r := &ring{links: make([][]transport.Link, players), wakes: make([]chan struct{}, players)}
	for seat := range r.wakes {
		r.wakes[seat] = make(chan struct{}, 1)
	}
	for a := range players {
		for b := range players {
			if a < b {
				if err := r.join(a, b, seed, c); err != nil {
					r.close()
					return nil, err
				}
			}
		}
	}
	return r, nil
}

// join links two seats. Ascending pairs keep each seat's links in order.
func (r *ring) join(a, b int, seed uint64, c chaos.Conditions) error {
	there, back := make(chan []byte, 64), make(chan []byte, 64)
	for _, end := range []struct {
		seat, to int
		sig      rtc.Signal
	}{{a, b, wire{there, back}}, {b, a, wire{back, there}}} {
		l, err := rtc.Open(rtc.Config{Offerer: end.seat < end.to, Loopback: true, Wake: poke(r.wakes[end.seat])}, end.sig)
		if err != nil {
			return err
		}
		bad := chaos.Wrap(l, seed<<16|uint64(end.seat)<<8|uint64(end.to))
		bad.Set(c)
		r.under = append(r.under, l)
		r.links[end.seat] = append(r.links[end.seat], bad)
	}
	return nil
}

// close ends all links and waits until nothing of them runs.
func (r *ring) close() {
	for _, links := range r.links {
		for _, l := range links {
			l.Close()
		}
	}
	for _, l := range r.under {
		<-l.Done()
	}
}

// poke is a wake hook: it sends without blocking to a channel of one slot.
func poke(c chan<- struct{}) func() {
	return func() {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}

// wire is one end of a signalling path within the process.
type wire struct {
	out chan<- []byte
	in  <-chan []byte
}

var errWireFull = errors.New("signalling path is full")

func (w wire) Send(msg []byte) error {
	select {
	case w.out <- append([]byte(nil), msg...):
		return nil
	default:
		return errWireFull
	}
}

func (w wire) Recv() <-chan []byte { return w.in }
