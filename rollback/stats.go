package rollback

import "time"

// maxDepth is the deepest rollback that can happen.
const maxDepth = MaxWindow + 1

// Stats counts what happened to a session since it began. It is defined from
// the first frame on; zero means that nothing happened.
type Stats struct {
	Frames       uint64 // frames advanced
	Stalls       uint64 // calls of Advance that did not advance while running
	Rollbacks    uint64
	Resimulated  uint64               // frames
	Predicted    uint64               // player-frames that were simulated with a predicted input at first
	Mispredicted uint64               // of them, those that were wrong
	Depths       [maxDepth + 1]uint64 // rollbacks by depth in frames
	Desyncs      uint64
	Resyncs      uint64
	Saves        uint64 // calls of Game.Save
	Loads        uint64 // calls of Game.Load

	PacketsIn, PacketsOut uint64
	BytesIn, BytesOut     uint64
	Malformed             uint64 // datagrams that were no packet
	Foreign               uint64 // of another match, a former one or a stranger
	Conflicts             uint64 // inputs that contradict one already known; the first counts
	Refused               uint64 // inputs, acknowledgements and records outside what is possible
	EventsCoalesced       uint64
}

// MaxDepth is the deepest rollback so far, in frames.
func (s *Stats) MaxDepth() int {
	for d := maxDepth; d > 0; d-- {
		if s.Depths[d] > 0 {
			return d
		}
	}
	return 0
}

// MeanDepth is the mean depth of the rollbacks so far, 0 without any.
func (s *Stats) MeanDepth() float64 {
	if s.Rollbacks == 0 {
		return 0
	}
	return float64(s.Resimulated) / float64(s.Rollbacks)
}

// PeerStats tells how the link to one peer does.
type PeerStats struct {
	RTT, MinRTT, Jitter time.Duration // 0 until the first sample
	FramesAhead         float64       // how far this side is ahead of an even share of the prediction
	PredictionDepth     float64       // mean frames predicted on the peer's account
	PeerDepth           float64       // what the peer predicts on ours
	Unacknowledged      int           // own inputs on the way, frames
	PeerFrame           Frame         // newest frame that it is known to have simulated
	SumsCompared        uint64
	Interrupted         bool
	Disconnected        bool

	PacketsIn, PacketsOut uint64
	BytesIn, BytesOut     uint64
	Forwarded             uint64 // inputs of third players passed on to it
}

func (c *core) peerStats(e *endpoint) PeerStats {
	s := e.PeerStats
	s.RTT, s.MinRTT, s.Jitter = e.clock.rtt, e.clock.minRTT, e.clock.jitter
	s.FramesAhead = e.clock.offset()
	s.PredictionDepth, s.PeerDepth = e.clock.mine.mean, e.clock.theirs.mean
	for _, p := range c.set.seats {
		s.Unacknowledged = max(s.Unacknowledged, int(c.logs[p].have-e.theirs[p]))
	}
	s.PeerFrame = e.frames - 1
	s.SumsCompared = e.sums.compared
	s.Interrupted, s.Disconnected = e.interrupted, e.lost
	return s
}
