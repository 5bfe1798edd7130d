package agent

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/world"
)

// Mind returns the brain of an agent, for reading; nil if it has none, has not been ticked yet, or has left.
// [goal.Mind.Pursued] returns its pursuits; the last is active, the others are interrupted.
func (v *View) Mind(id ID) *goal.Mind {
	if m := v.families.brain(v.agents.slot(id)); m != nil {
		return &m.Mind
	}
	return nil
}

// Pursuits returns all goals that an agent pursues, with their activities: those of its brain, interrupted ones before
// their interruptions, then those of its trees and plans in the order in which they started. They are for reading, and
// valid until the next tick.
func (v *View) Pursuits(id ID) []*goal.Pursuit {
	var list []*goal.Pursuit
	goals, _ := v.families.wills()
	a := v.agents.slot(id)
	if goals == nil || a == nil {
		return nil
	}
	if m := v.families.brain(a); m != nil {
		for i := range m.Len() {
			list = append(list, m.Pursued(i).Pursuit)
		}
	}
	first := len(list)
	goals.slots.of(a.slot(), func(p *goal.Pursuit) { list = append(list, nil); copy(list[first+1:], list[first:]); list[first] = p })
	return list
}

// Candidates arbitrates for an agent as its brain would now, in full: every want on every target, with every part of
// its score. It changes nothing. Nil if the agent has no running brain, if a function of the host panics, and during a
// tick.
func (v *View) Candidates(id ID) (r *goal.Report) {
	return v.CandidatesIn(id, v.exchange.State(id))
}

// CandidatesIn is [View.Candidates] with another state instead of the agent's. It does not write to that state.
func (v *View) CandidatesIn(id ID, st *world.State) (r *goal.Report) {
	return v.CandidatesAt(id, st, v.core.tick)
}

// CandidatesAt is [View.CandidatesIn] at another tick: what rested then is told as resting, as far as the mind still
// remembers that.
func (v *View) CandidatesAt(id ID, st *world.State, tick int64) (r *goal.Report) {
	defer func() {
		if recover() != nil {
			r = nil
		}
	}()
	if m, e := v.pondering(id, st, tick); m != nil {
		r = m.Explain(e)
	}
	return r
}

// Foretold returns the want that the agent's brain would choose in a tick with the values of a state, and its target,
// as [View.CandidatesAt] reports it; ok is false if it would choose none, or an order.
func (v *View) Foretold(id ID, st *world.State, tick int64) (want int32, target utility.Target, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	if m, e := v.pondering(id, st, tick); m != nil {
		want, target = m.Foretell(e)
		ok = want >= 0
	}
	return want, target, ok
}

// pondering returns the mind of an agent, in an environment to compare wants with the values of a state; nil: it has
// none, or a tick is under way.
func (v *View) pondering(id ID, st *world.State, tick int64) (*goal.Mind, *goal.Env) {
	a := v.agents.slot(id)
	m := v.families.brain(a)
	if m == nil || v.core.ticking {
		return nil, nil
	}
	goals, minds := v.families.wills()
	v.core.stage.Ctx.Enter(a.id, tick, st)
	minds.offers.it = m
	goals.env.Offers = &minds.offers
	return &m.Mind, &goals.env
}

// GoalText returns an event of a goal or brain as text, without tick and agent; call it while the event is delivered.
func (v *View) GoalText(e goal.Event) string {
	_, text := v.DescribeGoal(e)
	return text
}

// DescribeGoal is [View.GoalText], and also returns what the event is about.
func (v *View) DescribeGoal(e goal.Event) (of fact.Subject, text string) {
	a := v.agents.slot(e.Agent)
	if a == nil {
		return of, e.Kind.String()
	}
	return v.core.model.Goals.Describe(e, &a.state)
}

// pursuing returns in short what the brain of an agent pursues.
func (v *View) pursuing(a *agent) string {
	m := v.families.brain(a)
	switch {
	case m == nil:
		return "about to start its brain"
	case m.Len() == 0:
		return "pursues nothing"
	}
	return "pursues " + v.pursuedText(m.Pursued(m.Len()-1), a)
}

