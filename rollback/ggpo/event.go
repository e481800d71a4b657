package ggpo

import "strconv"

// EventCode tells what an Event reports.
type EventCode int

// The codes of events, with the fields that they use.
const (
	EventCodeConnectedToPeer       EventCode = iota + 1000 // Player answered
	EventCodeSynchronizingWithPeer                         // Player; Count of Total steps
	EventCodeSynchronizedWithPeer                          // Player is ready
	EventCodeRunning                                       // everybody is ready: frames may run
	EventCodeDisconnectedFromPeer                          // Player has left, on the same frame for everybody
	EventCodeTimeSync                                      // this side runs FramesAhead; it alone is told, and gives them back within TimeSyncPeriodInFrames
	EventCodeConnectionInterrupted                         // nothing heard from Player; it is lost in DisconnectTimeout ms
	EventCodeConnectionResumed                             // Player is heard again
	EventCodeSyncTestDesync                                // the state of frame NumFrameOfDesync came out differently; see Event
	EventCodeDesync                                        // Player has another state of frame NumFrameOfDesync; see Event
)

func (c EventCode) String() string {
	names := [...]string{"ConnectedToPeer", "SynchronizingWithPeer", "SynchronizedWithPeer", "Running",
		"DisconnectedFromPeer", "TimeSync", "ConnectionInterrupted", "ConnectionResumed", "SyncTestDesync", "Desync"}
	if i := int(c - EventCodeConnectedToPeer); i >= 0 && i < len(names) {
		return names[i]
	}
	return "EventCode(" + strconv.Itoa(int(c)) + ")"
}

// Event is something that happened to the match. EventCode says which fields
// mean something. A frame's state is the one before its inputs apply.
type Event struct {
	Code   EventCode
	Player PlayerHandle // 0: no player, or a spectator's host

	Count, Total int

	FramesAhead            float32 // at least 1
	TimeSyncPeriodInFrames int

	DisconnectTimeout int // ms, 0 = never

	CurrentState     int // the next frame to run
	LastVerified     int // newest frame whose state was found equal, -1 if none
	NumFrameOfDesync int // oldest frame whose state was found to differ
	LocalChecksum    int // of a SyncTest: the one of the second run
	RemoteChecksum   int // of a SyncTest: the one of the first run
}
