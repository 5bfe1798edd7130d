// Package fork runs two simulations side by side from the same moment, one of them with other values or another
// program, and finds where their characters first decide differently.
//
// A [Side] is one of the two, of any host; an [Ear] listens to it. [Run] steps both and compares, tick by tick and
// character by character, what their events say. [OfCrowd] makes both sides of a crowd whose host is not here, such as
// that of a recording: they go on in a small world.
package fork
