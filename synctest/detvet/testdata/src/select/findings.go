package sel

import "reflect"

func either(a, b <-chan int, cases []reflect.SelectCase) int {
	reflect.Select(cases) // want `select: reflect.Select picks among ready cases at random`
	select {              // want `select: select picks among ready cases at random: take what the step needs as an argument`
	case v := <-a:
		return v
	case v, ok := <-b:
		if ok {
			return v
		}
	default:
	}
	return 0
}

func inside(a <-chan int, b chan<- int) {
	select { // want `select: select picks`
	case b <- 1:
		<-a // want `channel: what a channel holds depends on when goroutines run`
	}
}
