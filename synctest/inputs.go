package synctest

import (
	"math/rand/v2"
	"reflect"
	"unsafe"

	"example.com/backstep/rollback"
)

// Recorded answers inputs written down earlier, rows[f][player], for
// Config.Inputs. Beyond the rows, and for players that a row lacks, it answers
// the zero input.
func Recorded[I any](rows [][]I) func(f rollback.Frame, player int, r *rand.Rand) I {
	return func(f rollback.Frame, player int, _ *rand.Rand) (v I) {
		if f < rollback.Frame(len(rows)) && player < len(rows[f]) {
			v = rows[f][player]
		}
		return v
	}
}

// drawer fills an input type with random values.
type drawer struct{ leaves []drawn }

// drawn is one scalar of an input.
type drawn struct {
	off  uintptr
	size uintptr
	kind reflect.Kind
}

// newDrawer returns nil and the offending part if t has something else than
// numbers and bools.
func newDrawer(t reflect.Type, path string) (d *drawer, badPath string, bad reflect.Type) {
	d = &drawer{}
	if badPath, bad = d.add(t, 0, path); bad != nil {
		return nil, badPath, bad
	}
	return d, "", nil
}

func (d *drawer) add(t reflect.Type, off uintptr, path string) (string, reflect.Type) {
	switch k := t.Kind(); {
	case k == reflect.Array:
		for i := range t.Len() {
			if p, bad := d.add(t.Elem(), off+uintptr(i)*t.Elem().Size(), path+"[]"); bad != nil {
				return p, bad
			}
		}
	case k == reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if f.Name == "_" {
				continue
			}
			if p, bad := d.add(f.Type, off+f.Offset, path+"."+f.Name); bad != nil {
				return p, bad
			}
		}
	case k >= reflect.Bool && k <= reflect.Float64:
		d.leaves = append(d.leaves, drawn{off, t.Size(), k})
	case k == reflect.Complex64, k == reflect.Complex128:
		half, part := t.Size()/2, reflect.Float32
		if k == reflect.Complex128 {
			part = reflect.Float64
		}
		d.leaves = append(d.leaves, drawn{off, half, part}, drawn{off + half, half, part})
	default:
		return path, t
	}
	return "", nil
}

// draw sets the input at p.
func (d *drawer) draw(p unsafe.Pointer, r *mixer) {
	for i := range d.leaves {
		l := &d.leaves[i]
		l.draw(unsafe.Add(p, l.off), r.next())
	}
}

func (l *drawn) draw(p unsafe.Pointer, bits uint64) {
	unit := float64(int32(bits)) / (1 << 31) // -1 to 1
	switch {
	case l.kind == reflect.Bool:
		*(*bool)(p) = bits&1 == 1
	case l.kind == reflect.Float32:
		*(*float32)(p) = float32(unit)
	case l.kind == reflect.Float64:
		*(*float64)(p) = unit
	case l.size == 1:
		*(*uint8)(p) = uint8(bits)
	case l.size == 2:
		*(*uint16)(p) = uint16(bits)
	case l.size == 4:
		*(*uint32)(p) = uint32(bits)
	default:
		*(*uint64)(p) = bits
	}
}

// mixer is SplitMix64 (Steele, Lea and Flood, 2014): three times as fast as
// PCG, and good enough for buttons.
type mixer uint64

func (m *mixer) next() uint64 {
	*m += 0x9E3779B97F4A7C15
	z := uint64(*m)
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// source produces the rows of a run: right inputs, and wrong ones.
type source[I any] struct {
	cfg    *Config[I]
	drawer *drawer // of the default inputs, else nil
	mix    mixer   // draws for drawer
	pcg    *rand.PCG
	rnd    *rand.Rand       // on pcg, draws for Config.Inputs
	until  []rollback.Frame // player p's drawn input is held before until[p]
	wrong  []rollback.Input[I]
	next   int // where in wrong the last row used begins
}

// wrongRows is a prime above the check distance + 1. A step takes distance + 2
// rows at most, and from one step to the next a frame moves up one place in the
// window; so for as long as it is in the window it meets other wrong inputs at
// every step.
const wrongRows = 67

// longestHold is for how many frames a drawn input may stay, as a player's
// would.
const longestHold = 8

func newSource[I any](cfg *Config[I]) (*source[I], error) {
	s := &source[I]{cfg: cfg, mix: mixer(^cfg.Seed), pcg: rand.NewPCG(cfg.Seed, 1)}
	if cfg.Inputs == nil {
		t := reflect.TypeFor[I]()
		d, path, bad := newDrawer(t, t.Name())
		if bad != nil {
			return nil, &ConfigError{"Inputs", "nil", "a function, because " + path + " (" + bad.String() + ") cannot be drawn at random"}
		}
		s.drawer = d
	}
	s.rnd = rand.New(s.pcg)
	s.until = make([]rollback.Frame, cfg.Players)
	s.wrong = make([]rollback.Input[I], wrongRows*cfg.Players)
	for i := range s.wrong {
		f := rollback.Frame(i / cfg.Players)
		s.set(&s.wrong[i], f, i%cfg.Players)
	}
	s.pcg.Seed(cfg.Seed, 0)
	s.mix = mixer(cfg.Seed)
	return s, nil
}

// fill sets row to the right inputs of frame f; before is the row of f-1.
func (s *source[I]) fill(row, before []rollback.Input[I], f rollback.Frame) {
	for p := range row {
		switch {
		case s.cfg.left(f, p):
			row[p] = rollback.Input[I]{}
		case f < s.until[p]:
			row[p] = before[p]
		default:
			s.set(&row[p], f, p)
			if s.drawer != nil {
				s.until[p] = f + 1 + rollback.Frame(s.mix.next()%longestHold)
			}
		}
	}
}

func (s *source[I]) set(in *rollback.Input[I], f rollback.Frame, player int) {
	in.Present = true
	if s.drawer == nil {
		in.Value = s.cfg.Inputs(f, player, s.rnd)
	} else {
		s.drawer.draw(unsafe.Pointer(&in.Value), &s.mix)
	}
}

// mislead returns a row of wrong inputs, another one at each call.
func (s *source[I]) mislead() []rollback.Input[I] {
	if s.next += s.cfg.Players; s.next == len(s.wrong) {
		s.next = 0
	}
	return s.wrong[s.next:]
}

// fillRow copies a row; of a few small inputs, faster than copy does.
func fillRow[I any](dst, src []rollback.Input[I]) {
	src = src[:len(dst)]
	for i := range dst {
		dst[i] = src[i]
	}
}
