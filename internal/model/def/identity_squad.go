package def

import "github.com/karakuri-ai/karakuri/world"

// squads adds squads with their leases, orders, and the reactions and layers of agents; nothing to a model without any
// of these.
func (d *digest) squads(i *Info) {
	if !i.hasSquads() {
		return
	}
	d.count(len(i.Squads))
	for _, s := range i.Squads {
		d.squad(s)
	}
	d.count(len(i.Leases))
	for _, l := range i.Leases {
		d.lease(l)
	}
	d.count(len(i.Orders))
	for _, o := range i.Orders {
		d.order(o)
	}
	for _, a := range i.Actions {
		d.needs(a)
	}
	for _, a := range i.Agents {
		d.beside(a)
	}
}

// hasSquads reports whether a model has anything that squads adds to its identity.
func (i *Info) hasSquads() bool {
	has := len(i.Squads)+len(i.Orders) > 0
	for _, a := range i.Actions {
		has = has || len(a.Needs) > 0 || a.Grace != 0
	}
	for _, a := range i.Agents {
		has = has || len(a.Reactions)+len(a.Layers) > 0
	}
	return has
}

func (d *digest) squad(s *SquadInfo) {
	d.text(s.Name)
	d.count(len(s.Roles))
	for i := range s.Roles {
		r := &s.Roles[i]
		d.text(r.Name)
		d.count(r.Min)
		d.count(r.Max)
		if d.flag(r.Each != nil); r.Each != nil {
			d.b = r.Each.Type.Append(d.b)
		}
		d.source(r.From)
		d.clauses(RoleTable.Head, r)
	}
	d.member(s.Superior)
}

// member adds whose member something can be.
func (d *digest) member(s *SquadInfo) {
	if s == nil {
		d.count(0)
		return
	}
	d.count(int(s.ID) + 1)
}

func (d *digest) lease(l *LeaseInfo) {
	d.text(l.Name)
	d.member(l.Squad)
	d.b = l.Type.Append(d.b)
	d.clauses(TokenTable.Head, l)
}

func (d *digest) order(o *OrderInfo) {
	d.text(o.Role)
	if d.flag(o.Goal != nil); o.Goal != nil {
		d.count(int(o.Goal.ID))
	} else {
		d.count(int(o.Task.ID))
	}
	d.flag(o.Urgent)
}

func (d *digest) needs(a *ActionInfo) {
	d.count(len(a.Needs))
	for _, n := range a.Needs {
		d.text(n.Token)
		d.count(n.Param + 1)
		d.word(world.Word(n.Priority))
	}
	d.clauses(ActionTable.Head, a)
}

// beside adds the squads that an agent can be a member of, and its activities besides its mind.
func (d *digest) beside(a *AgentInfo) {
	d.member(a.Squad)
	d.member(a.Leads)
	d.count(len(a.Reactions))
	for i := range a.Reactions {
		r := &a.Reactions[i]
		d.call(r.Do)
		d.term(r.On)
		d.symbol(r.Percept)
		d.clauses(ReactionTable.Head, r)
	}
	d.count(len(a.Layers))
	for i := range a.Layers {
		d.text(a.Layers[i].Name)
		d.call(a.Layers[i].Do)
	}
}
