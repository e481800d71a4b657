package sim

import (
	"flag"
	"fmt"
	"testing"
)

var (
	firstSeed = flag.Uint64("seed", 1, "first seed of TestSim")
	seedCount = flag.Int("seeds", 300, "how many seeds TestSim plays")
	players   = flag.String("players", "2-4", "least and most players of TestSim")
)

// playerRange reads "2-4" or "3".
func playerRange(s string) (lo, hi int, err error) {
	if n, _ := fmt.Sscanf(s, "%d-%d", &lo, &hi); n == 1 {
		hi = lo
	}
	if lo < 1 || hi < lo || hi > 16 {
		return 0, 0, fmt.Errorf("-players %q, want for example 2-4, within 1-16", s)
	}
	return lo, hi, nil
}

// TestSim plays one plan for each seed: nothing untrue may ever be confirmed,
// and after healing everybody plays on.
func TestSim(t *testing.T) {
	lo, hi, err := playerRange(*players)
	if err != nil {
		t.Fatal(err)
	}
	var total Report
	for i := range uint64(*seedCount) {
		seed := *firstSeed + i
		plan := Draw(seed, lo, hi)
		r, err := Run(plan)
		total.Add(r)
		if err != nil {
			failed(t, seed, plan, err)
		}
	}
	t.Log(total)
	if *seedCount >= 50 {
		exercised(t, &total)
	}
}

// failed shrinks a plan that failed and says how to play it again.
func failed(t *testing.T, seed uint64, plan Plan, err error) {
	t.Helper()
	small := Shrink(plan, err, 200)
	_, again := Run(small)
	file := "-keep writes it to a file"
	if *keep {
		file = keepPlan(t, fmt.Sprint("seed", seed), &small, again)
	}
	t.Errorf("seed %d: %v\ndrawn:\n%vthe least that fails (%s):\n%v%v\nreplay: go test ./internal/sim -run 'TestSim$' -seed %d -seeds 1 -players %s",
		seed, err, &plan, file, &small, again, seed, *players)
}

// exercised fails a soak that did not do what it is for.
func exercised(t *testing.T, r *Report) {
	t.Helper()
	for what, n := range map[string]uint64{
		"rollbacks": r.Rollbacks, "mispredictions": r.Mispredicted, "stalls": r.Stalls, "forwarded inputs": r.Forwarded,
		"players lost": uint64(r.Losses), "interruptions": uint64(r.Interruptions), "checksums compared": r.Compared,
		"forks": uint64(r.Forks), "foreign datagrams": r.Foreign, "malformed datagrams": r.Malformed,
		"confirmed frames": uint64(r.Confirmed), "coalesced events": r.Coalesced,
		"watchers": uint64(r.Watchers), "watchers of watchers": uint64(r.Relayed), "frames shown": uint64(r.Shown),
		"watchers that left": uint64(r.WatchersLeft), "watchers that began with a state": uint64(r.WatchersEntered),
		"players back": uint64(r.Home), "states to come back with": uint64(r.Entered), "desyncs": r.Desyncs,
		"desyncs explained": uint64(r.Reports), "resyncs": uint64(r.Resyncs),
		"pauses": uint64(r.Pauses), "frames in pauses": uint64(r.Still), "rematches": uint64(r.Matches - r.Runs),
		"sparse saves": uint64(r.SparseRuns), "long turns": uint64(r.TurnRuns), "barriers": uint64(r.BarrierRuns),
		"stops without a majority": uint64(r.Minorities),
	} {
		if n == 0 {
			t.Errorf("no %s in %d runs", what, r.Runs)
		}
	}
	if 4*r.Silent > r.Players {
		t.Errorf("of %d players %d were never seen to press anything", r.Players, r.Silent)
	}
	for k, n := range r.Faults {
		if n == 0 && Kind(k) != Lied {
			t.Errorf("no fault of kind %v in %d runs", Kind(k), r.Runs)
		}
	}
}
