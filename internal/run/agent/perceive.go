package agent

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/codec/pool"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/run/schedule"
	"github.com/karakuri-ai/karakuri/world"
)

// note is an object that an agent's state shows as remembered.
type note struct {
	object sense.ObjectID
	due    int64 // tick in which what the state shows of it changes by itself, or atOnce
	fresh  int64 // tick in which it was last written as perceived in that very tick; 0: it was not
}

// atOnce is the tick in which a note is due that is written also where the agent does not look.
const atOnce = 0

// change records that the facts about an object have changed, so that they are written when due.
func (n *note) change(due int64) { n.due, n.fresh = due, 0 }

// again records that an object was perceived again, unchanged. The state is right, unless it has changed by itself
// since: then confidence and age are written again.
func (n *note) again(at, due int64) {
	if n.fresh == 0 {
		n.change(due)
		return
	}
	if n.due != sense.Never {
		n.due += at - n.fresh
	}
	n.fresh = at
}

// sense makes all agents perceive at the start of the next tick, and writes what they remember to their states, as a
// host would between two ticks; a trace records it as such writes. Each agent has its memory written as soon as it has
// perceived, while that memory is at hand; only its own state changes, so that several goroutines do it for several
// agents.
func (p *perception) sense() {
	if p.senses == nil {
		return
	}
	p.senses.begin(p.agents)
	p.senses.paced = slices.ContainsFunc(p.core.schedule.Levels(), func(l schedule.Class) bool { return l.Look > 0 })
	for _, a := range p.agents.list {
		if a.id != 0 && a.observer == 0 && len(a.noted) > 0 { // its body no longer exists
			p.blank(a)
		}
	}
	p.senses.field.Step(p.core.tick+1, p.senses.each)
}

// heed takes over what the senses report of a tick besides memories: faults, and what alerts agents.
func (p *perception) heed() {
	if p.senses == nil {
		return
	}
	p.heedSenses()
	p.alertness.settle(p.core.tick + 1)
}

// begin finds the agents of the observers.
func (s *senses) begin(agents *population) {
	s.watchers = s.watchers[:0]
	for i, a := range agents.list {
		if a.id == 0 || a.observer == 0 {
			continue
		}
		for int(a.observer) > len(s.watchers) {
			s.watchers = append(s.watchers, 0)
		}
		s.watchers[a.observer-1] = int32(i)
	}
}

// before takes over what was reported to an agent's memory since the last step of the field.
func (p *perception) before(o sense.Observer) {
	slot, now := int(p.senses.watchers[o]), p.core.tick+1
	a := p.agents.list[slot]
	if p.senses.paced {
		p.senses.field.SetPace(o, p.pace(slot))
	}
	m, reread := p.memory(a), p.agents.reread.Raised(slot)
	if a.turnover = p.attend(a, m, now, false) || a.turnover || reread; reread {
		p.forgetGone(a, m, now)
		p.agents.reread.Lower(slot)
	}
}

// after writes what an agent remembers after a step of the field to its state. Where its sensors or its level let it
// look seldom, it writes only what the agent has noticed and forgotten until it looks.
func (p *perception) after(o sense.Observer) {
	a, upTo := p.agents.list[p.senses.watchers[o]], p.core.tick+1
	if p.senses.field.Rests(o) {
		if m := p.memory(a); len(m.Events())+m.Dropped() == 0 && !a.turnover {
			a.heard = 0
			return
		}
		upTo = atOnce
	}
	p.recall(a, p.core.tick+1, upTo)
}

// pace returns the least number of ticks between two looks of an agent, by its level; 0: any.
func (p *perception) pace(slot int) int64 {
	s := p.core.schedule
	return int64(s.Levels()[s.Level(slot)].Look)
}

// blank removes everything remembered from an agent's state.
func (p *perception) blank(a *agent) {
	for _, n := range a.noted {
		p.senses.table.clear(&a.state, n.object)
	}
	a.noted = a.noted[:0]
}

// recall writes the changes of an agent's memory to its state that are due up to a tick.
func (p *perception) recall(a *agent, now, upTo int64) {
	m := p.memory(a)
	a.heard = 0
	if p.attend(a, m, now, true) || a.turnover || m.Len() != len(a.noted) {
		p.compare(a, m)
	}
	a.turnover = false
	a.heard = len(m.Events())
	writes := 0
	for i := range a.noted {
		if n := &a.noted[i]; n.due <= upTo {
			writes++
			n.due = p.senses.table.write(&a.state, m, i, now)
			if n.fresh = 0; m.IsFresh(i, now) {
				n.fresh = now
			}
		}
	}
	p.senses.table.writes.Add(int64(writes))
}

// attend records the changes in new events of a mind, and reports whether facts were added or removed. Between
// two steps, events come from what the host has reported to the mind itself, and from objects that were removed; those
// of a step are late.
func (p *perception) attend(a *agent, m *sense.Mind, now int64, late bool) (turnover bool) {
	turnover = m.Dropped() > 0
	due := now // a restored agent no longer has the events between two ticks: the next look has them written
	if late {
		due = atOnce
	}
	for _, e := range m.Events()[min(a.heard, len(m.Events())):] {
		if e.Kind == sense.Noticed && !a.state.Alive(world.Object(e.Object)) { // perceived before it was removed
			m.Forget(e.Object, now)
			turnover = true
			continue
		}
		p.reflexes.feel(a, &e)
		p.alertness.note(a, &e, late)
		i, noted := a.find(e.Object)
		if e.Kind == sense.Forgotten || !noted {
			turnover = true
		}
		switch {
		case !noted:
		case e.Same:
			a.noted[i].again(e.Tick, due)
		default:
			a.noted[i].change(due)
		}
	}
	if m.Dropped() > 0 {
		for i := range a.noted {
			a.noted[i].change(due)
		}
	}
	return turnover
}

// forgetGone makes a mind forget all objects that no longer exist. It is for restored minds.
func (p *perception) forgetGone(a *agent, m *sense.Mind, now int64) {
	for i := m.Len() - 1; i >= 0; i-- {
		if o := m.ObjectAt(i); !a.state.Alive(world.Object(o)) {
			m.Forget(o, now)
		}
	}
}

// find returns the index of an object in noted.
func (a *agent) find(o sense.ObjectID) (i int, noted bool) {
	return slices.BinarySearchFunc(a.noted, o, func(n note, o sense.ObjectID) int {
		switch {
		case n.object < o:
			return -1
		case n.object > o:
			return 1
		}
		return 0
	})
}

// compare makes noted match the facts of a mind, in their order. A forgotten object gets its defaults again.
func (p *perception) compare(a *agent, m *sense.Mind) {
	spare := p.senses.spares.Take()
	next, old := spare[:0], a.noted
	for i := range m.Len() {
		o := m.ObjectAt(i)
		for ; len(old) > 0 && old[0].object < o; old = old[1:] {
			p.senses.table.clear(&a.state, old[0].object)
		}
		n := note{object: o, due: atOnce}
		if len(old) > 0 && old[0].object == o {
			n, old = old[0], old[1:]
		}
		next = append(next, n)
	}
	for _, n := range old {
		p.senses.table.clear(&a.state, n.object)
	}
	a.noted = pool.Set(a.noted, next)
	p.senses.spares.Put(next)
}

// forgetObject makes all agents forget a removed object.
func (p *perception) forgetObject(o world.Object) {
	if p.senses == nil || !p.mayKnow(o) {
		return
	}
	for _, a := range p.agents.list {
		if a.id != 0 && a.observer > 0 {
			p.memory(a).Forget(sense.ObjectID(o), p.core.tick)
		}
	}
}
