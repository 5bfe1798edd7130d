package htn

import (
	"slices"

	"github.com/karakuri-ai/karakuri/world"
)

// Ban is a method instance that is not to be taken: what was chosen when a plan failed. It bans that one choice, wherever in
// the plan its task comes up with the same arguments: other bindings of the method, and other methods of the task, stay.
type Ban struct {
	Task   TaskID
	Method int          // index within the task
	Args   []world.Word // of the task, all of them
	Bound  []world.Word // of the method's free variables; empty when it has none
	All    bool         // it is of every instance of the method that the list does not name; Args and Bound are empty
	Free   bool         // the instance may be taken, in spite of a ban of all
	Why    string       // what explanations tell of it; empty: that it failed when it was carried out
}

// Ban returns the ban of a node's choice, in memory of its own.
func (n *Node) Ban() Ban {
	return Ban{Task: n.Task, Method: n.Method, Args: slices.Clone(n.Args), Bound: slices.Clone(n.Bound)}
}

// Equal reports whether two bans are of the same method instance.
func (b *Ban) Equal(other *Ban) bool {
	return b.Task == other.Task && b.Method == other.Method && b.All == other.All && b.Free == other.Free && slices.Equal(b.Args, other.Args) && slices.Equal(b.Bound, other.Bound)
}

// banned reports whether a method instance must not be taken: that of a node, with values for the free variables. It goes
// through the list: most agents have none, and those that fail a lot some dozens.
func (p *Planner) banned(method, id int32, values []world.Word) bool {
	m, n := &p.d.methods[method], &p.nodes[id]
	var found *Ban
	for i := range p.o.Bans {
		b := &p.o.Bans[i]
		if b.Task != TaskID(m.task) || b.Method != int(m.index) {
			continue
		}
		if b.All {
			found = b
		} else if slices.Equal(b.Bound, values) && slices.Equal(b.Args, p.frame(n.frame, m.params)) {
			found = b
			break
		}
	}
	if found == nil || found.Free {
		return false
	}
	p.recordBan(found, method, id, values)
	return true
}
