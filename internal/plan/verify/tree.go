package verify

import (
	"github.com/karakuri-ai/karakuri/diag"
)

// node is a line of a plan in the tree: an action, a compound task, or the root.
type node struct {
	line     *Line
	parent   *node
	children []*node // in the order of the line

	action      int // index of the action; -1: none
	first, last int // first and last action at or below it; if there is none, the number of actions, and -1

	schemes []*scheme   // its possible decompositions
	ends    map[int]int // by the state in which it begins: the earliest state in which it can end; see place
}

func (n *node) isRoot() bool { return n.parent == nil }

// maxDepth limits the nesting of compound tasks, where each counts with the number of its subtasks: the search recurses
// through a task and its subtasks, and uses about a kilobyte of stack for each.
const maxDepth = 400_000

// tree assembles the lines of a plan. It returns all nodes, the root first, then the lines as in the file; nil if they
// do not form a tree.
func (j *judge) tree() []*node {
	nodes, byID := j.nodes()
	if nodes == nil || !j.link(nodes, byID) || !j.connected(nodes) {
		return nil
	}
	depth := map[*node]int{}
	order := []*node{nodes[0]}
	for i := 0; i < len(order); i++ {
		n := order[i]
		if depth[n] > maxDepth {
			j.fail(TooHard, n.line.Span, "tasks are nested too deeply: with their subtasks there are more than %d", maxDepth)
			return nil
		}
		for _, c := range n.children {
			depth[c] = depth[n] + 1 + len(n.children)
			order = append(order, c)
		}
	}
	for i := len(order) - 1; i > 0; i-- {
		n := order[i]
		n.parent.first, n.parent.last = min(n.parent.first, n.first), max(n.parent.last, n.last)
	}
	return nodes
}

// nodes creates a node for each line, in the order of the file.
func (j *judge) nodes() ([]*node, map[int]*node) {
	none := len(j.file.Actions)
	nodes := []*node{{line: &j.file.Root, action: -1, first: none, last: -1}}
	for i := range j.file.Actions {
		nodes = append(nodes, &node{line: &j.file.Actions[i], action: i, first: i, last: i})
	}
	for i := range j.file.Methods {
		nodes = append(nodes, &node{line: &j.file.Methods[i], action: -1, first: none, last: -1})
	}
	byID := map[int]*node{}
	for _, n := range nodes[1:] {
		if earlier := byID[n.line.ID]; earlier != nil {
			j.fail(DuplicateID, n.line.Span, "two lines have the id %d", n.line.ID).Related = related(earlier.line.Span, "the first is here")
			return nil, nil
		}
		byID[n.line.ID] = n
	}
	return nodes, byID
}

// link sets the children and parent of each node.
func (j *judge) link(nodes []*node, byID map[int]*node) bool {
	for _, n := range nodes {
		for _, ref := range n.line.Subtasks {
			c := byID[ref.ID]
			switch {
			case c == nil:
				j.fail(UnknownID, ref.Span, "no line has the id %d", ref.ID)
				return false
			case c == n:
				j.fail(Cycle, ref.Span, "the task %s is below itself", about(n.line))
				return false
			case c.parent != nil:
				j.fail(UsedTwice, ref.Span, "%s is used twice", about(c.line)).Related = related(c.parent.line.Span, "it is already below this task")
				return false
			}
			c.parent = n
			n.children = append(n.children, c)
		}
	}
	return true
}

// connected reports whether all nodes are below the root.
func (j *judge) connected(nodes []*node) bool {
	for _, n := range nodes[1:] {
		if n.parent == nil {
			j.fail(Unused, n.line.Span, "%s is below no task", about(n.line)).Hint = "each line is an initial task, or listed once as a subtask"
			return false
		}
	}
	seen := map[*node]bool{nodes[0]: true} // below the root
	for _, n := range nodes[1:] {
		onWay := map[*node]bool{}
		var way []*node
		for up := n; !seen[up]; up = up.parent {
			if onWay[up] {
				j.fail(Cycle, up.line.Span, "the task %s is below itself", about(up.line))
				return false
			}
			onWay[up] = true
			way = append(way, up)
		}
		for _, w := range way {
			seen[w] = true
		}
	}
	return true
}

func related(at diag.Span, message string) []diag.Related {
	return []diag.Related{{Span: at, Message: message}}
}
