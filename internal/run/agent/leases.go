package agent

import (
	"cmp"
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/sorting"
	"github.com/karakuri-ai/karakuri/world"
)

// leases is the driver of actions that need tokens or slots: they wait until they hold all of them, and return them
// when they end.
type leases struct {
	opaque
	core     *core
	agents   *population
	families *families
	squads   *squads
	view     *View

	in      *action.Instances
	actions []*def.ActionInfo // by activity
	slots   slots[hold]
	now     []want // memory for stillHolds
}

// hold is a running action that needs leases.
type hold struct {
	action int32 // index in leases.actions
	words  []world.Word
	wants  []want        // in the order in which all agents claim them, so that agents do not deadlock
	handle action.Handle // of the host's action; zero: the action waits
	lost   bool          // a lease was taken from its agent, and the action must fail
}

// want is one token or slot.
type want struct {
	squad    ID // the squad that lends it
	pool     int
	key      world.Object
	priority int32
	asked    bool
	held     bool // it was held in the tick looked at last
}

func (f *families) newLeases(in *action.Instances) *leases {
	l := &leases{core: f.core, agents: f.agents, families: f, squads: f.squads, view: f.view, in: in}
	for _, a := range f.core.model.Info.Actions {
		if len(a.Needs) > 0 {
			l.actions = append(l.actions, a)
		}
	}
	return l
}

// Start implements [action.Driver].
func (l *leases) Start(c *action.Ctx, id int32, words []world.Word) int32 {
	slot := l.slots.take(c.Agent())
	h := l.slots.at(slot)
	h.action, h.words, h.handle, h.lost = id, append(h.words[:0], words...), action.Handle{}, false
	l.resolve(h, l.agents.slot(c.Agent()))
	return slot
}

// resolve finds out which leases an action needs, and from which squad: the agent's squad, or its squad's own squad. A
// resource that neither squad declares is ignored.
func (l *leases) resolve(h *hold, a *agent) {
	info := l.actions[h.action]
	h.wants = h.wants[:0]
	for i := range info.Needs {
		n := &info.Needs[i]
		w := want{priority: int32(n.Priority)}
		if n.Param >= 0 {
			if w.key = objectOf(info, h.words, n.Param); w.key == 0 {
				continue
			}
		}
		if l.squads.lender(a, n, &w) {
			h.wants = append(h.wants, w)
		}
	}
	sorting.InPlace(h.wants, func(x, y want) int {
		return cmp.Or(cmp.Compare(x.squad, y.squad), cmp.Compare(x.pool, y.pool), cmp.Compare(x.key, y.key))
	})
}

// objectOf returns the object that an action's parameter has; 0: none.
func objectOf(info *def.ActionInfo, words []world.Word, param int) world.Object {
	at := 0
	for i := range info.Params {
		t := info.Params[i].Types[0]
		if len(info.Params[i].Types) > 1 {
			t = info.Params[i].Types[words[at]]
			at++
		}
		if i == param && t.Kind == world.KindObject {
			return world.Object(words[at])
		}
		at += t.Width()
	}
	return 0
}

// lender finds the squad that lends the required token or slot.
func (q *squads) lender(a *agent, n *def.NeedInfo, w *want) bool {
	typ := q.core.world.TypeOf(w.key)
	for s := q.groupOf(a); s != nil; s = q.agents.slot(s.squad) {
		b := q.bandOf(s)
		if b == nil {
			return false
		}
		for i, lease := range b.kind.Leases {
			slot := lease.Type.Kind == world.KindObject
			if n.Param < 0 && !slot && lease.Name == n.Token || n.Param >= 0 && slot && typ >= 0 && q.core.world.Schema().Types[lease.Type.ID].Has(typ) {
				w.squad, w.pool = s.id, i
				return true
			}
		}
	}
	return false
}

// pool returns the pool of a want; nil if it no longer exists.
func (l *leases) pool(w *want) *squad.Pool {
	b := l.squads.band(w.squad)
	if b == nil || w.pool >= len(b.pools) {
		return nil
	}
	return &b.pools[w.pool]
}

// Update implements [action.Driver].
func (l *leases) Update(c *action.Ctx, slot int32) action.Status {
	h := l.slots.at(slot)
	holder := squad.OfAgent(c.Agent())
	switch {
	case h.lost && h.handle.IsZero():
		l.end(slot, holder)
		c.SetFailReason(action.LeaseTaken)
		return action.Failure
	case h.handle.IsZero():
		if !l.ready(h, holder) {
			return action.Running
		}
		h.handle = l.in.Start(c, l.actions[h.action].ID, h.words)
	case h.lost || !l.holdsAll(h, holder):
		l.Abort(c, slot, action.LeaseLost)
		c.SetFailReason(action.LeaseTaken)
		return action.Failure
	}
	status := l.in.Update(c, h.handle)
	if status != action.Running {
		l.end(slot, holder)
	}
	return status
}

