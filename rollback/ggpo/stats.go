package ggpo

import (
	"time"

	"example.com/backstep/rollback"
)

// NetworkStats tells how the link to a player does.
type NetworkStats struct {
	Network  NetworkQuality
	Timesync TimesyncStats
}

// NetworkQuality is about packets.
type NetworkQuality struct {
	SendQueueLen int   // inputs that the player has not acknowledged, frames
	RecvQueueLen int   // 0: nothing that was received waits
	Ping         int64 // smoothed round trip, ms; 0 until it is known
	KbpsSent     int   // mean since the match was set up, kilobits a second with IP and UDP headers
}

// TimesyncStats is about who runs ahead: frames behind the other side, negative
// when ahead of it.
type TimesyncStats struct {
	LocalFramesBehind     float32 // now, by the newest packet and half the round trip
	RemoteFramesBehind    float32 // the other way round
	AvgLocalFramesBehind  float32 // over the last packets, as measured by both sides
	AvgRemoteFramesBehind float32
}

// headerBytes of IPv4 and UDP come with every packet.
const headerBytes = 28

func networkStats(s rollback.PeerStats, frame rollback.Frame, since time.Duration, frameRate float64) NetworkStats {
	n := NetworkStats{Network: NetworkQuality{SendQueueLen: s.Unacknowledged, Ping: s.RTT.Milliseconds()}}
	if ms := since.Milliseconds(); ms > 0 {
		n.Network.KbpsSent = int(8 * int64(s.BytesOut+headerBytes*s.PacketsOut) / ms)
	}
	if s.PeerFrame < 0 || s.Disconnected {
		return n
	}
	theirs := float64(s.PeerFrame) + s.RTT.Seconds()/2*frameRate
	now := float32(theirs - float64(frame-1))
	mean := float32(-s.FramesAhead)
	n.Timesync = TimesyncStats{now, -now, mean, -mean}
	return n
}
