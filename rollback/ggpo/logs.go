package ggpo

import (
	"context"
	"log"
	"log/slog"
	"sync/atomic"
)

// logs is the one setting that all matches of a process share: the functions
// that change it name no match. Nothing that a match does depends on it.
var logs = new(logSwitch)

type logSwitch struct {
	on atomic.Bool
	to atomic.Pointer[log.Logger] // nil = log.Default()
}

// EnableLogs has every match of this process log that it began or ended, lost a
// peer, or desynchronized. It is off at first.
func EnableLogs() { logs.on.Store(true) }

// DisableLogs ends what EnableLogs began.
func DisableLogs() { logs.on.Store(false) }

// SetLogger says where EnableLogs writes to; nil is log.Default().
func SetLogger(l *log.Logger) { logs.to.Store(l) }

// Write passes a line on to the logger of the moment.
func (s *logSwitch) Write(line []byte) (int, error) {
	to := s.to.Load()
	if to == nil {
		to = log.Default()
	}
	return len(line), to.Output(0, string(line))
}

// logHandler is silent while logs are off.
type logHandler struct{ slog.Handler }

func newLogger() *slog.Logger {
	withoutTime := func(groups []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey && len(groups) == 0 {
			return slog.Attr{} // the log.Logger has its own
		}
		return a
	}
	text := slog.NewTextHandler(logs, &slog.HandlerOptions{ReplaceAttr: withoutTime})
	return slog.New(logHandler{text})
}

func (h logHandler) Enabled(context.Context, slog.Level) bool { return logs.on.Load() }
