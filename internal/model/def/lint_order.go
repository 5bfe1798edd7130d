package def

import (
	"fmt"
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// maxReach bounds how much is visited to find which agents give which orders: of many agents each may lead to
// everything.
const maxReach = 1 << 20

// lintOrders warns of orders that no member with the role takes.
func (l *company) lintOrders() {
	for _, o := range l.info.Orders {
		kinds, taken := 0, false
		for _, s := range l.squads[o.Role] {
			for _, a := range l.members[s] {
				kinds++
				taken = taken || a.takes(o)
			}
		}
		if kinds == 0 || taken {
			continue
		}
		d := l.diags.Warnf(diag.OrderNotTaken, l.groups.firsts[o], "no kind of member can carry out the order to role %q", o.Role)
		if d.Hint = "members with a brain or plan lines take goals"; o.Task != nil {
			d.Hint = "order a goal that plans for it: goal NAME { plan " + expr.NameText(o.Name()) + " }"
		}
	}
}

// takes reports whether agents of a kind carry out an order: brains take goals, those that plan take both.
func (a *AgentInfo) takes(o *OrderInfo) bool {
	return a.Tree == nil && (a.Mind == nil || o.Goal != nil)
}

// lintGiver warns of orders that an agent may give, or a squad to a role that it does not have.
func (l *company) lintGiver(a *AgentInfo) {
	if len(l.info.Orders) == 0 || l.reached > maxReach {
		return
	}
	r := a.reach()
	l.reached += len(r.seen)
	said := map[string]bool{}
	for _, o := range r.orders {
		if said[o.Role] {
			continue
		}
		said[o.Role] = true
		var d *diag.Diagnostic
		switch at := headSpan(&a.Decl.Head); {
		case a.Leads == nil:
			d = l.diags.Warnf(diag.OrderGiver, at, "agent %q may order %q, but only squads give orders", a.Name, o.Name())
		case a.Leads.Role(o.Role) < 0:
			d = l.diags.Warnf(diag.OrderGiver, at, "squad %q may order %q to role %q, which it does not have", a.Name, o.Name(), o.Role)
		default:
			continue
		}
		d.Related = []diag.Related{{Span: l.groups.firsts[o], Message: "the order"}}
	}
}

// reach goes over all that an agent may do by itself.
func (a *AgentInfo) reach() resources {
	r := resources{seen: map[any]bool{}}
	for i := range a.Plans {
		r.task(a.Plans[i].Call.Task)
		r.operator(a.Plans[i].Call.Operator)
	}
	if a.Tree != nil {
		r.node(a.Tree.Tree.Root)
	}
	if a.Mind != nil {
		for _, w := range a.Mind.Brain.Wants {
			r.goal(w.Goal)
		}
	}
	a.eachBeside(r.call)
	return r
}

// lintTaker warns of an agent that could be given orders, and takes none.
func (l *company) lintTaker(a *AgentInfo) {
	if a.Squad == nil || a.Tree == nil {
		return
	}
	if slices.ContainsFunc(a.Squad.Roles, func(r RoleInfo) bool { return l.ordered[r.Name] }) {
		d := l.diags.Warnf(diag.TakesNoOrders, nameAt(a.Decl.Squad.What, &a.Decl.Squad.Head), "agent %q takes no orders: its mind is a tree", a.Name)
		d.Hint = fmt.Sprintf("give it a brain that wants a goal which runs the tree: goal NAME { %s }", expr.NameText(a.Decl.Tree.Call.Name.Name))
	}
}

// Role returns the index of a role of the squad, or -1.
func (s *SquadInfo) Role(name string) int {
	return slices.IndexFunc(s.Roles, func(r RoleInfo) bool { return r.Name == name })
}
