package htn

import (
	"slices"

	"github.com/karakuri-ai/karakuri/world"
)

// Ban excludes a method instance, one that was chosen when a plan failed. It bans that one choice wherever the plan
// has the task with the same arguments: other bindings of the method, and other methods of the task, remain. If the
// method names the parameters and variables that count, the others are ignored. A ban can also exclude an operator, in
// every method that holds it.
type Ban struct {
	Task       TaskID
	Method     int          // index within the task
	Operator   OperatorID   // IsOperator: Task and Method are 0 then
	Args       []world.Word // of the task or operator, all of them
	Bound      []world.Word // of the method's free variables; empty if it has none
	IsOperator bool
	All        bool   // it is of every instance of the method or operator that the list does not name; Args and Bound are empty
	Free       bool   // the instance may be taken, in spite of a ban of all
	Why        string // the reason for explanations; empty: it failed when it was carried out
}

// Ban returns the ban of a node's choice, in memory of its own.
func (n *Node) Ban() Ban {
	return Ban{Task: n.Task, Method: n.Method, Args: slices.Clone(n.Args), Bound: slices.Clone(n.Bound)}
}

// IsLike reports whether two bans are of the same method, or of the same operator.
func (b *Ban) IsLike(other *Ban) bool {
	return b.Task == other.Task && b.Method == other.Method && b.IsOperator == other.IsOperator && b.Operator == other.Operator
}

// Equal reports whether two bans are of the same method instance.
func (b *Ban) Equal(other *Ban) bool {
	return b.IsLike(other) && b.All == other.All && b.Free == other.Free && slices.Equal(b.Args, other.Args) && slices.Equal(b.Bound, other.Bound)
}

// SameWay reports whether two bans, each of one instance, count as the same ban.
func (d *Domain) SameWay(a, b *Ban) bool {
	if a.IsOperator {
		return a.IsLike(b) && a.All == b.All && (a.All || sameWords(d.by[1][a.Operator], a.Args, nil, b.Args, nil))
	}
	return a.IsLike(b) && a.All == b.All && (a.All || sameWords(d.by[0][int(d.tasks[a.Task].first)+a.Method], a.Args, a.Bound, b.Args, b.Bound))
}

// sameWords reports whether two instances have the same arguments and bindings, as far as they count.
func sameWords(by []int, args, bound, otherArgs, otherBound []world.Word) bool {
	if by == nil {
		return slices.Equal(bound, otherBound) && slices.Equal(args, otherArgs)
	}
	for _, i := range by {
		if k := i - len(args); k < 0 && args[i] != otherArgs[i] || k >= 0 && bound[k] != otherBound[k] {
			return false
		}
	}
	return true
}

// allows reports whether an operator may be taken, whose own condition holds: nothing that holds it, bans it or has
// claimed its objects is against that.
func (p *Planner) allows(it *item, parent int32, args []world.Word) bool {
	switch {
	case p.d.guarded && !p.keepsOn(it, parent, args):
		return false
	case p.bars && p.bannedOperator(it, parent, args):
		return false
	}
	return len(p.o.Claimed) == 0 || !p.isClaimed(it.id, parent, args)
}

// allowsMethod reports whether a method instance may be taken, whose own condition holds: that of a node, with values
// for the free variables.
func (p *Planner) allowsMethod(method, id int32, values []world.Word) bool {
	return (!p.d.guarded || p.stands(method, id, values)) && (!p.bans || !p.banned(method, id, values))
}

// banned reports whether a method instance must not be taken: that of a node, with values for the free variables. It
// goes through the list: most agents have none, and those that fail a lot some dozens.
func (p *Planner) banned(method, id int32, values []world.Word) bool {
	m := &p.d.methods[method]
	task, index := TaskID(m.task), int(m.index)
	var found *Ban
	for i := range p.o.Bans {
		b := &p.o.Bans[i]
		if b.Method != index || b.Task != task || b.IsOperator {
			continue
		}
		if b.All {
			found = b
		} else if sameWords(p.d.by[0][method], b.Args, b.Bound, p.frame(p.nodes[id].frame, m.params), values) {
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

// bannedOperator reports whether an operator must not be taken with some arguments.
func (p *Planner) bannedOperator(it *item, parent int32, args []world.Word) bool {
	var found *Ban
	for i := range p.o.Bans {
		b := &p.o.Bans[i]
		if !b.IsOperator || b.Operator != OperatorID(it.id) {
			continue
		}
		if b.All {
			found = b
		} else if sameWords(p.d.by[1][it.id], b.Args, nil, args, nil) {
			found = b
			break
		}
	}
	if found == nil || found.Free {
		return false
	}
	if r := p.o.Record; r != nil {
		r.within(p, parent, Event{Kind: EventFailed, Operator: found.Operator, Args: clone(args), Count: len(p.steps) - 1, Reason: pruneBanned, Ban: found.Why})
	}
	return true
}
