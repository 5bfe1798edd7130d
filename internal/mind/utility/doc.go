// Package utility chooses by how much each thing is worth: behaviours are scored on their targets, and a rule picks one.
//
// A [Consideration] maps an input, such as a distance, through a response curve ([curve.Curve]) to 0..1. An [Aggregation] joins the
// considerations of a [Behaviour] into one score, and a [Selection] picks among the scores of all behaviours on all their targets.
// What an agent has done before, its [Memory], counts too: inertia, cooldowns, a penalty for repetition.
//
// [Compile] makes a [Program] of a [Config]: immutable, shared by all agents. A [Decider] carries decisions out, one goroutine at a
// time. It does not score what cannot be chosen: it keeps an upper bound of each score, from tables of the curves, and computes
// exactly only what the bounds leave open; so it chooses what [Program.Explain], which scores everything, says. Scores are the same
// bits on every platform.
//
// Source of the terms: Dave Mark, "Behavioral Mathematics for Game AI" (2009), and with Mike Lewis "Building a Better Centaur: AI at
// Massive Scale" (GDC 2015); David "Rez" Graham, "An Introduction to Utility Theory", and Kevin Dill, "Dual-Utility Reasoning", in
// "Game AI Pro" 1 and 2.
package utility
