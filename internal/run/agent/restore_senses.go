package agent

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/sorting"
	"github.com/karakuri-ai/karakuri/world"
)

// appendBody writes the agent's body and team, and its observer unless the snapshot is part of a trace.
func (a *agent) appendBody(b []byte, traced bool) []byte {
	s := savedBody{body: int64(a.body), team: a.team}
	if !traced {
		s.observer = a.observer
	}
	var c codec.Coder
	s.code(c.Write(b))
	return c.Written()
}

// append writes the percepts and memories of all agents.
func (p *perception) append(b []byte, traced bool) []byte {
	s := savedSenses{are: p.senses != nil && !traced}
	if s.are {
		s.field = p.senses.field.Snapshot(nil)
	}
	var c codec.Coder
	s.code(c.Write(b))
	return c.Written()
}

// appendOne writes what one agent perceives and remembers.
func (p *perception) appendOne(b []byte, a *agent) []byte {
	s := savedSenses{are: p.senses != nil && a.observer > 0}
	if s.are {
		s.field = p.senses.field.SnapshotObserver(nil, sense.Observer(a.observer-1))
	}
	var c codec.Coder
	s.code(c.Write(b))
	return c.Written()
}

// memoryAlone has an agent remember what [perception.appendOne] wrote.
func (l *loader) memoryAlone(a *agent, s *savedSenses) {
	p := &l.c.perception
	if !s.are {
		return
	}
	lost := func(why string) {
		l.lostAlone(Loss{Kind: LostMemory, Why: why, Text: "what it remembered is gone: " + why})
	}
	if a.observer == 0 {
		lost("it no longer perceives anything")
		return
	}
	err := p.senses.field.Receive(s.field, sense.Observer(a.observer-1), &sense.Carry{
		Same:   l.report.Same,
		Forms:  l.forms.memories(),
		Object: l.carriedObject,
		Crowded: func(_ sense.Observer, facts int) {
			l.lostAlone(Loss{Kind: LostMemory, Why: "there is no room for it", Text: fmt.Sprintf("it forgets %d of what it remembered: there is no room for more", facts)})
		},
	})
	if err != nil {
		lost(err.Error())
	}
}

// carriedObject returns what an object of another program or crowd is here.
func (l *loader) carriedObject(o sense.ObjectID) (sense.ObjectID, bool) {
	now, ok := l.migration.Object(world.Object(o))
	return sense.ObjectID(now), ok && now != 0
}

// body reads what [agent.appendBody] wrote. After a reload, the agent keeps its body if the program still has its kind
// (here) and the body's type still fits it.
func (l *loader) body(a *agent, here bool) {
	var c codec.Coder
	var s savedBody
	s.code(c.Read(l.Reader))
	if body := world.Object(s.body); body != a.body || s.team != a.team || s.observer != a.observer {
		x := a.own()
		x.body, x.team, x.observer = body, s.team, s.observer
	}
	if l.Failed() || a.body == 0 {
		return
	}
	was := a.body
	if l.migration != nil {
		a.body, _ = l.migration.Object(was)
	}
	if here && l.c.objects.fitsBody(a) {
		return
	}
	if l.migration == nil {
		l.Fail("the body of an agent does not exist or has the wrong type")
		return
	}
	if l.c.core.world.Alive(a.body) {
		l.c.objects.condemn(a.body)
	}
	a.body = 0
}

// fitsBody reports whether the agent's body is an object of the type that its kind declares.
func (all *objects) fitsBody(a *agent) bool {
	if a.body == 0 {
		return false
	}
	t, of := all.core.world.TypeOf(a.body), all.core.model.Info.Agents[a.kind].Body
	return t >= 0 && of.Kind == world.KindObject && all.core.world.Schema().Types[of.ID].Has(t)
}

// bodies records which objects are bodies of which agents. After a reload it creates bodies for agents whose kind had
// none before.
func (l *loader) bodies() {
	c := l.c
	c.objects.listRetired()
	for _, a := range c.agents.list {
		if a.id == 0 {
			continue
		}
		if l.migration != nil && a.body == 0 && !c.objects.embody(a) {
			l.lost(a, Loss{Kind: LostBody, Why: "there is no room for it", Text: "there is no room for the object that is its body"})
		}
		if c.objects.bodies[a.body] != 0 {
			l.Fail("two agents have the same body")
			return
		}
		c.objects.enroll(a)
	}
	c.objects.applyObjects()
}

