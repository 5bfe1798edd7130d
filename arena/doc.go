// Package arena is a continuous world in two dimensions for demos, tests and the studio: a [Map] of walls, and on it an
// [Arena] of characters that move, see, hear and fight, and of items that they pick up.
//
//	m, err := arena.ParseMap("yard.map", text)
//	a, err := arena.New(arena.Options{Map: m, Seed: 1, Energy: arena.Supply{Count: 3, Amount: 20, RespawnSeconds: 10}})
//	id, err := a.Spawn(arena.Body{Radius: 0.4, Speed: 4, Sight: 20, ViewAngle: 2, Health: 100}, arena.Point{X: 3, Y: 3})
//	path, ok := a.PathTo(id, goal, nil)
//	a.MoveTowards(id, path[0], 4)
//	a.Step(0.1)
//
// Lengths are in metres, times in seconds, angles in radians. X grows to the right and Y downward, from the upper left
// corner of the map.
//
// Everything is a function of the map, the seed and the calls: there is no clock, and equal runs have equal hashes on
// every platform. Queries and steps allocate nothing once warm. Read-only calls ([Arena.Sees], [Arena.Seen],
// [Arena.Hears], [Arena.Near], [Arena.Visible], [Arena.Character] and similar) may run concurrently with each other,
// but not with other calls. [Arena.PathTo] is not one of them, because it caches results: use a [Finder] for each
// goroutine instead.
package arena
