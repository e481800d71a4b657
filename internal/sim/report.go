package sim

import (
	"fmt"
	"math/bits"
	"strings"

	"example.com/backstep/rollback"
	"example.com/backstep/transport/memnet"
)

// Report is what happened in one run, or in several.
type Report struct {
	Runs, Hosts, Started    int
	Players                 int
	Frames, Turns           uint64 // simulated once, and calls of Advance, over all hosts
	Confirmed               int    // frames of feeds compared with the truth
	Rollbacks, Resimulated  uint64
	Predicted, Mispredicted uint64
	Stalls                  uint64
	DeepestRollback         int
	Forwarded               uint64 // inputs
	Compared                uint64 // checksums
	Desyncs                 uint64
	Packets, Bytes          uint64
	LargestPacket           int
	Malformed, Foreign      uint64
	Conflicts, Refused      uint64
	Coalesced, FeedsLost    uint64
	Interruptions, Losses   int
	Forks, Closed           int
	Silent                  int // players none of whose inputs but zeros was ever confirmed: most of them never came to play
	Faults                  [Kinds]int
	Net                     memnet.PipeStats
}

func (w *world) report() Report {
	r := Report{Runs: 1, Hosts: len(w.hosts), Players: w.plan.Players, Confirmed: w.ledger.frames, Forks: w.ledger.forks}
	for _, f := range w.plan.Faults {
		r.Faults[f.Kind]++
	}
	for _, h := range w.hosts {
		r.addHost(w, h)
		for _, o := range w.hosts {
			if o != h {
				r.addNet(w.net.Stats(h.id, o.id))
			}
		}
	}
	r.Silent = w.plan.Players - bits.OnesCount16(w.ledger.heard)
	return r
}

func (r *Report) addHost(w *world, h *host) {
	s := h.Stats()
	r.Frames += s.Frames
	r.Turns += uint64(h.ticks)
	r.Rollbacks += s.Rollbacks
	r.Resimulated += s.Resimulated
	r.Predicted += s.Predicted
	r.Mispredicted += s.Mispredicted
	r.Stalls += s.Stalls
	r.DeepestRollback = max(r.DeepestRollback, s.MaxDepth())
	r.Packets += s.PacketsOut
	r.Bytes += s.BytesOut
	r.Malformed += s.Malformed
	r.Foreign += s.Foreign
	r.Conflicts += s.Conflicts
	r.Refused += s.Refused
	r.Coalesced += s.EventsCoalesced
	r.Desyncs += s.Desyncs
	r.FeedsLost += uint64(h.events.count[rollback.EventFeedLost])
	r.Interruptions += h.events.count[rollback.EventInterrupted]
	r.Losses += h.events.count[rollback.EventDisconnected]
	r.Closed += h.events.count[rollback.EventClosed]
	r.LargestPacket = max(r.LargestPacket, h.largest)
	if s.Frames > 0 {
		r.Started++
	}
	for peer := range len(w.hosts) - 1 {
		ps := h.PeerStats(rollback.Peer(peer))
		r.Forwarded += ps.Forwarded
		r.Compared += ps.SumsCompared
	}
}

func (r *Report) addNet(s memnet.PipeStats) {
	r.Net.Sent += s.Sent
	r.Net.Delivered += s.Delivered
	r.Net.Lost += s.Lost
	r.Net.Cut += s.Cut
	r.Net.Full += s.Full
	r.Net.Flushed += s.Flushed
	r.Net.Duplicated += s.Duplicated
	r.Net.Reordered += s.Reordered
	r.Net.Resent += s.Resent
}

// Add makes r the sum of both.
func (r *Report) Add(o Report) {
	r.Runs += o.Runs
	r.Hosts += o.Hosts
	r.Players += o.Players
	r.Started += o.Started
	r.Frames += o.Frames
	r.Turns += o.Turns
	r.Confirmed += o.Confirmed
	r.Rollbacks += o.Rollbacks
	r.Resimulated += o.Resimulated
	r.Predicted += o.Predicted
	r.Mispredicted += o.Mispredicted
	r.Stalls += o.Stalls
	r.DeepestRollback = max(r.DeepestRollback, o.DeepestRollback)
	r.Forwarded += o.Forwarded
	r.Compared += o.Compared
	r.Desyncs += o.Desyncs
	r.Packets += o.Packets
	r.Bytes += o.Bytes
	r.LargestPacket = max(r.LargestPacket, o.LargestPacket)
	r.Malformed += o.Malformed
	r.Foreign += o.Foreign
	r.Conflicts += o.Conflicts
	r.Refused += o.Refused
	r.Coalesced += o.Coalesced
	r.FeedsLost += o.FeedsLost
	r.Interruptions += o.Interruptions
	r.Losses += o.Losses
	r.Forks += o.Forks
	r.Closed += o.Closed
	r.Silent += o.Silent
	for k, n := range o.Faults {
		r.Faults[k] += n
	}
	r.addNet(o.Net)
}

func (r Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d runs, %d players (%d of them never seen) on %d hosts (%d played), %d turns, %d frames, %d confirmed frames compared\n",
		r.Runs, r.Players, r.Silent, r.Hosts, r.Started, r.Turns, r.Frames, r.Confirmed)
	fmt.Fprintf(&b, "rollbacks %d of %d frames, deepest %d; mispredicted %d of %d inputs; stalls %d; inputs forwarded %d\n",
		r.Rollbacks, r.Resimulated, r.DeepestRollback, r.Mispredicted, r.Predicted, r.Stalls, r.Forwarded)
	fmt.Fprintf(&b, "packets %d of %d bytes, largest %d; checksums compared %d, desyncs %d; malformed %d, foreign %d, conflicts %d, refused %d\n",
		r.Packets, r.Bytes, r.LargestPacket, r.Compared, r.Desyncs, r.Malformed, r.Foreign, r.Conflicts, r.Refused)
	fmt.Fprintf(&b, "interruptions %d, players lost %d, closed %d, histories forked %d, events coalesced %d, feeds lost %d\n",
		r.Interruptions, r.Losses, r.Closed, r.Forks, r.Coalesced, r.FeedsLost)
	fmt.Fprintf(&b, "network: %+v\nfaults:", r.Net)
	for k, n := range r.Faults {
		fmt.Fprintf(&b, " %v %d,", Kind(k), n)
	}
	return strings.TrimSuffix(b.String(), ",")
}
