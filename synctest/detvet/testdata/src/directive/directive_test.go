package directive

import (
	"testing"
	"time"
)

// A test is no part of a simulation: neither findings nor allows count.
func TestClock(t *testing.T) {
	go t.Log(time.Now())
	t.Log(1) //detvet:allow clock nothing is looked at here
}
