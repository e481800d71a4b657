package global

import "errors"

var (
	errGone = errors.New("global: gone")
	table   = [4]int32{1, 2, 3, 4}
	byKind  = map[uint8]int32{1: 2}
	sum     int32
)

func init() {
	for i, v := range table {
		sum += v
		table[i] = sum
	}
	prepare()
}

func prepare() {}

type world struct{ units [4]unit }

func (w *world) step() error {
	u := &w.units[1]
	u.health = table[u.health&3] + byKind[1]
	copied := table
	copied[0] = 9
	frame := copied[0] // hides the package's
	frame++
	d := &table[frame&3] // is only read
	if *d > 3 {
		return errGone
	}
	return read(&table)
}

func read(t *[4]int32) error {
	if t[0] == 0 {
		return errGone
	}
	return nil
}

func (w world) moved() world {
	w.units[0].health++
	return w
}

var start world

func begin() world { return start.moved() }
