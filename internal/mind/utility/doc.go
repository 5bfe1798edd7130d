// Package utility chooses by score: it scores behaviours on their targets, and a rule picks one.
//
// A [Consideration] maps an input, such as a distance, through a response curve ([curve.Curve]) to 0..1. An
// [Aggregation] combines the considerations of a [Behaviour] into one score, and a [Selection] chooses among the scores
// of all behaviours on all their targets. An agent's [Memory] also counts: inertia, cooldowns, a penalty for
// repetition.
//
// [Compile] creates a [Program] from a [Config]: immutable, shared by all agents. A [Decider] makes decisions, for one
// goroutine at a time. It skips options that cannot be chosen: it keeps an upper bound of each score, from tables of
// the curves, and computes exactly only what the bounds leave open. So it makes the same choice as [Program.Explain],
// which scores everything. Scores are the same bits on every platform.
//
// Source of the terms: Dave Mark, "Behavioral Mathematics for Game AI" (2009), and with Mike Lewis "Building a Better
// Centaur: AI at Massive Scale" (GDC 2015); David "Rez" Graham, "An Introduction to Utility Theory", and Kevin Dill,
// "Dual-Utility Reasoning", in "Game AI Pro" 1 and 2.
package utility
