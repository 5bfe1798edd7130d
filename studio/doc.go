// Package studio shows running characters in a browser: the world from above, the mind of each character, every planning taken apart, and the past.
//
// A game shows itself in one of two ways. With [Serve] the studio keeps the time, and makes the game by the [World] that it is given: play, pause, single ticks, speed and seed work. With
// [NewWatch] the game keeps its own loop, and the studio looks on between its ticks. docs/studio.md tells what pages show.
package studio
