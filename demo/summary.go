//go:build !js

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
)

// summary is what an exhibition cost. Counts are of all peers together.
type summary struct {
	Frames     int      `json:"frames"` // confirmed by every peer
	Rollbacks  uint64   `json:"rollbacks"`
	MaxDepth   int      `json:"max_depth"`  // frames
	MeanDepth  float64  `json:"mean_depth"` // frames
	Stalls     uint64   `json:"stalls"`
	Bytes      float64  `json:"bytes_per_frame"`   // payload sent on one link
	Packets    float64  `json:"packets_per_frame"` // sent on one link
	RTT        float64  `json:"rtt_ms"`            // mean over the links
	Desyncs    uint64   `json:"desyncs"`
	Checksums  []string `json:"checksums"` // by seat, of the state of frame Frames
	depths     []uint64
	perPeer    []peerLine
	simulated  uint64
	conditions exhibition
}

type peerLine struct {
	rollbacks, stalls uint64
	rtt               time.Duration
}

func summarize(e exhibition, corners []*corner) summary {
	s := summary{Frames: e.frames, conditions: e}
	var depth uint64
	links := 0
	for _, c := range corners {
		st := &c.stats
		s.Rollbacks += st.Rollbacks
		s.Stalls += st.Stalls
		s.Desyncs += st.Desyncs
		s.MaxDepth = max(s.MaxDepth, st.MaxDepth())
		depth += st.Resimulated
		s.simulated += st.Frames
		s.Bytes += float64(st.BytesOut) / float64(st.Frames)
		s.Packets += float64(st.PacketsOut) / float64(st.Frames)
		if s.depths == nil {
			s.depths = make([]uint64, len(st.Depths))
		}
		for d, n := range st.Depths {
			s.depths[d] += n
		}
		var rtt time.Duration
		for _, l := range c.links {
			rtt += l.RTT
			links++
		}
		s.RTT += float64(rtt) / float64(time.Millisecond)
		s.perPeer = append(s.perPeer, peerLine{st.Rollbacks, st.Stalls, rtt / time.Duration(len(c.links))})
		s.Checksums = append(s.Checksums, fmt.Sprintf("%016x", c.sum))
	}
	s.MeanDepth = float64(depth) / float64(max(s.Rollbacks, 1))
	s.Bytes, s.Packets, s.RTT = s.Bytes/float64(links), s.Packets/float64(links), s.RTT/float64(links)
	return s
}

// agree tells whether all peers computed the same world.
func (s *summary) agree() bool {
	for _, sum := range s.Checksums {
		if sum != s.Checksums[0] {
			return false
		}
	}
	return s.Desyncs == 0
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
	fmt.Fprintf(&b, "\nframes     %d confirmed by %d peers\n", s.Frames, len(s.Checksums))
	fmt.Fprintf(&b, "rollbacks  %d, depth %.2f on average, %d at most\n", s.Rollbacks, s.MeanDepth, s.MaxDepth)
	s.writeDepths(&b)
	fmt.Fprintf(&b, "stalls     %d\n", s.Stalls)
	fmt.Fprintf(&b, "link       %.1f bytes in %.2f packets a frame, RTT %.0f ms\n", s.Bytes, s.Packets, s.RTT)
	fmt.Fprintf(&b, "desyncs    %d\n", s.Desyncs)
	for seat, sum := range s.Checksums {
		p := s.perPeer[seat]
		fmt.Fprintf(&b, "peer %d     checksum %s at frame %d  (%d rollbacks, %d stalls, RTT %v)\n", seat, sum, s.Frames,
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
