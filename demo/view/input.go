//go:build js || desktop

package view

import (
	"github.com/hajimehoshi/ebiten/v2"

	"example.com/backstep/demo/duel"
)

// Device is something to play on.
type Device int

// Devices. Pad0 + n is the n-th connected gamepad of a standard layout.
const (
	KeysLeft  Device = iota // W A S D; F, G, H for Light, Heavy, Special
	KeysRight               // arrows; comma, period, slash (or numpad 1, 2, 3)
	Pad0
)

// ReadButtons is what is held on any of the devices.
func ReadButtons(devices ...Device) duel.Buttons {
	var b duel.Buttons
	for _, d := range devices {
		if d >= Pad0 {
			b |= pad(int(d - Pad0))
		} else {
			b |= keys(d)
		}
	}
	return b
}

// bindings says which key presses what in which layout. Nothing writes to it.
var bindings = [...]struct {
	layout Device
	key    ebiten.Key
	button duel.Buttons
}{
	{KeysLeft, ebiten.KeyA, duel.Left},
	{KeysLeft, ebiten.KeyD, duel.Right},
	{KeysLeft, ebiten.KeyW, duel.Up},
	{KeysLeft, ebiten.KeyS, duel.Down},
	{KeysLeft, ebiten.KeyF, duel.Light},
	{KeysLeft, ebiten.KeyG, duel.Heavy},
	{KeysLeft, ebiten.KeyH, duel.Special},
	{KeysRight, ebiten.KeyArrowLeft, duel.Left},
	{KeysRight, ebiten.KeyArrowRight, duel.Right},
	{KeysRight, ebiten.KeyArrowUp, duel.Up},
	{KeysRight, ebiten.KeyArrowDown, duel.Down},
	{KeysRight, ebiten.KeyComma, duel.Light},
	{KeysRight, ebiten.KeyPeriod, duel.Heavy},
	{KeysRight, ebiten.KeySlash, duel.Special},
	{KeysRight, ebiten.KeyNumpad1, duel.Light},
	{KeysRight, ebiten.KeyNumpad2, duel.Heavy},
	{KeysRight, ebiten.KeyNumpad3, duel.Special},
}

func keys(layout Device) (b duel.Buttons) {
	for _, k := range bindings {
		if k.layout == layout && ebiten.IsKeyPressed(k.key) {
			b |= k.button
		}
	}
	return b
}

// padButtons is the standard layout: the lower two face buttons, and the two
// on the right; shoulders repeat them. Nothing writes to it.
var padButtons = [...]struct {
	pad    ebiten.StandardGamepadButton
	button duel.Buttons
}{
	{ebiten.StandardGamepadButtonLeftLeft, duel.Left},
	{ebiten.StandardGamepadButtonLeftRight, duel.Right},
	{ebiten.StandardGamepadButtonLeftTop, duel.Up},
	{ebiten.StandardGamepadButtonLeftBottom, duel.Down},
	{ebiten.StandardGamepadButtonRightLeft, duel.Light},
	{ebiten.StandardGamepadButtonRightTop, duel.Heavy},
	{ebiten.StandardGamepadButtonRightRight, duel.Special},
	{ebiten.StandardGamepadButtonRightBottom, duel.Up},
	{ebiten.StandardGamepadButtonFrontTopLeft, duel.Light | duel.Heavy},
	{ebiten.StandardGamepadButtonFrontTopRight, duel.Special},
}

// stickDead is how far a stick is pushed before it counts.
const stickDead = 0.45

// pad reads the n-th gamepad: buttons, and the left stick as directions.
func pad(n int) (b duel.Buttons) {
	var ids [8]ebiten.GamepadID
	for _, id := range ebiten.AppendGamepadIDs(ids[:0]) {
		if !ebiten.IsStandardGamepadLayoutAvailable(id) {
			continue
		}
		if n--; n >= 0 {
			continue
		}
		for _, p := range padButtons {
			if ebiten.IsStandardGamepadButtonPressed(id, p.pad) {
				b |= p.button
			}
		}
		return b | stick(
			ebiten.StandardGamepadAxisValue(id, ebiten.StandardGamepadAxisLeftStickHorizontal),
			ebiten.StandardGamepadAxisValue(id, ebiten.StandardGamepadAxisLeftStickVertical))
	}
	return 0
}

// stick turns the position of a stick into directions; y grows downwards.
func stick(x, y float64) (b duel.Buttons) {
	switch {
	case x < -stickDead:
		b |= duel.Left
	case x > stickDead:
		b |= duel.Right
	}
	switch {
	case y < -stickDead-0.15: // a jump by mistake hurts most
		b |= duel.Up
	case y > stickDead:
		b |= duel.Down
	}
	return b
}
