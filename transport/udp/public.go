package udp

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/pion/stun/v4"

	"example.com/backstep/transport"
)

// The schedule of RFC 8489, section 6.2.1: the request is sent up to 7 times, the
// wait doubles each time, and the last wait is 16 times the first.
const (
	firstWait     = 500 * time.Millisecond
	requests      = 7
	lastWait      = 16 * firstWait
	maxQueries    = 32
	defaultServer = 3478 // port
)

var (
	// ErrNoAnswer is returned by PublicAddr when the server stays silent for the
	// whole schedule, 39.5 seconds.
	ErrNoAnswer = errors.New("udp: STUN server did not answer")
	// ErrTooManyQueries is returned by PublicAddr while 32 others wait.
	ErrTooManyQueries = errors.New("udp: too many STUN queries at once")
)

// A query is a question that a STUN server has not answered yet.
type query struct {
	server netip.AddrPort
	answer chan answer // one slot: the reading goroutine never waits
}

type answer struct {
	addr netip.AddrPort
	err  error
}

// PublicAddr asks a STUN server which address the socket's datagrams come from.
// server is "host:port", "host" or a "stun:" URI of these; the port is 3478 by
// default. An IPv4 address of the host is preferred. It blocks until the answer
// comes, ctx ends or the server has been silent for 39.5 seconds. Errors:
// ErrNoAnswer, ErrBadAnswer, ErrTooManyQueries, transport.ErrClosed, ctx.Err()
// and those of name resolution.
func (s *Socket) PublicAddr(ctx context.Context, server string) (netip.AddrPort, error) {
	to, err := resolve(ctx, server)
	if err != nil {
		return netip.AddrPort{}, err
	}
	id := stun.NewTransactionID()
	q := &query{server: to, answer: make(chan answer, 1)}
	if err := s.addQuery(id, q); err != nil {
		return netip.AddrPort{}, err
	}
	defer s.endQuery(id)
	return s.ask(ctx, bindingRequest(id), q)
}

// ask sends the same request, with the same transaction id, until it is
// answered. A datagram that the socket refuses counts as sent and lost.
func (s *Socket) ask(ctx context.Context, request []byte, q *query) (netip.AddrPort, error) {
	wait := firstWait
	timer := time.NewTimer(wait)
	defer timer.Stop()
	for sent := 1; ; sent++ {
		s.write(request, q.server)
		if sent == requests {
			wait = lastWait
		}
		timer.Reset(wait)
		select {
		case a := <-q.answer:
			return a.addr, a.err
		case <-ctx.Done():
			return netip.AddrPort{}, fmt.Errorf("udp: asking STUN server %v: %w", q.server, ctx.Err())
		case <-s.done:
			return netip.AddrPort{}, transport.ErrClosed
		case <-timer.C:
		}
		if sent == requests {
			return netip.AddrPort{}, fmt.Errorf("%w: %v, asked %d times", ErrNoAnswer, q.server, requests)
		}
		wait *= 2
	}
}

func (s *Socket) addQuery(id txID, q *query) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return transport.ErrClosed
	}
	if len(s.queries) >= maxQueries {
		return ErrTooManyQueries
	}
	s.queries[id] = q
	return nil
}

func (s *Socket) endQuery(id txID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.queries, id)
}

// answer hands a STUN message to the query it answers and reports whether there
// is one. It must come from the server that was asked. The first answer counts;
// copies of it find no query or a full slot.
func (s *Socket) answer(from netip.AddrPort, packet []byte) bool {
	s.mu.RLock()
	q := s.queries[transaction(packet)]
	s.mu.RUnlock()
	if q == nil || q.server != from || !isBindingAnswer(packet) {
		return false
	}
	addr, err := decodeAnswer(packet)
	select {
	case q.answer <- answer{addr, err}:
	default:
	}
	return true
}

func resolve(ctx context.Context, server string) (netip.AddrPort, error) {
	host, port, err := splitServer(strings.TrimPrefix(server, "stun:"))
	if err != nil {
		return netip.AddrPort{}, fmt.Errorf("udp: STUN server is %q, want host or host:port", server)
	}
	if addr, err := netip.ParseAddr(host); err == nil {
		return netip.AddrPortFrom(addr.Unmap(), port), nil
	}
	addrs, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return netip.AddrPort{}, fmt.Errorf("udp: STUN server: %w", err)
	}
	best := addrs[0].Unmap() // LookupNetIP returns an address or an error
	for _, addr := range addrs {
		if addr = addr.Unmap(); addr.Is4() {
			best = addr
			break
		}
	}
	return netip.AddrPortFrom(best, port), nil
}

func splitServer(server string) (host string, port uint16, err error) {
	if _, err := netip.ParseAddr(server); err == nil {
		return server, defaultServer, nil
	}
	if !strings.Contains(server, ":") && server != "" {
		return server, defaultServer, nil
	}
	host, text, err := net.SplitHostPort(server)
	if err != nil {
		return "", 0, err
	}
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil || n == 0 || host == "" {
		return "", 0, fmt.Errorf("udp: port %q", text)
	}
	return host, uint16(n), nil
}
