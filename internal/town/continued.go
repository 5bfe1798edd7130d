package town

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/world"
)

// Continue returns a town in which a crowd of any host goes on, with a program that is the crowd's own or another one.
// The crowd itself stays as it is: the town has a copy of it, as [agent.Crowd.ContinueIn] makes it. Actions that are
// running end after a while as any work does, since their arguments are not known here. At says where agents are; for
// those that it does not know, their state does.
func Continue(c *agent.Crowd, p *program.Program, o Options, at func(agent.ID) (Point, bool)) (*Town, error) {
	t := prepare(p, o, o.Crowd.Seed)
	functions := make([]action.Func, len(p.Info.Functions))
	for i, f := range p.Info.Functions {
		if !f.Set { // the results of functions that return sets are not known
			functions[i] = t.substitute(int32(i))
		}
	}
	host := &standIn{town: t, running: map[int64]*running{}}
	var err error
	if t.crowd, err = c.ContinueIn(p, host, functions, t.followed()); err != nil {
		return nil, err
	}
	names := map[agent.ID]string{}
	for id := range t.crowd.All {
		names[id] = c.View().NameOf(id)
		t.ids = append(t.ids, id)
		t.names[id] = names[id]
		t.World.Enter(id, t.crowd.Target(id, false))
		if spot, ok := at(id); ok {
			*t.people[id].at = spot
			t.note(t.people[id], t.crowd.Target(id, false))
		}
	}
	t.crowd.NameAgents(func(id agent.ID) string { return names[id] })
	return t, nil
}

// substitute returns the stand-in for a function of the host, on words.
func (t *Town) substitute(id int32) action.Func {
	f := t.World.Function(id)
	params := t.program.Info.Functions[id].Params
	return func(args []world.Word) [2]world.Word {
		var list action.Arguments
		for i, typ := range params {
			args = take(&list[i], typ, args)
		}
		return f(list).Words
	}
}

// take reads a value of a type from the first of some words, and returns the others.
func take(v *action.Value, typ world.Type, words []world.Word) []world.Word {
	*v = action.Value{Type: typ}
	return words[copy(v.Words[:], words[:typ.Width()]):]
}

// standIn carries out the actions of a crowd that has come from another host.
type standIn struct {
	town    *Town
	running map[int64]*running // by their numbers
}

// running is an action at work.
type running struct {
	do   Action
	args action.Arguments
	job  Job
}

// Answer implements [action.Substitute].
func (s *standIn) Answer(c *action.Ctx, call *action.Call) {
	switch call.Phase {
	case action.PhaseStart:
		s.running[call.Serial] = &running{do: s.town.Action(call.Action), args: s.arguments(call.Action, call.Words)}
	case action.PhaseUpdate:
		r := s.running[call.Serial]
		if r == nil { // it was running before
			r = &running{do: s.town.work}
			s.running[call.Serial] = r
		}
		call.Status = r.do(c, &r.args, &r.job)
	case action.PhaseEnd, action.PhaseAbort:
		delete(s.running, call.Serial)
	}
}

// arguments reads the arguments of an action.
func (s *standIn) arguments(id int32, words []world.Word) (list action.Arguments) {
	for i, p := range s.town.program.Info.Actions[id].Params {
		typ := p.Types[0]
		if len(p.Types) > 1 {
			typ, words = p.Types[words[0]], words[1:]
		}
		words = take(&list[i], typ, words)
	}
	return list
}
