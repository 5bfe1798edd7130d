// Package town is the small seeded world of `karakuri run`, the studio and tests: places on a map, characters that walk
// between them, and a text view. A [World] is the map; a [Town] runs a crowd on it. It can carry out the actions of any
// program without knowing them:
//
//   - An action moves when it takes a place, which is what the agent's "at" can be, and uses legs or is called move,
//     go, walk, run, ride or the like; or when it is called so and takes anything that has a spot. It takes the time
//     that the way needs. Places are laid out on the map by the seed: the values of an enum, and the objects that there
//     are. Where the program says where they are, by a relation like spot(p: place): vec2 (or pos, position, location),
//     they lie there.
//   - An action without parameters named wander, stroll or the like walks around nearby.
//   - Any other action takes half a second to two seconds, depending on the seed, and succeeds.
//   - Where the agent has a stored symbol "at" without parameters whose type is that of the place, arriving sets it. A
//     stored vec2 "pos" without parameters is updated on the way.
//   - When an action has succeeded, the world writes the sensed symbols that its operator expects to change.
//
// Everything is a function of the program, the seed and the number of ticks; nothing depends on a clock.
package town
