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
// same and they come first. For one that carries out a plan nothing is kept: of these the first one plans. Call it for every agent that has a turn in a tick, in their order, after all have claimed.
func (r *Runner) Queue(w *Worker, tick int64) {
	if len(r.wants) == 0 || !r.isToPlan(tick) {
		return
	}
	group := w.claims.groupFor(r.agent)
	for i := range r.wants {
		want := &r.wants[i]
		own, all := claimKey{object: want.object, group: group}, claimKey{object: want.object, all: true}
		if !w.claims.isOpen(own) || want.world && !w.claims.isOpen(all) {
			continue
		}
		if r.active {
			w.claims.rouse(r.agent, own, want.priority)
			continue
		}
		if w.claims.reserve(r.agent, own, want.priority); want.world {
			w.claims.reserve(r.agent, all, want.priority)
		}
	}
}

// isToPlan reports whether the runner plans in a tick if what it wants is free then.
func (r *Runner) isToPlan(tick int64) bool {
	return r.line >= 0 && !r.quarantine.isOn(tick) && tick >= max(r.blocked, r.planned+r.kind.script.gap) && !r.thinker.isBusy()
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

// areOpen reports whether an agent is to plan because something that it wants is free. Queued says that it carries out a plan: then one agent plans after the other. Plans
// within something else are not in the queue.
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

// lose follows up on a step that cannot start because others have claimed what it needs. Where nothing of the plan has been done, another is sought. Else its task
// is planned anew; where that comes to nothing it waits, and fails in the end, without a ban.
func (r *Runner) lose(t *turn, i int, o world.Object) {
	op := &r.kind.script.operators[r.plan.Step(i).Operator]
	c := t.Worker.claims
	known := c.isHeld(r.agent, claimKey{object: o, group: c.groupFor(r.agent)})
	r.own().wants.add(o, op.claim.Priority, !known)
	p := &r.progress[i]
	switch {
	case p.free > 0:
		r.fail(t, i, Claimed)
	case r.isUnderWay():
		p.free = r.tick
		r.mending, r.broken = true, int32(i)
		if r.amiss > 0 {
			r.rare.amiss = 0
		}
		r.thinker.stop()
		r.blocked = r.tick + r.kind.script.gap
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

// isUnderWay reports whether a step of the plan has started.
func (c *course) isUnderWay() bool {
	return slices.ContainsFunc(c.progress, func(p progress) bool { return p.state != StepWaiting })
}
