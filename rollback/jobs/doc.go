// Package jobs runs parts of a simulation on several goroutines, now or some frames later, with results that depend on
// none of it: not on the number of goroutines, their speed, or the order in which they finish.
//
//   - A Pool runs numbered jobs. Partition splits a range into jobs with a buffer each and merges the buffers in the order
//     of the jobs; Reduction joins one value per job in a tree whose shape depends on the range alone, so that even sums
//     of floats come out equal.
//   - Cursor and Budget spread long work over frames. They count units, such as nodes or rays, and never time: a slow
//     machine takes longer for the same work instead of doing less of it.
//   - A Scheduler takes requests that need not be answered at once, such as paths. A request made in frame T is applied in
//     frame T+K, always: workers have K frames for it, and if they are late the simulation waits, and helps. Requests are
//     in the game's saved state; the scheduler only knows answers, and is right under rollback.
//
// For example, in a game's step:
//
//	for request, path := range paths.Due(&w.Requests, w.Frame) {
//		w.Units[request.In.Unit].Path = path
//	}
//	for i := range w.Units {
//		if w.Units[i].Lost {
//			paths.Request(&w.Requests, w.Frame, Question{Unit: i, From: w.Units[i].At, To: w.Goal})
//		}
//	}
//
// # Limitations
//
// A job may read what no other writes, and write only its buffer: this the package cannot check; the race detector can.
// The question of a deferred request must hold all that its answer depends on: what it points to in the world changes
// before a worker reads it. No type here is safe for concurrent use by several callers.
package jobs
