package rollback_test

import (
	"fmt"
	"time"

	"example.com/backstep/rollback"
)

// ball is the whole state of a game in which each player pushes it.
type ball struct {
	Tick int64
	Pos  struct{ X, Y int32 }
}

func push(b *ball, in []rollback.Input[int8]) {
	b.Tick++
	b.Pos.X += int32(in[0].Value)
	b.Pos.Y += int32(in[1].Value)
}

// Two endpoints; in one of them something outside the game changes its state. Both
// are told which field of which frame differs, and what the other has.
func ExampleDesyncReport() {
	var balls [2]ball
	var ends [2]*rollback.Session[ball, int8]
	for me := range ends {
		s, err := rollback.NewSession(rollback.Plain(&balls[me], push), rollback.Config[int8]{
			Local: []int{me}, Peers: []rollback.PeerConfig{{Seats: []int{1 - me}}},
			Explain: true,
		})
		if err != nil {
			fmt.Println(err)
			return
		}
		ends[me] = s
	}
	const frame = time.Second / 60
	for now := frame; now < 3*time.Second; now += frame {
		for me, s := range ends {
			s.Poll(now)
			if _, err := s.Advance(now, 1); err != nil {
				fmt.Println(err)
				return
			}
			for _, packet := range s.Packets() {
				ends[1-me].Receive(now, 0, packet)
			}
		}
		if balls[1].Tick == 100 {
			balls[1].Pos.Y += 64 // a cosmic ray, say
		}
	}
	for event := range ends[0].Events() {
		if r := event.Report; r != nil {
			fmt.Println("frame", r.Frame, "exact", r.Exact, r.Sections)
			fmt.Println(r.Fields[0])
		}
	}
	// Output:
	// frame 100 exact true [Pos]
	// ball.Pos.Y: 100 ≠ 164
}
