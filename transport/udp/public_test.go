package udp_test

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/pion/stun/v4"

	"example.com/backstep/transport"
	"example.com/backstep/transport/udp"
)

var (
	server = netip.MustParseAddrPort("198.51.100.1:3478")
	public = netip.MustParseAddrPort("203.0.113.9:4000")
)

// stunServer answers binding requests on a wire, except those that skip says.
// It keeps the times and transaction ids of all.
type stunServer struct {
	t      *testing.T
	start  time.Time
	times  []time.Duration
	ids    [][stun.TransactionIDSize]byte
	answer func(n int, request *stun.Message) [][]byte // n counts requests from 0
}

func serveSTUN(t *testing.T, w *wire, answer func(n int, request *stun.Message) [][]byte) *stunServer {
	srv := &stunServer{t: t, start: time.Now(), answer: answer}
	w.write = func(packet []byte, to netip.AddrPort) error {
		for _, reply := range srv.handle(packet, to) {
			w.in <- datagram{server, reply}
		}
		return nil
	}
	return srv
}

func (srv *stunServer) handle(packet []byte, to netip.AddrPort) [][]byte {
	var m stun.Message
	if err := stun.Decode(packet, &m); err != nil || m.Type != stun.BindingRequest || to != server {
		srv.t.Errorf("request %x to %v: %v", packet, to, err)
		return nil
	}
	srv.times = append(srv.times, time.Since(srv.start))
	srv.ids = append(srv.ids, m.TransactionID)
	return srv.answer(len(srv.times)-1, &m)
}

// success is the answer with the public address in the XOR form.
func success(t *testing.T, request *stun.Message) []byte {
	m, err := stun.Build(request, stun.BindingSuccess,
		stun.XORMappedAddress{IP: public.Addr().AsSlice(), Port: int(public.Port())})
	if err != nil {
		t.Error(err)
		return nil
	}
	return m.Raw
}

// The first k requests are lost: the answer comes to the one after, at its time.
func TestLostRequestsAreSentAgain(t *testing.T) {
	const ms = time.Millisecond
	schedule := []time.Duration{0, 500 * ms, 1500 * ms, 3500 * ms, 7500 * ms, 15500 * ms, 31500 * ms}
	for lost := range len(schedule) + 1 {
		t.Run(fmt.Sprint("lost ", lost), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWire()
				s := listenWire(t, w)
				defer s.Close()
				srv := serveSTUN(t, w, func(n int, request *stun.Message) [][]byte {
					if n < lost {
						return nil
					}
					return [][]byte{success(t, request)}
				})
				got, err := s.PublicAddr(t.Context(), server.String())
				took := time.Since(srv.start)
				if lost == len(schedule) {
					if !errors.Is(err, udp.ErrNoAnswer) || took != 39500*ms {
						t.Errorf("silent server: %v after %v, want ErrNoAnswer after 39.5s", err, took)
					}
				} else if err != nil || got != public || took != schedule[lost] {
					t.Errorf("got %v, %v after %v, want %v after %v", got, err, took, public, schedule[lost])
				}
				if want := schedule[:min(lost+1, len(schedule))]; !slices.Equal(srv.times, want) {
					t.Errorf("requests at %v, want %v", srv.times, want)
				}
				for _, id := range srv.ids {
					if id != srv.ids[0] {
						t.Errorf("request with transaction id %x after %x", id, srv.ids[0])
					}
				}
			})
		})
	}
}

// The first answer counts. Copies, late ones and answers to nobody are ignored.
func TestLateAndForeignAnswersAreIgnored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWire()
		s := listenWire(t, w)
		defer s.Close()
		var late []byte
		serveSTUN(t, w, func(n int, request *stun.Message) [][]byte {
			foreign := *request
			foreign.TransactionID[0] ^= 1
			late = success(t, request)
			w.in <- datagram{netip.MustParseAddrPort("198.51.100.2:3478"), success(t, request)} // not the server
			echo := append([]byte{}, request.Raw...)                                            // a request is no answer
			return [][]byte{success(t, &foreign), echo, late, late, late}
		})
		if got, err := s.PublicAddr(t.Context(), server.String()); err != nil || got != public {
			t.Errorf("got %v, %v, want %v", got, err, public)
		}
		w.in <- datagram{server, late}
		synctest.Wait()
		if got, err := s.PublicAddr(t.Context(), server.String()); err != nil || got != public {
			t.Errorf("asked again: %v, %v, want %v", got, err, public)
		}
		if got := s.Stats(); got.StraySTUN < 6 || got.Unknown != 0 {
			t.Errorf("%+v, want the foreign and late answers counted as stray", got)
		}
	})
}

func TestBadAnswerEndsTheQuery(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWire()
		s := listenWire(t, w)
		defer s.Close()
		serveSTUN(t, w, func(_ int, request *stun.Message) [][]byte {
			m, err := stun.Build(request, stun.BindingError, stun.CodeUnauthorized)
			if err != nil {
				t.Error(err)
			}
			return [][]byte{m.Raw}
		})
		if got, err := s.PublicAddr(t.Context(), server.String()); !errors.Is(err, udp.ErrBadAnswer) {
			t.Errorf("got %v, %v, want ErrBadAnswer", got, err)
		}
	})
}

func TestPublicAddrEndsEarly(t *testing.T) {
	for _, c := range []struct {
		name string
		end  func(s *udp.Socket, cancel func())
		want error
	}{
		{"context", func(_ *udp.Socket, cancel func()) { cancel() }, context.Canceled},
		{"close", func(s *udp.Socket, _ func()) { _ = s.Close() }, transport.ErrClosed},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := listenWire(t, newWire())
				defer s.Close()
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				result := make(chan error, 1)
				go func() {
					_, err := s.PublicAddr(ctx, server.String())
					result <- err
				}()
				synctest.Wait()
				c.end(s, cancel)
				if err := <-result; !errors.Is(err, c.want) {
					t.Errorf("got %v, want %v", err, c.want)
				}
			})
		})
	}
}

func TestQueriesAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := listenWire(t, newWire())
		defer s.Close()
		const asked = 40
		results := make(chan error, asked)
		for range asked {
			go func() {
				_, err := s.PublicAddr(t.Context(), server.String())
				results <- err
			}()
		}
		refused := 0
		for range asked {
			if err := <-results; errors.Is(err, udp.ErrTooManyQueries) {
				refused++
			}
		}
		if refused != asked-32 {
			t.Errorf("%d of %d queries refused, want %d", refused, asked, asked-32)
		}
		if err := ask(t, s); !errors.Is(err, udp.ErrNoAnswer) {
			t.Errorf("once the others are over: %v, want ErrNoAnswer", err)
		}
	})
}

func ask(t *testing.T, s *udp.Socket) error {
	_, err := s.PublicAddr(t.Context(), server.String())
	return err
}

// A link may carry any bytes, also such that look like STUN, and an open query
// does not take them.
func TestLinkCarriesWhatLooksLikeSTUN(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWire()
		s := listenWire(t, w)
		defer s.Close()
		l := link(t, s, server) // even the server's own address
		go func() { _ = ask(t, s) }()
		synctest.Wait()
		foreign := success(t, stun.MustBuild(stun.TransactionID, stun.BindingRequest))
		w.in <- datagram{server, foreign}
		if got := recv(t, l); got != string(foreign) {
			t.Errorf("the link got %x, want %x", got, foreign)
		}
	})
}
