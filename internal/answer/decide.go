package answer

import (
	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// maxDecisions is the maximum number of decisions that are made to find changes that would lead to another result.
const maxDecisions = 200

// write is another value for a cell.
type write struct {
	at   world.Addr
	word world.Word
}

// decider decides again, on copies, whether a subject would happen.
type decider struct {
	*asker
	subject *subject
	left    int   // decisions that may still be made
	ticks   int64 // that a copy of the crowd is given to reach it

	plannings []agent.Planning // of what the agent is doing, those that can reach the subject
	decided   bool             // one planning or comparison tells, so that no time has to pass
}

func (k *asker) decider(s *subject) *decider {
	d := &decider{asker: k, subject: s, left: maxDecisions, ticks: int64(k.crowd.TPS()) + 2}
	if m := k.kind.Mind; m != nil {
		d.ticks = max(d.ticks, int64(m.Brain.Every*float64(k.crowd.TPS()))+2)
	}
	if s.isPlanned() {
		d.plannings = d.active()
	}
	d.decided = s.kind == subjectWant || len(d.plannings) > 0
	return d
}

// would reports whether the subject would happen with other values. It returns false as well if no decision is left.
func (d *decider) would(writes []write) bool {
	if d.left <= 0 {
		return false
	}
	d.left--
	switch {
	case !d.decided:
		_, ok := d.happensWithin(writes, d.ticks)
		return ok
	case d.subject.kind == subjectWant:
		return d.wouldWant(writes)
	}
	return d.wouldPlan(writes)
}

// active returns the plannings of what the agent is doing that can reach the subject.
func (d *decider) active() (out []agent.Planning) {
	for _, p := range d.view.Plannings(d.id) {
		t, o := d.goalOf(p.Goal)
		if d.isActive(&p) && d.subject.reaches(t, o) {
			out = append(out, p)
		}
	}
	return out
}

// changed returns a copy of the present state with other values.
func (d *decider) changed(writes []write) *world.State {
	st := world.NewState(d.state.Schema())
	st.CopyFrom(d.state)
	for _, w := range writes {
		st.Set(w.at, w.word)
	}
	return st
}

// wouldPlan plans on the present state with other values.
func (d *decider) wouldPlan(writes []write) (found bool) {
	defer func() {
		if recover() != nil {
			found = false
		}
	}()
	st := d.changed(writes)
	for i := range d.plannings {
		o := d.plannings[i].Options
		o.Reads, o.Record = nil, nil
		r := htn.NewPlanner(d.plannings[i].Domain, o).Plan(st, d.plannings[i].Goal)
		for n := 0; r.Plan != nil && n < r.Plan.Len(); n++ {
			if d.isStepOf(d.subject, r.Plan, n) {
				return true
			}
		}
		for n := 0; r.Plan != nil && d.subject.kind != subjectOperator && n < r.Plan.Nodes(); n++ {
			if node := r.Plan.Node(n); d.isNode(d.subject, &node) {
				return true
			}
		}
	}
	return false
}

// wouldWant compares the wants in the present state with other values, in each tick that a copy would be given, since
// rests and cooldowns end. If the want is chosen in one, or what the brain pursues ends, a copy of the crowd shows
// whether it happens.
func (d *decider) wouldWant(writes []write) (ok bool) {
	st := d.changed(writes)
	ok = d.endsPursued(st)
	for n := int64(1); !ok && n <= d.ticks; n++ {
		ok = d.isChosenIn(st, d.crowd.Tick()+n)
	}
	if ok {
		_, ok = d.happensWithin(writes, d.ticks)
	}
	return ok
}

// isChosenIn reports whether a comparison in a tick, on another state, chooses the want.
func (d *decider) isChosenIn(st *world.State, tick int64) bool {
	want, target, ok := d.view.Foretold(d.id, st, tick)
	return ok && want == int32(d.subject.want) && d.isTarget(d.subject, d.kind.Mind.Brain.Wants[d.subject.want], target)
}

// endsPursued reports whether the goal that the brain pursues is not valid any more in a state.
func (d *decider) endsPursued(st *world.State) bool {
	m := d.view.Mind(d.id)
	if m == nil || m.Len() == 0 {
		return false
	}
	id, args := m.Pursued(m.Len() - 1).Goal()
	in := *d.asker
	in.machine.State = st
	holds, ok := in.holds(d.info.Goals[id].While, args)
	return ok && !holds
}

// twin returns a copy of the crowd with other values for the agent, and its asker; nil: it cannot be copied.
func (k *asker) twin(writes []write) (*agent.Crowd, *asker) {
	if k.copies == nil {
		k.copies = k.crowd.Twins()
	}
	c, err := k.copies()
	if err != nil {
		return nil, nil
	}
	for _, w := range writes {
		if st := home(c, k.id, w.at); st != nil {
			st.Set(w.at, w.word)
		}
	}
	return c, newAsker(c, k.id)
}

// home returns the state that a cell is written to.
func home(c *agent.Crowd, id agent.ID, at world.Addr) *world.State {
	scope := world.ScopeAgent
	if s := c.Schema().SymbolAt(at); s != nil {
		scope = s.Scope
	}
	return c.Home(id, scope)
}

// happensWithin lets a copy of the crowd continue, whose actions continue as well, until the subject happens.
func (d *decider) happensWithin(writes []write, ticks int64) (after int64, ok bool) {
	c, _ := d.twin(writes)
	if c == nil {
		return 0, false
	}
	for n := range ticks {
		c.Step()
		k := newAsker(c, d.id)
		if k.ahead = true; k.kind == nil {
			return 0, false
		}
		if d.isDoneIn(k) {
			return n + 1, true
		}
	}
	return 0, false
}

func (d *decider) isDoneIn(k *asker) (done bool) {
	defer func() {
		if recover() != nil {
			done = false
		}
	}()
	s := *d.subject
	list := k.why(&s)
	return len(list) > 0 && (list[0].Verdict == explain.RunsNow || list[0].Verdict == explain.InPlan)
}
