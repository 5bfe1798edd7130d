package agent

import (
	"math"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/codec/pool"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// MaxNesting is how deep plans within trees within plans may nest. A deeper plan fails as soon as it starts. A
// character has few levels; one that has more is in an endless recursion.
const MaxNesting = 8

// plans carries out the plans that nodes of trees ask for.
type plans struct {
	core     *core
	agents   *population
	families *families
	routines *routines

	stage runner.Stage // the crowd's stage, with the instances that the driver is attached to
	slots slots[seat]
	tasks pool.Pool[runner.Task]
	bytes []byte
	level int           // level of the plan that is being updated; 0: none
	saved *runner.Saved // how plans are read
}

// seat is one plan: unpacked, or packed while its actions merely continue.
type seat struct {
	task   *runner.Task // nil: it is packed, or there is no task
	packed []byte
	rank   int // while reading: how many plans its agent had started before
}

func (f *families) newPlans(in *action.Instances) *plans {
	p := &plans{core: f.core, agents: f.agents, families: f, routines: f.routines, stage: f.core.stage}
	p.stage.Instances = in
	p.tasks.Free = func(t *runner.Task) { p.stage.Worker.Free(&t.Runner) }
	return p
}

// at returns the plan in a slot, unpacking it.
func (p *plans) at(slot int32) *runner.Task {
	s := p.slots.at(slot)
	if s.task == nil {
		s.task = p.tasks.Take()
		if len(s.packed) > 0 {
			s.task.Unpack(p.stage.Worker, s.packed, p.agents.idOf(int32(p.slots.agent(slot))), &p.agents.list[p.slots.agent(slot)].runner, p.core.runnerOptions())
			s.packed = p.stage.Worker.Memory(s.packed, 0)
		}
	}
	return s.task
}

// rest packs the plan in a slot if its actions merely continue.
func (p *plans) rest(slot int32) {
	s := p.slots.at(slot)
	if s.task == nil {
		return
	}
	b, ok := s.task.Pack(p.bytes[:0])
	if p.bytes = b; !ok {
		return
	}
	s.packed = append(p.stage.Worker.Memory(s.packed, len(b)), b...)
	p.tasks.Put(s.task)
	s.task = nil
}

// end frees the slot of a plan that has ended. The agent remembers its failures.
func (p *plans) end(slot int32) {
	if t := p.slots.at(slot).task; t != nil { // a packed plan has no failures
		t.Remember()
	}
	p.release(slot)
}

// release frees a slot, and keeps its memory.
func (p *plans) release(slot int32) {
	p.vacate(p.slots.at(slot))
	p.slots.release(slot)
}

func (p *plans) vacate(s *seat) {
	if s.packed = p.stage.Worker.Memory(s.packed, 0); s.task != nil {
		p.tasks.Put(s.task)
		s.task = nil
	}
}

// Start implements [action.Driver].
func (p *plans) Start(c *action.Ctx, id int32, words []world.Word) int32 {
	slot := p.slots.take(c.Agent())
	p.reset(slot, id, words, p.level+1)
	p.at(slot).Recall()
	return slot
}

func (p *plans) reset(slot, id int32, words []world.Word, level int) {
	agent := p.agents.list[p.slots.agent(slot)]
	p.at(slot).Reset(p.core.model.Script, id, words, p.stage.Ctx.Agent(), &agent.runner, level, p.core.runnerOptions())
}

// Update implements [action.Driver].
func (p *plans) Update(c *action.Ctx, slot int32) action.Status {
	s := p.at(slot)
	if s.Level() > MaxNesting {
		p.release(slot)
		return action.Failure
	}
	before := p.level
	p.level = s.Level()
	return p.follow(c, slot, s.Update(&p.stage), before)
}

// follow handles the outcome of a plan's tick. Before is the level of the plan around it.
func (p *plans) follow(c *action.Ctx, slot int32, status action.Status, before int) action.Status {
	if p.level = before; status != action.Running {
		c.TakeFailReason() // of one of its steps
		p.end(slot)
	}
	return status
}

// Abort implements [action.Driver].
func (p *plans) Abort(c *action.Ctx, slot int32, r action.Reason) {
	p.at(slot).Abort(&p.stage, r)
	p.end(slot)
}

// notice passes writes to an agent's state to its plans, before the state's log is dropped.
func (p *plans) notice(agent int, w *runner.Worker, st *world.State) {
	for slot := p.slots.first(agent); slot >= 0; slot = p.slots.next(slot) {
		p.at(slot).Notice(w, st)
	}
}

// Running implements [action.Driver].
func (p *plans) Running() int { return p.slots.running() }

// Fresh implements [action.Driver].
func (p *plans) Fresh(in *action.Instances) action.Driver { return p.families.newPlans(in) }

// Clear implements [action.Driver].
func (p *plans) Clear() {
	for slot := range p.slots.made {
		p.vacate(p.slots.at(slot))
	}
	p.slots.clear()
}

// savedPlan precedes the progress of a saved plan.
type savedPlan struct {
	number int32
	level  int
	rank   int // how many plans its agent had started before
	args   []world.Word
}

func (s *savedPlan) code(c *codec.Coder, plans int) {
	codec.Below(c, &s.number, plans)
	codec.Below(c, &s.level, MaxNesting+2)
	codec.Below(c, &s.rank, math.MaxInt32)
	codeWords(c, &s.args)
}

// Append implements [action.Driver].
func (p *plans) Append(b []byte, slot int32) []byte {
	s := p.at(slot)
	head := savedPlan{s.Number(), s.Level(), p.slots.before(slot), s.Args()}
	var c codec.Coder
	head.code(c.Write(b), p.core.model.Info.CountPlans())
	b = c.Written()
	p.stage.Album = p.core.stage.Album
	b = s.Append(b, &p.stage, &p.agents.list[p.slots.agent(slot)].state)
	if p.routines.isDeep(p.slots.agent(slot)) {
		p.rest(slot) // as before
	}
	return b
}

// Read implements [action.Driver]. From another program, a plan continues as the plan of an agent does; if it cannot,
// its tree plans again.
func (p *plans) Read(c *action.Ctx, saved *world.Reader, rs *action.Restorer) (id, slot int32, why string) {
	r := (*codec.Reader)(saved)
	var head savedPlan
	if why = p.head(&head, r); why != "" || r.Failed() {
		return head.number, 0, why
	}
	slot = p.slots.take(c.Agent())
	p.slots.at(slot).rank = head.rank
	p.slots.sink(slot, func(a, b *seat) bool { return a.rank < b.rank })
	p.reset(slot, head.number, head.args, head.level)
	if why = p.at(slot).Read(r, p.saved, c.State()); why != "" || r.Failed() {
		p.Drop(slot)
	}
	return head.number, slot, why
}

// head reads a savedPlan. Why says why its goal no longer exists in this program.
func (p *plans) head(head *savedPlan, r *codec.Reader) (why string) {
	m := p.core.model
	plans, fits := m.Info.CountPlans(), true
	if p.saved.Names != nil {
		plans = p.saved.Names.Plans()
	}
	if head.code(r.Coder(), plans); r.Failed() {
		return ""
	}
	if p.saved.Names == nil {
		fits = runner.FitsGoal(m.Info, m.Script.PlanGoal(head.number, head.args))
	} else {
		head.number, head.args, fits, why = p.saved.Names.PlanNow(head.number, head.args, m.Domain, p.saved.Migration)
	}
	if !fits {
		r.Fail("the arguments of a plan do not match its parameters")
	}
	return why
}

// Restored implements [action.Driver].
func (p *plans) Restored(c *action.Ctx, slot int32) bool {
	p.at(slot).Restored(&p.stage)
	return true
}

// Drop implements [action.Driver].
func (p *plans) Drop(slot int32) {
	p.at(slot).Drop(&p.stage)
	p.release(slot)
}
