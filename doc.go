// Package karakuri is a decision engine for the characters of games and simulations. A karakuri file, or a Go builder, says
// how they decide. The engine runs any number of them at a fixed step, the same way every time, and tells why a character did
// what it did.
//
// Five calls are enough to begin with:
//
//   - [Load] reads a file and reports every mistake in it at once, each with its place.
//   - [New] makes a crowd of characters. Its bindings say what each action of the file does in the game ([Bind]): a Go function that is called
//     once a tick while the action runs.
//   - [Crowd.Spawn] adds a character.
//   - [Crowd.Step] makes one tick: characters notice what changed, plan, and carry their plans out. [Crowd.Advance] makes as
//     many ticks as fit into the time of a frame.
//   - [Agent.Explain] tells what a character is doing, how it came to that, and what it tried before.
//
// [Lookup] reads and writes the characters' symbols from outside, and from within actions. [BindFunc] gives conditions
// functions of the game. Characters that see, hear and remember are shown the world by a [SenseHost]. Those with
// a brain can be given an [Order]; those that work together are members of a [Squad]. A [Sink] receives what they all decide, as an [Event] each.
//
// # Parts
//
// This package gathers what most programs need. Beside it:
//
//   - builder makes models in Go without a file; hddl and btcpp read and write two other formats
//   - explain holds the answers to questions
//   - action is what a game implements, world holds state, diag is what a faulty file is answered with
//   - ktrace reads recorded runs
//   - arena and playground are worlds to try characters in, and studio shows them in a browser
//   - det offers arithmetic and random numbers that are the same on every machine, for actions too
package karakuri
