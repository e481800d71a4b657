package fixed

import "testing"

func TestNothingAllocates(t *testing.T) {
	var sink Q16
	var text [32]byte
	for _, op := range operations() {
		if n := testing.AllocsPerRun(100, func() { sink += op.do(sink, Q16Pi, Q16Half) }); n != 0 {
			t.Errorf("%s allocates %v times", op.name, n)
		}
	}
	if n := testing.AllocsPerRun(100, func() { sink += Q16(len(Q16Max.AppendDecimal(text[:0]))) }); n != 0 {
		t.Errorf("AppendDecimal allocates %v times", n)
	}
	if n := testing.AllocsPerRun(100, func() { v, _ := ParseQ16("-12.375"); sink += v }); n != 0 {
		t.Errorf("ParseQ16 allocates %v times", n)
	}
}
