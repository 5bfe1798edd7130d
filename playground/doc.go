// Package playground lets the agents of a program live in an arena, so that a karakuri file can be tried out without writing a game.
//
// A [Scene] is a text: a map, who stands on it, and what lies about. [New] makes the arena, the crowd and all that is between them:
//
//   - each agent has a character in the arena, and the object of the agent (its line "body") is what others sense of it;
//   - items are objects that come, are picked up, and come back elsewhere as other objects;
//   - the senses of agents ask the arena what is in sight, and how many walls a sound passes;
//   - the actions of [Actions] are bound by their names, and the symbols of [Symbols] written, where the file declares them;
//   - who has no health left is removed, and may come back.
//
// A step is: the crowd perceives, decides and acts; the arena moves everybody; the dead are removed; items and the dead that are due
// come back; symbols are written.
//
//	p, err := karakuri.Load(files, "gatherer.krk")
//	scene, err := playground.ParseScene("gatherer.scene", text)
//	play, err := playground.New(p, scene, playground.Options{Crowd: karakuri.Options{Seed: 1}})
//	for play.Crowd().Seconds() < scene.Seconds {
//		play.Step()
//	}
//
// Lengths are metres, times seconds, angles radians. Everything is a function of program, scene and seed, the same on every platform.
// A Playground is not safe for concurrent use.
package playground
