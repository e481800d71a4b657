// Package view draws a duel.World and reads the devices that play it.
//
// Everything is built from triangles of plain colour: a View composes one mesh
// a frame and hands it to Ebitengine in a call or two, so there are no asset
// files and the picture is sharp at any size. It is laid out on a canvas of
// Width by Height and scaled to the image it is drawn on.
//
// The nouns:
//
//   - View: reuses its buffers from frame to frame. The zero value is ready.
//   - Overlay: what is not in the World and still belongs on the screen: names,
//     the banner, and Net, the state of the connection with its History graphs; or
//     Scrub, a bar over the last minute.
//   - Device: a keyboard layout or a gamepad; ReadButtons asks some of them.
//
// A frame of a game loop:
//
//	var v view.View
//	v.Draw(screen, &world, &view.Overlay{Names: names, Local: 0, Net: net})
//
// Drawing looks at the World alone and keeps nothing of it, so it may be asked
// to draw any state in any order: after a rollback the picture is that of the
// corrected world.
//
// # Limitations
//
// Composing needs no window and builds everywhere. View.Draw and ReadButtons
// need Ebitengine: they are built for js, and on a desktop with the build tag
// "desktop", where Ebitengine may need cgo. Text is the upper-case Latin
// alphabet, digits and a little punctuation.
package view
