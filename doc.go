// Package karakuri is a decision engine for the characters of games and simulations. A karakuri file, or a Go builder,
// describes how they decide. The engine runs any number of them at a fixed step, always decides the same way, and
// explains why a character did something.
//
// Five calls are enough to begin with:
//
//   - [Load] reads a file and reports every mistake in it at once, each with its place.
//   - [New] makes a crowd of characters. Bindings connect each action of the file with a Go function ([Bind]), which
//     the engine calls in each tick while the action runs.
//   - [Crowd.Spawn] adds a character.
//   - [Crowd.Step] makes one tick: characters notice what changed, plan, and carry their plans out. [Crowd.Advance]
//     makes as many ticks as fit into the time of a frame.
//   - [Agent.Explain] reports what a character is doing, why, and what it tried before.
//
// [Lookup] reads and writes the characters' symbols from outside, and from within actions. [BindFunc] gives conditions
// functions of the game. A [SenseHost] shows the world to characters that see, hear and remember. [Agent.Order] gives
// an [Order] to a character with a brain; characters that work together are members of a [Squad]. A [Sink] receives
// each decision as an [Event].
//
// # Parts
//
// This package has what most programs need. These packages have more:
//
//   - builder makes models in Go without a file; hddl and btcpp read and write two other formats
//   - explain has the answers to questions
//   - action is what a game implements, world holds state, diag has the diagnostics of faulty files
//   - ktrace reads recorded runs
//   - arena and playground are worlds to try characters in, and studio shows them in a browser
//   - det has arithmetic and random numbers that are the same on every machine, for actions too
package karakuri
