package linktest

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"example.com/backstep/transport"
)

// A pair is the link under test.
type pair struct {
	a, b transport.Link
	step func() // nil: the link runs by itself
}

// inTime runs f and reports a call that blocks. Over a stepped link f stays on
// the calling goroutine, whose link it is.
func (p *pair) inTime(f func() error) error {
	if p.step != nil {
		return f()
	}
	done := make(chan error, 1)
	go func() { done <- f() }()
	timeout := time.NewTimer(3 * patience)
	defer timeout.Stop()
	select {
	case err := <-done:
		return err
	case <-timeout.C:
		return errors.New("a method of the link blocks")
	}
}

// wait calls done until it is true, steps the network in between, and gives up
// with false after patience, or after a thousand steps. Over a link that runs by
// itself it lets go of the processor, and in a browser of the event loop.
func (p *pair) wait(done func() bool) bool {
	if p.step != nil {
		for range 1000 {
			if done() {
				return true
			}
			p.step()
		}
		return false
	}
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); <-tick.C {
		if done() {
			return true
		}
	}
	return false
}

// resendEvery is in turns of wait.
const resendEvery = 50

// pass sends packet, again if need be, until to receives it. Other packets that
// to receives must be among also.
func (p *pair) pass(from, to transport.Link, packet []byte, also ...[]byte) error {
	return p.passFrom(from, to, func() []byte { return packet }, packet, also...)
}

// passFrom is pass for a sender that makes its buffer anew for every send.
func (p *pair) passFrom(from, to transport.Link, make func() []byte, want []byte, also ...[]byte) error {
	var err error
	turn := 0
	arrived := p.wait(func() bool {
		if turn%resendEvery == 0 {
			if err = from.Send(make()); err != nil {
				err = fmt.Errorf("Send of %d bytes: %w", len(want), err)
				return true
			}
		}
		turn++
		var got bool
		got, err = receiveUntil(to, want, also)
		return got || err != nil
	})
	if err == nil && !arrived {
		err = fmt.Errorf("a packet of %d bytes did not arrive", len(want))
	}
	return err
}

// receiveUntil drains the link until it meets want or the end of what waits.
func receiveUntil(to transport.Link, want []byte, also [][]byte) (bool, error) {
	var buf [transport.MaxPacket]byte
	for {
		n, err := to.Recv(buf[:])
		switch {
		case errors.Is(err, transport.ErrEmpty):
			return false, nil
		case err != nil:
			return false, fmt.Errorf("Recv: %w", err)
		case bytes.Equal(buf[:n], want):
			return true, nil
		case !contains(also, buf[:n]):
			return false, fmt.Errorf("got a packet of %d bytes that nobody sent: %.40x; want %d bytes %.40x", n, buf[:n], len(want), want)
		}
	}
}

func contains(packets [][]byte, packet []byte) bool {
	for _, p := range packets {
		if bytes.Equal(p, packet) {
			return true
		}
	}
	return false
}

// pattern returns n bytes that tell packets of different seeds apart.
func pattern(seed, n int) []byte {
	out := make([]byte, n)
	for i := range out {
		out[i] = byte(seed*131 + i*7 + i>>8)
	}
	return out
}
