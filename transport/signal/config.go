//go:build !js

package signal

import (
	"fmt"
	"log/slog"
	"path"
	"time"
)

const (
	defaultMaxRooms     = 1000
	defaultMaxConns     = 4096
	defaultRoomTTL      = 30 * time.Minute
	defaultEmptyTTL     = time.Minute
	defaultRate         = 50
	burstSeconds        = 4 // of Rate may come at once: the candidates of a full room
	defaultHelloTimeout = 10 * time.Second
	defaultPing         = 20 * time.Second
)

// Config says what a server allows. A zero field means its default.
type Config struct {
	MaxRooms int // rooms at once; default 1,000
	MaxConns int // connections at once; default 4,096

	// RoomTTL ends a room in which nobody joined, left or sent anything for so
	// long; default 30 min, negative never. A match that runs does not need its
	// room.
	RoomTTL time.Duration
	// EmptyTTL keeps the code of a room that everybody has left, for instance to
	// load a page anew; default 1 min, negative not at all.
	EmptyTTL time.Duration

	// Rate is how many messages a second a connection may send; default 50. Four
	// seconds' worth may come at once.
	Rate float64

	// Origins are the hosts, beside the server's own, whose pages may connect:
	// patterns of path.Match for "host:port" or "scheme://host:port". A program
	// that is no browser sends no origin and is let in.
	Origins []string

	// HelloTimeout is how long a connection may take to say what it wants;
	// default 10 s.
	HelloTimeout time.Duration
	// Ping is how often a silent connection is asked whether it lives; default
	// 20 s, negative never.
	Ping time.Duration

	Now    func() time.Time // for the times above; default time.Now
	Logger *slog.Logger     // nil is silent
}

// resolve returns cfg with its defaults filled in.
func (cfg Config) resolve() (Config, error) {
	if cfg.MaxRooms < 0 || cfg.MaxConns < 0 || cfg.Rate < 0 || cfg.HelloTimeout < 0 {
		return cfg, fmt.Errorf("signal: Config.MaxRooms %d, MaxConns %d, Rate %v and HelloTimeout %v: none may be negative",
			cfg.MaxRooms, cfg.MaxConns, cfg.Rate, cfg.HelloTimeout)
	}
	for i, p := range cfg.Origins {
		if _, err := path.Match(p, ""); err != nil || p == "" {
			return cfg, fmt.Errorf("signal: Config.Origins[%d] is %q, want a pattern of path.Match such as \"game.example\"", i, p)
		}
	}
	fill(&cfg.MaxRooms, defaultMaxRooms)
	fill(&cfg.MaxConns, defaultMaxConns)
	fill(&cfg.RoomTTL, defaultRoomTTL)
	fill(&cfg.EmptyTTL, defaultEmptyTTL)
	fill(&cfg.Rate, defaultRate)
	fill(&cfg.HelloTimeout, defaultHelloTimeout)
	fill(&cfg.Ping, defaultPing)
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	return cfg, nil
}

func fill[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}
