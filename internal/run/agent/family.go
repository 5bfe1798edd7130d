package agent

import (
	"math"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

// family is the interface through which a crowd uses a driver for an activity in a slot. If an activity runs several
// actions, they are numbered: the innermost actions, in the order in which they are updated.
type family interface {
	// inner appends what the activity has started.
	inner(dst []action.Handle, slot int32) []action.Handle
	// holdsOff reports whether the activity must not be interrupted now.
	holdsOff(slot int32, tick int64) bool
	// describe describes the activity. Through is the activity that it represents, or zero.
	describe(d *RunningActivity, slot int32, a *agent) (through action.Handle)

	// reach adds the innermost actions of the activity to a routine, and returns the tick before which they only need
	// updates; 0 if there is more to do or no room. Nested says whether the activity was looked through, planned
	// whether it is within a plan.
	reach(q *runner.Routine, h action.Handle, planned bool) (until int64, nested bool)
	// settle packs the parts of the activity that need no look for some time.
	settle(slot int32)
	// passOver records that the activity has only been updated by a routine. At is the number of its first innermost
	// action, nth that of the last action updated in this tick. It returns the number after its last innermost action.
	passOver(slot int32, at, nth int) int
	// innermost returns how many innermost actions the activity has.
	innermost(slot int32) int
	// resumeAt continues the activity after its nth innermost action has returned status, and returns the status of the
	// activity. The actions before have been updated.
	resumeAt(slot int32, nth int, status action.Status) action.Status
}

// of returns the family of an activity; nil for an action of the host.
func (f *families) of(h action.Handle) family {
	d, _ := f.core.stage.Instances.Within(h).(family)
	return d
}

// reach is [family].reach for any activity.
func (f *families) reach(q *runner.Routine, h action.Handle, planned bool) (until int64, nested bool) {
	if d := f.of(h); d != nil {
		return d.reach(q, h, planned)
	}
	return letOn(q, h)
}

// letOn adds the activity itself to a routine.
func letOn(q *runner.Routine, h action.Handle) (until int64, nested bool) {
	if !q.Let(h) {
		return 0, false
	}
	return math.MaxInt64, false
}

// settle is [family].settle for any activity.
func (f *families) settle(h action.Handle) {
	if d := f.of(h); d != nil {
		d.settle(h.Slot())
	}
}

// passOver is [family].passOver for any activity.
func (f *families) passOver(h action.Handle, at, nth int) int {
	if d := f.of(h); d != nil {
		return d.passOver(h.Slot(), at, nth)
	}
	return at + 1
}

// innermost is [family].innermost for any activity.
func (f *families) innermost(h action.Handle) int {
	if d := f.of(h); d != nil {
		return d.innermost(h.Slot())
	}
	return 1
}

// resumeAt is [family].resumeAt for any activity.
func (f *families) resumeAt(h action.Handle, nth int, status action.Status) action.Status {
	if d := f.of(h); d != nil {
		return d.resumeAt(h.Slot(), nth, status)
	}
	return status
}

// opaque is the implementation for families whose activities a routine updates as a whole, without looking through
// them.
type opaque struct{}

func (opaque) reach(q *runner.Routine, h action.Handle, _ bool) (until int64, nested bool) {
	return letOn(q, h)
}
func (opaque) settle(int32)                                           {}
func (opaque) passOver(_ int32, at, _ int) int                        { return at + 1 }
func (opaque) innermost(int32) int                                    { return 1 }
func (opaque) resumeAt(_ int32, _ int, s action.Status) action.Status { return s }

func (t *trees) inner(dst []action.Handle, slot int32) []action.Handle {
	return t.slots.at(slot).Handles(dst)
}

func (t *trees) holdsOff(slot int32, _ int64) bool { return t.slots.at(slot).Uninterrupted() }

func (t *trees) describe(d *RunningActivity, slot int32, _ *agent) (through action.Handle) {
	d.Kind, d.Tree = DoingTree, t.slots.at(slot)
	d.Name = d.Tree.Program().Info.Name
	return through
}

func (t *trees) reach(q *runner.Routine, h action.Handle, planned bool) (until int64, nested bool) {
	tree := t.slots.at(h.Slot())
	until = tree.SteadyUntil()
	for i := 0; until > t.core.tick+1 && i < tree.Leaves(); i++ {
		u, _ := t.families.reach(q, tree.Leaf(i), planned)
		until = min(until, u)
	}
	return until, true
}

func (t *trees) settle(slot int32) {
	tree := t.slots.at(slot)
	for i := range tree.Leaves() {
		t.families.settle(tree.Leaf(i))
	}
}

func (t *trees) passOver(slot int32, at, nth int) int {
	tree := t.slots.at(slot)
	for i := range tree.Leaves() {
		at = t.families.passOver(tree.Leaf(i), at, nth)
	}
	return at
}

func (t *trees) innermost(slot int32) (count int) {
	tree := t.slots.at(slot)
	for i := range tree.Leaves() {
		count += t.families.innermost(tree.Leaf(i))
	}
	return count
}

func (t *trees) resumeAt(slot int32, nth int, status action.Status) action.Status {
	tree := t.slots.at(slot)
	outer, _ := t.env.TakeFault()
	for i := range tree.Leaves() {
		h := tree.Leaf(i)
		if n := t.families.innermost(h); nth >= n {
			nth -= n
			continue
		}
		status = t.families.resumeAt(h, nth, status)
		return t.follow(t.env.Ctx, slot, tree.Resume(&t.env, i, bt.Status(status)), outer)
	}
	panic("agent: a tree without the action that continued")
}

func (p *plans) inner(dst []action.Handle, slot int32) []action.Handle {
	return p.at(slot).Handles(dst, nil)
}

func (p *plans) holdsOff(slot int32, _ int64) bool {
	_, committed := p.at(slot).Stands(&runner.Hold{All: true})
	return committed
}

func (p *plans) describe(d *RunningActivity, slot int32, a *agent) (through action.Handle) {
	d.Kind, d.Task = DoingPlan, p.at(slot)
	if g, ok := d.Task.Goal(); ok {
		d.Name = p.core.model.Script.GoalText(g, &a.state)
	}
	return through
}

// reach does not look through goals within a plan, because the plans that these start have to know their nesting.
func (p *plans) reach(q *runner.Routine, h action.Handle, _ bool) (until int64, nested bool) {
	t := p.at(h.Slot())
	if until = t.SteadyUntil(); until == 0 {
		return 0, true
	}
	var own runner.Routine
	if !t.LetOn(&own) {
		return 0, true
	}
	for _, inner := range own.Hands() {
		u, _ := p.families.reach(q, inner, true)
		until = min(until, u)
	}
	return until, true
}

func (p *plans) settle(slot int32) {
	var own runner.Routine
	p.at(slot).LetOn(&own)
	p.rest(slot)
	for _, inner := range own.Hands() {
		p.families.settle(inner)
	}
}

func (p *plans) passOver(slot int32, at, nth int) int {
	t, tick := p.at(slot), p.core.tick
	if t.PassOver(tick - 1); at <= nth {
		t.PassOver(tick)
	}
	var own runner.Routine
	t.LetOn(&own)
	for _, inner := range own.Hands() {
		at = p.families.passOver(inner, at, nth)
	}
	return at
}

func (p *plans) innermost(slot int32) (count int) {
	var own runner.Routine
	p.at(slot).LetOn(&own)
	for _, inner := range own.Hands() {
		count += p.families.innermost(inner)
	}
	return count
}

func (p *plans) resumeAt(slot int32, nth int, status action.Status) action.Status {
	t := p.at(slot)
	before := p.level
	p.level = t.Level()
	var own runner.Routine
	t.LetOn(&own)
	for i, h := range own.Hands() {
		if n := p.families.innermost(h); nth >= n {
			nth -= n
			continue
		}
		return p.follow(p.stage.Ctx, slot, t.Resume(&p.stage, i, p.families.resumeAt(h, nth, status)), before)
	}
	panic("agent: a plan without the action that continued")
}

func (g *goals) inner(dst []action.Handle, slot int32) []action.Handle {
	return g.slots.at(slot).Handles(dst)
}

func (g *goals) holdsOff(slot int32, _ int64) bool { return g.slots.at(slot).Uninterrupted() }

func (g *goals) describe(d *RunningActivity, slot int32, a *agent) (through action.Handle) {
	d.Kind, d.Pursuit = DoingGoal, g.slots.at(slot)
	id, args := d.Pursuit.Goal()
	d.Name = g.view.goalText(id, args, &a.state)
	return through
}

func (g *goals) reach(q *runner.Routine, h action.Handle, planned bool) (until int64, nested bool) {
	if planned {
		return 0, false
	}
	return letOn(q, h)
}

func (m *minds) inner(dst []action.Handle, slot int32) []action.Handle {
	return m.slots.at(slot).Handles(dst)
}

func (m *minds) holdsOff(slot int32, _ int64) bool { return m.slots.at(slot).Uninterrupted() }

func (m *minds) describe(d *RunningActivity, slot int32, _ *agent) (through action.Handle) {
	d.Kind, d.Name = DoingBrain, m.slots.at(slot).use.Brain.Name
	return through
}

func (d *orders) inner(dst []action.Handle, _ int32) []action.Handle { return dst }

func (d *orders) holdsOff(int32, int64) bool { return false }

func (d *orders) describe(to *RunningActivity, slot int32, a *agent) (through action.Handle) {
	it := d.slots.at(slot)
	to.Kind, to.Name = DoingOrder, d.view.commandText(it.what, it.words, &a.state)
	return through
}

func (l *leases) inner(dst []action.Handle, slot int32) []action.Handle {
	if h := l.slots.at(slot).handle; !h.IsZero() {
		dst = append(dst, h)
	}
	return dst
}

func (l *leases) holdsOff(int32, int64) bool { return false }

func (l *leases) describe(d *RunningActivity, slot int32, a *agent) (through action.Handle) {
	it := l.slots.at(slot)
	d.Name, d.Needs = l.actions[it.action].Name, l.missing(it, squad.OfAgent(a.id))
	return it.handle
}
