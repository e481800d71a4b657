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

func TestNothingOfQ32Allocates(t *testing.T) {
	var sink Q32
	var text [48]byte
	for _, op := range operationsQ32() {
		if n := testing.AllocsPerRun(100, func() { sink += op.do(sink, Q32Pi, Q32Half) }); n != 0 {
			t.Errorf("%s allocates %v times", op.name, n)
		}
	}
	if n := testing.AllocsPerRun(100, func() { sink += Q32(len(Q32Max.AppendDecimal(text[:0]))) }); n != 0 {
		t.Errorf("AppendDecimal allocates %v times", n)
	}
	if n := testing.AllocsPerRun(100, func() { v, _ := ParseQ32("-12.375"); sink += v }); n != 0 {
		t.Errorf("ParseQ32 allocates %v times", n)
	}
}
