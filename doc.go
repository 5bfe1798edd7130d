// Package karakuri is a decision engine for the characters of games and simulations. A karakuri file, or a Go builder, says
// how they decide; the engine runs any number of them at a fixed step, the same way every time; and whoever wonders why a
// character did what it did can be told.
//
// Five calls are enough to begin with:
//
//   - [Load] reads a file and reports every mistake in it at once, each with its place.
//   - [Bind] says what an action of the file does in the host's world, as a Go function that is called once a tick while
//     the action runs.
//   - [Crowd.Spawn] adds a character.
//   - [Crowd.Step] makes one tick: characters notice what changed, plan, and carry their plans out. [Crowd.Advance] makes as
//     many ticks as fit into the time of a frame.
//   - [Crowd.Explain] tells what a character is doing, how it came to that, and what it tried before.
//
// Characters that see, hear and remember are shown the world by a [SenseHost] of the game; what they remember is read like any other symbol. Those with
// a brain can be given an [Order].
//
// [Lookup] reads and writes the characters' world state from outside, and from within actions. [BindFunc] gives conditions
// functions of the host.
//
// # Parts
//
// This package gathers what most programs need. Beside it: package builder makes models in Go without a file; action is what a game
// implements; world holds state, for hosts that build one; diag is what a faulty file is answered with; ktrace reads recorded runs; arena and
// playground are worlds to try characters in; det offers arithmetic and random numbers that are the same on every machine, for actions too.
package karakuri
