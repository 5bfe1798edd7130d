package hddl

import (
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
)

// network checks subtasks, labels, orderings and constraints.
func (c *checker) network(net *Network) {
	index := map[string]int{} // of labels
	var labels []string
	for i := range net.Subtasks {
		s := &net.Subtasks[i]
		c.call(s.Call)
		if s.Label.Text == "" {
			continue
		}
		if first, twice := index[s.Label.Text]; twice {
			c.twice(s.Label, "label", "label", net.Subtasks[first].Label.At)
			continue
		}
		index[s.Label.Text] = i
		labels = append(labels, s.Label.Text)
	}
	edges := make([][]edge, len(net.Subtasks))
	if net.Ordered {
		for i := 1; i < len(net.Subtasks); i++ {
			edges[i-1] = append(edges[i-1], edge{i, nil})
		}
	}
	for i := range net.Ordering {
		o := &net.Ordering[i]
		before, okBefore := c.label(o.Before, index, labels)
		after, okAfter := c.label(o.After, index, labels)
		if okBefore && okAfter {
			edges[before] = append(edges[before], edge{after, o})
		}
	}
	c.orderCycle(net, edges)
	c.constraint(net.Constraints)
}

func (c *checker) label(name Name, index map[string]int, labels []string) (int, bool) {
	i, ok := index[name.Text]
	if !ok {
		d := c.ds.Errorf(diag.HDDLUnknownLabel, name.At, "no subtask has the label %s", quote(name.Text))
		if d.Hint = c.didYouMean(name.Text, labels); d.Hint == "" && len(labels) == 0 {
			d.Hint = "give the subtasks labels: (t1 (deliver ?p))"
		}
	}
	return i, ok
}

// edge is an ordering as it leaves a subtask; by is nil if the list itself is ordered.
type edge struct {
	to int
	by *Order
}

// orderCycle reports one circle of a network, at an ordering that closes it.
func (c *checker) orderCycle(net *Network, edges [][]edge) {
	way, by := findCycle(edges)
	if way == nil {
		return
	}
	names := make([]string, 0, len(way)+1)
	for _, i := range append(way, way[0]) {
		s := &net.Subtasks[i]
		if s.Label.Text != "" {
			names = append(names, s.Label.Text)
		} else {
			names = append(names, s.Call.Name.Text)
		}
	}
	c.ds.Errorf(diag.HDDLOrderCycle, by.At, "cycle in the order of the subtasks: %s", chain(names))
}

// maxChain bounds the names of a circle that a message shows.
const maxChain = 8

func chain(names []string) string {
	if len(names) > maxChain {
		names = append(append(names[:maxChain-1:maxChain-1], "..."), names[len(names)-1])
	}
	return strings.Join(names, " < ")
}

// visit is a subtask on the way of findCycle, and how many of its edges have been taken.
type visit struct{ at, next int }

// findCycle returns the subtasks of a circle, or nil, and an ordering on it that was written down. It keeps its own
// stack: a network may have tens of thousands of subtasks.
func findCycle(edges [][]edge) ([]int, *Order) {
	const unseen, open, done = 0, 1, 2
	mark := make([]uint8, len(edges))
	for start := range edges {
		if mark[start] != unseen {
			continue
		}
		mark[start] = open
		stack := []visit{{at: start}}
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if top.next == len(edges[top.at]) {
				mark[top.at] = done
				stack = stack[:len(stack)-1]
				continue
			}
			e := edges[top.at][top.next]
			top.next++
			switch mark[e.to] {
			case unseen:
				mark[e.to] = open
				stack = append(stack, visit{at: e.to})
			case open:
				return circle(edges, stack, e)
			}
		}
	}
	return nil, nil
}

// circle returns the subtasks from the end of the last edge to its beginning, and an ordering that was written down.
func circle(edges [][]edge, stack []visit, last edge) ([]int, *Order) {
	first, by := len(stack)-1, last.by
	for ; stack[first].at != last.to; first-- {
		above := stack[first-1]
		if e := edges[above.at][above.next-1]; by == nil {
			by = e.by
		}
	}
	var way []int
	for _, v := range stack[first:] {
		way = append(way, v.at)
	}
	return way, by
}
