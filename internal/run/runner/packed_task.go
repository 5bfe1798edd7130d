package runner

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// A task whose actions only go on is not looked at for long. It then takes a tenth of the memory in packed form, which only the program that packed it reads. What is rare
// in tasks has no place in it.

// What a packed task is doing, as a bit set.
const (
	packedLinear = 1 << iota
	packedWatching
	packedUnwatched
	packedChanged
	packedRecheck // there is one
	packedNever   // it is calm until something happens
)

// What is going on with a packed step, as a bit set.
const (
	savedExpecting = 1 << iota
	savedActed
	savedOver
	_
	savedRetried
	savedEffortBits = iota
)

// isPackable reports whether the task is carrying out a plan, with nothing to be done but to let actions go on, and all that is known of it has a place in packed form.
func (t *Task) isPackable() bool {
	return t.active && t.SteadyUntil() > t.tick+1 && t.why == NotIdle && t.line == 0 && t.from == 0 && t.verdict == verdict{} && !t.pause &&
		!t.idling && !t.ended && t.idle.IsZero() && t.quarantine == quarantine{} && t.waits == 0 && t.inVain.open.count == 0 &&
		len(t.timers) == 0 && len(t.bans) == 0 && !t.spent[0] && t.hold == nil && !t.spans.some() && !t.patient && t.failure == nil && t.fault == nil && t.duties == nil
}

// Pack appends the task for [Task.Unpack]; ok is false where that cannot be, and nothing is appended. It is to be asked after [Task.Update]. The task itself can
// then be used for something else.
func (t *Task) Pack(b []byte) (packed []byte, ok bool) {
	if !t.isPackable() {
		return b, false
	}
	b = codec.AppendUint(codec.AppendUint(codec.AppendUint(b, t.activity), t.level), len(t.args))
	for _, w := range t.args {
		b = codec.AppendInt(b, w)
	}
	b = append(b, t.packedBits(), byte(t.limit))
	b = codec.AppendInt(b, t.tick)
	for _, tick := range [...]int64{t.planned, t.due, t.blocked} {
		b = codec.AppendInt(b, tick-t.tick)
	}
	if t.calm != never {
		b = codec.AppendInt(b, t.calm-t.tick)
	}
	if t.recheck != 0 {
		b = codec.AppendInt(b, t.recheck-t.tick)
	}
	if t.thinker != nil {
		b = codec.AppendInt(codec.AppendUint(b, t.thinker.attempts), t.thinker.since)
	}
	b = t.packSteps(t.plan.Pack(b))
	b = codec.AppendUint(b, len(t.efforts))
	for i := range t.efforts {
		b = t.packEffort(b, &t.efforts[i])
	}
	return t.reads.Pack(b), true
}

func (t *Task) packedBits() (bits byte) {
	for i, v := range [...]bool{t.linear, t.watching, t.unwatched, t.changed, t.recheck != 0, t.calm == never} {
		if v {
			bits |= 1 << i
		}
	}
	return bits
}

// packSteps writes how far the steps are, and their order.
func (t *Task) packSteps(b []byte) []byte {
	b = codec.AppendUint(codec.AppendUint(b, t.first), t.at)
	for _, p := range t.progress {
		b = append(b, byte(p.state))
		if p.state == StepDone {
			b = codec.AppendInt(b, p.free-t.tick)
		}
	}
	if t.linear {
		return b
	}
	b = codec.AppendUint(b, len(t.edges))
	for _, e := range t.edges {
		b = codec.AppendUint(codec.AppendUint(b, e[0]), e[1])
	}
	return b
}

func (t *Task) packEffort(b []byte, e *effort) []byte {
	bits := 0
	for i, v := range [savedEffortBits]bool{e.expecting, e.acted, e.over, false, e.retries > 0} {
		if v {
			bits |= 1 << i
		}
	}
	b = append(codec.AppendUint(b, e.step), byte(bits), byte(e.by))
	if e.retries > 0 {
		b = codec.AppendUint(b, e.retries)
	}
	b = codec.AppendInt(codec.AppendInt(codec.AppendInt(b, e.begun-t.tick), e.since), e.free-t.tick)
	b = codec.AppendUint(b, len(e.hands))
	for _, h := range e.hands {
		b = codec.AppendUint(codec.AppendUint(append(b, byte(h.status)), h.handle.Action()+1), h.handle.Slot())
	}
	if t.kind.script.operatorOf(e).watches() {
		b = e.reads.Pack(b)
	}
	return b
}

// Unpack makes the task what [Task.Pack] has written, for an agent and its runner. Options are those that the task had.
func (t *Task) Unpack(w *Worker, packed []byte, agent action.AgentID, root *Runner, o Options) {
	in := codec.NewReader(packed)
	number, level := int32(in.Uint()), int(in.Uint())
	w.words = w.words[:0]
	for range in.Uint() {
		w.words = append(w.words, world.Word(in.Int()))
	}
	t.Reset(w.script, number, w.words, agent, root, level, o)
	bits := in.Byte()
	t.limit = htn.Bound(in.Byte())
	t.tick = in.Int()
	t.planned, t.due, t.blocked = t.tick+in.Int(), t.tick+in.Int(), t.tick+in.Int()
	if t.calm = never; bits&packedNever == 0 {
		t.calm = t.tick + in.Int()
	}
	if bits&packedRecheck != 0 {
		t.recheck = t.tick + in.Int()
	}
	if t.thinker != nil {
		t.thinker.attempts, t.thinker.since = int(in.Uint()), in.Int()
	}
	t.line, t.from, t.active, t.stuck = 0, 0, true, true
	t.linear, t.watching, t.unwatched, t.changed = bits&packedLinear != 0, bits&packedWatching != 0, bits&packedUnwatched != 0, bits&packedChanged != 0
	t.plan.Unpack(w.script.Domain, in, w.plans)
	t.unpackSteps(in)
	for range in.Uint() {
		t.unpackEffort(in, w)
	}
	t.reads.Unpack(in, w.plans)
}

func (t *Task) unpackSteps(in *codec.Reader) {
	t.restart()
	t.first, t.at = int(in.Uint()), int(in.Uint())
	for i := range t.progress {
		p := &t.progress[i]
		if p.state = StepState(in.Byte()); p.state == StepDone {
			p.free = t.tick + in.Int()
		}
	}
	if t.edges = t.edges[:0]; t.linear {
		return
	}
	for range in.Uint() {
		t.edges = append(t.edges, edge{int32(in.Uint()), int32(in.Uint())})
	}
}

func (t *Task) unpackEffort(in *codec.Reader, w *Worker) {
	e := t.addEffort(int(in.Uint()))
	bits := in.Byte()
	e.op = t.plan.Step(e.step).Operator
	e.expecting, e.acted, e.over = bits&savedExpecting != 0, bits&savedActed != 0, bits&savedOver != 0
	e.by = By(in.Byte())
	if bits&savedRetried != 0 {
		e.retries = int32(in.Uint())
	}
	e.begun, e.since, e.free = t.tick+in.Int(), in.Int(), t.tick+in.Int()
	for range in.Uint() {
		status := action.Status(in.Byte())
		e.hands = append(e.hands, hand{action.HandleOf(int32(in.Uint())-1, int32(in.Uint())), status})
	}
	if op := t.kind.script.operatorOf(e); op.watches() {
		e.watch(op)
		e.stale = false
		e.reads.Unpack(in, w.plans)
	}
}

// Memory returns memory for n bytes in exchange for memory that is no longer used. It is of the worker's stock.
func (w *Worker) Memory(old []byte, n int) []byte { return w.plans.Bytes(old, n) }
