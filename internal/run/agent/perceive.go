package agent

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/world"
)

// note is an object that is written down as remembered in an agent's state.
type note struct {
	object sense.ObjectID
	due    int64 // tick in which what is written of it changes by itself
	fresh  int64 // tick in which it was written as it was perceived in that very tick; 0: it was not
}

// change notes that something has become known of an object: it is written in this tick.
func (n *note) change(now int64) { n.due, n.fresh = now, 0 }

// again notes that an object was perceived at a tick as before. What is written of it is right, unless it has changed by itself meanwhile: confidence and age begin anew.
func (n *note) again(at, now int64) {
	if n.fresh == 0 {
		n.change(now)
		return
	}
	if n.due != sense.Never {
		n.due += at - n.fresh
	}
	n.fresh = at
}

// sense lets all agents perceive what is there at the beginning of the tick to come. What they remember is then written to their states, just as the
// host would write it between two ticks: a trace holds it like that, and who decides need not know.
func (p *perception) sense() {
	if p.senses == nil {
		return
	}
	now := p.core.tick + 1
	for i, a := range p.agents.list {
		if a.id != 0 && a.observer > 0 {
			m := p.memory(a)
			reread := p.agents.reread.Raised(i)
			if a.turnover = p.attend(a, m, now) || reread; reread {
				p.forgetGone(a, m, now)
				p.agents.reread.Lower(i)
			}
		}
	}
	p.senses.field.Step(now, p.senses.each)
}

// recallAll writes to the states of all agents what they remember.
func (p *perception) recallAll() {
	if p.senses == nil {
		return
	}
	p.heedSenses()
	now := p.core.tick + 1
	for _, a := range p.agents.list {
		switch {
		case a.id == 0:
		case a.observer > 0:
			p.recall(a, now)
		case len(a.noted) > 0: // its body is gone
			p.blank(a)
		}
	}
}

// blank has nothing noted as remembered in an agent's state.
func (p *perception) blank(a *agent) {
	for _, n := range a.noted {
		p.senses.table.clear(&a.state, n.object)
	}
	a.noted = a.noted[:0]
}

// recall writes what has changed of what an agent remembers to its state.
func (p *perception) recall(a *agent, now int64) {
	m := p.memory(a)
	a.heard = 0
	if p.attend(a, m, now) || a.turnover || m.Len() != len(a.noted) {
		p.compare(a, m, now)
	}
	a.heard = len(m.Events())
	for i := range a.noted {
		if n := &a.noted[i]; n.due <= now {
			n.due = p.senses.table.write(&a.state, m, i, now)
			if n.fresh = 0; m.IsFresh(i, now) {
				n.fresh = now
			}
		}
	}
}

// attend notes what has changed according to those events of a mind that it has not heard of, and reports whether facts have come or gone. Between
// two steps there are those of what the host has told the mind itself, and of objects that went.
func (p *perception) attend(a *agent, m *sense.Mind, now int64) (turnover bool) {
	turnover = m.Dropped() > 0
	for _, e := range m.Events()[min(a.heard, len(m.Events())):] {
		if e.Kind == sense.Noticed && !a.state.Alive(world.Object(e.Object)) { // it was perceived before it went
			m.Forget(e.Object, now)
			turnover = true
			continue
		}
		p.reflexes.feel(a, &e)
		i, noted := a.find(e.Object)
		if e.Kind == sense.Forgotten || !noted {
			turnover = true
		}
		switch {
		case !noted:
		case e.Same:
			a.noted[i].again(e.Tick, now)
		default:
			a.noted[i].change(now)
		}
	}
	if m.Dropped() > 0 {
		for i := range a.noted {
			a.noted[i].change(now)
		}
	}
	return turnover
}

// forgetGone has a mind forget all that is no more. It is for minds that were read: what the host told them of it in vain is not noted any more.
func (p *perception) forgetGone(a *agent, m *sense.Mind, now int64) {
	for i := m.Len() - 1; i >= 0; i-- {
		if o := m.ObjectAt(i); !a.state.Alive(world.Object(o)) {
			m.Forget(o, now)
		}
	}
}

// find returns where an object is noted.
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

// compare makes what is noted the facts of a mind, in their order. What is forgotten has its defaults again.
func (p *perception) compare(a *agent, m *sense.Mind, now int64) {
	s := p.senses
	next, old := s.table.spare[:0], a.noted
	for i := range m.Len() {
		o := m.ObjectAt(i)
		for ; len(old) > 0 && old[0].object < o; old = old[1:] {
			s.table.clear(&a.state, old[0].object)
		}
		n := note{object: o, due: now}
		if len(old) > 0 && old[0].object == o {
			n, old = old[0], old[1:]
		}
		next = append(next, n)
	}
	for _, n := range old {
		s.table.clear(&a.state, n.object)
	}
	a.noted, s.table.spare = append(a.noted[:0], next...), next
}

// forgetObject has all agents forget an object that is gone.
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
