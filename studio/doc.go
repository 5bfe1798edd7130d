// Package studio shows running characters in a browser: the world from above, the mind of each character, every
// planning in detail, and the past.
//
// There are two ways to show a game. With [Serve] the studio controls time, and creates the game through a [World]:
// play, pause, single ticks, speed and seed work. With [NewWatch] the game keeps its own loop, and the studio inspects
// it between ticks. docs/studio.md describes the pages.
package studio
