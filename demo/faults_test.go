//go:build !js

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/backstep/demo/match"
	"example.com/backstep/rollback"
)

// exhibit plays and returns what is printed for a program.
func exhibit(t *testing.T, args string) (got summary, err error) {
	t.Helper()
	var out, progress bytes.Buffer
	err = selfplay(t.Context(), append(strings.Fields(args+" -delay 30ms -jitter 10ms -loss 3 -json -bundles"), t.TempDir()), &out, &progress)
	if bad := json.Unmarshal(out.Bytes(), &got); bad != nil {
		t.Fatalf("%v in %q (%v)\n%s", bad, &out, err, &progress)
	}
	return got, err
}

// One bit of the last player's state: whatever the policy, one desync, the field
// named, and a bundle that says who was wrong.
func TestSelfplayCorrupt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args, wrong string
		fails       error
	}{
		{"-frames 330 -corrupt 100 -policy resync", "player 1", nil},
		{"-frames 330 -corrupt 100 -policy resync -players 3 -spectators 1", "player 2", nil},
		{"-frames 1200 -corrupt 100 -policy halt", "player 1", errHalted},
		{"-frames 250 -corrupt 100 -policy report", "player 1", errDiffer},
	} {
		t.Run(c.args, func(t *testing.T) {
			t.Parallel()
			s, err := exhibit(t, c.args)
			if !errors.Is(err, c.fails) {
				t.Fatalf("%v, want %v", err, c.fails)
			}
			d := s.Desync
			if s.Desyncs != 1 || d == nil || d.Frame != 100 || !strings.HasSuffix(d.Path, "].Health") || d.Ours == d.Theirs {
				t.Fatalf("%d desyncs, %+v", s.Desyncs, d)
			}
			if resync := c.fails == nil; resync != (d.Resynced > 100) || resync && len(s.Checksums) < 2 {
				t.Errorf("resynced at %d, checksums %v", d.Resynced, s.Checksums)
			}
			if c.fails == errHalted && (!strings.Contains(err.Error(), d.Bundle) || len(s.Checksums) > 0 || s.Frames >= 1200) {
				t.Errorf("%v, %d frames, checksums %v; want the file's name, and an early end", err, s.Frames, s.Checksums)
			}
			saysWho(t, d.Bundle, c.wrong)
		})
	}
}

func saysWho(t *testing.T, bundle, wrong string) {
	t.Helper()
	var out bytes.Buffer
	if err := readBundle([]string{bundle}, &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"frame      100 is the first", "].Health: ours", "it gives the state of player 0; " + wrong + " computed it wrongly"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in:\n%s", want, &out)
		}
	}
}

// A process dies in mid-match, and another one comes back into its seat.
func TestSelfplayKill(t *testing.T) {
	t.Parallel()
	for _, args := range []string{"-frames 360 -kill 90 -restart 180", "-frames 360 -kill 90 -restart 180 -players 3 -spectators 1"} {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			s, err := exhibit(t, args)
			if err != nil {
				t.Fatal(err)
			}
			if s.Returned < 180 || s.Returned > 350 || s.Desyncs != 0 || len(s.Checksums) < 2 {
				t.Errorf("%+v, want a return after frame 180, and equal checksums", s)
			}
		})
	}
}

func TestFaultsAreChecked(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"-policy mend", `-policy "mend"`},
		{"-corrupt -1", "-corrupt -1"},
		{"-corrupt 1200", "-corrupt 1200"},
		{"-kill 300", "-kill 300 -restart 0"},
		{"-kill 300 -restart 300", "-restart 300"},
		{"-restart 300", "-kill 0"},
		{"-kill 300 -restart 1200", "-restart 1200"},
		{"-kill 300 -restart 400 -corrupt 5", "at once"},
	} {
		err := selfplay(t.Context(), strings.Fields(c.args), io.Discard, io.Discard)
		if !errors.As(err, new(usageError)) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want a usage error with %q", c.args, err, c.want)
		}
	}
}

func TestBundleFiles(t *testing.T) {
	dir := t.TempDir()
	file := func(name string, b []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	other := rollback.Bundle{GameID: "chess", Players: 2, InputBytes: 1}
	bare := rollback.Bundle{GameID: match.GameID, Build: match.Build, Players: 2, InputBytes: 1, Own: 1, Peer: 2, Frame: 3}
	for _, c := range []struct {
		path string
		want error
	}{
		{filepath.Join(dir, "nothing"), os.ErrNotExist},
		{file("text", []byte("no bundle, but long enough")), rollback.ErrBundleMagic},
		{file("chess", other.Append(nil)), rollback.ErrBundleGame},
	} {
		if err := readBundle([]string{c.path}, io.Discard); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", filepath.Base(c.path), err, c.want)
		}
	}
	var out bytes.Buffer
	if err := readBundle([]string{file("bare", bare.Append(nil))}, &out); err != nil || !strings.Contains(out.String(), "cannot be run again") {
		t.Errorf("without states: %v\n%s", err, &out)
	}
	for _, args := range [][]string{nil, {"a", "b"}, {"-h"}} {
		if err := readBundle(args, io.Discard); !errors.As(err, new(usageError)) {
			t.Errorf("%v: %v, want a usage error", args, err)
		}
	}
}
