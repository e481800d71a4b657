package wire

import (
	"fmt"
	"strings"
)

// String shows a hello as a line of a trace.
func (h *Hello) String() string {
	return fmt.Sprintf("hello v%d token %08x echo %08x locked %v ready %v return %v game %q players %d seats %b input %d rate %d",
		h.Version, h.Token, h.Echo, h.Locked, h.Ready, h.Return, h.Game, h.Players, h.Seats, h.InputBytes, h.Rate)
}

// String shows a refusal as a line of a trace.
func (r *Refusal) String() string {
	return fmt.Sprintf("refusal of %08x: %v: %s there, %s here", r.Token, r.Field, r.Ours, r.Theirs)
}

// Describe shows a game packet as a line of a trace. s.Owned are the sender's
// seats.
func (g *Game) Describe(s *Shape) string {
	var b strings.Builder
	fmt.Fprintf(&b, "game frames %d", g.Frames)
	for p := range s.Players {
		switch {
		case g.Sealed>>p&1 == 1:
			fmt.Fprintf(&b, " sealed %d", p)
		case !s.owns(p):
			fmt.Fprintf(&b, " have %d:%d", p, g.Have[p])
		}
	}
	for _, r := range g.Run[:g.Runs] {
		fmt.Fprintf(&b, " inputs %d:%d..%d", r.Seat, r.First, r.First+int64(r.N)-1)
	}
	if g.HasSum {
		fmt.Fprintf(&b, " sum %d:%08x", g.SumFrame, g.Sum)
	}
	if g.HasPing {
		fmt.Fprintf(&b, " ping %d", g.Ping)
	}
	if g.HasPong {
		fmt.Fprintf(&b, " pong %d", g.Pong)
	}
	if g.HasLife {
		fmt.Fprintf(&b, " life %d", g.Life)
	}
	if g.HasBye {
		fmt.Fprintf(&b, " bye %d", g.Bye)
	}
	for i := range g.Record[:g.Records] {
		b.WriteString(g.Record[i].describe(s))
	}
	return b.String()
}

func (r *Record) describe(s *Shape) string {
	return fmt.Sprintf(" record %d v%d era %d life %d deaf %b suspect %b frozen %b marked %b why %v have %v resync %d holds %v",
		r.Origin, r.Version, r.Era, r.Life, r.Deaf, r.Suspect, r.Frozen, r.Marked, r.Why[:s.Players], r.Have[:s.Players], r.Resync, r.Holds)
}