// senses reads what [perception.append] wrote.
func (l *loader) senses() {
	c := l.c
	var s savedSenses
	if s.code(l.Coder()); l.Failed() {
		return
	}
	perceived := s.are
	if l.strict && perceived != (c.perception.senses != nil) {
		l.refused = ErrOtherSnapshot
		return
	}
	c.perception.renewSenses()
	if perceived && c.perception.senses == nil {
		l.report.note(world.Lost, "senses", "nothing is perceived any more: Options.Senses is missing, or no agent has a body and a memory")
	}
	goesOn := perceived && c.perception.senses != nil && l.memories(s.field)
	if l.refused != nil || l.Failed() {
		return
	}
	taken := map[int32]bool{}
	for _, a := range c.agents.list {
		if a.id == 0 {
			continue
		}
		if !goesOn || l.migration != nil && a.observer == 0 {
			c.perception.add(a)
		}
		if c.perception.recollect(a); a.observer > 0 && (!c.perception.observes(a) || taken[a.observer]) {
			l.Fail("an agent has the wrong observer")
			return
		}
		taken[a.observer] = true
	}
}

// memories restores what agents remember, and reports whether it could. In another program, they keep it by the names
// of objects and attributes.
func (l *loader) memories(field []byte) bool {
	of := l.c.perception.senses.field
	var err error
	switch {
	case l.migration != nil:
		err = of.RestoreOther(field, l.carriedMemories())
	case l.tuned:
		if err = of.RestoreTuned(field); err != nil { // there is less room: by names, only facts without room are forgotten
			l.Fail("%v", err)
			return false
		}
	default:
		err = of.Restore(field)
	}
	if err != nil && l.strict {
		l.refused = err
		return false
	}
	if err != nil {
		l.report.note(world.Lost, "memories", fmt.Sprintf("what agents remember begins anew: %v", err))
	}
	return err == nil
}

// carriedMemories returns how memories carry over from another program.
func (l *loader) carriedMemories() *sense.Carry {
	c := l.c
	by := map[sense.Observer]*agent{}
	for _, a := range c.agents.list {
		if a.id != 0 && a.observer > 0 {
			by[sense.Observer(a.observer-1)] = a
		}
	}
	return &sense.Carry{
		Forms: l.forms.memories(),
		Observer: func(o sense.Observer) (self sense.ObjectID, kind int, ok bool) {
			a := by[o]
			if a == nil {
				return 0, 0, false
			}
			if kind = c.perception.senses.kinds[a.kind]; kind < 0 || a.body == 0 {
				a.dropObserver()
				l.lost(a, Loss{Kind: LostMemory, Why: "it no longer perceives anything", Text: "what it remembered is gone: it no longer perceives anything"})
				return 0, 0, false
			}
			return sense.ObjectID(a.body), kind, true
		},
		Object: l.carriedObject,
		Crowded: func(o sense.Observer, facts int) {
			l.lost(by[o], Loss{Kind: LostMemory, Why: "there is no room for it", Text: fmt.Sprintf("it forgets %d of what it remembered: there is no room for more", facts)})
		},
	}
}

// observes reports whether the agent's observer has the senses of the agent's kind.
func (p *perception) observes(a *agent) bool {
	m := p.memory(a)
	return m != nil && p.senses.kinds[a.kind] >= 0 && m.Senses() == p.senses.list[p.senses.kinds[a.kind]]
}

// recollect rebuilds the agent's list of remembered objects from the state that was just read.
func (p *perception) recollect(a *agent) {
	a.dropNoted()
	p.agents.tense.Raise(a.slot())
	if p.agents.reread.Raise(a.slot()); p.senses == nil {
		return
	}
	if a.heard != 0 {
		a.heard = 0
	}
	for _, s := range p.core.model.Info.Known {
		typ := s.Params[0].ID
		for o := a.state.NextMember(typ, 0); o != 0; o = a.state.NextMember(typ, o) {
			if at, ok := s.Addr(o); ok && a.state.Get(at).Bool() {
				a.own().noted = append(a.noted, note{object: sense.ObjectID(o), due: atOnce + 1})
			}
		}
	}
	if len(a.noted) == 0 {
		return
	}
	sorting.By(a.noted, func(x, y note) int { return cmp.Compare(x.object, y.object) })
	a.noted = slices.Compact(a.noted)
}
