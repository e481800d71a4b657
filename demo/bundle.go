//go:build !js

package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"example.com/backstep/demo/duel"
	"example.com/backstep/demo/match"
	"example.com/backstep/rollback"
	"example.com/backstep/savestate"
)

// maxBundle bounds the file that is read; a duel's bundle is a few kilobytes.
const maxBundle = 16 << 20

// readBundle prints what the file of a desync says, and runs the step again.
func readBundle(args []string, stdout io.Writer) error {
	if len(args) != 1 || strings.HasPrefix(args[0], "-") {
		return badUsage("demo bundle takes the name of one file, got %q", args)
	}
	b, err := openBundle(args[0])
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	var out strings.Builder
	describe(&out, b)
	r, err := rollback.RerunBundle(b, match.Game(b.Seed, b.Players), nil)
	if err != nil {
		fmt.Fprintf(&out, "the step cannot be run again: %v\n", err)
	} else {
		judge(&out, b, r)
	}
	_, err = io.WriteString(stdout, out.String())
	return err
}

func openBundle(name string) (*rollback.Bundle, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxBundle+1))
	switch {
	case err != nil:
		return nil, err
	case len(data) > maxBundle:
		return nil, fmt.Errorf("%w: more than %d bytes", rollback.ErrBundleLength, maxBundle)
	}
	b, err := rollback.ReadBundle(data)
	switch {
	case err != nil:
		return nil, err
	case b.GameID != match.GameID || b.Build != match.Build || b.Players < 2 || b.Players > duel.MaxFighters:
		return nil, fmt.Errorf("%w: %.64q, build %d, %d players; this is %q, build %d", rollback.ErrBundleGame, b.GameID, b.Build, b.Players, match.GameID, match.Build)
	}
	return b, nil
}

func describe(out *strings.Builder, b *rollback.Bundle) {
	fmt.Fprintf(out, "game       %s, build %d, %d players, seed %d, match %x\n", b.GameID, b.Build, b.Players, b.Seed, b.MatchID)
	fmt.Fprintf(out, "sides      ours is %s's, who wrote it, theirs %s's\n", players(b.Own), players(b.Peer))
	fmt.Fprintf(out, "frame      %d is the first whose states differ; the checksums of frame %d told\n", b.Frame, b.Checked)
	var ours, theirs duel.World
	plan, err := savestate.PlanOf[duel.World]()
	if err == nil {
		_, err = plan.DecodeSnapshot(b.Ours, &ours)
	}
	if err == nil {
		_, err = plan.DecodeSnapshot(b.Theirs, &theirs)
	}
	if err != nil {
		fmt.Fprintf(out, "fields     not known: %v\n", err)
		return
	}
	list(out, plan.Diff(&ours, &theirs, 32), "ours", "theirs")
}

// list prints where two states differ.
func list(out *strings.Builder, fields []savestate.Difference, a, b string) {
	for _, d := range fields {
		fmt.Fprintf(out, "  %s: %s %s, %s %s\n", d.Path, a, d.A, b, d.B)
	}
}

// judge says who was right.
func judge(out *strings.Builder, b *rollback.Bundle, r *rollback.Rerun) {
	fmt.Fprintf(out, "again      the step from the state of frame %d, which both sides had, with the inputs of the match:\n", b.Frame-1)
	switch ours, theirs := players(b.Own), players(b.Peer); {
	case r.LikeOurs && r.LikeTheirs:
		out.WriteString("verdict    the states are equal: what differs is no part of them\n")
	case r.LikeOurs:
		list(out, r.FromTheirs, "computed", "theirs")
		fmt.Fprintf(out, "verdict    it gives the state of %s; %s computed it wrongly\n", ours, theirs)
	case r.LikeTheirs:
		list(out, r.FromOurs, "computed", "ours")
		fmt.Fprintf(out, "verdict    it gives the state of %s; %s computed it wrongly\n", theirs, ours)
	default:
		list(out, r.FromOurs, "computed", "ours")
		list(out, r.FromTheirs, "computed", "theirs")
		out.WriteString("verdict    it gives neither state: both sides, or this program, computed it otherwise\n")
	}
}

// players names those of a set of seats.
func players(seats uint16) string {
	var names []string
	for p := range rollback.MaxPlayers {
		if seats>>p&1 == 1 {
			names = append(names, fmt.Sprintf("player %d", p))
		}
	}
	return strings.Join(names, " and ")
}
