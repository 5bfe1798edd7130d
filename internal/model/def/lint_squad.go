package def

import (
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// company holds the facts that warnings about squads need repeatedly.
type company struct {
	*checker
	members map[*SquadInfo][]*AgentInfo // kinds of agents and squads
	squads  map[string][]*SquadInfo     // by the roles that they have
	ordered map[string]bool             // roles that orders go to
	tokens  map[string]bool             // that are needed
	needed  []world.Type                // of objects that are needed
	slots   []world.Type                // of objects that are slots
	reached int                         // the visited declarations for lintGiver
}

// lintSquads warns of squads, and of parts of them, that make no difference, and of orders without effect.
func (c *checker) lintSquads() {
	if len(c.info.Agents) == len(c.info.Squads) { // without agents it may be a library
		return
	}
	l := c.company()
	for _, e := range c.entriesOf(kindSquad) {
		if len(l.members[e.squad]) == 0 && c.isMain(e) {
			c.diags.Warnf(diag.UnusedSquad, e.at, "nothing can be a member of squad %q", e.name).Hint = "write it in an agent: squad " + expr.NameText(e.name)
		}
		l.lintRoles(e)
		l.lintLeases(e)
	}
	l.lintNeeds()
	l.lintOrders()
	for _, a := range c.info.Agents {
		l.lintGiver(a)
		l.lintTaker(a)
	}
}

// company looks at all squads, actions and orders once.
func (c *checker) company() *company {
	l := &company{checker: c, members: map[*SquadInfo][]*AgentInfo{}, squads: map[string][]*SquadInfo{}, ordered: map[string]bool{}, tokens: map[string]bool{}}
	for _, a := range c.info.Agents {
		if a.Squad != nil {
			l.members[a.Squad] = append(l.members[a.Squad], a)
		}
	}
	for _, s := range c.info.Squads {
		for i := range s.Roles {
			l.squads[s.Roles[i].Name] = append(l.squads[s.Roles[i].Name], s)
		}
	}
	for _, o := range c.info.Orders {
		l.ordered[o.Role] = true
	}
	for _, a := range c.info.Actions {
		for _, n := range a.Needs {
			if n.Param < 0 {
				l.tokens[n.Token] = true
			} else {
				l.needed = withTypes(l.needed, a.Params[n.Param].Types...)
			}
		}
	}
	for _, lease := range c.info.Leases {
		l.slots = withTypes(l.slots, lease.Type)
	}
	return l
}

// withTypes adds those of some types that are of objects and not in a list.
func withTypes(list []world.Type, types ...world.Type) []world.Type {
	for _, t := range types {
		if isObject(t) && !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	return list
}

// lintRoles warns of roles that no agent suits, and of those that get no orders.
func (l *company) lintRoles(e *entry) {
	members := l.members[e.squad]
	for i := range e.squad.Roles {
		r := &e.squad.Roles[i]
		suits := r.Each == nil || slices.ContainsFunc(members, func(a *AgentInfo) bool {
			return isObject(a.Body) && l.info.Schema.Types[r.Each.Type.ID].Has(a.Body.ID)
		})
		lintCut(l.diags, "role", r.Name, r.Score, r.Decl.Score)
		if _, most := bounds(r.Score); most <= 0 {
			l.diags.Warnf(diag.NobodySuits, r.Decl.Score.Span(), "no member can have role %q: its score is never above 0", r.Name)
		} else if !suits && len(members) > 0 {
			typ := &r.Decl.Each.Type
			l.diags.Warnf(diag.NobodySuits, typ.At, "no member can have role %q: no kind of member has a body of type %s", r.Name, typ.Name).Hint = "write it in an agent: body " + typ.Name
		}
		if l.isMain(e) && !l.ordered[r.Name] {
			l.diags.Warnf(diag.UnusedRole, headSpan(&r.Decl.Head), "no operator gives orders to role %q", r.Name).Hint = "do order " + expr.NameText(r.Name) + " GOAL"
		}
	}
}

// bounds returns between what numbers the value of an expression lies; without one it can be anything from 1.
func bounds(t *expr.Term) (least, most float64) {
	if t == nil {
		return 1, math.Inf(1)
	}
	return expr.Bounds(t)
}

// lintLeases warns of tokens and slots that nothing needs.
func (l *company) lintLeases(e *entry) {
	if !l.isMain(e) {
		return
	}
	for _, d := range e.squad.Decl.Tokens {
		if d != nil && !l.tokens[d.Name] {
			l.diags.Warnf(diag.UnusedLease, headSpan(&d.Head), "no action needs token %q", d.Name).Hint = "action NAME needs " + expr.NameText(d.Name)
		}
	}
	for _, d := range e.squad.Decl.Slots {
		if d == nil {
			continue
		}
		at := nameAt(d.Type, &d.Head)
		t := l.objectType(Name{At: at, Name: d.Type.Name})
		if !slices.ContainsFunc(l.needed, func(n world.Type) bool { return l.overlap(n, t) }) {
			l.diags.Warnf(diag.UnusedLease, at, "no action needs a slot of type %s", d.Type.Name).Hint = "action NAME(x: " + d.Type.Name + ") needs x"
		}
	}
}

// lintNeeds warns of slots that an action needs and no squad has.
func (l *company) lintNeeds() {
	known := func(t world.Type) bool {
		return slices.ContainsFunc(l.slots, func(s world.Type) bool { return l.overlap(s, t) })
	}
	for _, e := range l.entriesOf(kindAction) {
		for _, n := range e.action.Needs {
			if n.Param < 0 || !l.isMain(e) || slices.ContainsFunc(e.action.Params[n.Param].Types, known) {
				continue
			}
			p := &e.action.Decl.Params[n.Param]
			l.diags.Warnf(diag.NoSlots, p.At, "no squad has slots of the type of %q: the action never waits for one", p.Name).Hint = "write it in a squad: slot TYPE 1"
		}
	}
}
