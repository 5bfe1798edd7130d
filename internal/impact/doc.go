// Package impact finds out which recorded decisions a changed program would make differently. Run plays recordings
// again, with the program that they were made with, and stops at each decision: it makes the decision again on the
// recorded state, once with the recorded program and once with the changed one, and compares both results.
//
// It compares plannings exactly: each planning on the state that it saw. It compares trees and brains by samples: once
// a simulated second it copies all characters into both programs and gives each a turn.
//
// The parts of a recording are played in an order that spreads what has been played evenly over all of it, so that a
// report that is not complete yet is a sample, and says so.
package impact
