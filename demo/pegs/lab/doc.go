// Package lab is the chaos lab on the screen: it runs two copies of a ball side by
// side, copy B at the other end of a link if there is one, and draws the arena with
// both and their trails, how far they are apart on a logarithmic strip, and the
// checksums of both, with the split marked in all of them.
//
//   - Experiment: the two copies, at the pace that is asked for, and what has been
//     seen of them.
//   - History: the last Span steps of that.
//   - View: paints an Experiment. The picture has no text: what to write where, a
//     page learns from Level, History.Where and the report.
//
// A frame of a game loop:
//
//	experiment.Tick(now, 60)
//	view.Draw(screen, experiment)
//
// # Limitations
//
// Composing the picture needs no window and builds everywhere. View needs Ebitengine:
// it is built for js, and on a desktop with the build tag "desktop". What is older than
// Span steps has left the picture, the mark of the split too. While copy B is remote
// the experiment goes no faster than its states come in.
package lab
