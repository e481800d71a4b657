// Package lab draws the chaos lab: the arena with both copies of a ball and their
// trails, how far they are apart on a logarithmic strip, and the checksums of both,
// with the step of the split marked in all of them.
//
//   - History: the last Span steps of a pegs.Lab.
//   - Draw: paints a History and the lab's report.
//
// A frame of a game loop:
//
//	balls.Advance()
//	lab.Record(&history, balls)
//	lab.Draw(screen, &history, balls.Report())
//
// # Limitations
//
// Composing the picture needs no window and builds everywhere. Draw needs Ebitengine:
// it is built for js, and on a desktop with the build tag "desktop". What is older than
// Span steps has left the picture, the mark of the split too.
package lab