// pursuedText names the goal of a pursuit, and the order that it is for.
func (v *View) pursuedText(p goal.Pursued, a *agent) string {
	g, args := p.Goal()
	text := v.goalText(g, args, &a.state)
	if p.Order > 0 {
		text += fmt.Sprintf(", as order %d says", p.Order)
	}
	return text
}

// PursuedInstead returns what the brain of an agent pursues instead of the best want of a report of [View.Candidates]:
// an order, or something that cannot be interrupted. Empty if it pursues that want, or nothing.
func (v *View) PursuedInstead(id ID, r *goal.Report) string {
	a := v.agents.slot(id)
	m := v.families.brain(a)
	if m == nil || m.Len() == 0 {
		return ""
	}
	p := m.Pursued(m.Len() - 1)
	if p.Want == r.Want && p.Order == r.Order && (p.Want < 0 || p.Target == r.Choice.Target) {
		return ""
	}
	return v.pursuedText(p, a)
}

// explainMind writes an agent's pursuits, the comparison of its wants, its orders and its memory.
func (v *View) explainMind(b *strings.Builder, a *agent) {
	for _, p := range v.Pursuits(a.id) {
		v.writePursuit(b, p, &a.state)
	}
	if m := v.families.brain(a); m != nil {
		for i := range m.Orders() {
			v.writeOrder(b, m, i, &a.state)
		}
		if r := v.Candidates(a.id); r != nil {
			b.WriteString("\nwhat it wants now:\n" + r.String())
		}
	}
	if text := v.Alertness(a.id); text != "" {
		b.WriteString("\n" + text + "\n")
	}
	v.writeFacts(b, a)
}

// PursuitText returns a pursued goal with everything below it as text: a line for each goal and activity. See
// [View.Pursuits].
func (v *View) PursuitText(id ID, p *goal.Pursuit) string {
	a := v.agents.slot(id)
	if a == nil {
		return ""
	}
	var b strings.Builder
	v.writePursuit(&b, p, &a.state)
	return strings.TrimPrefix(b.String(), "\n")
}

// writePursuit writes a line for each goal of a pursuit and each activity in it.
func (v *View) writePursuit(b *strings.Builder, p *goal.Pursuit, st *world.State) {
	depth := make([]int, p.Depth())
	b.WriteByte('\n')
	if p.Depth() == 0 {
		g, args := p.Goal()
		fmt.Fprintf(b, "goal %s, about to begin\n", v.goalText(g, args, st))
	}
	for i := range p.Depth() {
		at := p.At(i)
		if at.Parent >= 0 {
			depth[i] = depth[at.Parent] + 1
		}
		b.WriteString(strings.Repeat("  ", depth[i]))
		if at.Interrupt >= 0 {
			b.WriteString("in front: ")
		}
		b.WriteString(v.viewText(&at, st))
		if at.Suspended {
			b.WriteString(", interrupted")
		}
		b.WriteByte('\n')
	}
}

// viewText returns a goal with its progress, or the name of an activity.
func (v *View) viewText(at *goal.View, st *world.State) string {
	cfg := v.core.model.Goals.Config()
	if at.Goal < 0 {
		return cfg.Activities[at.Activity]
	}
	g := &cfg.Goals[at.Goal]
	text := "goal " + v.goalText(int(at.Goal), at.Args, st)
	switch {
	case at.Until > v.core.tick:
		return text + fmt.Sprintf(", tries again in %gs", float64(at.Until-v.core.tick)/float64(v.core.options.TPS))
	case at.Way < 0:
		return text
	}
	if len(g.Ways) > 1 {
		if text += fmt.Sprintf(", way %d", at.Way+1); g.Ways[at.Way].Name != "" {
			text += " " + g.Ways[at.Way].Name
		}
	}
	return text + fmt.Sprintf(", step %d of %d", min(int(at.Step)+1, len(g.Ways[at.Way].Steps)), len(g.Ways[at.Way].Steps))
}

