package main

import (
	"fmt"
	"strings"
)

// exception is a kind of change that characters of a game know of too early.
type exception struct {
	game, kind string
	most       int // how many decisions show it in the test: the number only ever goes down
	reason     string
}

// exceptions are those that are known; none shows in the test at present. The command lets them pass in any number, since it makes other changes than the test.
var exceptions = []exception{
	{"player", moved, 0, "one step in some hundred changes is about another cover: taken to be that plans see at once what others claim"},
}

// excess says of which kind of change more is known too early than the exceptions allow; empty: of none.
func (r *result) excess(long bool) string {
	var list []string
	counts := map[string]int{}
	for name, l := range r.leaks {
		kind, _, _ := strings.Cut(name, ":")
		counts[kind] += l.count
	}
	for _, kind := range changes {
		if most, known := r.most(kind); counts[kind] > most && !(long && known) {
			list = append(list, fmt.Sprintf("%s: %d decisions show what was %s unseen; there may be %d", r.game, counts[kind], kind, most))
		}
	}
	return strings.Join(list, "; ")
}

// most returns how many decisions may show a kind of change, and whether that is an exception.
func (r *result) most(kind string) (most int, known bool) {
	for _, e := range exceptions {
		if e.game == r.game && e.kind == kind {
			return e.most, true
		}
	}
	return 0, false
}
