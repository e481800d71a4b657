//go:build !js

package main

import (
	"errors"

	"example.com/backstep/demo/chaos"
	"example.com/backstep/transport"
	"example.com/backstep/transport/rtc"
)

// ring is a full mesh of WebRTC links between the players of this process, and a
// chain of those who watch: the first watches player 0, each other the one before.
type ring struct {
	links [][]transport.Link // by endpoint, to the others in ascending order
	wakes []chan struct{}    // by endpoint: something came in
	under []*rtc.Link
}

// watched is the endpoint that one beyond the players watches.
func watched(endpoint, players int) int {
	if endpoint == players {
		return 0
	}
	return endpoint - 1
}

func openRing(players, spectators int, seed uint64, c chaos.Conditions) (*ring, error) {
	all := players + spectators
	r := &ring{links: make([][]transport.Link, all), wakes: make([]chan struct{}, all)}
	for seat := range r.wakes {
		r.wakes[seat] = make(chan struct{}, 1)
	}
	for a := range all {
		for b := range all {
			if a < b && (b < players || a == watched(b, players)) {
				if err := r.join(a, b, seed, c); err != nil {
					r.close()
					return nil, err
				}
			}
		}
	}
	return r, nil
}

// join links two endpoints. Ascending pairs keep each one's links in order.
func (r *ring) join(a, b int, seed uint64, c chaos.Conditions) error {
	ends, err := r.pair(a, b, seed, c)
	if err != nil {
		return err
	}
	r.links[a], r.links[b] = append(r.links[a], ends[0]), append(r.links[b], ends[1])
	return nil
}

// pair opens a link between two endpoints: a's end of it, and b's.
func (r *ring) pair(a, b int, seed uint64, c chaos.Conditions) (ends [2]transport.Link, err error) {
	there, back := make(chan []byte, 64), make(chan []byte, 64)
	for i, end := range []struct {
		seat, to int
		sig      rtc.Signal
	}{{a, b, wire{there, back}}, {b, a, wire{back, there}}} {
		l, err := rtc.Open(rtc.Config{Offerer: end.seat < end.to, Loopback: true, Wake: poke(r.wakes[end.seat])}, end.sig)
		if err != nil {
			return ends, err
		}
		bad := chaos.Wrap(l, seed<<16|uint64(end.seat)<<8|uint64(end.to))
		bad.Set(c)
		r.under, ends[i] = append(r.under, l), bad
	}
	return ends, nil
}

// kill ends the links of an endpoint, as the end of its process does.
func (r *ring) kill(endpoint int) {
	for _, l := range r.links[endpoint] {
		l.Close()
	}
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
