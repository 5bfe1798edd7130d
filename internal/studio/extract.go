package studio

import (
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

// pool holds everything needed to make the texts of events. It is not shared.
type pool struct {
	people []person
	by     []*words
	texts  map[int64]spelling
}

// extract is a copy of events from the journal, so that pages can read them while the simulation runs on.
type extract struct {
	pool
	plans   []told[plainPlan]
	trees   []told[plainTree]
	goals   []told[plainGoal]
	entries []Entry
}

// extract copies the events after a number, within a range of ticks (until 0: to the last), of the agents that wants
// selects.
func (j *journal) extract(seq, from, to int64, wants func(person) bool) *extract {
	x := &extract{pool: pool{people: slices.Clone(j.known.list), by: slices.Clone(j.by), texts: map[int64]spelling{}}}
	wanted := make([]bool, len(x.people))
	for i := range x.people {
		wanted[i] = wants(x.people[i])
	}
	fits := func(tick int64) bool { return tick >= from && (to == 0 || tick <= to) }
	x.plans = copyOf(j, &j.plans, x, seq, func(t *told[plainPlan]) bool { return wanted[t.who] && fits(t.event.tick) })
	x.trees = copyOf(j, &j.trees, x, seq, func(t *told[plainTree]) bool { return wanted[t.who] && fits(t.event.tick()) })
	x.goals = copyOf(j, &j.goals, x, seq, func(t *told[plainGoal]) bool { return wanted[t.who] && fits(t.event.tick) })
	for i := range j.entries {
		if e := &j.entries[(j.first+i)%len(j.entries)]; e.Seq > seq && fits(e.Tick) && wants(e.whose()) {
			x.entries = append(x.entries, *e)
		}
	}
	return x
}

// copyOf copies the events of a ring that fit, in order, with the texts made when they occurred.
func copyOf[E any](j *journal, r *ring[E], x *extract, seq int64, fits func(*told[E]) bool) []told[E] {
	n := 0
	for n < len(r.list) && r.seqBack(n) > seq {
		n++
	}
	var out []told[E]
	for n--; n >= 0; n-- {
		if t := r.back(n); fits(t) {
			if out = append(out, *t); t.spelt() {
				x.texts[t.seq] = j.texts[t.seq]
			}
		}
	}
	return out
}

func (x *extract) len() int { return len(x.plans) + len(x.trees) + len(x.goals) + len(x.entries) }

const noSeq = int64(1) << 62

// heads returns the number of the first event of each family.
func (x *extract) heads() (plan, tree, goal, entry int64) {
	plan, tree, goal, entry = noSeq, noSeq, noSeq, noSeq
	if len(x.plans) > 0 {
		plan = x.plans[0].seq
	}
	if len(x.trees) > 0 {
		tree = x.trees[0].seq
	}
	if len(x.goals) > 0 {
		goal = x.goals[0].seq
	}
	if len(x.entries) > 0 {
		entry = x.entries[0].Seq
	}
	return plan, tree, goal, entry
}

// visit calls do for each event, in order. It works only once.
func (x *extract) visit(do func(*Entry)) {
	for x.len() > 0 {
		var e Entry
		switch p, t, g, o := x.heads(); min(p, t, g, o) {
		case p:
			e, x.plans = x.planEntry(&x.plans[0]), x.plans[1:]
		case t:
			e, x.trees = x.treeEntry(&x.trees[0]), x.trees[1:]
		case g:
			e, x.goals = x.goalEntry(&x.goals[0]), x.goals[1:]
		default:
			e, x.entries = x.entries[0], x.entries[1:]
		}
		do(&e)
	}
}

func (p *pool) planEntry(t *told[plainPlan]) Entry {
	who, full := &p.people[t.who], t.event.full()
	text := p.texts[t.seq]
	if !t.spelt() {
		text = spelt(p.by[t.words()].texts.Plan(full, who.kind, p.by[t.words()].names))
	}
	e := eventEntry(agent.PlanCode(full.Kind), text.of, text.text)
	e.Seq, e.Tick, e.Agent, e.agentKind, e.Level, e.steps = t.seq, full.Tick, who.name, who.kind, full.Level, full.Steps
	return e
}

func (p *pool) treeEntry(t *told[plainTree]) Entry {
	by, full := p.by[t.words()], t.event.full()
	text := p.texts[t.seq]
	if !t.spelt() {
		text = spelt(by.texts.Tree(full, by.names))
	}
	e := eventEntry(agent.TreeCode(full.Kind), text.of, text.text)
	who := &p.people[t.who]
	e.Seq, e.Tick, e.Agent, e.agentKind, e.Leaf = t.seq, full.Tick, who.name, who.kind, by.texts.IsLeaf(full.Tree, full.Node)
	if full.Kind == bt.NodeEnded {
		e.status = action.Status(full.Status)
	}
	return e
}

func (p *pool) goalEntry(t *told[plainGoal]) Entry {
	by, full := p.by[t.words()], t.event.full()
	text := p.texts[t.seq]
	if !t.spelt() {
		text = spelt(by.texts.Goal(full, by.names))
	}
	e := eventEntry(agent.GoalCode(full.Kind), text.of, text.text)
	who := &p.people[t.who]
	e.Seq, e.Tick, e.Agent, e.agentKind, e.Level = t.seq, full.Tick, who.name, who.kind, int32(full.Level)
	if full.Kind == goal.StepEnded {
		e.status = full.Status
	}
	return e
}
