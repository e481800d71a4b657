package goroutine

type task struct{ run func() }

// Go is only a name.
func (t task) Go() { t.run() }

func inLine(tasks []task) {
	for _, t := range tasks {
		t.Go()
		defer t.run()
	}
}
