// Package diag holds what is said about faulty input: diagnostics with a place, a stable code,
// a message and a hint. Every reader of input collects all its findings in one [List] and
// returns them together.
package diag
