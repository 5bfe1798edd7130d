package runner

import "reflect"

// Edges returns the order of the steps of the plan that is carried out; nil if each waits for the one before it.
func (r *Runner) Edges() [][2]int {
	if r.linear {
		return nil
	}
	list := [][2]int{}
	for _, e := range r.edges {
		list = append(list, [2]int{int(e[0]), int(e[1])})
	}
	return list
}

// SharedUntouched reports whether the data that runners without a copy of their own share is unchanged.
func SharedUntouched() bool {
	p := noPlanning
	return reflect.DeepEqual(noRare, rare{}) && reflect.DeepEqual(p, planning{planned: notPlanned, line: -1})
}

// ByList calls a function while everything is saved by the list, as it is read.
func ByList(f func()) {
	byList = true
	f()
	byList = false
}
