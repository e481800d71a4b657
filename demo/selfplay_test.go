//go:build !js

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestSelfplayJSON(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args       string
		all, watch int
	}{{"-players 2", 2, 0}, {"-players 4 -spectators 2", 6, 2}} {
		t.Run(c.args, func(t *testing.T) {
			t.Parallel()
			var out, progress bytes.Buffer
			args := strings.Fields("-frames 240 -delay 40ms -jitter 10ms -loss 5 -json " + c.args)
			if err := selfplay(t.Context(), args, &out, &progress); err != nil {
				t.Fatalf("%v\n%s", err, &progress)
			}
			var keys map[string]any
			var got summary
			if err := errors.Join(json.Unmarshal(out.Bytes(), &keys), json.Unmarshal(out.Bytes(), &got)); err != nil {
				t.Fatalf("%v in %q", err, &out)
			}
			for _, k := range []string{"frames", "rollbacks", "max_depth", "mean_depth", "stalls", "bytes_per_frame",
				"packets_per_frame", "rtt_ms", "desyncs", "checksums", "spectators"} {
				if _, ok := keys[k]; !ok {
					t.Errorf("no key %q in %s", k, &out)
				}
			}
			if len(keys) != 11 {
				t.Errorf("%d keys in %s, want 11", len(keys), &out)
			}
			if len(got.Checksums) != c.all || got.Spectators != c.watch {
				t.Errorf("%d checksums, %d of spectators; want %d and %d", len(got.Checksums), got.Spectators, c.all, c.watch)
			}
			if got.Frames != 240 || got.Rollbacks == 0 || got.MaxDepth == 0 || got.RTT == 0 || !got.agree() {
				t.Errorf("got %s, want rollbacks, a round trip and equal checksums", &out)
			}
		})
	}
}

func TestSelfplayText(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := selfplay(t.Context(), strings.Fields("-frames 60 -delay 20ms -jitter 0s -loss 0 -spectators 1"), &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"60 confirmed by 2 peers, spectators: 1", "rollbacks", "stalls", "RTT", "desyncs    0",
		"peer 1     checksum", "watcher 2  checksum"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in:\n%s", want, &out)
		}
	}
}

func TestDisagreementIsSeen(t *testing.T) {
	for _, c := range []struct {
		s    summary
		want bool
	}{
		{summary{Checksums: []string{"a", "a"}}, true},
		{summary{Checksums: []string{"a", "b"}}, false},
		{summary{Checksums: []string{"a", "a", "b"}, Spectators: 1}, false},
		{summary{Checksums: []string{"a", "a"}, Desyncs: 1}, false},
	} {
		if got := c.s.agree(); got != c.want {
			t.Errorf("%+v: agree is %v, want %v", c.s, got, c.want)
		}
	}
}

func TestUsageNamesTheMistake(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"selfplay -frames 0", "-frames 0"},
		{"selfplay -players 5", "-players 5"},
		{"selfplay -spectators 5", "-spectators 5"},
		{"selfplay -spectators -1", "-spectators -1"},
		{"selfplay -seed 0", "-seed 0"},
		{"selfplay -delay 2s", "-delay 2s"},
		{"selfplay -jitter -1s", "-jitter -1s"},
		{"selfplay -loss 91", "-loss 91"},
		{"selfplay -speed 3", "-speed"},
		{"selfplay now", `"now"`},
		{"server", `"server"`},
	} {
		err := run(t.Context(), strings.Fields(c.args))
		if !errors.As(err, new(usageError)) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("demo %s: %v, want a usage error with %q", c.args, err, c.want)
		}
	}
}
