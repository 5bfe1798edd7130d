package def

import (
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
)

// arrange puts things 0..n-1 in an order in which each comes after all that it needs, and otherwise in their own order.
// If they need each other in a circle that cannot be; each such circle is returned as the things on it, each needing
// the next and the last the first, and the first the one with the least number.
func arrange(n int, needs func(i int) []int) (order []int, circles [][]int) {
	const (
		unseen = iota
		open   // on the path
		done
	)
	mark := make([]uint8, n)
	var path []int
	var visit func(i int)
	visit = func(i int) {
		mark[i] = open
		path = append(path, i)
		for _, j := range needs(i) {
			switch mark[j] {
			case unseen:
				visit(j)
			case open:
				if len(circles) < diag.MaxDiagnostics {
					circles = append(circles, circle(path, j))
				}
			}
		}
		path = path[:len(path)-1]
		mark[i] = done
		order = append(order, i)
	}
	for i := range n {
		if mark[i] == unseen {
			visit(i)
		}
	}
	return order, circles
}

// maxCircleText is the maximum number of names of a cycle that are shown.
const maxCircleText = 8

// circleText returns the names on a circle for people: a -> b -> a.
func circleText(path []string) string {
	first := path[0]
	if n := len(path); n > maxCircleText {
		path = append(path[:maxCircleText-2:maxCircleText-2], "...", path[n-1])
	}
	return strings.Join(path, " -> ") + " -> " + first
}

// circle returns the end of a path, from the last place that is i, rotated to start at its least member: the
// one that was declared first.
func circle(path []int, i int) []int {
	start := len(path) - 1
	for path[start] != i {
		start--
	}
	loop := path[start:]
	least := 0
	for k, x := range loop {
		if x < loop[least] {
			least = k
		}
	}
	return append(append([]int{}, loop[least:]...), loop[:least]...)
}
