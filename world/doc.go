// Package world holds world state: typed symbols over enums, numbers and objects, as flat words.
//
// A [Builder] collects enums, object types and symbols and makes a [Schema], which is immutable and shared. A [State]
// holds the values of all its cells and the existing objects. Every change of a state goes into its log, for two uses:
// a planner undoes changes with [State.Undo], and [State.Changes] returns recent changes, from which a [ReadSet]
// determines whether an earlier result may be out of date.
//
// Cells have addresses ([Addr]). Small symbols are dense: their address is an index into the state's words. Large
// relations are sparse: their address is a key of a hash table that holds only values other than the default. Code
// that has an address need not know which of the two it is.
//
// Nothing here depends on the clock, on map order or on the order in which objects were added: equal states have the
// same hash, comparison and enumeration.
package world
