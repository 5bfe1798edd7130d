package answer

import (
	"fmt"
	"slices"

	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// maxOrigins is the maximum length of a chain of causes that is followed.
const maxOrigins = 6

// Run is a run that is made again: a replay, or a simulation that was taken back to an earlier moment. If it has a
// method Settle, that applies what the host did after the last tick.
type Run interface {
	Crowd() *agent.Crowd
	Step() bool // false: there is no further tick
}

// Witness hears what happens in a run that is made again, for [Made].
type Witness struct {
	crowd *agent.Crowd
	told  []deed
	ended func(c *agent.Crowd) // called at the end of a tick, before the host writes anything; nil: nothing is

	endings []ending // of the last tick in which something ended
	endedIn int64
	fired   bt.Event // the last that aborted a branch
}

// Ends tells the witness when ticks end, for the [agent.Options].Provenance of a crowd whose host writes values after a
// tick, within the same step of a [Run]: the next tick is the first that has them.
type Ends struct{ *Witness }

// Opened implements [agent.Provenance].
func (Ends) Opened(*agent.Crowd) {}

// Ticked implements [agent.Provenance].
func (e Ends) Ticked(c *agent.Crowd) { e.end(c) }

// PlanEvent implements [agent.Provenance]: the witness hears the event elsewhere.
func (Ends) PlanEvent(*runner.Event) {}

// NodeEvent implements [agent.Provenance].
func (Ends) NodeEvent(*bt.Event) {}

// GoalEvent implements [agent.Provenance].
func (Ends) GoalEvent(*goal.Event) {}

// SquadEvent implements [agent.Provenance].
func (Ends) SquadEvent(*agent.SquadEvent) {}

func (w *Witness) end(c *agent.Crowd) {
	if w.ended != nil {
		w.ended(c)
	}
}

func (w *Witness) onEnd(do func(*agent.Crowd)) { w.ended = do }

// deed is something that can have written a value, or have led to that.
type deed struct {
	tick     int64
	agent    agent.ID
	kind     runner.EventKind
	operator *def.OperatorInfo
	args     []world.Word
	line     int32
	set      *def.NodeInfo
	tree     string
	squad    agent.ID // that gave an order to the agent, or heard that it has ended; 0: it is no deed of an order
	order    int64
	text     string // the order; empty: it has ended
}

// Options returns the options of the replay that reports to the witness.
func (w *Witness) Options() agent.ReplayOptions {
	return agent.ReplayOptions{Sink: runner.SinkFunc(w.Plan), TreeSink: bt.SinkFunc(w.Node), GoalSink: goal.SinkFunc(w.Goal), SquadSink: agent.SquadSinkFunc(w.Squad)}
}

// Plan hears an event of plans.
func (w *Witness) Plan(e runner.Event) {
	if w.crowd != nil && (e.Kind == runner.ReactionEnded || e.Kind == runner.ReactionAborted) {
		w.endReaction(e)
	}
	if w.crowd == nil || e.Kind != runner.StepEnded && e.Kind != runner.PlanAdopted && e.Kind != runner.PlanMerged && e.Kind != runner.PlanRepaired {
		return
	}
	d := deed{tick: e.Tick, agent: e.Agent, kind: e.Kind, line: e.Line, args: append([]world.Word(nil), e.Args...)}
	if e.Kind == runner.StepEnded {
		d.operator = w.crowd.Program().Info.Operators[e.Operator]
	}
	w.told = append(w.told, d)
}

// Node hears an event of trees.
func (w *Witness) Node(e bt.Event) {
	if w.crowd == nil || e.Kind != bt.NodeEnded && e.Kind != bt.NodeAborted && e.Kind != bt.AbortFired {
		return
	}
	p := w.crowd.Program().Trees.Program(e.Tree)
	w.endNode(e, p)
	if info, _ := p.Node(e.Node); info.Effect != nil && e.Kind == bt.NodeEnded && e.Status == bt.Success {
		w.told = append(w.told, deed{tick: e.Tick, agent: e.Agent, set: info, tree: p.Info.Name})
	}
}

// Squad hears an event of squads.
func (w *Witness) Squad(e agent.SquadEvent) {
	d := deed{tick: e.Tick, agent: e.Member, squad: e.Squad, order: e.Order}
	switch given := e.Kind == agent.OrderGiven || e.Kind == agent.OrderChanged; {
	case w.crowd == nil || !given && (e.Kind != agent.OrderMoved || !e.State.Ended()):
		return
	case given:
		d.text = w.crowd.View().SquadFacts(e).Order
		if e.Kind == agent.OrderChanged { // the order that it replaces ends without an event of its own
			w.noteOrder(e, func() string { return squad.Withdrawn.String() + ": " + squad.Changed.String() })
		}
	default:
		w.endOrder(e)
	}
	w.told = append(w.told, d)
}

// Made answers what gave a symbol of an agent its value at a tick: it continues with the run up to that tick, with the
// witness, and follows the value back to the step, node or write that set it, and on to what led to that. Named returns
// the agent while it is in the crowd. When done is closed, the answer is unknown.
func Made(done <-chan struct{}, r Run, w *Witness, named func() (agent.ID, bool), tick int64, about string) *explain.Answer {
	w.crowd = r.Crowd()
	h := again(done, r, named, tick, nil)
	return h.answered(explain.WhoMade, about, func(k *asker, a *explain.Answer) {
		cells, wrong := k.symbol(about)
		if len(cells) == 0 {
			a.Findings = []explain.Finding{{Verdict: explain.Unknown, Subject: about, Note: wrong}}
			return
		}
		a.About = madeTitle(k, about, cells)
		m := maker{asker: k, witness: w, began: h.began, states: h.states, followed: map[world.Addr]bool{}}
		for _, c := range cells {
			m.follow(a, c.sym, c.at, m.present(c.sym, c.at, tick))
		}
	})
}

// IsOfHistory reports whether a kind of question is about what led to a moment, which takes the run once more: [Again].
func IsOfHistory(k explain.Kind) bool { return k == explain.WhoMade || k == explain.WhatChanged }

// Again answers a question about what led to a tick: see [Made] and [Changed].
func Again(done <-chan struct{}, r Run, w *Witness, named func() (agent.ID, bool), tick int64, q explain.Question) *explain.Answer {
	if q.Kind == explain.WhatChanged {
		return Changed(done, r, w, named, tick)
	}
	return Made(done, r, w, named, tick, q.About)
}

// history is what was seen of an agent while a run was made again.
type history struct {
	crowd     *agent.Crowd
	id        agent.ID
	is        bool // it is in the crowd
	began     int64
	states    map[int64]*world.State // at the ends of ticks
	cancelled bool
}

// again continues with a run up to a tick, and keeps the states of an agent. Look, which may be nil, is called after
// each tick that has the agent.
func again(done <-chan struct{}, r Run, named func() (agent.ID, bool), tick int64, look func(*asker)) *history {
	h := &history{crowd: r.Crowd(), began: r.Crowd().Tick(), states: map[int64]*world.State{}}
	seen := h.began
	end := func(c *agent.Crowd) {
		if c != r.Crowd() || c.Tick() <= seen {
			return
		}
		seen = c.Tick()
		if id, ok := named(); ok {
			st := world.NewState(c.Schema())
			st.CopyFrom(c.State(id))
			h.states[seen] = st
			delete(h.states, seen-maxHistory)
			if look != nil {
				look(newAsker(c, id))
			}
		}
	}
	if to, tells := r.Crowd().Provenance().(interface{ onEnd(func(*agent.Crowd)) }); tells {
		to.onEnd(end)
		defer to.onEnd(nil)
	}
	for r.Crowd().Tick() < tick && r.Step() {
		if isClosed(done) {
			h.cancelled = true
			return h
		}
		end(r.Crowd())
	}
	if s, can := r.(interface{ Settle() }); can {
		s.Settle()
	}
	h.crowd = r.Crowd()
	h.id, h.is = named()
	return h
}

// answered makes the answer that do gives, unless the run was not made up to the moment or the agent is gone.
func (h *history) answered(kind explain.Kind, about string, do func(*asker, *explain.Answer)) *explain.Answer {
	a := &explain.Answer{Kind: kind, About: about}
	if h.cancelled {
		a.Findings = []explain.Finding{{Verdict: explain.Unknown, Note: "the search was cancelled"}}
		return a
	}
	a.Tick, a.Seconds = h.crowd.Tick(), h.crowd.Seconds()
	if !h.is {
		a.Findings = []explain.Finding{{Verdict: explain.Gone, Note: "the agent is not in the crowd"}}
		return a
	}
	k := newAsker(h.crowd, h.id)
	a.Agent, a.Name = h.id, k.view.NameOf(h.id)
	k.guard(a, func() { do(k, a) })
	return a
}

// maxHistory is the maximum number of ticks for which a value is followed back.
const maxHistory = 1 << 14

// maker follows values back.
type maker struct {
	*asker
	witness  *Witness
	began    int64 // tick after which the run was made again
	cut      int64 // the first tick that is known, where earlier ones were dropped; 0: none were
	states   map[int64]*world.State
	followed map[world.Addr]bool
}

// present returns the tick with which a cell has the value that it has now: the last one, or the next if the host has
// written it since.
func (m *maker) present(sym *world.Symbol, at world.Addr, tick int64) int64 {
	if last := m.states[tick]; last != nil && !same(sym, at, last, m.state) {
		tick++
		m.states[tick] = m.state
	}
	return tick
}

// follow adds what set a cell last before the end of a tick, and what led to that.
func (m *maker) follow(a *explain.Answer, sym *world.Symbol, at world.Addr, tick int64) {
	if m.followed[at] || len(a.Origins) >= maxOrigins {
		return
	}
	m.followed[at] = true
	name := m.cellText(sym, at)
	set := tick
	for ; m.states[set-1] != nil && same(sym, at, m.states[set], m.states[set-1]); set-- {
	}
	if m.states[set-1] == nil && (set == m.cut || m.began > 0 && set == m.began+1 || set > m.began+1 && tick-set >= maxHistory-1) {
		a.Origins = append(a.Origins, explain.Origin{Tick: set, Kind: explain.NotKnown, Text: name + " has had this value at least since then; earlier ticks are not known", Value: m.cell(sym, at, m.states[set])})
		return
	}
	d, ok := m.writer(sym, at, set)
	if m.states[set-1] == nil && !ok {
		a.Origins = append(a.Origins, explain.Origin{Tick: set, Kind: explain.FromStart, Text: name, Value: m.cell(sym, at, m.states[set])})
		return
	}
	o := explain.Origin{Tick: set, Kind: explain.FromHost, Text: name, Value: m.cell(sym, at, m.states[set])}
	switch {
	case ok && d.set != nil:
		o.Kind, o.Text = explain.FromTree, "a set node of tree "+d.tree+" wrote "+name
	case ok:
		o.Kind, o.Text = explain.FromStep, "step "+m.call(d.operator.Name, d.operator.Params, d.args)+m.whose(d.agent)+" ended and wrote "+name
	case m.info.Alertness != nil && sym == m.info.Alertness.Level:
		o.Kind, o.Text = explain.FromPercept, m.view.AlertCause(m.states[set])
	case m.info.IsRecalled(sym):
		o.Kind, o.Text = explain.FromPercept, "the agent's senses or memory wrote "+name
	default:
		o.Text = "the game wrote " + name
	}
	a.Origins = append(a.Origins, o)
	if ok && d.set == nil {
		m.planOf(a, d)
	}
}

func (m *maker) whose(id agent.ID) string {
	if id == m.id {
		return ""
	}
	return " of " + m.view.NameOf(id)
}

// cellText names a cell as the language does: "distance(kane)", "remembered(kane)".
func (k *looker) cellText(sym *world.Symbol, at world.Addr) string {
	if slices.Contains(k.info.Known, sym) {
		known := *sym
		known.Name, sym = "remembered", &known
	}
	return world.FormatCell(k.names, sym, at)
}

func same(sym *world.Symbol, at world.Addr, x, y *world.State) bool {
	return x.Get(at) == y.Get(at) && (sym.Type.Width() == 1 || x.Get(at+1) == y.Get(at+1))
}

// writer returns the step or node that ended in a tick and writes a cell of a symbol: of the agent itself, or of
// another agent if the symbol is shared.
func (m *maker) writer(sym *world.Symbol, at world.Addr, tick int64) (found deed, ok bool) {
	for _, d := range m.witness.told {
		if d.tick != tick && (d.tick != tick-1 || d.agent == m.id) || d.agent != m.id && m.crowd.Home(d.agent, sym.Scope) != m.crowd.Home(m.id, sym.Scope) {
			continue
		}
		effects := (*expr.EffectTerms)(nil)
		if d.operator != nil {
			effects = d.operator.Effect
		} else if d.set != nil {
			effects = d.set.Effect
		}
		if d.operator != nil && !mayWrite(effects, d.args, at) {
			continue
		}
		effects.Writes(func(e *expr.EffectTerm) {
			if e.Symbol == sym {
				found, ok = d, true
			}
		})
	}
	return found, ok
}

// mayWrite reports whether effects with these arguments may write a cell: surely, where which cells they write depends
// on the state.
func mayWrite(effects *expr.EffectTerms, args []world.Word, at world.Addr) bool {
	if effects == nil {
		return false
	}
	list, known := expr.CompileEffects(effects).Targets(args, nil)
	return !known || slices.ContainsFunc(list, func(a expr.Access) bool { return a.Whole || a.Addr == at })
}

// orderOf returns the order that an agent was under when it did something; none if there was no such order.
func (m *maker) orderOf(step deed) (order deed) {
	for _, d := range m.witness.told {
		switch {
		case d.squad == 0 || d.agent != step.agent || d.tick > step.tick:
		case d.text != "":
			order = d
		case d.order == order.order && d.tick < step.tick:
			order = deed{}
		}
	}
	return order
}

// planOf adds the reasons of a step's plan: when it was adopted, and what made its plan line hold; or the order that
// the agent was under, and the plan of the squad that gave it.
func (m *maker) planOf(a *explain.Answer, step deed) {
	if len(a.Origins) >= maxOrigins {
		return
	}
	if o := m.orderOf(step); o.squad != 0 {
		of := number(o.order) + " of " + m.view.NameOf(o.squad)
		a.Origins = append(a.Origins, explain.Origin{Tick: o.tick, Kind: explain.FromOrder, Text: "order " + of + " was given to " + m.view.NameOf(o.agent) + ": " + o.text})
		m.planOf(a, deed{tick: o.tick, agent: o.squad})
		return
	}
	last := deed{}
	for _, d := range m.witness.told {
		if d.agent == step.agent && d.tick <= step.tick && d.kind == runner.PlanAdopted {
			last = d
		}
	}
	if last.tick == 0 || len(a.Origins) >= maxOrigins {
		return
	}
	kind := m.info.Agent(m.crowd.KindOf(step.agent))
	if kind == nil || last.line < 0 || int(last.line) >= len(kind.Plans) {
		return
	}
	line := &kind.Plans[last.line]
	goal := line.Call.Operator == nil
	name := ""
	if goal {
		name = line.Call.Task.Name
	} else {
		name = line.Call.Operator.Name
	}
	o := explain.Origin{Tick: last.tick, Kind: explain.FromStep, Text: fmt.Sprintf("the plan for %s%s was adopted", name, m.whose(step.agent))}
	if line.When != nil {
		o.Text += ", since " + line.When.String()
	}
	if a.Origins = append(a.Origins, o); line.When == nil || step.agent != m.id {
		return
	}
	before := m.heldSince(line.When, last.tick)
	if m.states[before] == nil {
		return
	}
	machine := expr.Machine{State: m.states[before], Funcs: m.machine.Funcs}
	for _, r := range expr.ReadBy(line.When, &machine, nil) {
		if !r.Absent {
			m.follow(a, r.Sym, r.Addr, before)
			return
		}
	}
}

// heldSince returns the tick at whose end a condition is known to have held that held when a plan was taken up in a
// tick: the one before, unless it began to hold between the two.
func (m *maker) heldSince(t *expr.Term, tick int64) int64 {
	if st := m.states[tick-1]; st != nil {
		machine := expr.Machine{State: st, Funcs: m.machine.Funcs}
		if expr.EvalTerm(t, &machine, nil)[0].Bool() {
			return tick - 1
		}
	}
	return tick
}
