package runner

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// What a runner is doing, as a bit set.
const (
	savedHeld = 1 << iota
	savedIdling
	savedActive
	savedLinear
	savedMending
	savedWatching
	savedUnwatched
	savedChanged
	savedThinking
	savedEnded
	savedStuck
	savedSpans
	savedPatient
	savedBits = iota
)

// Append appends everything that what the runner does next depends on, for [Runner.Read]: st is the state of its agent. It must not be
// called within a tick.
func (r *Runner) Append(b []byte, s *Stage, st *world.State) []byte {
	b = codec.AppendUint(b, r.bits())
	from := -1
	if r.active {
		from = r.from // else that of an earlier plan
	}
	b = codec.AppendInt(codec.AppendInt(b, r.line), from)
	for _, tick := range [...]int64{r.tick, r.planned, r.due, r.blocked, r.recheck, r.released} {
		b = codec.AppendInt(b, tick)
	}
	b = codec.AppendInt(b, r.calmFor())
	b = appendVain(codec.AppendUint(codec.AppendUint(b, r.waits), r.panics), r.vain)
	b = append(b, byte(r.why), byte(r.limit))
	for _, spent := range r.spent {
		b = codec.AppendBool(b, spent)
	}
	b = s.Instances.AppendFault(b, r.Fault())
	b = appendPart(b, r.appendDuties)
	if b = codec.AppendBool(b, !r.idle.IsZero()); !r.idle.IsZero() {
		b = s.Instances.AppendInstance(b, r.idle)
	}
	b = codec.AppendUint(b, len(r.timers))
	for _, t := range r.timers {
		b = codec.AppendInt(codec.AppendUint(b, uint64(t.addr)), t.due)
	}
	if r.active {
		b = r.appendPlan(b, s)
	}
	b = appendPart(b, r.appendBans)
	b = appendPart(b, r.appendMemories)
	b = appendPart(b, r.appendReads)
	b = appendPart(b, r.appendFailure)
	return appendPart(b, func(b []byte) []byte { return r.appendThinking(b, st) })
}

// appendPart appends something that can be read past without being understood.
func appendPart(b []byte, part func(b []byte) []byte) []byte {
	b, place := codec.BeginPart(b)
	return codec.EndPart(part(b), place)
}

// calmFor returns for how many ticks there is nothing to decide unless something happens: 0 where there is in the next one, -1 without end.
func (r *Runner) calmFor() int64 {
	switch {
	case r.calm == never:
		return -1
	case r.calm <= r.tick+1:
		return 0
	}
	return r.calm - r.tick
}

func (r *Runner) bits() int {
	bits := 0
	for i, v := range [savedBits]bool{r.held, r.idling, r.active, r.active && r.linear, r.mending, r.watching, r.unwatched, r.changed, r.isThinking(), r.ended, r.stuck && r.calmFor() != 0, r.hasSpans(), r.active && r.patient} {
		if v {
			bits |= 1 << i
		}
	}
	return bits
}

func (r *Runner) appendFailure(b []byte) []byte {
	f := r.Failure()
	b = codec.AppendInt(b, f.Tick)
	if f.Tick == 0 {
		return b
	}
	b = codec.AppendUint(append(b, byte(f.Cause)), int(f.Operator))
	for _, w := range f.Args {
		b = codec.AppendInt(b, w)
	}
	return b
}

// appendPlan writes the plan that is carried out and how far each step is, with the actions that run.
func (r *Runner) appendPlan(b []byte, s *Stage) []byte {
	b = appendPart(b, func(b []byte) []byte {
		b, _ = r.plan.AppendBinary(b) // the error is always nil
		return b
	})
	b = codec.AppendUint(b, len(r.progress))
	for _, p := range r.progress {
		b = codec.AppendInt(append(b, byte(p.state)), p.free)
	}
	b = codec.AppendUint(b, len(r.edges))
	for _, e := range r.edges {
		b = codec.AppendUint(codec.AppendUint(b, e[0]), e[1])
	}
	broken := 0
	if r.mending {
		broken = r.broken // else that of an earlier plan
	}
	b = codec.AppendUint(codec.AppendUint(codec.AppendUint(b, r.first), r.at), broken)
	if r.hasSpans() {
		b = r.appendSpans(b)
	}
	b = codec.AppendUint(b, len(r.efforts))
	for i := range r.efforts {
		b = r.appendEffort(b, s, &r.efforts[i])
	}
	return b
}

