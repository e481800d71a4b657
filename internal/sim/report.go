package sim

import (
	"fmt"
	"math/bits"
	"reflect"
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
	Matches                 int // rematches are further ones
	Watchers, Relayed       int // times that somebody came to watch, and those who watch a watcher
	WatchersLeft            int
	WatchersBehind          int
	WatchersEntered         int // times that one who watches began with a state, or went on with one
	Restarts, Entered, Home int // processes that began anew, states that they came in with, times that one was back
	Reports, Resyncs        int // as told by hosts
	Shown                   int // frames, to them
	Pauses, Still           int // as told by hosts, and confirmed frames that were not played
	Minorities              int // hosts that stopped without a majority
	SparseRuns, TurnRuns    int
	BarrierRuns             int
	MajorityRuns            int
	Faults                  [Kinds]int
	Net                     memnet.PipeStats
}

func (w *world) report() Report {
	r := w.past
	r.Runs, r.Hosts, r.Players, r.Matches = 1, len(w.hosts), w.plan.Players, len(w.ledgers)
	r.SparseRuns, r.TurnRuns = one(w.plan.SaveEvery > 1), one(w.plan.SendEvery > 1)
	r.BarrierRuns, r.MajorityRuns = one(w.plan.Barrier), one(w.plan.Majority)
	for _, f := range w.plan.Faults {
		r.Faults[f.Kind]++
	}
	heard := uint16(0)
	for _, l := range w.ledgers {
		r.Confirmed, r.Still, r.Forks = r.Confirmed+l.frames, r.Still+l.still, r.Forks+l.forks
		heard |= l.heard
	}
	for _, h := range w.hosts {
		r.addHost(w, h)
	}
	for from := range w.net.Hosts() {
		for to := range w.net.Hosts() {
			if from != to {
				r.addNet(w.net.Stats(from, to))
			}
		}
	}
	for _, v := range w.viewers {
		r.Watchers += v.joined
		r.Shown += v.shown
		r.WatchersBehind += one(v.behind)
		r.WatchersEntered += v.states
		if v.plan.Of >= len(w.hosts) {
			r.Relayed += v.joined
		}
	}
	r.Silent = w.plan.Players - bits.OnesCount16(heard)
	return r
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
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
	r.WatchersLeft += h.events.count[rollback.EventSpectatorLeft]
	r.Pauses += h.events.count[rollback.EventPaused]
	r.Reports += h.events.count[rollback.EventDesyncReport]
	r.Resyncs += h.events.count[rollback.EventResynced]
	r.Entered += h.events.count[rollback.EventEntered]
	r.Home += one(h.life > 0 && !h.away)
	r.Restarts += one(h.life > 0)
	if e := h.events.closed; e != nil && e.Reason == rollback.ReasonPartition {
		r.Minorities++
	}
	r.LargestPacket = max(r.LargestPacket, h.largest)
	r.Started += one(s.Frames > 0)
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

// Add makes r the sum of both. Of what is the most of something, it keeps the
// greater.
func (r *Report) Add(o Report) {
	deepest, largest := max(r.DeepestRollback, o.DeepestRollback), max(r.LargestPacket, o.LargestPacket)
	sum(reflect.ValueOf(r).Elem(), reflect.ValueOf(o))
	r.DeepestRollback, r.LargestPacket = deepest, largest
}

// sum adds number by number.
func sum(to, v reflect.Value) {
	switch to.Kind() {
	case reflect.Struct:
		for i := range to.NumField() {
			sum(to.Field(i), v.Field(i))
		}
	case reflect.Array:
		for i := range to.Len() {
			sum(to.Index(i), v.Index(i))
		}
	case reflect.Int:
		to.SetInt(to.Int() + v.Int())
	case reflect.Uint64:
		to.SetUint(to.Uint() + v.Uint())
	}
}

func (r Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d runs, %d matches, %d players (%d of them never seen) on %d hosts (%d played), %d turns, %d frames, %d confirmed frames compared\n",
		r.Runs, r.Matches, r.Players, r.Silent, r.Hosts, r.Started, r.Turns, r.Frames, r.Confirmed)
	fmt.Fprintf(&b, "rollbacks %d of %d frames, deepest %d; mispredicted %d of %d inputs; stalls %d; inputs forwarded %d\n",
		r.Rollbacks, r.Resimulated, r.DeepestRollback, r.Mispredicted, r.Predicted, r.Stalls, r.Forwarded)
	fmt.Fprintf(&b, "packets %d of %d bytes, largest %d; checksums compared %d, desyncs %d; malformed %d, foreign %d, conflicts %d, refused %d\n",
		r.Packets, r.Bytes, r.LargestPacket, r.Compared, r.Desyncs, r.Malformed, r.Foreign, r.Conflicts, r.Refused)
	fmt.Fprintf(&b, "interruptions %d, players lost %d, closed %d (without a majority %d), histories forked %d, events coalesced %d, feeds lost %d\n",
		r.Interruptions, r.Losses, r.Closed, r.Minorities, r.Forks, r.Coalesced, r.FeedsLost)
	fmt.Fprintf(&b, "watchers came %d times (to a watcher %d), left %d, too far behind %d, were shown %d frames; pauses %d, frames in them %d\n",
		r.Watchers, r.Relayed, r.WatchersLeft, r.WatchersBehind, r.Shown, r.Pauses, r.Still)
	fmt.Fprintf(&b, "processes restarted %d, came in with a state %d times, were back %d times; watchers began with a state %d times; desyncs explained %d, resyncs %d\n",
		r.Restarts, r.Entered, r.Home, r.WatchersEntered, r.Reports, r.Resyncs)
	fmt.Fprintf(&b, "runs with sparse saves %d, with long turns %d, with a barrier %d, for a majority only %d\n",
		r.SparseRuns, r.TurnRuns, r.BarrierRuns, r.MajorityRuns)
	fmt.Fprintf(&b, "network: %+v\nfaults:", r.Net)
	for k, n := range r.Faults {
		fmt.Fprintf(&b, " %v %d,", Kind(k), n)
	}
	return strings.TrimSuffix(b.String(), ",")
}
