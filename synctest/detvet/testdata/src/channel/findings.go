package channel

func ops(in <-chan int, out chan<- int) int {
	out <- 1       // want `channel: what a channel holds depends on when goroutines run: pass values as arguments`
	n := <-in      // want `channel: what a channel holds`
	n += len(in)   // want `channel: what a channel holds`
	close(out)     // want `channel: what a channel holds`
	for range in { // want `channel: what a channel holds`
		n++
	}
	_ = make(chan int, n) // want `channel: what a channel holds`
	return n
}
