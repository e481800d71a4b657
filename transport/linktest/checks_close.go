package linktest

import (
	"errors"
	"fmt"
	"sync"

	"example.com/backstep/transport"
)

func checkClosed(p *pair) error {
	for i, l := range []transport.Link{p.a, p.b} {
		for range 3 {
			if err := l.Close(); err != nil {
				return fmt.Errorf("Close of end %d: %w", i, err)
			}
		}
		if err := wantClosed(l); err != nil {
			return fmt.Errorf("end %d: %w", i, err)
		}
	}
	return nil
}

func wantClosed(l transport.Link) error {
	if err := l.Send(pattern(1, 10)); !errors.Is(err, transport.ErrClosed) {
		return fmt.Errorf("Send after Close: %v, want ErrClosed", err)
	}
	var buf [transport.MaxPacket]byte
	if n, err := l.Recv(buf[:]); n != 0 || !errors.Is(err, transport.ErrClosed) {
		return fmt.Errorf("Recv after Close: %d, %v, want 0, ErrClosed", n, err)
	}
	return nil
}

// checkCloseForgets closes an end at which packets wait.
func checkCloseForgets(p *pair) error {
	if err := p.pass(p.a, p.b, pattern(1, 40)); err != nil {
		return err
	}
	for range 8 {
		if err := p.a.Send(pattern(1, 40)); err != nil {
			return fmt.Errorf("Send: %w", err)
		}
	}
	if p.step != nil {
		p.step()
	}
	if err := p.b.Close(); err != nil {
		return fmt.Errorf("Close: %w", err)
	}
	return wantClosed(p.b)
}

// checkPeerCloses goes on sending to an end that is gone. A link may notice that
// and close, but nothing else may happen.
func checkPeerCloses(p *pair) error {
	if err := p.pass(p.a, p.b, pattern(1, 40)); err != nil {
		return err
	}
	if err := p.a.Close(); err != nil {
		return fmt.Errorf("Close: %w", err)
	}
	var buf [transport.MaxPacket]byte
	for i := range 100 {
		if err := p.b.Send(pattern(2, 40)); err != nil && !errors.Is(err, transport.ErrClosed) {
			return fmt.Errorf("Send %d after the peer closed: %w, want nil or ErrClosed", i, err)
		}
		if p.step != nil {
			p.step()
		}
		_, err := p.b.Recv(buf[:])
		if err != nil && !errors.Is(err, transport.ErrEmpty) && !errors.Is(err, transport.ErrClosed) {
			return fmt.Errorf("Recv %d after the peer closed: %w, want ErrEmpty or ErrClosed", i, err)
		}
	}
	return nil
}

// checkCloseFromManyGoroutines closes both ends while others use them.
func checkCloseFromManyGoroutines(p *pair) error {
	if p.step != nil {
		return nil // a stepped link belongs to one goroutine
	}
	errs := make(chan error, 64)
	var all sync.WaitGroup
	for range 4 {
		for _, l := range []transport.Link{p.a, p.b} {
			all.Go(func() { errs <- useUntilClosed(l) })
			all.Go(func() {
				if err := l.Close(); err != nil {
					errs <- fmt.Errorf("Close beside another: %w", err)
				}
			})
		}
	}
	all.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			return err
		}
	}
	return errors.Join(wantClosed(p.a), wantClosed(p.b))
}

func useUntilClosed(l transport.Link) error {
	var buf [transport.MaxPacket]byte
	packet := pattern(1, 40)
	for {
		err := l.Send(packet)
		if err == nil {
			if _, err = l.Recv(buf[:]); errors.Is(err, transport.ErrEmpty) {
				err = nil
			}
		}
		if errors.Is(err, transport.ErrClosed) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("a link being closed: %w, want ErrClosed", err)
		}
	}
}

// checkStateAndStats looks at links that show their state; others pass.
func checkStateAndStats(p *pair) error {
	a, okA := p.a.(transport.Stateful)
	b, okB := p.b.(transport.Stateful)
	if !okA || !okB {
		return nil
	}
	if err := p.pass(p.a, p.b, pattern(1, 40)); err != nil {
		return err
	}
	if s := b.State(); s != transport.Connected {
		return fmt.Errorf("state of the end that received a packet: %v, want connected", s)
	}
	sent, received := a.Stats(), b.Stats()
	if sent.Sent == 0 || sent.SentBytes != 40*sent.Sent {
		return fmt.Errorf("the sender counts %d packets and %d bytes, want 40 bytes a packet", sent.Sent, sent.SentBytes)
	}
	if received.Received == 0 || received.Received > sent.Sent || received.ReceivedBytes != 40*received.Received {
		return fmt.Errorf("the receiver counts %d packets and %d bytes of %d sent", received.Received, received.ReceivedBytes, sent.Sent)
	}
	if err := p.a.Close(); err != nil {
		return fmt.Errorf("Close: %w", err)
	}
	if s := a.State(); s != transport.Closed {
		return fmt.Errorf("state after Close: %v, want closed", s)
	}
	return nil
}
