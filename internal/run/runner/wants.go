package runner

import (
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// want is an object that the agent would take if others had not claimed it: the last planning left it out, or a step was about to start. When it becomes free
// the first of those who want it, by priority and in the order of the agents, plans; for the others it stays claimed meanwhile.
type want struct {
	object   world.Object
	priority int32 // the lowest goes first
	world    bool  // agents of another squad or team had claimed it, which a step has shown
}

// wants are what an agent wants.
type wants []want

// Wanted appends the objects that others had claimed when the runner last planned, in order, as [htn.Options] want them.
func (r *Runner) Wanted(dst []world.Object) []world.Object {
	for i := range r.wants {
		dst = append(dst, r.wants[i].object)
	}
	slices.Sort(dst)
	return dst
}

// known appends what others have claimed to dst, in order, as far as a runner knows of it: what its squad or team has, and what it wants.
func (c *claims) known(dst []world.Object, r *Runner) []world.Object {
	if len(c.order) == 0 {
		return dst
	}
	first, group := len(dst), c.groupFor(r.agent)
	for _, k := range c.order {
		if !k.all && k.group == group && c.isHeld(r.agent, k) {
			dst = append(dst, k.object)
		}
	}
	for i := range r.wants {
		if w := &r.wants[i]; w.world && c.isHeld(r.agent, claimKey{object: w.object, all: true}) {
			dst = append(dst, w.object)
		}
	}
	slices.Sort(dst[first:])
	return dst
}

// isFree reports whether an agent can have what it wants.
func (c *claims) isFree(agent action.AgentID, w *want) bool {
	return !c.isHeld(agent, claimKey{object: w.object, group: c.groupFor(agent)}) && !(w.world && c.isHeld(agent, claimKey{object: w.object, all: true}))
}

// Queue keeps for the runner what it wants and nobody has claimed, for the tick that begins: others find it claimed, unless their priority is lower or it is the
// same and they come first; a planning over several ticks keeps it until it is over. For one that carries out a plan nothing is kept but what a step of it waits for: of these the first one
// plans. Call it for every agent that has a turn in a tick, and for its tasks, in their order, after all have claimed. Last is the tick of the agent's turn before.
func (r *Runner) Queue(w *Worker, agent action.AgentID, tick, last int64) {
	r.queueMemories(w.claims, agent, tick, last, r.kind.script.ticks(1))
	if len(r.wants) == 0 || r.active && r.queueStep(w, tick) || !r.thinker.isBusy() && !r.isToPlan(tick) {
		return
	}
	for i := range r.wants {
		if want := &r.wants[i]; !r.active {
			w.claims.queue(r.agent, want)
		} else if w.claims.isOpenFor(r.agent, want) {
			w.claims.rouse(r.agent, claimKey{object: want.object, group: w.claims.groupFor(r.agent)}, want.priority)
		}
	}
}

// queueMemories keeps what plans within something else want that came to nothing, as far as they were asked for in the last turn: they will be again.
func (x *seldom) queueMemories(c *claims, agent action.AgentID, tick, last, second int64) {
	if x.tries.count == 0 || x.tries.isSpent(tick, second, MaxVain*MaxMemories) {
		return
	}
	for i := range x.memories {
		m := &x.memories[i]
		if !m.isInVain() || m.nothing.asked < last || m.nothing.tries.isSpent(tick, second, MaxVain) {
			continue
		}
		for k := range m.nothing.wants {
			c.queue(agent, &m.nothing.wants[k])
		}
	}
}

// queueStep keeps what a step waits for that can start as soon as it is free, and reports whether there is one.
func (r *Runner) queueStep(w *Worker, tick int64) (waits bool) {
	if r.mending {
		return false
	}
	now := r.terms(nil, tick)
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

// queue keeps an object for an agent, if nobody has claimed it.
func (c *claims) queue(agent action.AgentID, w *want) {
	if !c.isOpenFor(agent, w) {
		return
	}
	if c.reserve(agent, claimKey{object: w.object, group: c.groupFor(agent)}, w.priority); w.world {
		c.reserve(agent, claimKey{object: w.object, all: true}, w.priority)
	}
}

// isOpenFor reports whether nobody has claimed what an agent wants.
func (c *claims) isOpenFor(agent action.AgentID, w *want) bool {
	return c.isOpen(claimKey{object: w.object, group: c.groupFor(agent)}) && (!w.world || c.isOpen(claimKey{object: w.object, all: true}))
}

// isToPlan reports whether the runner plans in a tick if what it wants is free then.
func (r *Runner) isToPlan(tick int64) bool {
	return r.line >= 0 && !r.quarantine.isOn(tick) && tick >= max(r.blocked, r.planned+r.kind.script.gap)
}

// isOpen reports whether nobody has claimed an object, though it may be kept for one of those who want it.
func (c *claims) isOpen(key claimKey) bool {
	_, claimed := c.by[key]
	_, reserved := c.reserved[key]
	return !claimed || reserved
}

// reserve keeps an open object for an agent that wants it, unless somebody as urgent is to have it.
func (c *claims) reserve(agent action.AgentID, key claimKey, priority int32) {
	if c.reserved == nil {
		c.reserved = map[claimKey]int32{}
	}
	if before, reserved := c.reserved[key]; reserved && before <= priority {
		return
	}
	c.set(key, agent)
	c.reserved[key] = priority
}

// areOpen reports whether an agent is to plan because something that it wants is free. Queued says that it carries out a plan: then one agent plans after the other.
func (l wants) areOpen(c *claims, agent action.AgentID, queued bool) bool {
	return slices.ContainsFunc(l, func(w want) bool {
		return c.isFree(agent, &w) && (!queued || c.roused[claimKey{object: w.object, group: c.groupFor(agent)}].agent == agent)
	})
}

// rousing is who plans because of what is free.
type rousing struct {
	agent    action.AgentID
	priority int32
}

// rouse has an agent that carries out a plan look for a better one, unless somebody as urgent does.
func (c *claims) rouse(agent action.AgentID, key claimKey, priority int32) {
	if c.roused == nil {
		c.roused = map[claimKey]rousing{}
	}
	if before, roused := c.roused[key]; !roused || priority < before.priority {
		c.roused[key] = rousing{agent, priority}
	}
}

// meet keeps the claims of others that a planning came across, beside those that are kept already.
func (x *seldom) meet(s *Script, met []htn.Met) {
	for _, m := range met {
		x.own().wants.add(m.Object, s.operators[m.Operator].claim.Priority, false)
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

// forget forgets what an agent wants, but for what only its steps have shown to be claimed and still is.
func (l *wants) forget(c *claims, agent action.AgentID) {
	if len(*l) > 0 {
		*l = slices.DeleteFunc(*l, func(w want) bool { return !w.world || !c.isHeld(agent, claimKey{object: w.object, all: true}) })
	}
}

// clear forgets all of it.
func (l *wants) clear() {
	if len(*l) > 0 {
		*l = (*l)[:0]
	}
}

// lose follows up on a step that cannot start because others have claimed what it needs. Where nothing of the plan has been done, another is sought. Else it waits, unless
// what came before took no time: see [Runner.bindAnew].
func (r *Runner) lose(t *turn, i int, o world.Object) {
	op := &r.kind.script.operators[r.plan.Step(i).Operator]
	c := t.Worker.claims
	known := c.isHeld(r.agent, claimKey{object: o, group: c.groupFor(r.agent)})
	r.own().wants.add(o, op.claim.Priority, !known)
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

// bindAnew has the task of a step planned anew, with another object. Where that comes to nothing the step waits as long as it may; after that the plan fails, without a ban.
func (r *Runner) bindAnew(i int) {
	r.mending, r.broken = true, int32(i)
	if r.amiss > 0 {
		r.rare.amiss = 0
	}
	r.thinker.stop()
	r.blocked = r.tick + r.kind.script.gap
}

// hasActed reports whether a step of the plan has started that does something.
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
