package probe

import (
	"errors"
	"slices"
	"testing"
)

// all computes every sample.
func all(t *testing.T, n int) (out []Sample) {
	t.Helper()
	if err := Each(n, func(s Sample) error { out = append(out, s); return nil }); err != nil {
		t.Fatal(err)
	}
	return out
}

// What a process computes twice with equal inputs is equal, apart from what one
// process computes differently each time.
func TestSamplesAreEqualOnOneMachine(t *testing.T) {
	const n = 500
	runToRun := []string{"rand/v2, the global generator", "maphash of 8 bytes"}
	first, second := all(t, n), all(t, n)
	if len(first) != len(second) || len(first) < 100 {
		t.Fatalf("%d and %d samples, want equal numbers, 100 or more", len(first), len(second))
	}
	for i, s := range first {
		if equal := slices.Equal(s.Values, second[i].Values); !s.Repeats && equal == slices.Contains(runToRun, s.Name) {
			t.Errorf("%s, %s: equal twice is %v", s.Group, s.Name, equal)
		}
	}
}

// A sample of one value repeated would compare equal whatever the target does.
func TestSamplesVary(t *testing.T) {
	for _, s := range all(t, 500) {
		distinct := len(slices.Compact(slices.Sorted(slices.Values(s.Values))))
		if !s.Repeats && s.Group != NaN && s.Name != "maphash of 8 bytes" && distinct < 5 {
			t.Errorf("%s, %s: %d distinct values among %d", s.Group, s.Name, distinct, len(s.Values))
		}
	}
}

func TestNamesAreUniqueAndGroupsKnown(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range all(t, 1) {
		if key := string(s.Group) + s.Name; seen[key] {
			t.Errorf("two samples %s, %s", s.Group, s.Name)
		} else {
			seen[key] = true
		}
		if !slices.Contains(Groups(), s.Group) {
			t.Errorf("%s: group %q is not listed", s.Name, s.Group)
		}
	}
}

func TestEveryMakerGivesNaN(t *testing.T) {
	for i, bits := range nans(0)[1].run() {
		if bits != 0x7ff8000000000001 {
			t.Errorf("operation %d gives %#x, want a NaN", i, bits)
		}
	}
}

func TestEachStopsAtAnError(t *testing.T) {
	full, calls := errors.New("full"), 0
	err := Each(1, func(Sample) error { calls++; return full })
	if !errors.Is(err, full) || calls != 1 {
		t.Errorf("%d calls, error %v", calls, err)
	}
}
