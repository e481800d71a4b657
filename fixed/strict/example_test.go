package strict_test

import (
	"fmt"

	"example.com/backstep/fixed/strict"
)

func Example() {
	fmt.Println(strict.Sin(0.5), strict.Pow(2, 0.5))

	// Between calls every product is converted, which forbids to fuse it with the sum.
	x, y := 3.0, 4.0
	sin, cos := strict.Sincos(0)
	x, y = float64(x*cos)-float64(y*sin), float64(x*sin)+float64(y*cos)
	fmt.Println(x, y, strict.Hypot(x, y))
	// Output:
	// 0.479425538604203 1.4142135623730951
	// 3 4 5
}
