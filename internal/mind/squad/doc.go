// Package squad is what a group shares out among its members: roles, leases and orders. It is rules and plain data; who acts by them, and
// when, is the caller's affair.
//
//   - A [Roster] says who belongs to a squad and who has which role. Roles are given by an [Assigner], which finds the best assignment.
//   - A [Pool] lends tokens, and slots at places: at most so many holders at once, each for a time.
//   - A [Ledger] keeps the orders that a squad has given, and what became of each.
//
// # Time
//
// Time is a number of ticks. What members ask of a pool or report to a ledger in a tick is collected, and settled together at its end by
// Settle; in which order the members were heard makes no difference. Events tell what came of it: all learn of them in the next tick. So within a
// tick everybody sees what was so at its start.
//
// # Saving
//
// Each of the three is saved with Append and read with Read, and then goes on as it would have. A type belongs to one goroutine at a time.
package squad
