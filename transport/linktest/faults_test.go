package linktest

import (
	"errors"
	"testing"

	"example.com/backstep/transport"
	"example.com/backstep/transport/memnet"
)

// faulty is a link with one fault: what is set replaces the good method.
type faulty struct {
	transport.Link
	send  func(transport.Link, []byte) error
	recv  func(transport.Link, []byte) (int, error)
	close func(transport.Link) error
}

func (f *faulty) Send(p []byte) error {
	if f.send != nil {
		return f.send(f.Link, p)
	}
	return f.Link.Send(p)
}

func (f *faulty) Recv(buf []byte) (int, error) {
	if f.recv != nil {
		return f.recv(f.Link, buf)
	}
	return f.Link.Recv(buf)
}

func (f *faulty) Close() error {
	if f.close != nil {
		return f.close(f.Link)
	}
	return f.Link.Close()
}

func TestSuiteFindsFaults(t *testing.T) {
	for _, c := range []struct {
		fault, foundBy string
		make           func() faulty
	}{
		{"keeps the sender's buffer", "SendDoesNotRetain", keepsBuffer},
		{"sends what is too large", "TooLarge", func() faulty {
			return faulty{send: func(l transport.Link, p []byte) error { return l.Send(p[:min(len(p), transport.MaxPacket)]) }}
		}},
		{"refuses the largest packet", "Sizes", func() faulty {
			return faulty{send: func(l transport.Link, p []byte) error {
				if len(p) == transport.MaxPacket {
					return transport.ErrTooLarge
				}
				return l.Send(p)
			}}
		}},
		{"joins packets", "Datagrams", joinsPackets},
		{"truncates without an error", "ShortBuffer", func() faulty {
			return faulty{recv: func(l transport.Link, buf []byte) (int, error) {
				var whole [transport.MaxPacket]byte
				n, err := l.Recv(whole[:])
				return copy(buf, whole[:n]), err
			}}
		}},
		{"has no error for an empty queue", "Empty", func() faulty {
			return faulty{recv: func(l transport.Link, buf []byte) (int, error) {
				n, err := l.Recv(buf)
				if errors.Is(err, transport.ErrEmpty) {
					err = nil
				}
				return n, err
			}}
		}},
		{"loses everything", "BothWays", func() faulty {
			return faulty{send: func(transport.Link, []byte) error { return nil }}
		}},
		{"fails when the queue is full", "BoundedQueue", failsWhenFull},
		{"keeps everything", "BoundedQueue", keepsEverything},
		{"fails to close twice", "Closed", closesOnce},
		{"works after Close", "Closed", func() faulty {
			return faulty{close: func(transport.Link) error { return nil }}
		}},
	} {
		t.Run(c.fault, func(t *testing.T) {
			net := memnet.New(1, 2)
			a, b := c.make(), c.make()
			a.Link, b.Link = net.Link(0, 1), net.Link(1, 0)
			if err := checkNamed(t, c.foundBy)(&pair{&a, &b, func() {}}); err == nil {
				t.Errorf("%s passes a link that %s", c.foundBy, c.fault)
			} else {
				t.Log(err)
			}
		})
	}
}

func checkNamed(t *testing.T, name string) func(*pair) error {
	for _, c := range checks {
		if c.name == name {
			return c.check
		}
	}
	t.Fatalf("no check is called %q", name)
	return nil
}

func keepsBuffer() faulty {
	var kept []byte
	return faulty{send: func(l transport.Link, p []byte) error {
		before := kept
		kept = p
		if before == nil {
			return nil
		}
		return l.Send(before)
	}}
}

func joinsPackets() faulty {
	var first []byte
	return faulty{send: func(l transport.Link, p []byte) error {
		if first == nil {
			first = append([]byte{}, p...)
			return nil
		}
		err := l.Send(append(first, p...))
		first = nil
		return err
	}}
}

func failsWhenFull() faulty {
	sent := 0
	return faulty{send: func(l transport.Link, p []byte) error {
		if sent++; sent > 100 {
			return errors.New("queue is full")
		}
		return l.Send(p)
	}}
}

func keepsEverything() faulty {
	extra := pattern(1, 64) // what the flood sends, numbered 0
	clear(extra[:4])
	left := 2 * MaxWaiting
	return faulty{recv: func(l transport.Link, buf []byte) (int, error) {
		if n, err := l.Recv(buf); err == nil || left == 0 {
			return n, err
		}
		left--
		return copy(buf, extra), nil
	}}
}

func closesOnce() faulty {
	closed := false
	return faulty{close: func(l transport.Link) error {
		if closed {
			return errors.New("already closed")
		}
		closed = true
		return l.Close()
	}}
}
