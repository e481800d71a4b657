package ggpo_test

import (
	"errors"
	"fmt"
	"net"
	"time"

	"example.com/backstep/rollback/ggpo"
)

// race is a game for GGPO: who presses more often gets further.
type race struct {
	backend ggpo.Backend
	local   ggpo.PlayerHandle
	state   track
	saved   [ggpo.MaxPredictionFrames + 2]track
}

type track struct {
	Frame int
	Pos   [2]int
}

func (r *race) SaveGameState(id int) int {
	r.saved[id] = r.state
	return r.state.Pos[0]<<8 + r.state.Pos[1]
}

func (r *race) LoadGameState(id int)  { r.state = r.saved[id] }
func (r *race) AdvanceFrame(int)      { _ = r.step() }
func (r *race) OnEvent(e *ggpo.Event) {}

// step runs a frame, in the loop and in a rollback.
func (r *race) step() error {
	var gone int
	inputs, err := r.backend.SyncInput(&gone)
	if err != nil {
		return err
	}
	for p := range r.state.Pos {
		r.state.Pos[p] += int(inputs[p][0])
	}
	r.state.Frame++
	return r.backend.AdvanceFrame(uint32(r.state.Pos[0]<<8 + r.state.Pos[1]))
}

// turn is one turn of the game's loop. An error is no trouble while others are
// waited for.
func (r *race) turn(press byte) {
	err := r.backend.Idle(0)
	if err == nil {
		err = r.backend.AddLocalInput(r.local, []byte{press}, 1)
	}
	if err == nil {
		err = r.step()
	}
	waits := errors.Is(err, ggpo.Error{Code: ggpo.ErrorCodeNotSynchronized}) || errors.Is(err, ggpo.Error{Code: ggpo.ErrorCodePredictionThreshold})
	if err != nil && !waits {
		fmt.Println(err)
	}
}

// join seats player n of two.
func join(n int, conns [2]net.PacketConn) *race {
	r := &race{}
	peer := ggpo.NewPeer(r, 0, 2, 1)
	r.backend = &peer
	_ = r.backend.InitializeConnection(conns[n]) // with no argument it opens the local port
	for i, c := range conns {
		player := ggpo.NewRemotePlayer(20, i+1, "127.0.0.1", c.LocalAddr().(*net.UDPAddr).Port)
		if i == n {
			player = ggpo.NewLocalPlayer(20, i+1)
		}
		var handle ggpo.PlayerHandle
		if err := r.backend.AddPlayer(&player, &handle); err != nil {
			fmt.Println(err)
		}
		if i == n {
			r.local = handle
		}
	}
	r.backend.Start()
	return r
}

func Example() {
	var conns [2]net.PacketConn
	for i := range conns {
		c, err := net.ListenPacket("udp", "127.0.0.1:0")
		if err != nil {
			fmt.Println(err)
			return
		}
		conns[i] = c
	}
	one, two := join(0, conns), join(1, conns)
	late := time.Now().Add(10 * time.Second)
	for min(one.state.Frame, two.state.Frame) < 120 && time.Now().Before(late) {
		one.turn(1) // a real loop also waits for the next frame's time
		two.turn(2)
	}
	fmt.Println(one.state.Frame >= 120, two.state.Frame >= 120)

	closed := make(chan error)
	go func() { closed <- one.backend.Close() }()
	fmt.Println(two.backend.Close(), <-closed)
	// Output:
	// true true
	// <nil> <nil>
}

// leaky is a race with a state that it does not save.
type leaky struct {
	race
	hidden int
}

func (l *leaky) AdvanceFrame(int) {
	l.hidden++
	l.state.Pos[0] += l.hidden
	_ = l.step()
}

func (l *leaky) OnEvent(e *ggpo.Event) {
	if e.Code == ggpo.EventCodeSyncTestDesync {
		fmt.Println("the state of frame", e.NumFrameOfDesync, "came out differently")
	}
}

func ExampleSyncTest() {
	game := &leaky{}
	test := ggpo.NewSyncTest(game, 2, 7, 1, true)
	game.backend = &test
	game.turn(1)
	fmt.Println(game.state.Frame)
	// Output:
	// the state of frame 1 came out differently
	// ggpo: GeneralFailure: the state of frame 1 came out differently when it was run again
	// 1
}
