// Package squad assigns what the members of a group share: roles, leases and orders. It is rules and plain data; the
// caller decides when to apply them.
//
//   - A [Members] holds the members of a squad and their roles. An [Assigner] finds the best assignment of roles.
//   - A [Pool] lends tokens, and slots at places: at most so many holders at once, each for a time.
//   - A [Ledger] keeps the orders that a squad has given, with their outcomes.
//
// # Time
//
// Time is a number of ticks. Commit processes the requests to a pool and the reports to a ledger at the end of their
// tick; the order of calls within the tick makes no difference. Events report the results: all members learn of them
// in the next tick. So within a tick every member sees the state at its start.
//
// # Saving
//
// Each of the three is saved with Append and read with Read, and then continues exactly. One goroutine at a time may
// use a value.
package squad
