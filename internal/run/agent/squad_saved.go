package agent

import (
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
)

// append appends the squads.
func (q *squads) append(b []byte) []byte {
	if !q.core.hasSquads() {
		return codec.AppendUint(b, 0)
	}
	c := q.coder.Write(codec.AppendUint(b, len(q.leaders)))
	for _, i := range q.leaders {
		band := q.agents.list[i].band
		s := savedSquad{slot: i, members: q.saved[:0]}
		for k := range band.members.Len() {
			s.members = append(s.members, band.members.At(k).ID)
		}
		q.saved = s.members
		s.code(c, 0)
		part := c.BeginPart()
		band.code(c)
		c.EndPart(part)
	}
	return c.Written()
}

// code saves or reads a squad, for its kind.
func (b *band) code(c *codec.Coder) {
	c.Bools(&b.stale)
	b.members.Code(c, &b.kind.Roles)
	b.ledger.Code(c)
	for i := range b.pools {
		b.pools[i].Code(c, b.kind.Pools[i])
	}
	codec.List(c, &b.memberOrders, squad.MaxOrders, func(d *memberOrder, c *codec.Coder) {
		codec.Whole(c, &d.member)
		codec.Whole(c, &d.number)
		codec.Int(c, &d.inner)
		c.Bools(&d.begun)
	})
}

// squads reads what [squads.append] has written.
func (l *loader) squads() {
	c := l.c
	if c.core.hasSquads() { // these are still the squads of the crowd before
		c.squads.reset()
		for _, a := range c.agents.list {
			if a.setSquad(0); a.id != 0 {
				c.squads.form(a)
			}
		}
	}
	read, last := l.Coder(), int32(-1)
	for range l.Count() {
		var s savedSquad
		s.code(read, len(c.agents.list))
		part := codec.NewReader(l.Part())
		if l.Failed() {
			return
		}
		if s.slot <= last {
			l.Fail("squads are out of order")
			return
		}
		last = s.slot
		if l.migration != nil {
			l.otherSquad(s.slot, s.members, part)
		} else {
			l.squad(c.agents.list[s.slot], s.members, part)
		}
	}
	if l.migration != nil && !l.Failed() {
		l.carryLeases()
		l.carryIssues()
	}
}

// squad reads one squad.
func (l *loader) squad(s *agent, members []squad.ID, part *codec.Reader) {
	c := l.c
	b := c.squads.bandOf(s)
	if s.id == 0 {
		b = nil
	}
	if b == nil {
		l.Fail("a squad is not a squad in this program")
		return
	}
	schema, orders := c.core.model.Info.Schema, c.core.model.Info.Orders
	fits := func(o *squad.Command) bool {
		return o.Activity >= 0 && int(o.Activity) < len(orders) && fitsTypes(schema, orders[o.Activity].Params, o.Args)
	}
	if !l.band(b, s.id, members, part, fits) {
		return
	}
	for i := range b.members.Len() {
		id, _ := b.members.At(i).ID.Agent()
		a := c.agents.slot(id)
		if a == nil || a.squad != 0 || c.squads.superiorOf(a) != b.kind.Info {
			l.Fail("a member cannot belong to its squad")
			return
		}
		a.setSquad(s.id)
	}
}

// band reads the band of a squad, with these members, all orders of which must fit. It reports whether it could.
func (l *loader) band(b *band, id ID, members []squad.ID, part *codec.Reader, fits func(*squad.Command) bool) bool {
	b.code(part.Coder())
	if part.End(); part.Err() != nil {
		l.Fail("%v", part.Err())
		return false
	}
	same := b.members.Squad() == squad.OfAgent(id) && b.ledger.Squad() == squad.OfAgent(id) && b.members.Len() == len(members)
	for i := 0; same && i < len(members); i++ {
		same = b.members.At(i).ID == members[i]
	}
	if !same {
		l.Fail("a squad has another ID or other members")
		return false
	}
	if !b.ledger.Fits(len(b.kind.Roles.List), fits) {
		l.Fail("an order of a squad has no valid role, or orders what there is not")
		return false
	}
	return true
}
