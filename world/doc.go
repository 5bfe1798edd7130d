// Package world holds world state: typed symbols over enums, numbers and objects, as flat words.
//
// A [Builder] collects enums, object types and symbols and makes a [Schema], which is immutable and shared. A
// [State] is the values of all its cells and the objects that exist. Every change of a state goes into its log,
// which serves two ends: [State.Undo] takes changes back while a planner tries things, and [State.Changes] tells
// what is new, for a [ReadSet] to decide whether anything that was worked out before may have another outcome now.
//
// Cells have addresses ([Addr]). Small symbols are dense: their address is a position among the state's words.
// Large relations are sparse: their address is a key of a hash table that holds only what differs from the
// default. Whoever has an address need not know which of the two it is.
//
// Nothing here depends on the clock, on map order or on the order in which objects were added: equal states hash,
// compare and enumerate alike.
package world
