package duel

import "testing"

// Ten thousand frames of two bots, of four mashers and of three who come and go,
// folded into one number each. They are the same on every target. A change of rules changes them, and
// then old replays no longer play: pin the value that the failure prints.
func TestGolden(t *testing.T) {
	const frames = 10_000
	t.Run("two bots", func(t *testing.T) {
		const want = 0xeccc3c1b0362a640
		w := New(7, 2)
		bots := []Bot{NewBot(1), NewBot(2)}
		in := make(inputs, 2)
		hash := uint64(0)
		for range frames {
			press(&w, bots, in)
			Step(&w, in)
			hash = hash*31 + fold(t, &w)
		}
		t.Logf("golden duel/two bots %016x", hash)
		if hash != want {
			t.Errorf("hash %#x, want %#x", hash, uint64(want))
		}
	})
	t.Run("four mashers", func(t *testing.T) {
		const want = 0x53d105aba3e86264
		w := NewTeams(8, 0, 1, 1, 0)
		ms := mashers(8, 4)
		hash := uint64(0)
		for range frames {
			Step(&w, held(ms[0].press(), ms[1].press(), ms[2].press(), ms[3].press()))
			hash = hash*31 + fold(t, &w)
		}
		t.Logf("golden duel/four mashers %016x", hash)
		if hash != want {
			t.Errorf("hash %#x, want %#x", hash, uint64(want))
		}
	})
	t.Run("three come and go", func(t *testing.T) {
		const want = 0x6560a31c54986082
		w := New(9, 3)
		ms := mashers(9, 3)
		hash := uint64(0)
		for f := range frames {
			in := held(ms[0].press(), ms[1].press(), ms[2].press())
			for p := range in {
				in[p].Present = (f+700*p)%2100 >= 120*(p+1)
			}
			Step(&w, in)
			hash = hash*31 + fold(t, &w)
		}
		t.Logf("golden duel/three come and go %016x", hash)
		if hash != want {
			t.Errorf("hash %#x, want %#x", hash, uint64(want))
		}
	})
}
