package rtc

import (
	"errors"
	"fmt"
	"log/slog"
	"time"

	"example.com/backstep/transport"
)

const (
	defaultQueue          = 256
	maxQueue              = 2048 // half of what the conformance suite allows a whole link
	defaultOpenTimeout    = 20 * time.Second
	defaultMaxRetransmits = 1
)

var (
	// ErrTimeout says that no path was found within Config.OpenTimeout.
	ErrTimeout = errors.New("rtc: no connection in time: check that the peer is there and that UDP passes, or add a TURN server to ICEServers")
	// ErrFailed says that the path was lost and given up for good.
	ErrFailed = errors.New("rtc: the path to the peer failed")
	// ErrPeerClosed says that the peer ended the link.
	ErrPeerClosed = errors.New("rtc: the peer closed the link")
	// ErrNegotiation says that the two ends could not agree; it is wrapped with
	// the reason.
	ErrNegotiation = errors.New("rtc: negotiation broke off")
)

// Signal carries the handshake messages of one link to its peer and back, each
// whole and in order. A room of package signal is one; a pair of channels is
// another. The link does not close it.
type Signal interface {
	// Send must not block and must not retain msg. Messages are JSON text of at
	// most MaxSignal bytes.
	Send(msg []byte) error
	// Recv returns the channel of messages from the peer. A closed channel says
	// that no more will come; it does not end a link.
	Recv() <-chan []byte
}

// ICEServer is a STUN or TURN server.
type ICEServer struct {
	URLs       []string // "stun:host:3478", "turn:host:3478?transport=udp"
	Username   string   // TURN only
	Credential string   // TURN only
}

// Config says how to open a link. A zero field means its default.
type Config struct {
	// Offerer opens the channel. Exactly one of the two ends has it; by
	// convention the one of the lower id, so that both ends know without asking
	// and offers never cross.
	Offerer bool

	ICEServers []ICEServer

	// MaxRetransmits is how often SCTP may send a lost packet again before it
	// gives it up; default 1, negative none. The offerer's value holds for both
	// directions. A lost packet is no reason to wait in any case: the channel is
	// unordered.
	MaxRetransmits int

	// Queue is how many received packets may wait for Recv; default 256, at most
	// 2,048. A packet that finds it full is dropped and counted.
	Queue int

	// OpenTimeout ends a link that has not connected; default 20 s, negative none.
	// The offerer tries anew after each third of it.
	OpenTimeout time.Duration

	// Wake, if set, is called after a packet was queued and after the state
	// changed other than by Close, from a goroutine of the link's own (in the browser: from its event
	// handler). It must not block; it may call any method of the link. A browser
	// stops the frame callbacks of a hidden tab but goes on delivering messages,
	// so a game that has to go on there advances from Wake.
	Wake func()

	// Loopback also offers 127.0.0.1 as an address and keeps to IPv4. For tests
	// and for two programs on one machine. A browser ignores it.
	Loopback bool

	// Mux, if set, is the socket to use, which several links may share. A
	// browser has no sockets and ignores it.
	Mux *Mux

	// Logger gets what the WebRTC stack says; nil is silent.
	Logger *slog.Logger
}

var (
	_ transport.Link     = (*Link)(nil)
	_ transport.Stateful = (*Link)(nil)
)

// resolve returns cfg with its defaults filled in.
func (cfg Config) resolve() (Config, error) {
	if cfg.Queue < 0 || cfg.Queue > maxQueue {
		return cfg, fmt.Errorf("rtc: Config.Queue is %d, want 1 to %d, or 0 for %d", cfg.Queue, maxQueue, defaultQueue)
	}
	if cfg.MaxRetransmits > 1<<16-1 {
		return cfg, fmt.Errorf("rtc: Config.MaxRetransmits is %d, want at most 65535", cfg.MaxRetransmits)
	}
	for i, s := range cfg.ICEServers {
		if len(s.URLs) == 0 {
			return cfg, fmt.Errorf("rtc: Config.ICEServers[%d] has no URLs", i)
		}
	}
	if cfg.Queue == 0 {
		cfg.Queue = defaultQueue
	}
	switch {
	case cfg.MaxRetransmits == 0:
		cfg.MaxRetransmits = defaultMaxRetransmits
	case cfg.MaxRetransmits < 0:
		cfg.MaxRetransmits = 0
	}
	if cfg.OpenTimeout == 0 {
		cfg.OpenTimeout = defaultOpenTimeout
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	return cfg, nil
}
