package sim

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

// What is drawn comes back from its text whole, and plays the same.
func TestPlanText(t *testing.T) {
	for seed := range uint64(300) {
		p := Draw(seed, 1, 8)
		q, err := Parse("# prose\n\n" + p.String())
		if err != nil {
			t.Fatalf("seed %d: %v\n%v", seed, err, &p)
		}
		if q.Links == nil {
			q.Links = p.Links // none, of a single host
		}
		if !reflect.DeepEqual(p, q) {
			t.Fatalf("seed %d: drawn\n%vread\n%v", seed, &p, &q)
		}
		if seed >= 5 {
			continue
		}
		a, errA := Run(p)
		b, errB := Run(q)
		if a != b || errA != nil || errB != nil {
			t.Errorf("seed %d: %v, %v and %v, %v", seed, a, errA, b, errB)
		}
	}
}

func TestBadPlans(t *testing.T) {
	const good = "plan players=2 rate=60 inputbytes=2 timeout=5s notify=1s heal=1s\nhost seats=0\nhost seats=1\nseat\nseat\n"
	if _, err := Parse(good); err != nil {
		t.Fatal(err)
	}
	for text, complaint := range map[string]string{
		"plan\n":                                     "0 hosts",
		"dog seats=0\n":                              `unknown word "dog"`,
		good + "host bark=1\n":                       `unknown name "bark"`,
		good + "host seats\n":                        `"seats" is no name=value`,
		good + "host start=9\n":                      "start: ",
		good + "host seats=1,x\n":                    "seats: ",
		good + "seat\n":                              "3 seats for 2 players",
		good + "fault kind=bang\n":                   `"bang" is none of`,
		good + "fault kind=cut a=1 b=2\n":            "2 of 2",
		good + "fault kind=kick a=1 b=1\n":           "with itself",
		good + "fault kind=doze\n":                   "0 of 0",
		good + "watcher of=2\n":                      "watches 2",
		good + "link to=1 loss=1.5\n":                "Loss",
		good + "plan predictor=oracle\n":             `"oracle" is none of`,
		good + "plan faults=3\n":                     "cannot be given",
		strings.Replace(good, "seats=1", "ppm=3", 1): "player 1 has no host",
	} {
		_, err := Parse(text)
		if !errors.Is(err, ErrPlan) || !strings.Contains(err.Error(), complaint) {
			t.Errorf("%q: got %v, want a complaint about %q", text, err, complaint)
		}
	}
}
