package dfs

import "testing"

// Small numbers in different places must not make the same hash: tasks and objects are numbered from 0.
func TestHashesOfDifferentThingsDiffer(t *testing.T) {
	const n = 24
	m := &machine{}
	seen := map[uint64]bool{}
	add := func(h uint64) {
		if seen[h] {
			t.Fatal("two things have the same hash")
		}
		seen[h] = true
	}
	for task := range int32(n) {
		add(m.groundHash(task, nil, 0))
		add(hashOf(factPart, uint64(task)))
		for a := range int32(n) {
			add(m.groundHash(task, []ref{a}, 0))
			for b := range int32(n) {
				add(m.groundHash(task, []ref{a, b}, 0))
			}
		}
	}
	states := map[uint64]bool{}
	for f := range uint64(n) {
		for g := range f { // states that differ in two facts, with tasks of their numbers
			m.facts = &facts{hash: hashOf(factPart, f) ^ hashOf(factPart, g)}
			for task := range int32(n) {
				states[m.here(m.groundHash(task, nil, 0))] = true
			}
		}
	}
	if want := n * (n - 1) / 2 * n; len(states) != want {
		t.Errorf("%d pairs of state and task have %d hashes", want, len(states))
	}
}
