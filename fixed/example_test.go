package fixed_test

import (
	"fmt"

	"example.com/backstep/fixed"
)

func Example() {
	gravity := fixed.Ratio(-1, 4) // metres per frame squared
	pos, vel := fixed.Vec2{}, fixed.Vec2{X: fixed.FromInt(1), Y: fixed.FromInt(2)}
	for range 8 {
		vel.Y += gravity
		pos = pos.Add(vel)
	}
	fmt.Println(pos.X, pos.Y, pos.Len())
	// Output: 8 7 10.6301422119140625
}

func ExampleQ16_DivOK() {
	for _, divisor := range []fixed.Q16{fixed.FromInt(8), fixed.Q16Eps, 0} {
		quotient, ok := fixed.Q16One.DivOK(divisor)
		fmt.Println(quotient, ok)
	}
	// Output:
	// 0.125 true
	// 32767.9999847412109375 false
	// 32767.9999847412109375 false
}

func ExampleParseQ16() {
	speed, err := fixed.ParseQ16("0.1")
	fmt.Println(speed, err)
	_, err = fixed.ParseQ16("fast")
	fmt.Println(err)
	// Output:
	// 0.100006103515625 <nil>
	// fixed: not a decimal number: ParseQ16("fast")
}

func ExampleQ32() {
	third := fixed.Q32Ratio(1, 3)
	far := fixed.Q32FromInt(1_000_000)
	fmt.Println(far.Mul(third).Q16OK())
	fmt.Println(fixed.Q32Pow(fixed.Q32FromInt(2), fixed.Q32Half).Mul(far).RoundInt())
	// Output:
	// 32767.9999847412109375 false
	// 1414214
}
