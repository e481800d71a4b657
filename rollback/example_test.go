package rollback_test

import (
	"fmt"
	"testing"
	"time"

	"example.com/backstep/rollback"
	"example.com/backstep/synctest"
	"example.com/backstep/transport"
	"example.com/backstep/transport/memnet"
)

type World struct{ X [2]int32 } // all of the game's state; saved, restored and compared for you

func advance(w *World, in []rollback.Input[int8]) { // exactly one frame
	for player, step := range in {
		w.X[player] += int32(step.Value)
	}
}

func join(w *World, me int) (*rollback.Session[World, int8], error) {
	return rollback.NewSession(rollback.Plain(w, advance), rollback.Config[int8]{
		Local: []int{me}, Peers: []rollback.PeerConfig{{Seats: []int{1 - me}}}})
}

func frame(s *rollback.Session[World, int8], link transport.Link, now time.Duration, step int8) error {
	buf := make([]byte, transport.MaxPacket)
	for n, err := link.Recv(buf); err == nil; n, err = link.Recv(buf) {
		s.Receive(now, 0, buf[:n]) // from peer 0, the only one
	}
	s.Poll(now)                    // timers
	_, err := s.Advance(now, step) // rolls back first, if a guess was wrong
	for _, packet := range s.Packets() {
		_ = link.Send(packet)
	}
	return err
}

// Two players over 50 ms and 5 % loss. For the first second they walk apart.
// Each sees its own step at once and guesses the other's.
func Example() {
	net := memnet.New(1, 2)
	_ = net.SetAll(memnet.Policy{Delay: 50 * time.Millisecond, Loss: 0.05})
	var worlds [2]World
	var peers [2]*rollback.Session[World, int8]
	for p := range peers {
		s, err := join(&worlds[p], p)
		if err != nil {
			fmt.Println(err)
			return
		}
		peers[p] = s
	}
	for now := time.Duration(0); now < 10*time.Second; now += time.Second / 60 {
		net.SetNow(now)
		for p, s := range peers {
			step := int8(0)
			if s.Frame() < 60 {
				step = int8(1 - 2*p)
			}
			if err := frame(s, net.Link(p, 1-p), now, step); err != nil {
				fmt.Println(err)
			}
		}
	}
	for p, s := range peers {
		fmt.Println("player", p, "sees", worlds[p].X, "after rollbacks:", s.Stats().Rollbacks > 0)
	}
	// Output:
	// player 0 sees [60 -60] after rollbacks: true
	// player 1 sees [60 -60] after rollbacks: true
}

func TestGame(t *testing.T) {
	synctest.Run(t, rollback.Plain(new(World), advance), synctest.Config[int8]{Mispredict: true})
}
