// Package diag holds diagnostics of faulty input, each with a place, a stable code, a message and a hint. Every reader
// of input collects all its findings in one [List] and returns them together.
package diag
