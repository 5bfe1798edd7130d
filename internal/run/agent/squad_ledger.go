package agent

import (
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// duty is an order that a member has been told of.
type duty struct {
	member ID
	number int64 // in the squad's ledger
	inner  int64 // what it goes by with the member: its brain counts orders itself
	begun  bool  // it was reported that it runs
}

// failedOrder is what is kept of an order that came to nothing, to tell of it.
type failedOrder struct {
	tick   int64 // 0: there was none
	what   int32
	member ID
	state  squad.State
	why    squad.Why
}

// settleSquads is the end of the tick for all squads: what members report counts, orders reach them, and tokens and slots are given out.
func (c *Crowd) settleSquads() {
	n := len(c.squads.leaders)
	c.net.all(2*n, func(i int) {
		if i < n {
			c.settleOrders(c.agents.list[c.squads.leaders[i]])
		} else {
			c.settleLeases(c.agents.list[c.squads.leaders[i-n]])
		}
	})
}

func (c *Crowd) settleOrders(s *agent) {
	c.askMembers(s.band)
	list := s.band.ledger.Settle(c.core.tick)
	c.net.all(len(list), func(i int) { c.pass(s, list[i]) })
}

func (c *Crowd) settleLeases(s *agent) {
	c.net.all(len(s.band.pools), func(p int) {
		list := s.band.pools[p].Settle(c.core.tick)
		c.net.all(len(list), func(i int) { c.lent(s, p, list[i]) })
	})
}

// lent tells of a token or slot, and has those notice whom it concerns.
func (c *Crowd) lent(s *agent, pool int, e squad.LeaseEvent) {
	holder, _ := e.Holder.Agent()
	by, _ := e.By.Agent()
	c.tellSquad(s, SquadEvent{Kind: firstLeaseEvent + SquadEventKind(e.Kind), Member: holder, Role: squad.NoRole, From: squad.NoRole,
		Lease: pool, Key: e.Key, By: by, Until: e.Until})
	a := c.agents.slot(holder)
	if a == nil {
		return
	}
	switch c.core.schedule.Wake(int32(a.slot())); e.Kind {
	case squad.LeaseStolen, squad.LeaseExpired, squad.LeaseRevoked:
		c.forfeit(a)
	}
}

// askMembers takes over how those are getting on with their orders who do them in the place of their plans. Brains tell of themselves: see heard.
func (c *Crowd) askMembers(b *band) {
	for i := 0; i < len(b.duties); i++ {
		d := b.duties[i]
		a := c.agents.slot(d.member)
		if a == nil || a.runner.HasMind() {
			continue
		}
		me := squad.OfAgent(d.member)
		state := a.runner.DutyState(d.inner)
		if !d.begun && state >= runner.DutyRunning && state != runner.DutyFailed {
			b.duties[i].begun = true
			b.ledger.Report(me, d.number, squad.Accepted, squad.Why{})
			b.ledger.Report(me, d.number, squad.Running, squad.Why{})
		}
		switch {
		case state == runner.DutyDone:
			b.ledger.Report(me, d.number, squad.Done, squad.Why{})
		case state == runner.DutyFailed && !d.begun:
			b.ledger.Report(me, d.number, squad.Declined, squad.Why{Cause: squad.Unable})
		case state == runner.DutyFailed:
			b.ledger.Report(me, d.number, squad.Failed, squad.Why{Cause: squad.NotReached, Retry: true})
		}
	}
}

// heard takes over what the brain of a member says of its orders.
func (c *Crowd) heard(a *agent, e *goal.Event) {
	b := c.band(a.squad)
	if b == nil || c.agents.leaves(a) { // who leaves is lost
		return
	}
	i := slices.IndexFunc(b.duties, func(d duty) bool { return d.member == a.id && d.inner == e.Order })
	if i < 0 {
		return
	}
	d, me := &b.duties[i], squad.OfAgent(a.id)
	switch e.Kind {
	case goal.OrderTaken:
		d.begun = true
		b.ledger.Report(me, d.number, squad.Accepted, squad.Why{})
		b.ledger.Report(me, d.number, squad.Running, squad.Why{})
	case goal.OrderRefused:
		b.ledger.Report(me, d.number, squad.Declined, squad.Why{Cause: declined(e.Cause), Detail: int32(e.Cause)})
	case goal.OrderDone:
		b.ledger.Report(me, d.number, ended(e.Status), squad.Why{Cause: endedFor(e), Detail: int32(e.Cause), Retry: e.Status == action.Failure})
	}
}

// declined returns why a member declines for a reason of its brain.
func declined(why goal.Cause) squad.Cause {
	switch why {
	case goal.Cannot:
		return squad.Unable
	case goal.Full:
		return squad.Full
	}
	return squad.Busy
}

// ended returns what has become of an order whose goal has ended.
func ended(s action.Status) squad.State {
	switch s {
	case action.Success:
		return squad.Done
	case action.Failure:
		return squad.Failed
	}
	return squad.Preempted
}

func endedFor(e *goal.Event) squad.Cause {
	switch {
	case e.Status == action.Failure:
		return squad.NotReached
	case e.Cause == goal.BetterWant || e.Cause == goal.NotWanted:
		return squad.Unwanted
	}
	return squad.Interrupted
}

// pass tells of what happened to an order, and lets the member and the squad's step know.
func (c *Crowd) pass(s *agent, e squad.OrderEvent) {
	b := s.band
	o, _ := b.ledger.Order(e.Number)
	id, _ := e.Member.Agent()
	told := SquadEvent{Kind: OrderGiven + SquadEventKind(e.Kind-squad.OrderGiven), Member: id, Role: e.Role, From: squad.NoRole,
		Order: e.Number, Old: e.Old, What: o.Activity, State: e.State, Why: e.Why}
	if e.Kind == squad.OrderGiven || e.Kind == squad.OrderChanged {
		told.Args = o.Args
	}
	c.tellSquad(s, told)
	switch e.Kind {
	case squad.OrderGiven:
		c.brief(s, &o)
	case squad.OrderChanged:
		c.takeBack(b, e.Old)
		c.brief(s, &o)
	case squad.OrderUrged:
		c.urge(b, e.Number)
	case squad.OrderMoved:
		if e.State.Ended() {
			c.takeBack(b, e.Number)
		}
		if e.State.Ended() && e.State != squad.Done && e.State != squad.Withdrawn {
			b.failure = failedOrder{c.core.tick, o.Activity, id, e.State, e.Why}
		}
	}
	if orders, _ := c.families.staff(); orders != nil {
		orders.heed(s.slot(), e)
	}
	c.core.schedule.Wake(int32(s.slot()))
}

// brief tells a member what it is ordered.
func (c *Crowd) brief(s *agent, o *squad.Order) {
	id, _ := o.Member.Agent()
	a, b := c.agents.slot(id), s.band
	if a == nil || c.agents.leaves(a) || o.State.Ended() {
		return
	}
	inner, why := c.tellMember(a, s, o)
	if inner == 0 {
		b.ledger.Report(o.Member, o.Number, squad.Declined, squad.Why{Cause: why})
		return
	}
	b.duties = append(b.duties, duty{member: id, number: o.Number, inner: inner})
}

// tellMember gives a member an order, and returns the number that it goes by there; 0: it declines.
func (c *Crowd) tellMember(a, s *agent, o *squad.Order) (inner int64, why squad.Cause) {
	info := c.core.model.Info
	what := info.Orders[o.Activity]
	switch {
	case a.runner.HasBrain() && what.Goal != nil:
		c.net.onBehalf(a, func() {
			a.runner.Awaken(&c.core.stage)
			goals, _ := c.families.wills()
			inner = c.families.brain(a).Order(&goals.env, goal.Order{Goal: int(what.Goal.ID), Args: o.Args, Urgent: o.Urgent})
		})
		return inner, squad.Full
	case a.runner.TakesDuties():
		d := runner.Duty{Number: s.number<<32 | o.Number, Args: o.Args, Urgent: o.Urgent} // no other squad that it was in gives the same
		if what.Goal != nil {
			d.Action = info.GoalActivity(what.Goal)
		} else {
			d.Action = info.TaskActivity(what.Task)
		}
		if !a.runner.Order(d) {
			return 0, squad.Full
		}
		c.core.schedule.Wake(int32(a.slot()))
		return d.Number, squad.NoCause
	}
	return 0, squad.Unknown
}

// findDuty returns the place of an order that a member was told of, or -1.
func (b *band) findDuty(number int64) int {
	return slices.IndexFunc(b.duties, func(d duty) bool { return d.number == number })
}

// takeBack takes an order back from the member that was told of it. One that has ended it forgets.
func (c *Crowd) takeBack(b *band, number int64) {
	i := b.findDuty(number)
	if i < 0 {
		return
	}
	d := b.duties[i]
	b.duties = slices.Delete(b.duties, i, i+1)
	a := c.agents.slot(d.member)
	if a == nil || c.agents.leaves(a) {
		return
	}
	if !a.runner.HasMind() {
		if a.runner.DutyState(d.inner) != runner.DutyUnknown {
			c.net.onBehalf(a, func() { a.runner.Withdraw(&c.core.stage, d.inner) })
		}
		return
	}
	if m := c.families.brain(a); m != nil && m.HasOrder(d.inner) {
		c.net.onBehalf(a, func() { c.obey(a, &command{withdraw: d.inner}) })
	}
}

// takeBackAll takes all orders back that a member was told of.
func (c *Crowd) takeBackAll(b *band, member ID) {
	for i := 0; i < len(b.duties); {
		if b.duties[i].member == member {
			c.takeBack(b, b.duties[i].number)
		} else {
			i++
		}
	}
}

// urge lets a member know that an order is urgent.
func (c *Crowd) urge(b *band, number int64) {
	i := b.findDuty(number)
	if i < 0 {
		return
	}
	d := b.duties[i]
	a := c.agents.slot(d.member)
	switch {
	case a == nil || c.agents.leaves(a):
		return
	case !a.runner.HasMind():
		a.runner.Urge(d.inner)
	default:
		if m := c.families.brain(a); m != nil {
			m.Urge(d.inner)
		}
	}
	c.core.schedule.Wake(int32(a.slot()))
}

// reform lets those join and leave squads who asked for it within the tick.
func (c *Crowd) reform() {
	if c.squads != nil {
		c.moveAll()
	}
}

// closeSquads ends the tick for squads, once it is known who has left. Hooks that are called then may have somebody leave the crowd.
func (c *Crowd) closeSquads() {
	q := c.squads
	if q == nil {
		return
	}
	for _, i := range q.fresh {
		q.lead(i)
	}
	q.fresh = q.fresh[:0]
	c.settleSquads()
	c.journal.sweep()
	c.dismiss()
}

// closeSlots has nobody hold a slot at an object that is gone.
func (c *Crowd) closeSlots(o world.Object) {
	if c.squads == nil {
		return
	}
	for _, i := range c.squads.leaders {
		b := c.agents.list[i].band
		for p := range b.pools {
			if b.kind.Leases[p].Type.Kind == world.KindObject {
				b.pools[p].Close(o)
			}
		}
	}
}
