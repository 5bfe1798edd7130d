// Package hddl reads and writes HDDL, the language in which the hierarchical track of the International Planning
// Competition states its problems (Höller et al.: HDDL, an Extension to PDDL for Expressing Hierarchical Planning
// Problems, AAAI 2020).
//
// [ParseDomain] and [ParseProblem] turn text into the tree of [Domain] and [Problem]; [Check] looks up every name of
// the two together; [Domain.String] and [Problem.String] write them back. What is read is kept as it is written:
// names with their letter case, every node with its place.
package hddl
