// Package vec is imported: how its functions are used is known to others only. // want package:`products \[Half.RA0 V.UF0\], addends \[Sum.PA0 Sum.PA1 V.UF1\], writes \[\]`
package vec

type V struct{ X, Y float64 }

func (a V) Scale(s float64) V { return V{a.X * s, 0} }

func (a V) Add(b V) V {
	return V{a.X, a.Y + b.Y}
}

func Sum(a, b float64) float64 { return a + b }

func Half(a float64) float64 { return a * 0.25 }
