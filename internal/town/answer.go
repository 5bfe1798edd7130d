package town

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// answers computes how the world responds to a step that succeeds: sensed symbols get the values that the operator
// expects.
type answers struct {
	schema  *world.Schema
	effects []*expr.Effects // by operator
	machine expr.Machine
	scratch *world.State
}

// step is a step that an agent is carrying out.
type step struct {
	operator int32
	args     []world.Word
	begun    bool
	worked   bool // its action has succeeded: writes are known
	writes   []write
	places   bool // its effects say where the agent then is
}

// write is a value that the world will write.
type write struct {
	addr  world.Addr
	value world.Word
}

func newAnswers(info *def.Info) answers {
	a := answers{schema: info.Schema, scratch: world.NewState(info.Schema)}
	a.machine.State = a.scratch
	for _, o := range info.Operators {
		a.effects = append(a.effects, expr.CompileEffects(o.Effect))
	}
	return a
}

// work computes what the effects of a step write to sensed symbols, from the state before the step ended, and whether
// they write the symbol at, which may be nil.
func (a *answers) work(s *step, st *world.State, at *world.Symbol) {
	s.worked, s.places, s.writes = true, false, s.writes[:0]
	a.scratch.CopyFrom(st)
	mark := a.scratch.Mark()
	a.effects[s.operator].Apply(&a.machine, s.args)
	for _, ch := range a.scratch.Changes(mark) {
		sym := a.schema.SymbolAt(ch.Addr)
		if sym != nil && sym == at {
			s.places = true
		}
		if sym != nil && sym.Sensed {
			s.writes = append(s.writes, write{ch.Addr, a.scratch.Get(ch.Addr)})
		}
	}
}

// Started records the step that an agent starts. The host calls it before the action of the step starts.
func (w *World) Started(id action.AgentID, operator int32, args []world.Word) {
	if p := w.people[id]; p != nil {
		p.step = step{operator: operator, args: append(p.step.args[:0], args...), begun: true, writes: p.step.writes[:0]}
	}
}

// Ended makes the world respond to a step that has succeeded, after the engine has written its effects: sensed symbols
// get the values that the operator expected, and "at" becomes the place that the agent has reached.
func (w *World) Ended(id action.AgentID, st *world.State) {
	p := w.people[id]
	if p == nil || !p.step.begun {
		return
	}
	if !p.step.worked { // an operator without an action
		w.answers.work(&p.step, st, w.at)
	}
	for _, wr := range p.step.writes {
		st.Set(wr.addr, wr.value)
	}
	p.step.begun = false
}

// succeeded makes an action succeed. If it belongs to a step, the response of the world is computed now, because
// effects are evaluated in the state before the step ends. The agent has reached to; the zero Value is nowhere.
func (w *World) succeeded(c *action.Ctx, to action.Value) action.Status {
	p := w.people[c.Agent()]
	arrived := w.arrival(to, c.State())
	if p == nil || !p.step.begun {
		if arrived {
			c.State().Set(w.at.Base, to.Words[0])
		}
		return action.Success
	}
	w.answers.work(&p.step, c.State(), w.at)
	if arrived && !p.step.places {
		p.step.writes = append(p.step.writes, write{w.at.Base, to.Words[0]})
	}
	return action.Success
}

// arrival reports whether the symbol "at" can hold a value.
func (w *World) arrival(to action.Value, st *world.State) bool {
	switch {
	case w.at == nil || w.at.Type.Kind != to.Kind():
		return false
	case to.Kind() == world.KindObject:
		typ := st.TypeOf(to.Object())
		return typ >= 0 && w.info.Schema.Types[w.at.Type.ID].Has(typ)
	}
	return to.Type.ID == w.at.Type.ID
}
