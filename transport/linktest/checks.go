package linktest

import (
	"encoding/binary"
	"errors"
	"fmt"

	"example.com/backstep/transport"
)

func checkEmpty(p *pair) error {
	var buf [transport.MaxPacket]byte
	for _, l := range []transport.Link{p.a, p.b} {
		for range 3 {
			if n, err := l.Recv(buf[:]); n != 0 || !errors.Is(err, transport.ErrEmpty) {
				return fmt.Errorf("Recv of a new link: %d, %v, want 0, ErrEmpty", n, err)
			}
		}
	}
	return nil
}

func checkBothWays(p *pair) error {
	if err := p.pass(p.a, p.b, pattern(1, 40)); err != nil {
		return fmt.Errorf("a to b: %w", err)
	}
	if err := p.pass(p.b, p.a, pattern(2, 40)); err != nil {
		return fmt.Errorf("b to a: %w", err)
	}
	return nil
}

func checkSizes(p *pair) error {
	var sent [][]byte
	for _, n := range []int{1, 2, 3, 16, 255, 256, 508, 1150, transport.MaxPacket - 1, transport.MaxPacket} {
		packet := pattern(n, n)
		if err := p.pass(p.a, p.b, packet, sent...); err != nil {
			return err
		}
		sent = append(sent, packet)
	}
	return nil
}

// checkDatagrams sends in one go: packets must stay apart, in whatever order.
func checkDatagrams(p *pair) error {
	var sent [][]byte
	for i := range 8 {
		sent = append(sent, pattern(i, 10+i))
	}
	for _, packet := range sent {
		if err := p.a.Send(packet); err != nil {
			return fmt.Errorf("Send: %w", err)
		}
	}
	for _, packet := range sent {
		if err := p.pass(p.a, p.b, packet, sent...); err != nil {
			return err
		}
	}
	return nil
}

func checkSendDoesNotRetain(p *pair) error {
	const size = 100
	buf := make([]byte, size)
	for seed := 1; seed <= 4; seed++ {
		if err := p.a.Send(append(buf[:0], pattern(seed, size)...)); err != nil {
			return fmt.Errorf("Send: %w", err)
		}
		clear(buf)
	}
	first := pattern(1, size)
	also := [][]byte{pattern(2, size), pattern(3, size), pattern(4, size)}
	refill := func() []byte { return append([]byte(nil), first...) }
	if err := p.passFrom(p.a, p.b, refill, first, also...); err != nil {
		return fmt.Errorf("the sender's buffer was written to after Send returned: %w", err)
	}
	return nil
}

func checkTooLarge(p *pair) error {
	for _, n := range []int{transport.MaxPacket + 1, 1500, 1 << 16, 1 << 20} {
		if err := p.a.Send(make([]byte, n)); !errors.Is(err, transport.ErrTooLarge) {
			return fmt.Errorf("Send of %d bytes: %v, want ErrTooLarge", n, err)
		}
	}
	return p.pass(p.a, p.b, pattern(1, 40))
}

// checkShortBuffer receives 100 bytes into 99: an error, and the packet is gone.
func checkShortBuffer(p *pair) error {
	long, next := pattern(1, 100), pattern(2, 50)
	turn, n := 0, 0
	var err error
	arrived := p.wait(func() bool {
		if turn%resendEvery == 0 {
			if err = p.a.Send(long); err != nil {
				return true
			}
		}
		turn++
		n, err = p.b.Recv(make([]byte, len(long)-1))
		return !errors.Is(err, transport.ErrEmpty)
	})
	if !arrived || n != 0 || !errors.Is(err, transport.ErrShortBuffer) {
		return fmt.Errorf("Recv of 100 bytes into 99: %d, %v, want 0, ErrShortBuffer", n, err)
	}
	return p.pass(p.a, p.b, next, long)
}

// checkBoundedQueue floods an end that nobody reads.
func checkBoundedQueue(p *pair) error {
	const flood = 3 * MaxWaiting
	packet := pattern(1, 64)
	for i := range flood {
		binary.BigEndian.PutUint32(packet, uint32(i))
		if err := p.a.Send(packet); err != nil {
			return fmt.Errorf("Send %d of a flood: %w, want nil: the packet is dropped and counted", i, err)
		}
	}
	if p.step != nil {
		p.step()
	}
	received, err := drainFlood(p, packet, flood)
	if err != nil {
		return err
	}
	if received > MaxWaiting {
		return fmt.Errorf("%d packets of %d waited, want %d at most", received, flood, MaxWaiting)
	}
	return nil
}

// drainFlood receives until a mark sent behind the flood has come through.
func drainFlood(p *pair, packet []byte, flood int) (received int, err error) {
	var buf [transport.MaxPacket]byte
	mark := pattern(9, 8)
	turn, marked := 0, false
	arrived := p.wait(func() bool {
		if turn%resendEvery == 0 {
			if err = p.a.Send(mark); err != nil {
				return true
			}
		}
		turn++
		for {
			n, recvErr := p.b.Recv(buf[:])
			switch {
			case errors.Is(recvErr, transport.ErrEmpty):
				return marked
			case recvErr != nil:
				err = fmt.Errorf("Recv after a flood: %w", recvErr)
				return true
			case string(buf[:n]) == string(mark):
				marked = true
			case n != len(packet) || int(binary.BigEndian.Uint32(buf[:])) >= flood || string(buf[4:n]) != string(packet[4:]):
				err = fmt.Errorf("got a packet of %d bytes that nobody sent: %.40x", n, buf[:n])
				return true
			default:
				received++
			}
		}
	})
	if err == nil && !arrived {
		err = errors.New("after a flood nothing arrives any more")
	}
	return received, err
}
