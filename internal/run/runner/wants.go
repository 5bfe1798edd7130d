package runner

import (
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// want is an object that the agent would take if other agents had not claimed it: the last planning left it out, or a
// step could not start. When it becomes free, the first agent that wants it plans, by priority and then in the order of
// the agents; for the others it stays claimed meanwhile.
type want struct {
	object   world.Object
	priority int32 // lower numbers go first
	world    bool  // a step has shown that agents of another squad or team had claimed it
}

// wants are the objects that an agent wants.
type wants []want

// Wanted appends the objects that others had claimed when the runner last planned, in order, for [htn.Options].
func (r *Runner) Wanted(dst []world.Object) []world.Object {
	for i := range r.wants {
		dst = append(dst, r.wants[i].object)
	}
	slices.Sort(dst)
	return dst
}

// known appends to dst the objects that others have claimed, in order, as far as a runner knows: those of its squad or
// team; of those that are claimed from all agents all if its agent has neither senses nor memory, else those that it
// has seen to be claimed, and those that a step of it could not have.
func (c *claims) known(dst []world.Object, r *Runner, st *world.State) []world.Object {
	first, aware := len(dst), r.eater().kind.aware
	if !aware {
		dst = seenBy(dst, r, st)
	}
	if len(c.list) == 0 && len(dst) == first {
		return dst
	}
	dst = c.appendHeld(dst, r.agent, claimKey{group: c.groupFor(r.agent)})
	if aware {
		dst = c.appendHeld(dst, r.agent, claimKey{all: true})
	}
	for i := range r.wants {
		if w := &r.wants[i]; w.world && !aware && c.isHeld(r.agent, claimKey{object: w.object, all: true}) {
			dst = append(dst, w.object)
		}
	}
	slices.Sort(dst[first:])
	return dst[:first+len(slices.Compact(dst[first:]))]
}

// appendHeld appends to dst the objects of a circle that agents other than one have claimed.
func (c *claims) appendHeld(dst []world.Object, agent action.AgentID, circle claimKey) []world.Object {
	for i := c.last[circle]; i > 0; i = c.list[i-1].before {
		key := circle
		if key.object = c.list[i-1].object; c.isHeld(agent, key) {
			dst = append(dst, key.object)
		}
	}
	return dst
}

// seenBy appends to dst the objects that the runner's agent has seen to be claimed by another squad or team, as its
// state says.
func seenBy(dst []world.Object, r *Runner, st *world.State) []world.Object {
	for _, sym := range r.kind.script.info.Claimed {
		typ := sym.Params[0].ID
		for o := st.NextRecalled(sym, typ, 0); o != 0; o = st.NextRecalled(sym, typ, o) {
			if !r.wants.isRefused(o) {
				dst = append(dst, o)
			}
		}
	}
	return dst
}

// hasSeen reports whether the runner's agent has seen an object to be claimed by another squad or team, and not yet to
// be free again.
func hasSeen(r *Runner, st *world.State, o world.Object) bool {
	list := r.kind.script.info.Claimed
	if len(list) == 0 || r.eater().kind.aware || r.wants.isRefused(o) {
		return false
	}
	typ := st.TypeOf(o)
	for _, sym := range list {
		if typ >= 0 && st.Schema().Types[sym.Params[0].ID].Has(typ) {
			at, ok := sym.Addr(o)
			return ok && st.Get(at) != def.NotClaimed
		}
	}
	return false
}

// isRefused reports whether a step has shown that an object is claimed from all agents. An agent that was refused the
// object waits until it is in fact free, wherever that is.
func (l wants) isRefused(o world.Object) bool {
	return slices.ContainsFunc(l, func(w want) bool { return w.world && w.object == o })
}

// isFree reports whether a runner can have an object that it wants, as far as it knows.
func (c *claims) isFree(r *Runner, st *world.State, w *want) bool {
	return !c.isHeld(r.agent, claimKey{object: w.object, group: c.groupFor(r.agent)}) && !(w.world && c.isHeld(r.agent, claimKey{object: w.object, all: true})) && (w.world || !hasSeen(r, st, w.object))
}

// Queue reserves, for the tick that starts, the objects that the runner wants and that no agent has claimed. Other
// agents find them claimed, unless they come first by priority or, with equal priority, by their order. A planning over
// several ticks keeps the reservation until it is done. For an agent that carries out a plan, Queue reserves only the
// object that a step waits for; of several such agents the first one plans. Call it for every agent that has a turn in
// a tick, and for its tasks, in their order, after all have claimed. Last is the tick of the agent's turn before.
// Brain, if not nil, can be roused in this tick.
func (r *Runner) Queue(w *Worker, st *world.State, agent action.AgentID, tick, last int64, brain Rests) {
	queueMemories(r, w.claims, st, agent, queueing{tick, last, r.kind.script.ticks(1), brain})
	if len(r.wants) == 0 || r.active && r.queueStep(w, st, tick) || !r.thinker.isBusy() && !r.isToPlan(tick) {
		return
	}
	for i := range r.wants {
		if want := &r.wants[i]; hasSeen(r, st, want.object) {
			continue
		} else if !r.active {
			w.claims.queue(r.agent, want)
		} else if w.claims.isOpenFor(r.agent, want) {
			w.claims.rouse(r.agent, w.claims.lineFor(r.agent, want), want.priority)
		}
	}
}

// Rests are the wants of an agent's brain that rest after they failed.
type Rests interface {
	// Awaits reports whether a want rests that failed in a tick.
	Awaits(failed, now int64) bool
	// Rouse ends the rest of the wants that failed in a tick.
	Rouse(failed, now int64)
}

// Rest notes that a want of the agent's brain rests: it was pursued since a tick and has failed in this one. The agent
// queues until then for objects that its plans wanted and others had claimed.
func (x *seldom) Rest(since, tick int64) {
	for i := range x.memories {
		if m := &x.memories[i]; m.isInVain() && len(m.nothing.wants) > 0 && m.nothing.asked >= since {
			m.nothing.asked = tick
		}
	}
}

// Rouse ends the rest of those wants of the brain for whose plans something is reserved in this tick. Call it after all
// have queued.
func (x *seldom) Rouse(w *Worker, agent action.AgentID, tick int64, brain Rests) {
	for i := range x.memories {
		if m := &x.memories[i]; m.isInVain() && brain.Awaits(m.nothing.asked, tick) && m.nothing.wants.areKept(w.claims, agent) {
			brain.Rouse(m.nothing.asked, tick)
		}
	}
}

// areKept reports whether one of the objects is reserved for an agent.
func (l wants) areKept(c *claims, agent action.AgentID) bool {
	return slices.ContainsFunc(l, func(w want) bool {
		key := claimKey{object: w.object, group: c.groupFor(agent)}
		_, reserved := c.reserved[key]
		return reserved && c.by[key] == agent
	})
}

// queueing says when agents queue, and for what.
type queueing struct {
	tick, last, second int64
	brain              Rests // nil: it has none that can be roused in this tick
}

// queueMemories queues for what plans within trees and goals want that found no plan, if they were asked for in the
// last turn, so that they will be again, or a want of the brain rests because of them.
func queueMemories(r *Runner, c *claims, st *world.State, agent action.AgentID, q queueing) {
	if r.tries.count == 0 || r.tries.isSpent(q.tick, q.second, MaxVain*MaxMemories) {
		return
	}
	for i := range r.memories {
		m := &r.memories[i]
		if !m.isInVain() || m.nothing.tries.isSpent(q.tick, q.second, MaxVain) || m.nothing.asked < q.last && (q.brain == nil || !q.brain.Awaits(m.nothing.asked, q.tick)) {
			continue
		}
		for k := range m.nothing.wants {
			if w := &m.nothing.wants[k]; w.world || !hasSeen(r, st, w.object) {
				c.queue(agent, w)
			}
		}
	}
}

// queueStep queues for what a step waits for that can start as soon as it is free, and reports whether there is one.
func (r *Runner) queueStep(w *Worker, st *world.State, tick int64) (waits bool) {
	if r.mending {
		return false
	}
	now := r.terms(nil, st, tick)
	for i := r.first; i < len(r.progress); i++ {
		if p := &r.progress[i]; p.state != StepWaiting || p.free == 0 || !r.isReady(&now, i) {
			continue
		}
		waits = true
		step := r.plan.Step(i)
		op := &r.kind.script.operators[step.Operator]
		for _, k := range op.claims {
			w.claims.queue(r.agent, &want{object: step.Args[k], priority: int32(op.claim.Priority), world: op.claim.World})
		}
	}
	return waits
}

// queue reserves an object for an agent, if no agent has claimed it.
func (c *claims) queue(agent action.AgentID, w *want) {
	if !c.isOpenFor(agent, w) {
		return
	}
	if c.reserve(agent, claimKey{object: w.object, group: c.groupFor(agent)}, w.priority); w.world {
		c.reserve(agent, claimKey{object: w.object, all: true}, w.priority)
	}
}

// isOpenFor reports whether no agent has claimed what an agent wants.
func (c *claims) isOpenFor(agent action.AgentID, w *want) bool {
	return c.isOpen(claimKey{object: w.object, group: c.groupFor(agent)}) && (!w.world || c.isOpen(claimKey{object: w.object, all: true}))
}

// isToPlan reports whether the runner plans in this tick if the objects that it wants are free.
func (r *Runner) isToPlan(tick int64) bool {
	return r.line >= 0 && !r.quarantine.isOn(tick) && tick >= max(r.blocked, r.planned+r.kind.script.gap)
}

// isOpen reports whether no agent has claimed an object. It may be reserved.
func (c *claims) isOpen(key claimKey) bool {
	_, claimed := c.by[key]
	_, reserved := c.reserved[key]
	return !claimed || reserved
}

// waiter is an agent that waits for an object which no step has claimed.
type waiter struct {
	key      claimKey
	agent    action.AgentID
	priority int32
	handed   bool // the object was reserved for another agent, which did not take it
	gone     bool // it was reserved for the agent, which did not take it
}

// reserve reserves an object for an agent, unless it is reserved for one that is as urgent.
func (c *claims) reserve(agent action.AgentID, key claimKey, priority int32) {
	c.line = append(c.line, waiter{key: key, agent: agent, priority: priority})
	if before, reserved := c.reserved[key]; !reserved || priority < before {
		c.keep(key, agent, priority)
	}
}

func (c *claims) keep(key claimKey, agent action.AgentID, priority int32) {
	if c.reserved == nil {
		c.reserved = map[claimKey]int32{}
	}
	c.set(key, agent)
	c.reserved[key] = priority
}

// Queued returns how many times an agent has been queued for an object in this tick.
func (w *Worker) Queued() int { return len(w.claims.line) }

// Yield gives up the objects that were reserved for an agent and that none of its steps has claimed: they are reserved
// for the next in the queue. First to last are the agent's places among those [Worker.Queued] counts. Call it when the
// agent has had its turn.
func (w *Worker) Yield(agent action.AgentID, first, last int) {
	c := w.claims
	for i := first; i < last; i++ {
		q := &c.line[i]
		if _, reserved := c.reserved[q.key]; !reserved || q.handed || c.by[q.key] != agent {
			continue
		}
		q.gone = true
		delete(c.reserved, q.key)
		delete(c.by, q.key)
		c.handOn(q.key)
	}
}

// handOn reserves an object for the next agent in the queue. If that agent has already had its turn, or decided before,
// it keeps its place in the next tick.
func (c *claims) handOn(key claimKey) {
	next := -1
	for i := range c.line {
		if q := &c.line[i]; q.key == key && !q.gone && (next < 0 || q.priority < c.line[next].priority) {
			next = i
		}
	}
	if next >= 0 {
		q := &c.line[next]
		q.handed = true
		c.keep(key, q.agent, q.priority)
	}
}

// KeepsPlace reports whether a runner keeps its reservations: it has not finished its planning.
func KeepsPlace(r *Runner) bool { return r.thinker.isBusy() || r.rations.starved }

// areOpen reports whether a runner should plan because an object that it wants is free. Queued says that its agent
// carries out a plan: then only one such agent plans at a time.
func (c *claims) areOpen(r *Runner, st *world.State, queued bool) bool {
	return slices.ContainsFunc(r.wants, func(w want) bool {
		return c.isFree(r, st, &w) && (!queued || c.roused[c.lineFor(r.agent, &w)].agent == r.agent)
	})
}

// lineFor returns the queue in which an agent waits for an object: that of its squad or team, or that of all agents.
func (c *claims) lineFor(agent action.AgentID, w *want) claimKey {
	if w.world {
		return claimKey{object: w.object, all: true}
	}
	return claimKey{object: w.object, group: c.groupFor(agent)}
}

// rousing is an agent that plans because an object is free, and how urgent it is.
type rousing struct {
	agent    action.AgentID
	priority int32
}

// rouse makes an agent that carries out a plan look for a better one, unless another as urgent does.
func (c *claims) rouse(agent action.AgentID, key claimKey, priority int32) {
	if c.roused == nil {
		c.roused = map[claimKey]rousing{}
	}
	if before, roused := c.roused[key]; !roused || priority < before.priority {
		c.roused[key] = rousing{agent, priority}
	}
}

// meet adds the claims of others that a planning came across to those that the agent waits for.
func (c *claims) meet(r *Runner, met []htn.Met) {
	for _, m := range met {
		claim := &r.kind.script.operators[m.Operator].claim
		all := r.eater().kind.aware && (claim.World || c.isHeld(r.agent, claimKey{object: m.Object, all: true}))
		r.own().wants.add(m.Object, claim.Priority, all)
	}
}

// add adds an object that others have claimed.
func (l *wants) add(o world.Object, priority int, all bool) {
	i := slices.IndexFunc(*l, func(w want) bool { return w.object == o })
	if i < 0 {
		*l = append(*l, want{o, int32(priority), all})
		return
	}
	w := &(*l)[i]
	w.priority, w.world = min(w.priority, int32(priority)), w.world || all
}

// forget removes the wants, except for objects that only a step has shown to be claimed and that still are.
func (l *wants) forget(c *claims, agent action.AgentID) {
	*l = slices.DeleteFunc(*l, func(w want) bool { return !w.world || !c.isHeld(agent, claimKey{object: w.object, all: true}) })
}

// forget removes the wants of a runner, except what only a step can show its agent.
func (c *claims) forget(r *Runner) {
	switch {
	case len(r.wants) == 0:
	case r.eater().kind.aware:
		r.wants.clear()
	default:
		r.wants.forget(c, r.agent)
	}
}

// drop removes the objects that a step of the agent has now: those that it claims.
func (l *wants) drop(op *operator, args []world.Word) {
	*l = slices.DeleteFunc(*l, func(w want) bool {
		return slices.ContainsFunc(op.claims, func(i int) bool { return args[i] == w.object })
	})
}

// clear removes all wants.
func (l *wants) clear() {
	if len(*l) > 0 {
		*l = (*l)[:0]
	}
}

// lose handles a step that cannot start because others have claimed its objects. If no step of the plan has acted, the
// runner looks for another plan. Else the step waits, unless the steps before it took no time: see [Runner.bindAnew].
func (r *Runner) lose(t *turn, i int, o world.Object) {
	op := &r.kind.script.operators[r.plan.Step(i).Operator]
	c := t.Worker.claims
	shared, aware := c.isHeld(r.agent, claimKey{object: o, group: c.groupFor(r.agent)}), r.eater().kind.aware
	known := shared || aware || hasSeen(r, t.Ctx.State(), o)
	r.own().wants.add(o, op.claim.Priority, !shared || aware && op.claim.World)
	p := &r.progress[i]
	switch {
	case p.free > 0 && r.mending:
		r.fail(t, i, Claimed)
	case p.free > 0:
		r.bindAnew(i)
	case r.hasActed(r.kind.script):
		p.free = r.tick
	case r.isUnderWay():
		p.free = r.tick
		r.bindAnew(i)
	case !known:
		r.fail(t, i, Claimed)
	default:
		r.drop(t, action.PlanInvalid)
		r.thinker.stop()
		r.watching = false
		r.blocked = r.tick + r.kind.script.gap
		r.due = r.blocked
	}
}

// bindAnew plans the task of a step anew, with another object. If there is no plan, the step waits as long as it may;
// then the plan fails, without a ban.
func (r *Runner) bindAnew(i int) {
	r.mending, r.broken = true, int32(i)
	if r.amiss > 0 {
		r.rare.amiss = 0
	}
	r.thinker.stop()
	r.blocked = r.tick + r.kind.script.gap
}

// hasActed reports whether a step with an action has started.
func (c *course) hasActed(s *Script) bool {
	for i := range c.progress {
		if c.progress[i].state != StepWaiting && len(s.operators[c.plan.Step(i).Operator].do) > 0 {
			return true
		}
	}
	return false
}

// isUnderWay reports whether a step of the plan has started.
func (c *course) isUnderWay() bool {
	return slices.ContainsFunc(c.progress, func(p progress) bool { return p.state != StepWaiting })
}