// ready claims the leases one after the other, and reports whether all are held. Then it renews them all, so that they
// last as long as new ones.
func (l *leases) ready(h *hold, holder squad.ID) bool {
	for i := range h.wants {
		w := &h.wants[i]
		p := l.pool(w)
		switch {
		case p == nil:
			continue
		case p.Keeps(w.key, holder):
			w.held = true
			continue
		case w.held: // its time was over, or another agent has taken it, while the action waited for the next one
			w.held, w.asked = false, false
		}
		if !w.asked {
			w.asked = p.Claim(squad.Claim{Key: w.key, Holder: holder, Priority: w.priority, Waits: true})
		}
		return false
	}
	for i := range h.wants {
		if p := l.pool(&h.wants[i]); p != nil {
			p.Renew(h.wants[i].key, holder)
		}
	}
	return true
}

func (l *leases) holdsAll(h *hold, holder squad.ID) bool {
	for i := range h.wants {
		if p := l.pool(&h.wants[i]); p == nil || !p.Holds(h.wants[i].key, holder) {
			return false
		}
	}
	return true
}

// end returns the leases of an action, and its slot.
func (l *leases) end(slot int32, holder squad.ID) {
	l.giveBack(slot, holder)
	l.slots.release(slot)
}

// giveBack returns what an action holds or has claimed, unless another action of the agent needs it too.
func (l *leases) giveBack(slot int32, holder squad.ID) {
	h := l.slots.at(slot)
	for i := range h.wants {
		w := &h.wants[i]
		if p := l.pool(w); p != nil && (w.asked || w.held) && !l.isShared(slot, w) {
			p.GiveBack(w.key, holder)
		}
	}
}

// isShared reports whether another action of the agent needs the same lease.
func (l *leases) isShared(slot int32, of *want) bool {
	for i := l.slots.first(l.slots.agent(slot)); i >= 0; i = l.slots.next(i) {
		if i == slot {
			continue
		}
		for k := range l.slots.at(i).wants {
			if w := &l.slots.at(i).wants[k]; w.squad == of.squad && w.pool == of.pool && w.key == of.key && (w.asked || w.held) {
				return true
			}
		}
	}
	return false
}

// Abort implements [action.Driver].
func (l *leases) Abort(c *action.Ctx, slot int32, r action.Reason) {
	if h := l.slots.at(slot); !h.handle.IsZero() {
		handle := h.handle
		h.handle = action.Handle{}
		l.in.Abort(c, handle, r)
	}
	l.end(slot, squad.OfAgent(c.Agent()))
}

// Ask implements [action.Latent]. An action that still waits ends at once.
func (l *leases) Ask(c *action.Ctx, slot int32, r action.Reason) (takesTime bool) {
	h := l.slots.at(slot)
	return !h.handle.IsZero() && l.in.Ask(c, h.handle, r)
}

// Asked implements [action.Latent].
func (l *leases) Asked(slot int32) {
	if h := l.slots.at(slot); !h.handle.IsZero() {
		l.in.Asked(h.handle)
	}
}

// forfeit stops the actions of an agent that has lost a lease, before the new holder starts: the agent may not have a
// turn in the next tick, or only after the new holder. On its turn it learns that they have failed.
func (q *squads) forfeit(a *agent) {
	_, l := q.families.staff()
	if l == nil || a == nil || q.agents.leaves(a) {
		return
	}
	for slot := l.slots.first(a.slot()); slot >= 0; slot = l.slots.next(slot) {
		h := l.slots.at(slot)
		if !h.handle.IsZero() && !l.holdsAll(h, squad.OfAgent(a.id)) {
			q.strip(a, h)
		}
	}
}

// strip stops an action that does not hold its tokens and slots.
func (q *squads) strip(a *agent, h *hold) {
	handle := h.handle
	h.handle, h.lost = action.Handle{}, true
	q.net.onBehalf(a, func() {
		q.core.stage.Instances.Abort(q.core.stage.Ctx, handle, action.LeaseLost)
		if f, broken := q.core.stage.Ctx.TakeFault(); broken {
			a.runner.Stumble(&q.core.stage, f)
		}
	})
}

// rebind resolves the leases of an agent and of all agents under it again, after the agent has changed its squad.
// Waiting actions claim anew. Running actions stop if they use a lease of the old squad, or need one that only the new
// squad lends: an agent that joins while it shoots starts again, with a token.
func (q *squads) rebind(a *agent) {
	_, l := q.families.staff()
	if l == nil {
		return
	}
	for slot := l.slots.first(a.slot()); slot >= 0; slot = l.slots.next(slot) {
		h := l.slots.at(slot)
		switch {
		case h.lost:
		case h.handle.IsZero():
			l.giveBack(slot, squad.OfAgent(a.id))
			l.resolve(h, a)
		case !l.stillHolds(h, a):
			q.strip(a, h)
		}
	}
	if b := q.bandOf(a); b != nil {
		for i := range b.members.Len() {
			id, _ := b.members.At(i).ID.Agent()
			if m := q.agents.slot(id); m != nil {
				q.rebind(m)
			}
		}
	}
}

// stillHolds reports whether a running action holds all it needs in the agent's current squad, and nothing of others.
func (l *leases) stillHolds(h *hold, a *agent) bool {
	now := hold{action: h.action, words: h.words, wants: l.now[:0]}
	l.resolve(&now, a)
	l.now = now.wants
	same := func(x, y want) bool { return x.squad == y.squad && x.pool == y.pool && x.key == y.key }
	return slices.EqualFunc(h.wants, now.wants, same) && l.holdsAll(h, squad.OfAgent(a.id))
}
