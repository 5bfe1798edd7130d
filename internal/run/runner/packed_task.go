package runner

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// A task whose actions merely continue need not be examined for a long time. Packed it takes a tenth of the memory.
// Only the same program can unpack it. Rare states of tasks cannot be packed.

// isPackable reports whether the task carries out a plan, has nothing to do but to update its actions, and has only
// state that the packed form holds.
func (t *Task) isPackable() bool {
	return t.active && t.SteadyUntil() > t.tick+1 && t.why == NotIdle && t.line == 0 && t.from == 0 && t.verdict == verdict{} && !t.pause &&
		!t.idling && !t.ended && t.idle.IsZero() && t.quarantine == quarantine{} && t.waits == 0 && t.inVain.open.count == 0 &&
		len(t.timers) == 0 && len(t.bans) == 0 && !t.spent[0] && t.hold == nil && !t.spans.some() && !t.patient && t.failure == nil && t.fault == nil && t.orders == nil && !t.pictured
}

// Pack appends the packed task for [Task.Unpack]. If the task cannot be packed, ok is false and nothing is appended.
// Call it after [Task.Update]. The task's memory can then be reused.
func (t *Task) Pack(b []byte) (packed []byte, ok bool) {
	if !t.isPackable() {
		return b, false
	}
	var c codec.Coder
	p := packing{Coder: c.Write(b), t: t}
	number, level := t.activity, t.level
	p.head(&number, &level, &t.args)
	p.all()
	return c.Written(), true
}

// Unpack makes t the task that [Task.Pack] has packed, for an agent and its runner. Options are those that the task
// had.
func (t *Task) Unpack(w *Worker, packed []byte, agent action.AgentID, root *Runner, o Options) {
	var c codec.Coder
	p := packing{Coder: c.Read(w.unpacked.Reset(packed)), t: t, w: w}
	var number, level int32
	p.head(&number, &level, &w.words)
	t.Reset(w.script, number, w.words, agent, root, int(level), o)
	t.line, t.from, t.active, t.stuck = 0, 0, true, true
	p.all()
}

// packing packs or unpacks one task.
type packing struct {
	*codec.Coder
	t *Task
	w *Worker // nil while packing
}

func (p *packing) unpacks() bool { return p.w != nil }

// head codes what a task is created with.
func (p *packing) head(number, level *int32, args *[]world.Word) {
	codec.Whole(p.Coder, number)
	codec.Whole(p.Coder, level)
	for w := range codec.Each(p.Coder, args, codec.NoLimit) {
		codec.Int(p.Coder, w)
	}
}

// all codes everything else.
func (p *packing) all() {
	t := p.t
	rechecks, wakes := t.recheck != 0, t.calm != never
	p.Flags(&t.linear, &t.watching, &t.unwatched, &t.changed, &rechecks, &wakes)
	codec.Byte(p.Coder, &t.limit)
	codec.Int(p.Coder, &t.tick)
	p.tick(&t.planned)
	p.tick(&t.due)
	p.tick(&t.blocked)
	if wakes {
		p.tick(&t.calm)
	} else {
		t.calm = never
	}
	if rechecks {
		p.tick(&t.recheck)
	}
	if t.thinker != nil {
		codec.Whole(p.Coder, &t.thinker.attempts)
		codec.Int(p.Coder, &t.thinker.since)
	}
	if p.unpacks() {
		t.plan.Unpack(p.w.script.Domain, p.Reader(), p.w.plans)
		t.restart()
	} else {
		p.Write(t.plan.Pack(p.Written()))
	}
	p.steps()
	for i := range p.Len(len(t.efforts), codec.NoLimit) {
		p.effort(i)
	}
	p.reads(&t.reads)
}

// tick codes a tick relative to the task's tick.
func (p *packing) tick(at *int64) {
	n := *at - p.t.tick
	codec.Int(p.Coder, &n)
	*at = p.t.tick + n
}

func (p *packing) reads(r *htn.Reads) {
	if p.unpacks() {
		r.Unpack(p.Reader(), p.w.plans)
	} else {
		p.Write(r.Pack(p.Written()))
	}
}

// steps codes the progress of the steps, and their order.
func (p *packing) steps() {
	t := p.t
	codec.Whole(p.Coder, &t.first)
	codec.Whole(p.Coder, &t.at)
	for i := range t.progress {
		s := &t.progress[i]
		if codec.Byte(p.Coder, &s.state); s.state == StepDone {
			p.tick(&s.free)
		}
	}
	if t.linear {
		t.edges = t.edges[:0]
		return
	}
	for e := range codec.Each(p.Coder, &t.edges, codec.NoLimit) {
		codec.Whole(p.Coder, &e[0])
		codec.Whole(p.Coder, &e[1])
	}
}

func (p *packing) effort(i int) {
	t, step, e := p.t, 0, (*effort)(nil)
	if !p.unpacks() {
		e = &t.efforts[i]
		step = e.step
	}
	if codec.Whole(p.Coder, &step); p.unpacks() {
		e = t.addEffort(step)
		e.op = t.plan.Step(step).Operator
	}
	retried := e.retries > 0
	p.Flags(&e.expecting, &e.acted, &e.over, &retried)
	if codec.Byte(p.Coder, &e.by); retried {
		codec.Whole(p.Coder, &e.retries)
	}
	p.tick(&e.begun)
	codec.Int(p.Coder, &e.since)
	p.tick(&e.free)
	for h := range codec.Each(p.Coder, &e.hands, codec.NoLimit) {
		id, slot := h.handle.Action(), h.handle.Slot()
		codec.Byte(p.Coder, &h.status)
		codec.Int(p.Coder, &id)
		codec.Whole(p.Coder, &slot)
		h.handle = action.HandleOf(id, slot)
	}
	if op := t.kind.script.operatorOf(e); op.watches() {
		if p.unpacks() {
			e.watch(op)
			e.stale = false
		}
		p.reads(e.reads)
	}
}

// Memory returns memory for n bytes from the worker's pool, in exchange for memory that is no longer used.
func (w *Worker) Memory(old []byte, n int) []byte { return w.plans.Bytes(old, n) }
