package build

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/expr"
)

// SquadPlan is what a squad plans for.
type SquadPlan struct {
	squad *Squad
	decl  *def.PlanLine
}

// When gives the condition under which the squad plans for it.
func (p *SquadPlan) When(condition string) *SquadPlan {
	if p == nil {
		return nil
	}
	p.squad.d.planWhen(caller(), p.decl, condition)
	return p
}

// Every gives the replan interval: a constant expression such as "2s", or a [time.Duration]; without it 2 s.
func (p *SquadPlan) Every(interval any) *SquadPlan {
	if p == nil {
		return nil
	}
	p.squad.d.planEvery(caller(), p.decl, interval)
	return p
}

// Once says that the squad does not start it again after it has ended.
func (p *SquadPlan) Once() *SquadPlan {
	if p != nil {
		p.decl.Once = true
	}
	return p
}

// Plan adds the next thing that the same squad plans for: see [Squad.Plan].
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
func (p *SquadPlan) Token(name string, count any) *Lending {
	if p == nil {
		return nil
	}
	return p.squad.token(caller(), name, count)
}

// Slot adds slots to the same squad: see [Squad.Slot].
func (p *SquadPlan) Slot(typ string, count any) *Lending {
	if p == nil {
		return nil
	}
	return p.squad.slot(caller(), typ, count)
}

// Role is what members of a squad are chosen for.
type Role struct {
	squad *Squad
	decl  *def.Role
}

// Each declares the variable that stands for the body of a member in the score: "m: soldier".
func (r *Role) Each(variable string) *Role {
	if r == nil {
		return nil
	}
	if at := caller(); r.once(at, variable, r.decl.Each != nil, "Each") {
		r.decl.Each = r.squad.d.oneVariable(at, variable, "a role")
	}
	return r
}

// Score gives how well a member suits: a number; 0 or less: not at all. Without it all suit alike.
func (r *Role) Score(value string) *Role {
	if r == nil {
		return nil
	}
	if at := caller(); r.once(at, value, r.decl.Score != nil, "Score") {
		r.decl.Score = r.squad.d.expr(at, value)
	}
	return r
}

// Bonus gives the share by which the score of who has the role already counts for more; without it 0.2.
func (r *Role) Bonus(share any) *Role {
	if r == nil {
		return nil
	}
	at := caller()
	if text, ok := r.squad.d.number(at, share); ok && r.once(at, text, r.decl.Bonus != nil, "Bonus") {
		r.decl.Bonus = r.squad.d.expr(at, text)
	}
	return r
}

// Role adds a role to the same squad: see [Squad.Role].
func (r *Role) Role(name string, least, most any) *Role {
	if r == nil {
		return nil
	}
	return r.squad.role(caller(), name, least, most)
}

// Token adds a token to the same squad: see [Squad.Token].
func (r *Role) Token(name string, count any) *Lending {
	if r == nil {
		return nil
	}
	return r.squad.token(caller(), name, count)
}

// Slot adds slots to the same squad: see [Squad.Slot].
func (r *Role) Slot(typ string, count any) *Lending {
	if r == nil {
		return nil
	}
	return r.squad.slot(caller(), typ, count)
}

func (r *Role) once(at place, text string, given bool, method string) bool {
	return r.squad.d.once(at, text, given, fmt.Sprintf("%s of role %s", method, r.decl.Name))
}

// Lending is a token, or the slots of a type.
type Lending struct {
	squad *Squad
	what  string
	lease *expr.Node
}

// Lease gives for how long a member has it at most; without it as long as what needs it runs.
func (l *Lending) Lease(time any) *Lending {
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
func (l *Lending) Token(name string, count any) *Lending {
	if l == nil {
		return nil
	}
	return l.squad.token(caller(), name, count)
}

// Slot adds slots to the same squad: see [Squad.Slot].
func (l *Lending) Slot(typ string, count any) *Lending {
	if l == nil {
		return nil
	}
	return l.squad.slot(caller(), typ, count)
}