// What is going on with a step, as a bit set.
const (
	savedExpecting = 1 << iota
	savedActed
	savedOver
	savedJudged
	savedRetried
	savedEffortBits = iota
)

// appendEffort writes an effort, with what its conditions depend on: to look at them again would come to the same only if nobody wrote to the state before
// the agent's next turn is over.
func (r *Runner) appendEffort(b []byte, s *Stage, e *effort) []byte {
	judged := r.operator(e).watches() && !e.stale
	bits := 0
	for i, v := range [savedEffortBits]bool{e.expecting, e.acted, e.over, judged, e.retries > 0} {
		if v {
			bits |= 1 << i
		}
	}
	b = append(codec.AppendUint(b, e.step), byte(bits), byte(e.by))
	if e.retries > 0 {
		b = codec.AppendUint(b, e.retries)
	}
	for _, tick := range [...]int64{e.begun, e.since, e.free} {
		b = codec.AppendInt(b, tick)
	}
	b = codec.AppendUint(b, len(e.hands))
	for _, h := range e.hands {
		if b = append(b, byte(h.status)); h.status == action.Running {
			b = s.Instances.AppendInstance(b, h.handle)
		}
	}
	if judged {
		b = appendPart(b, func(b []byte) []byte {
			b, _ = e.reads.AppendBinary(b) // the error is always nil
			return b
		})
	}
	return b
}

func (r *Runner) appendBans(b []byte) []byte {
	b = codec.AppendUint(b, len(r.bans))
	for i := range r.bans {
		b = r.appendBan(b, &r.bans[i])
	}
	return b
}

// What is remembered of a way that has failed, as a bit set.
const (
	savedInForce = 1 << iota
	savedStale
	savedTurned
	savedStarted
	savedBanBits = iota
)

func (r *Runner) appendBan(b []byte, n *ban) []byte {
	bits := 0
	for i, v := range [savedBanBits]bool{n.inForce, n.stale, n.turned, n.clock.started} {
		if v {
			bits |= 1 << i
		}
	}
	b = append(codec.AppendUint(b, n.line), byte(bits), byte(n.lift), byte(n.cause), byte(n.clock.state))
	b = codec.AppendInt(codec.AppendUint(b, n.count), n.claimed)
	for _, tick := range [...]int64{n.failed, n.lifted, n.clock.ticks, n.clock.stood} {
		b = codec.AppendInt(b, tick)
	}
	if n.count > 0 {
		b = codec.AppendUint(b, int(n.op))
		for _, w := range n.args {
			b = codec.AppendInt(b, w)
		}
	}
	b = htn.AppendBans(b, []htn.Ban{n.of})
	b, _ = n.reads.AppendBinary(b) // the error is always nil
	return b
}

// appendReads writes what the last planning depends on. While one is going on that is not settled: it is found out anew.
func (r *Runner) appendReads(b []byte) []byte {
	if r.watching && !r.isThinking() {
		b, _ = r.reads.AppendBinary(b) // the error is always nil
	}
	return b
}

// appendThinking writes what a planning over several ticks began with and how far it is: it is gone through again from there.
func (r *Runner) appendThinking(b []byte, st *world.State) []byte {
	t := r.thinker
	if t == nil {
		t = &thinker{}
	}
	b = codec.AppendInt(codec.AppendUint(b, t.attempts), t.since)
	if !t.busy {
		return b
	}
	var picture world.State
	t.planner.Picture(&picture)
	b = codec.AppendBool(codec.AppendBool(b, t.members), t.lifted)
	b = htn.AppendBans(codec.AppendUint(b, t.planner.Nodes()), t.bans)
	return picture.Append(b, st)
}
