package fixed

import "testing"

func TestMulWrapsAndFloors(t *testing.T) {
	if got := FromInt(256).Mul(FromInt(256)); got != 0 {
		t.Errorf("256 * 256 = %d raw, want 0", got)
	}
	if got := FromInt(182).Mul(FromInt(182)); got >= 0 {
		t.Errorf("182 * 182 = %d raw, want it negative", got)
	}
	if got := Q16Eps.Neg().Mul(Q16Eps); got != -1 {
		t.Errorf("-1ulp * 1ulp = %d raw, want -1", got)
	}
}
