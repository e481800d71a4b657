package sel

import "reflect"

func choose(kind uint8, v reflect.Value) int64 {
	switch kind {
	case 0:
		return 1
	}
	return v.Int()
}
