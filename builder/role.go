package builder

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// SquadPlan is a task or operator that a squad plans for, and the rules for it.
type SquadPlan struct {
	squad *Squad
	decl  *def.PlanLine
}

// Plan adds the next task or operator that the same squad plans for: see [Squad.Plan].
func (p *SquadPlan) Plan(task string) *SquadPlan {
	if p == nil {
		return nil
	}
	return p.squad.plan(caller(), task)
}

// Role adds a role to the same squad: see [Squad.Role].
func (p *SquadPlan) Role(name string, least, most any) *Role {
	if p == nil {
		return nil
	}
	return p.squad.role(caller(), name, least, most)
}

// Token adds a token to the same squad: see [Squad.Token].
func (p *SquadPlan) Token(name string, count any) *Lease {
	if p == nil {
		return nil
	}
	return p.squad.token(caller(), name, count)
}

// Slot adds slots to the same squad: see [Squad.Slot].
func (p *SquadPlan) Slot(typ string, count any) *Lease {
	if p == nil {
		return nil
	}
	return p.squad.slot(caller(), typ, count)
}

// Role is a part in a squad for which members are chosen.
type Role struct {
	squad *Squad
	decl  *def.Role
}

// Role adds a role to the same squad: see [Squad.Role].
func (r *Role) Role(name string, least, most any) *Role {
	if r == nil {
		return nil
	}
	return r.squad.role(caller(), name, least, most)
}

// Token adds a token to the same squad: see [Squad.Token].
func (r *Role) Token(name string, count any) *Lease {
	if r == nil {
		return nil
	}
	return r.squad.token(caller(), name, count)
}

// Slot adds slots to the same squad: see [Squad.Slot].
func (r *Role) Slot(typ string, count any) *Lease {
	if r == nil {
		return nil
	}
	return r.squad.slot(caller(), typ, count)
}

// say gives the plan line a clause.
func (p *SquadPlan) say(at place, word string, value any) {
	p.squad.d.sayPlan(at, word, p.decl, value)
}

// say gives the role a clause.
func (r *Role) say(at place, word string, value any) {
	r.squad.d.say(at, def.RoleTable.Clause(word), r.decl, "role "+r.decl.Name, value)
}

// Lease is a token, or the slots of a type.
type Lease struct {
	squad *Squad
	what  string
	lease *expr.Node
}

// Lease sets the maximum time for which a member holds it. By default, a member holds it as long as the activity that
// needs it runs.
func (l *Lease) Lease(time any) *Lease {
	if l == nil {
		return nil
	}
	at := caller()
	if text, ok := l.squad.d.time(at, time, "time"); ok && l.squad.d.once(at, text, *l.lease != nil, "Lease of "+l.what) {
		*l.lease = l.squad.d.expr(at, text)
	}
	return l
}

// Token adds a token to the same squad: see [Squad.Token].
func (l *Lease) Token(name string, count any) *Lease {
	if l == nil {
		return nil
	}
	return l.squad.token(caller(), name, count)
}

// Slot adds slots to the same squad: see [Squad.Slot].
func (l *Lease) Slot(typ string, count any) *Lease {
	if l == nil {
		return nil
	}
	return l.squad.slot(caller(), typ, count)
}
