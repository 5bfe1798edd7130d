// Package sorting orders lists with less code than package slices, which has ten kilobytes of it for each type of
// element: a twentieth of the library. Where long lists are sorted in each tick, slices is faster and stays.
package sorting

import "sort"

// By sorts a list where ticks do not: in loading, answering and saving. Compare is as in slices.SortFunc; equals keep
// their order. It allocates, and all types share its code.
func By[T any](list []T, compare func(a, b T) int) {
	sort.SliceStable(list, func(i, j int) bool { return compare(list[i], list[j]) < 0 })
}

// few is up to how many elements insertion is as fast as anything.
const few = 12

// InPlace sorts a list that is short as a rule, without allocating. Equals keep their order only among few.
func InPlace[T any](list []T, compare func(a, b T) int) {
	if len(list) > few {
		for i := len(list)/2 - 1; i >= 0; i-- {
			sink(list, i, compare)
		}
		for n := len(list) - 1; n > 0; n-- {
			list[0], list[n] = list[n], list[0]
			sink(list[:n], 0, compare)
		}
		return
	}
	for i := 1; i < len(list); i++ {
		for k := i; k > 0 && compare(list[k], list[k-1]) < 0; k-- {
			list[k], list[k-1] = list[k-1], list[k]
		}
	}
}

// sink moves an element of a heap, whose largest comes first, down to its place.
func sink[T any](heap []T, i int, compare func(a, b T) int) {
	for {
		child := 2*i + 1
		if child >= len(heap) {
			return
		}
		if child+1 < len(heap) && compare(heap[child], heap[child+1]) < 0 {
			child++
		}
		if compare(heap[i], heap[child]) >= 0 {
			return
		}
		heap[i], heap[child] = heap[child], heap[i]
		i = child
	}
}
