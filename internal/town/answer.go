package town

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// answers works out how the world answers to steps that succeed: sensed symbols get the values that the operator expects.
type answers struct {
	schema  *world.Schema
	effects []*expr.Effects // by operator
	machine expr.Machine
	scratch *world.State
}

// step is a step that an agent carries out.
type step struct {
	operator int32
	args     []world.Word
	begun    bool
	worked   bool // its action has succeeded: writes are known
	writes   []write
	places   bool // its effects say where the agent then is
}

// write is a value that the world is going to write.
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

// work finds out what a step's effects write to sensed symbols, from a state as it was before the step ended, and whether
// they write at, which may be nil.
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

// Started tells the world which step an agent begins. Whoever runs the agents calls it before the step's action starts.
func (w *World) Started(id action.AgentID, operator int32, args []world.Word) {
	if p := w.people[id]; p != nil {
		p.step = step{operator: operator, args: append(p.step.args[:0], args...), begun: true, writes: p.step.writes[:0]}
	}
}

// Ended lets the world answer to a step that has succeeded, after the engine has written its effects: the sensed symbols among
// them get the values that the operator expected, and "at" says where the agent has got to.
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

// succeeded ends an action well. Where it belongs to a step, the world's answer is noted while the state is still as the step
// found it, since effects are read from that; to is where the agent has got to, the zero Value for nowhere.
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

// arrival reports whether "at" can say that the agent is at a value.
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
