package savestate

// Frame numbers a simulation step, counted from 0. A saved state *of* frame f
// is the state before frame f's inputs apply. It has 64 bits on every target,
// so frame arithmetic near the end of the longest session (2^31-1 frames)
// cannot wrap.
type Frame int64

// NoFrame is the frame before the first: what "nothing confirmed yet" and
// "nothing saved yet" answer.
const NoFrame Frame = -1
