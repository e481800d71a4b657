//go:build !js

package rtc

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/pion/logging"
)

// pionLog passes on what pion says. Its warnings are about packets that were
// bad or late, which are the peer's fault or the network's, so nothing of it is
// above Debug but errors, which are warnings here: the link counts and goes on.
type pionLog struct{ log *slog.Logger }

func (p pionLog) NewLogger(scope string) logging.LeveledLogger {
	return pionScope{p.log.With("pion", scope)}
}

type pionScope struct{ log *slog.Logger }

// trace is below what slog names.
const trace = slog.LevelDebug - 4

func (s pionScope) Trace(msg string) { s.say(trace, msg) }
func (s pionScope) Debug(msg string) { s.say(slog.LevelDebug, msg) }
func (s pionScope) Info(msg string)  { s.say(slog.LevelDebug, msg) }
func (s pionScope) Warn(msg string)  { s.say(slog.LevelDebug, msg) }
func (s pionScope) Error(msg string) { s.say(slog.LevelWarn, msg) }

func (s pionScope) Tracef(format string, args ...any) { s.sayf(trace, format, args) }
func (s pionScope) Debugf(format string, args ...any) { s.sayf(slog.LevelDebug, format, args) }
func (s pionScope) Infof(format string, args ...any)  { s.sayf(slog.LevelDebug, format, args) }
func (s pionScope) Warnf(format string, args ...any)  { s.sayf(slog.LevelDebug, format, args) }
func (s pionScope) Errorf(format string, args ...any) { s.sayf(slog.LevelWarn, format, args) }

func (s pionScope) say(level slog.Level, msg string) {
	s.log.Log(context.Background(), level, msg)
}

// sayf formats only for a reader: pion traces every packet.
func (s pionScope) sayf(level slog.Level, format string, args []any) {
	if s.log.Enabled(context.Background(), level) {
		s.say(level, fmt.Sprintf(format, args...))
	}
}
