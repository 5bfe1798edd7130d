// Package hddl reads and writes HDDL, the language of the hierarchical track of the International Planning Competition
// (Höller et al.: HDDL, an Extension to PDDL for Expressing Hierarchical Planning Problems, AAAI 2020).
//
// [ParseDomain] and [ParseProblem] turn text into the tree of [Domain] and [Problem]; [Check] looks up every name of
// the two together; [Domain.String] and [Problem.String] write them back. The tree keeps the letter case of names, and
// the place of every node.
package hddl
