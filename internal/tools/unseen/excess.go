package main

import (
	"fmt"
	"strings"
)

// differences counts the decisions that show a change too early.
func (r *result) differences() (n int) {
	for _, l := range r.leaks {
		n += l.count
	}
	return n
}

// excess says which kinds of change are known too early; empty: none.
func (r *result) excess() string {
	var list []string
	counts := map[string]int{}
	for _, l := range r.leaks {
		counts[l.kind] += l.count
	}
	for _, kind := range changes {
		if counts[kind] > 0 {
			list = append(list, fmt.Sprintf("%s: %d decisions show what was %s unseen; there may be 0", r.game, counts[kind], kind))
		}
	}
	return strings.Join(list, "; ")
}
