package agent

import (
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// memberOrder is an order that a member has received.
type memberOrder struct {
	member ID
	number int64 // in the squad's ledger
	inner  int64 // its number with the member, whose brain numbers orders itself
	begun  bool  // its start has been reported
}

// failedOrder describes an order that failed, for queries.
type failedOrder struct {
	tick   int64 // 0: there was none
	what   int32
	member ID
	state  squad.State
	why    squad.Why
}

// commitSquads ends the tick for all squads: it applies the reports of members, passes orders to them, and hands out
// tokens and slots.
func (q *squads) commitSquads() {
	n := len(q.leaders)
	q.net.all(2*n, func(i int) {
		if i < n {
			q.commitOrders(q.agents.list[q.leaders[i]])
		} else {
			q.commitLeases(q.agents.list[q.leaders[i-n]])
		}
	})
}

func (q *squads) commitOrders(s *agent) {
	q.askMembers(s.band)
	list := s.band.ledger.Commit(q.core.tick)
	q.net.all(len(list), func(i int) { q.pass(s, list[i]) })
}

func (q *squads) commitLeases(s *agent) {
	q.net.all(len(s.band.pools), func(p int) {
		list := s.band.pools[p].Commit(q.core.tick)
		q.net.all(len(list), func(i int) { q.lent(s, p, list[i]) })
	})
}

// lent reports an event of a token or slot, and wakes the agents concerned.
func (q *squads) lent(s *agent, pool int, e squad.LeaseEvent) {
	holder, _ := e.Holder.Agent()
	by, _ := e.By.Agent()
	q.report(s, SquadEvent{Kind: firstLeaseEvent + SquadEventKind(e.Kind), Member: holder, Role: squad.NoRole, From: squad.NoRole,
		Lease: pool, Key: e.Key, By: by, Until: e.Until})
	a := q.agents.slot(holder)
	if a == nil {
		return
	}
	switch q.core.schedule.Wake(int32(a.slot())); e.Kind {
	case squad.LeaseStolen, squad.LeaseExpired, squad.LeaseRevoked:
		q.forfeit(a)
	}
}

// askMembers takes over the states of orders from members that carry them out instead of plans. Brains report by
// themselves: see orderReported.
func (q *squads) askMembers(b *band) {
	for i := 0; i < len(b.memberOrders); i++ {
		d := b.memberOrders[i]
		a := q.agents.slot(d.member)
		if a == nil || a.runner.HasMind() {
			continue
		}
		me := squad.OfAgent(d.member)
		state := a.runner.OrderState(d.inner)
		if !d.begun && state >= runner.RunningOrder && state != runner.FailedOrder {
			b.memberOrders[i].begun = true
			b.ledger.Report(me, d.number, squad.Accepted, squad.Why{})
			b.ledger.Report(me, d.number, squad.Running, squad.Why{})
		}
		switch {
		case state == runner.DoneOrder:
			b.ledger.Report(me, d.number, squad.Done, squad.Why{})
		case state == runner.FailedOrder && !d.begun:
			b.ledger.Report(me, d.number, squad.Declined, squad.Why{Cause: squad.Unable})
		case state == runner.FailedOrder:
			b.ledger.Report(me, d.number, squad.Failed, squad.Why{Cause: squad.NotReached, Retry: true})
		}
	}
}

// orderReported takes over the outcome of an order from a member's brain.
func (q *squads) orderReported(a *agent, o goal.Outcome) {
	b := q.band(a.squad)
	if b == nil || q.agents.leaves(a) { // a member that leaves has lost its orders already
		return
	}
	i := slices.IndexFunc(b.memberOrders, func(d memberOrder) bool { return d.member == a.id && d.inner == o.Order })
	if i < 0 {
		return
	}
	d, me := &b.memberOrders[i], squad.OfAgent(a.id)
	switch o.Kind {
	case goal.OrderTaken:
		d.begun = true
		b.ledger.Report(me, d.number, squad.Accepted, squad.Why{})
		b.ledger.Report(me, d.number, squad.Running, squad.Why{})
	case goal.OrderRefused:
		b.ledger.Report(me, d.number, squad.Declined, squad.Why{Cause: declined(o.Cause), Detail: int32(o.Cause)})
	case goal.OrderDone:
		b.ledger.Report(me, d.number, ended(o.Status), squad.Why{Cause: endedFor(o), Detail: int32(o.Cause), Retry: o.Status == action.Failure})
	}
}

// declined converts a brain's reason for declining an order.
func declined(why goal.Cause) squad.Cause {
	switch why {
	case goal.Cannot:
		return squad.Unable
	case goal.Full:
		return squad.Full
	}
	return squad.Busy
}

// ended converts the status with which an order's goal has ended.
func ended(s action.Status) squad.State {
	switch s {
	case action.Success:
		return squad.Done
	case action.Failure:
		return squad.Failed
	}
	return squad.Preempted
}

func endedFor(o goal.Outcome) squad.Cause {
	switch {
	case o.Status == action.Failure:
		return squad.NotReached
	case o.Cause == goal.BetterWant || o.Cause == goal.NotWanted:
		return squad.Unwanted
	}
	return squad.Interrupted
}

// pass reports an event of an order, and passes it to the member and to the squad's step.
func (q *squads) pass(s *agent, e squad.OrderEvent) {
	b := s.band
	o, _ := b.ledger.Order(e.Number)
	id, _ := e.Member.Agent()
	told := SquadEvent{Kind: OrderGiven + SquadEventKind(e.Kind-squad.OrderGiven), Member: id, Role: e.Role, From: squad.NoRole,
		Order: e.Number, Old: e.Old, What: o.Activity, State: e.State, Why: e.Why}
	if e.Kind == squad.OrderGiven || e.Kind == squad.OrderChanged {
		told.Args = o.Args
	}
	q.report(s, told)
	if e.Kind == squad.OrderGiven || e.Kind == squad.OrderChanged {
		q.voices.say(id, q.core.model.Info.Orders[o.Activity].Say)
	}
	switch e.Kind {
	case squad.OrderGiven:
		q.brief(s, &o)
	case squad.OrderChanged:
		q.takeBack(b, e.Old)
		q.brief(s, &o)
	case squad.OrderUrged:
		q.urge(b, e.Number)
	case squad.OrderMoved:
		if e.State.Ended() {
			q.takeBack(b, e.Number)
		}
		if e.State.Ended() && e.State != squad.Done && e.State != squad.Withdrawn {
			b.failure = failedOrder{q.core.tick, o.Activity, id, e.State, e.Why}
		}
	}
	if orders, _ := q.families.staff(); orders != nil {
		orders.heed(s.slot(), e)
	}
	q.core.schedule.Wake(int32(s.slot()))
}

// brief passes an order to a member.
func (q *squads) brief(s *agent, o *squad.Order) {
	id, _ := o.Member.Agent()
	a, b := q.agents.slot(id), s.band
	if a == nil || q.agents.leaves(a) || o.State.Ended() {
		return
	}
	inner, why := q.giveOrder(a, s, o)
	if inner == 0 {
		b.ledger.Report(o.Member, o.Number, squad.Declined, squad.Why{Cause: why})
		return
	}
	b.memberOrders = append(b.memberOrders, memberOrder{member: id, number: o.Number, inner: inner})
}

// giveOrder gives a member an order, and returns the order's number with the member; 0: the member declines.
func (q *squads) giveOrder(a, s *agent, o *squad.Order) (inner int64, why squad.Cause) {
	info := q.core.model.Info
	what := info.Orders[o.Activity]
	switch {
	case a.runner.HasBrain() && what.Goal != nil:
		q.net.onBehalf(a, func() {
			a.runner.Awaken(&q.core.stage)
			goals, _ := q.families.wills()
			inner = q.families.brain(a).Order(&goals.env, goal.Order{Goal: int(what.Goal.ID), Args: o.Args, Urgent: o.Urgent})
		})
		return inner, squad.Full
	case a.runner.TakesOrders():
		d := runner.Order{Number: s.number<<32 | o.Number, Args: o.Args, Urgent: o.Urgent} // unique among all squads that the member is ever in
		if what.Goal != nil {
			d.Action = info.GoalActivity(what.Goal)
		} else {
			d.Action = info.TaskActivity(what.Task)
		}
		if !a.runner.Order(d) {
			return 0, squad.Full
		}
		q.core.schedule.Wake(int32(a.slot()))
		return d.Number, squad.NoCause
	}
	return 0, squad.Unknown
}

// findMemberOrder returns the index of an order in memberOrders, or -1.
func (b *band) findMemberOrder(number int64) int {
	return slices.IndexFunc(b.memberOrders, func(d memberOrder) bool { return d.number == number })
}

// takeBack withdraws an order from its member. The member forgets an order that has ended.
func (q *squads) takeBack(b *band, number int64) {
	i := b.findMemberOrder(number)
	if i < 0 {
		return
	}
	d := b.memberOrders[i]
	b.memberOrders = slices.Delete(b.memberOrders, i, i+1)
	a := q.agents.slot(d.member)
	if a == nil || q.agents.leaves(a) {
		return
	}
	if !a.runner.HasMind() {
		if a.runner.OrderState(d.inner) != runner.UnknownOrder {
			q.net.onBehalf(a, func() { a.runner.Withdraw(&q.core.stage, d.inner) })
		}
		return
	}
	if m := q.families.brain(a); m != nil && m.HasOrder(d.inner) {
		q.net.onBehalf(a, func() { q.commands.obey(a, &command{withdraw: d.inner}) })
	}
}

// takeBackAll withdraws all orders of a member.
func (q *squads) takeBackAll(b *band, member ID) {
	for i := 0; i < len(b.memberOrders); {
		if b.memberOrders[i].member == member {
			q.takeBack(b, b.memberOrders[i].number)
		} else {
			i++
		}
	}
}

// urge makes an order urgent for its member.
func (q *squads) urge(b *band, number int64) {
	i := b.findMemberOrder(number)
	if i < 0 {
		return
	}
	d := b.memberOrders[i]
	a := q.agents.slot(d.member)
	switch {
	case a == nil || q.agents.leaves(a):
		return
	case !a.runner.HasMind():
		a.runner.Urge(d.inner)
	default:
		if m := q.families.brain(a); m != nil {
			m.Urge(d.inner)
		}
	}
	q.core.schedule.Wake(int32(a.slot()))
}

// reform carries out the joins and leaves that were requested during the tick.
func (q *squads) reform() {
	if q.core.hasSquads() {
		q.moveAll()
	}
}

// close ends the tick for squads, once it is known which agents have left, and reports whether the crowd has squads.
// Hooks called here may remove agents.
func (q *squads) close() bool {
	if !q.core.hasSquads() {
		return false
	}
	for _, i := range q.fresh {
		q.lead(i)
	}
	q.fresh = q.fresh[:0]
	q.commitSquads()
	return true
}

// closeSlots revokes the slots at a removed object.
func (q *squads) closeSlots(o world.Object) {
	if !q.core.hasSquads() {
		return
	}
	for _, i := range q.leaders {
		b := q.agents.list[i].band
		for p := range b.pools {
			if b.kind.Leases[p].Type.Kind == world.KindObject {
				b.pools[p].Close(o)
			}
		}
	}
}
