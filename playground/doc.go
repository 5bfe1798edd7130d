// Package playground runs the agents of a program in an arena, so that you can try a karakuri file without writing a
// game.
//
// A [Scene] is a text: a map, the characters on it, and the items. [New] makes the arena, the crowd and everything
// between them:
//
//   - each agent has a character in the arena; others sense it as the agent's object (its line "body");
//   - items are objects that appear, are picked up, and return elsewhere as other objects;
//   - the senses of agents query the arena for lines of sight, and for the walls that a sound passes;
//   - it binds the actions of [Actions] by name and writes the symbols of [Symbols], if the file declares them;
//   - it removes characters without health, which may return.
//
// In a step, the crowd perceives, decides and acts; the arena moves all characters; the dead are removed; items and
// characters that are due return; the playground writes the symbols.
//
//	p, err := karakuri.Load(files, "gatherer.krk")
//	scene, err := playground.ParseScene("gatherer.scene", text)
//	play, err := playground.New(p, scene, playground.Options{Crowd: karakuri.Options{Seed: 1}})
//	for play.Crowd().Seconds() < scene.Seconds {
//	play.Step()
//	}
//
// Lengths are in metres, times in seconds, angles in radians. A run is a function of program, scene and seed, the same
// on every platform. A Playground is not safe for concurrent use.
package playground
