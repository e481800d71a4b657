package goroutine

import "sync"

func step(parts []func()) {
	var wg sync.WaitGroup
	for _, part := range parts {
		wg.Add(1)
		go func() { // want `goroutine: goroutines finish in any order: do the work in line`
			defer wg.Done()
			part()
		}()
		wg.Go(part) // want `goroutine: Go starts goroutines, which finish in any order`
	}
	wg.Wait()
}