// goalText writes a goal with its arguments.
func (v *View) goalText(id int, args []world.Word, st *world.State) string {
	g := v.core.model.Info.Goals[id]
	if len(g.Params) == 0 {
		return g.Name
	}
	parts := make([]string, len(g.Params))
	for i, p := range g.Params {
		parts[i] = world.FormatRounded(v.core.world.Schema(), st, p.Type, args[p.Index:p.Index+p.Type.Width()])
	}
	return g.Name + "(" + strings.Join(parts, ", ") + ")"
}

func (v *View) writeOrder(b *strings.Builder, m *mind, i int, st *world.State) {
	o, number := m.Waiting(i)
	urgent := ""
	if o.Urgent {
		urgent = ", urgent"
	}
	fmt.Fprintf(b, "order %d waits%s: %s\n", number, urgent, v.goalText(o.Goal, o.Args, st))
}

// writeFacts writes a line for each remembered object.
func (v *View) writeFacts(b *strings.Builder, a *agent) {
	m := v.perception.memory(a)
	if m == nil {
		v.writeNotes(b, a)
		return
	}
	if m.Len() == 0 {
		b.WriteString("\nit remembers nothing\n")
		return
	}
	b.WriteString("\nwhat it remembers:\n")
	for i := range m.Len() {
		f := m.Fact(i)
		name := "a removed object"
		if t := a.state.TypeOf(world.Object(f.Object)); t >= 0 {
			name = a.state.ObjectName(world.Object(f.Object), t)
		}
		fmt.Fprintf(b, "  %-20s %s\n", name, v.factText(m, &f, i))
	}
}

// writeNotes is writeFacts without a memory: a replay knows only the writes to symbols.
func (v *View) writeNotes(b *strings.Builder, a *agent) {
	info, title := v.core.model.Info, "\nwhat it remembers, as its symbols say:\n"
	for _, known := range info.Known {
		typ := known.Params[0].ID
		for o := a.state.NextMember(typ, 0); o != 0; o = a.state.NextMember(typ, o) {
			if at, ok := known.Addr(o); !ok || !a.state.Get(at).Bool() {
				continue
			}
			b.WriteString(title)
			title = ""
			fmt.Fprintf(b, "  %-20s", a.state.ObjectName(o, typ))
			for _, r := range info.Remembered {
				if at, ok := r.Symbol.Addr(o); ok && info.Schema.Types[r.Symbol.Params[0].ID].Has(a.state.TypeOf(o)) {
					fmt.Fprintf(b, " %s %s;", r.Symbol.Name, valueText(&a.state, r.Symbol, at))
				}
			}
			b.WriteByte('\n')
		}
	}
}

// valueText returns the value of a cell as text.
func valueText(st *world.State, s *world.Symbol, at world.Addr) string {
	var w [2]world.Word
	for i := range s.Type.Width() {
		w[i] = st.Get(at + world.Addr(i))
	}
	return world.FormatRounded(st.Schema(), st, s.Type, w[:s.Type.Width()])
}

// factText returns where an object is believed to be, with confidence and age.
func (v *View) factText(m *sense.Mind, f *sense.Fact, i int) string {
	text := "at an unknown place"
	if _, ok := m.Reading(i, sense.Position); ok {
		e := m.Estimate(i, v.core.tick)
		text = fmt.Sprintf("at %.1f, %.1f, confidence %.2f, %.1fs old", e.At.X, e.At.Y, e.Confidence, float64(e.AgeTicks)/float64(v.core.options.TPS))
	}
	for _, what := range []struct {
		is   bool
		text string
	}{{f.Sensed, "sensed now"}, {f.Missed, "not found there"}, {f.Long, "for long"}} {
		if what.is {
			text += ", " + what.text
		}
	}
	return text + ", by " + f.Sensor.String()
}
