//go:build !js

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"example.com/backstep/demo/match"
	"example.com/backstep/rollback"
)

// summary is what an exhibition cost. Counts are of all players together.
type summary struct {
	Frames      int        `json:"frames"` // confirmed by every peer
	Rollbacks   uint64     `json:"rollbacks"`
	MaxDepth    int        `json:"max_depth"`  // frames
	MeanDepth   float64    `json:"mean_depth"` // frames
	Stalls      uint64     `json:"stalls"`
	Bytes       float64    `json:"bytes_per_frame"`    // payload sent on one link
	Packets     float64    `json:"packets_per_frame"`  // sent on one link
	RTT         float64    `json:"rtt_ms"`             // mean over the links
	Desyncs     uint64     `json:"desyncs"`            // of the match; each peer notices
	Desync      *splitLine `json:"desync,omitempty"`   // the newest of them
	Returned    int64      `json:"returned,omitempty"` // frame with which who was killed was back
	Checksums   []string   `json:"checksums"`          // of the state of frame Frames, by seat, then of the spectators
	Spectators  int        `json:"spectators"`         // how many of Checksums are theirs
	depths      []uint64
	perPeer     []peerLine
	resimulated uint64
	players     int
	resync      bool // the policy
}

type peerLine struct {
	rollbacks, stalls uint64
	rtt               time.Duration
}

// summarize tells of all. Peers that halted stopped where each had come to, so there
// is no frame to compare.
func (e *exhibition) summarize(corners []*corner, halted bool) (s summary, err error) {
	s = summary{Frames: e.frames, Spectators: e.spectators, Checksums: []string{}, players: e.players, resync: e.policy == rollback.ResyncOnDesync}
	if s.Desync, err = e.split(corners); err != nil {
		return s, err
	}
	for _, c := range corners {
		if halted {
			s.Frames = min(s.Frames, int(c.Record.Frame()))
		} else {
			s.Checksums = append(s.Checksums, fmt.Sprintf("%016x", c.sum))
		}
		s.Desyncs = max(s.Desyncs, c.stats.Desyncs)
		s.Returned = max(s.Returned, int64(c.Returned))
		s.perPeer = append(s.perPeer, c.line())
		if c.Seat != match.Watcher {
			s.count(c)
		}
	}
	links := float64(e.players * (e.players - 1))
	s.MeanDepth = float64(s.resimulated) / float64(max(s.Rollbacks, 1))
	s.Bytes, s.Packets, s.RTT = s.Bytes/links, s.Packets/links, s.RTT/links
	return s, nil
}

// line is what is told of one peer.
func (c *corner) line() peerLine {
	var rtt time.Duration
	for _, l := range c.links {
		rtt += l.RTT
	}
	return peerLine{c.stats.Rollbacks, c.stats.Stalls, rtt / time.Duration(len(c.links))}
}

// count adds a player: what spectators cost is not of the links between players.
func (s *summary) count(c *corner) {
	st := &c.stats
	s.Rollbacks += st.Rollbacks
	s.Stalls += st.Stalls
	s.MaxDepth = max(s.MaxDepth, st.MaxDepth())
	s.resimulated += st.Resimulated
	if s.depths == nil {
		s.depths = make([]uint64, len(st.Depths))
	}
	for d, n := range st.Depths {
		s.depths[d] += n
	}
	for _, l := range c.links {
		s.Bytes += float64(l.BytesOut) / float64(max(st.Frames, 1))
		s.Packets += float64(l.PacketsOut) / float64(max(st.Frames, 1))
		s.RTT += l.RTT.Seconds() * 1000
	}
}

// agree tells whether all peers have the same world in the end, and had all along
// if they were not asked to resync.
func (s *summary) agree() bool {
	for _, sum := range s.Checksums {
		if sum != s.Checksums[0] {
			return false
		}
	}
	return s.Desyncs == 0 || s.resync
}

func (s *summary) writeJSON(w io.Writer) error {
	b, err := json.Marshal(s)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", b)
	return err
}

func (s *summary) writeText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "\nframes     %d confirmed by %d peers, spectators: %d\n", s.Frames, s.players, s.Spectators)
	fmt.Fprintf(&b, "rollbacks  %d, depth %.2f on average, %d at most\n", s.Rollbacks, s.MeanDepth, s.MaxDepth)
	s.writeDepths(&b)
	fmt.Fprintf(&b, "stalls     %d\n", s.Stalls)
	fmt.Fprintf(&b, "link       %.1f bytes in %.2f packets a frame, RTT %.0f ms\n", s.Bytes, s.Packets, s.RTT)
	fmt.Fprintf(&b, "desyncs    %d\n", s.Desyncs)
	if s.Desync != nil {
		fmt.Fprintf(&b, "desync     %v\n", s.Desync)
	}
	if s.Returned > 0 {
		fmt.Fprintf(&b, "returned   with frame %d, the same for all\n", s.Returned)
	}
	for i, sum := range s.Checksums {
		p := s.perPeer[i]
		if i >= s.players {
			fmt.Fprintf(&b, "watcher %d  checksum %s at frame %d  (of endpoint %d)\n", i, sum, s.Frames, watched(i, s.players))
			continue
		}
		fmt.Fprintf(&b, "peer %d     checksum %s at frame %d  (%d rollbacks, %d stalls, RTT %v)\n", i, sum, s.Frames,
			p.rollbacks, p.stalls, p.rtt.Round(time.Millisecond))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeDepths draws the rollbacks by depth.
func (s *summary) writeDepths(b *strings.Builder) {
	const wide = 40
	var most uint64
	for _, n := range s.depths {
		most = max(most, n)
	}
	for d := 1; d <= s.MaxDepth; d++ {
		bar := int(s.depths[d] * wide / max(most, 1))
		fmt.Fprintf(b, "  depth %2d %6d %s\n", d, s.depths[d], strings.Repeat("#", bar))
	}
}
