//go:build !js

package rtc

import (
	"io"
	"log/slog"
	"net"

	"github.com/pion/ice/v4"
)

// Mux is a UDP socket that several links share. Only programs outside of a
// browser have one.
type Mux struct {
	mux *ice.UDPMuxDefault
}

// NewMux returns a Mux over conn, which it takes over: Close closes it. conn
// must be bound to one address; its LocalAddr must be a *net.UDPAddr. It may be
// a wrapper, for instance one that makes the path worse.
func NewMux(conn net.PacketConn, logger *slog.Logger) *Mux {
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	return &Mux{ice.NewUDPMuxDefault(ice.UDPMuxParams{
		UDPConn: conn,
		Logger:  pionLog{logger}.NewLogger("mux"),
	})}
}

// Close closes the socket. Links that use it lose their path, so close those
// first.
func (m *Mux) Close() error { return m.mux.Close() }

var _ io.Closer = (*Mux)(nil)
