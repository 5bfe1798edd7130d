package agent

import (
	"fmt"
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// perform repeats an input of the host.
func (t *Replay) perform() {
	r := &t.next
	switch r.Kind {
	case ktrace.KindReceive:
		t.take()
		t.crowd.exchange.receiveShared()
	case ktrace.KindWrites:
		t.apply(r)
		t.take()
	case ktrace.KindSpawn:
		t.spawn(r)
	case ktrace.KindRemove:
		a := t.numbered(r.Agent)
		t.take()
		if a != nil {
			t.crowd.Remove(a.id)
		} else {
			t.damaged("an agent leaves that does not exist")
		}
	case ktrace.KindAddObject:
		want, typ, name := world.Object(r.Object), r.Type, r.Name
		t.take()
		if o, err := t.crowd.objects.AddObject(typ, name); err != nil || o != want {
			t.differ(0, fmt.Sprintf("object %s of type %s added as %d", name, typ, want), fmt.Sprintf("%d (%v)", o, err))
		}
	case ktrace.KindOrder:
		t.order(r)
	case ktrace.KindWithdraw:
		a, number := t.numbered(r.Agent), r.Index
		if t.take(); a == nil || !t.crowd.commands.Withdraw(a.id, number) {
			t.damaged("an order is taken back that was not given")
		}
	case ktrace.KindSignificance:
		a, significance := t.numbered(r.Agent), math.Float64frombits(uint64(r.Object))
		if t.take(); a == nil || !t.crowd.SetSignificance(a.id, significance) {
			t.damaged("the significance is set of an agent that does not exist, or in a crowd without levels")
		}
	case ktrace.KindWake:
		a := t.numbered(r.Agent)
		if t.take(); a == nil || !t.crowd.Wake(a.id) {
			t.damaged("an agent is woken that does not exist")
		}
	case ktrace.KindJoin:
		t.join(r)
	case ktrace.KindQuit:
		a := t.numbered(r.Agent)
		if t.take(); a == nil || !t.crowd.squads.Leave(a.id) {
			t.damaged("an agent leaves a squad that it does not belong to")
		}
	case ktrace.KindTeam:
		a, team := t.numbered(r.Agent), r.Object
		if t.take(); a == nil || !t.crowd.SetTeam(a.id, team) {
			t.damaged("an agent that does not exist is put into a team")
		}
	case ktrace.KindGuise:
		t.guise(r)
	case ktrace.KindRemoveObject:
		o := world.Object(r.Object)
		t.take()
		if !t.crowd.objects.RemoveObject(o) {
			t.crowd.objects.release(o)
		}
	}
}

// guise gives an agent another personality.
func (t *Replay) guise(r *ktrace.Record) {
	a, info, mind := t.numbered(r.Agent), t.crowd.core.model.Info, r.Index
	t.take()
	if a == nil || mind < 0 || mind >= int64(len(info.Minds)+len(info.Guises)) || info.Agents[a.kind].Mind == nil ||
		info.Agents[a.kind].Mind.Brain != info.MindAt(int32(mind)).Brain {
		t.damaged("an agent is given a personality that its brain does not have")
		return
	}
	t.crowd.setGuise(a, info.MindAt(int32(mind)))
}

// spawn adds an agent and names it.
func (t *Replay) spawn(r *ktrace.Record) {
	kinds := t.crowd.core.model.Info.Agents
	kind, number := r.Index, r.Agent
	t.take()
	if kind < 0 || kind >= int64(len(kinds)) || number != int64(len(t.came))+1 {
		t.damaged("an agent comes that cannot be")
		return
	}
	id := t.crowd.Spawn(kinds[kind].Name)
	if id == 0 {
		t.damaged("more agents come than there may be")
		return
	}
	a := t.crowd.agents.slot(id)
	t.name(arrival{kind: a.kind + 1, ofKind: t.crowd.agents.ofKind(a)})
}

// order gives an agent an order.
func (t *Replay) order(r *ktrace.Record) {
	a, list := t.numbered(r.Agent), t.crowd.core.model.Info.Goals
	if a == nil || r.Index < 0 || r.Index >= int64(len(list)) {
		t.damaged("an order is given that cannot be")
		return
	}
	o := Order{Goal: list[r.Index].Name, Urgent: r.Object != 0}
	for _, w := range r.Args {
		o.Args = append(o.Args, world.Word(w))
	}
	t.take()
	if _, err := t.crowd.commands.Order(a.id, o); err != nil {
		t.damaged(err.Error())
	}
}

// join makes an agent a member of a squad.
func (t *Replay) join(r *ktrace.Record) {
	a, s := t.numbered(r.Agent), t.numbered(r.Index)
	t.take()
	if a == nil || s == nil {
		t.damaged("an agent joins a squad, but one of the two does not exist")
		return
	}
	if err := t.crowd.squads.Join(s.id, a.id); err != nil {
		t.damaged(err.Error())
	}
}

// numbered returns the agent with a number, or nil.
func (t *Replay) numbered(number int64) *agent {
	for _, a := range t.crowd.agents.list {
		if a.id != 0 && a.number == number {
			return a
		}
	}
	return nil
}

// apply applies a record of writes.
func (t *Replay) apply(r *ktrace.Record) {
	st := t.crowd.core.world
	if r.Agent != 0 {
		a := t.numbered(r.Agent)
		if a == nil {
			t.damaged("the state of an agent is written that does not exist")
			return
		}
		st = &a.state
	}
	t.applyTo(st, r.Writes)
}

// applyTo writes to a state, if all writes are valid.
func (t *Replay) applyTo(st *world.State, writes []ktrace.Write) {
	for _, w := range writes {
		if !fits(st, world.Addr(w.Addr), world.Word(w.Word)) {
			t.damaged("a written value does not fit its symbol")
			return
		}
		st.Set(world.Addr(w.Addr), world.Word(w.Word))
	}
}

// fits reports whether a word may be written at an address. Numbers may be outside their symbol's range, and objects
// may no longer exist: the host can write such values.
func fits(st *world.State, addr world.Addr, w world.Word) bool {
	sym := st.Schema().SymbolAt(addr)
	if sym == nil || !st.Schema().Fits(sym.Type, w) {
		return false
	}
	if !sym.Sparse() {
		return true
	}
	var args [world.MaxParams]world.Word
	first, ok := sym.Addr(st.Args(sym, addr, args[:0])...)
	return ok && addr-first < world.Addr(sym.Type.Width())
}

// inputs repeats what the host did at a point of the run, in the following records that match.
func (t *Replay) inputs(matches func(r *ktrace.Record) bool) {
	for t.diff == nil && t.peek() && t.next.IsInput() && matches(&t.next) {
		t.perform()
	}
}

// Answer implements [action.Substitute]: it does what the host's code did.
func (t *Replay) Answer(c *action.Ctx, call *action.Call) {
	phase := ktrace.Phase(call.Phase)
	t.inputs(func(r *ktrace.Record) bool {
		return r.Where == ktrace.Call && r.Serial == call.Serial && (r.Phase == phase || phase == ktrace.Child && r.Phase == ktrace.Update)
	})
	if t.diff != nil || t.err != nil {
		return
	}
	r := &t.next
	recorded := t.peek() && r.Kind == ktrace.KindCall && r.Serial == call.Serial && r.Phase == phase
	if !recorded {
		if phase == ktrace.Start || phase == ktrace.Abort {
			t.missing(t.describeCall(c, call))
		}
		return
	}
	number := t.crowd.agents.Number(c.Agent())
	if r.Agent != number || phase == ktrace.Start && (r.Index != int64(call.Action) || !sameWords(r.Args, call.Words)) ||
		phase == ktrace.Abort && r.Reason != uint8(call.Reason) {
		t.missing(t.describeCall(c, call))
		return
	}
	if phase == ktrace.Update {
		if call.Status = action.Status(r.Status); call.Status < action.Running || call.Status > action.Failure {
			call.Status = action.Failure
			t.damaged("an action ends in no known way")
			return
		}
	}
	if phase == ktrace.Child {
		call.Words = wordsOf(r.Args)
	}
	call.Fault = action.Fault{Action: r.Fault.Action, Message: r.Fault.Message}
	t.applyTo(c.State(), r.Writes)
	t.take()
}

func sameWords(list []int64, words []world.Word) bool {
	return slices.EqualFunc(list, words, func(a int64, b world.Word) bool { return a == int64(b) })
}

// event compares a decision with the recorded one, and repeats what the host did when it received the event.
func (t *Replay) event(a *agent, e *ktrace.Record) {
	if t.diff != nil || t.err != nil {
		return
	}
	if !t.peek() || t.next.Kind != ktrace.KindEvent || !t.next.Event.Equal(&e.Event) {
		if t.err == nil {
			t.missing(t.in.Header().Names.Text(&e.Event))
			t.diff.Agent = t.AgentName(a.number)
		}
		return
	}
	t.take()
	t.crowd.journal.reporter.pass()
	t.inputs(func(r *ktrace.Record) bool { return r.Where == ktrace.Sink })
}

func (t *Replay) flush(where ktrace.Where, a *agent) {
	number := int64(0)
	if a != nil {
		number = a.number
	}
	t.inputs(func(r *ktrace.Record) bool {
		return r.Kind == ktrace.KindWrites && r.Where == where && r.Agent == number
	})
}

func (t *Replay) sweep() { t.crowd.journal.flushAgents(ktrace.Commit) }

func (t *Replay) enter(a *agent) { t.flush(ktrace.Enter, a) }

// The engine's own changes need nothing here, and perform repeats the host's calls.

func (t *Replay) begin()                                     {}
func (t *Replay) receive()                                   {}
func (t *Replay) settled()                                   {}
func (t *Replay) gather()                                    {}
func (t *Replay) gathered()                                  {}
func (t *Replay) left(*agent)                                {}
func (t *Replay) spawned(*agent)                             {}
func (t *Replay) removing(*agent)                            {}
func (t *Replay) objectComing()                              {}
func (t *Replay) objectAdded(world.Object, int32, string)    {}
func (t *Replay) objectRemoving(world.Object)                {}
func (t *Replay) ordering(*agent, int32, []world.Word, bool) {}
func (t *Replay) withdrawing(*agent, int64)                  {}
func (t *Replay) grading(*agent, float64)                    {}
func (t *Replay) waking(*agent)                              {}
func (t *Replay) joining(_, _ *agent)                        {}
func (t *Replay) quitting(*agent)                            {}
func (t *Replay) teaming(*agent, int64)                      {}
func (t *Replay) guising(*agent, int32)                      {}
func (t *Replay) end()                                       {}

// remember stores a result of a host function.
func (t *Replay) remember(r *ktrace.Record) {
	args := make([]world.Word, len(r.Args))
	for i, w := range r.Args {
		args[i] = world.Word(w)
	}
	t.answers[string(appendKey(nil, int(r.Index), args))] = answer{
		result:   [2]world.Word{world.Word(r.Result[0]), world.Word(r.Result[1])},
		panicked: r.Fault.Action != "",
		message:  r.Fault.Message,
	}
}

// function stands in for a host function.
func (t *Replay) function(id int) action.Func {
	return func(args []world.Word) [2]world.Word {
		key := appendKey(nil, id, args)
		given, known := t.answers[string(key)]
		if !known {
			t.peek()
			if given, known = t.answers[string(key)]; !known && t.crowd.core.ticking && t.seeking.lacks { // questions that were never asked come from explanations only, or show as another decision
				t.recollectAnswers()
				given = t.answers[string(key)]
			}
		}
		if given.panicked {
			action.Exit(given.message)
			panic(given.message)
		}
		return given.result
	}
}

// describe returns a record as text.
func (t *Replay) describe(r *ktrace.Record) string {
	switch r.Kind {
	case ktrace.KindEvent:
		return t.in.Header().Names.Text(&r.Event)
	case ktrace.KindCall:
		return fmt.Sprintf("%s of action %d", r.Phase, r.Serial)
	case ktrace.KindTick:
		return "the end of the tick"
	case ktrace.KindEnd:
		return "the end of the trace"
	case ktrace.KindWrites:
		return "a write of the host"
	}
	return "something else of the host"
}

func (t *Replay) describeCall(c *action.Ctx, call *action.Call) string {
	name := t.crowd.core.model.Info.Actions[call.Action].Name
	return fmt.Sprintf("%s of action %d, %s, for %s", ktrace.Phase(call.Phase), call.Serial, name, t.NameOf(c.Agent()))
}
