package agent

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// reacting is the state of a reaction of an agent.
type reacting struct {
	handle   action.Handle
	reads    *htn.Reads // what its condition depends on
	seen     world.Word // how many percepts it has reacted to
	stale    bool       // its condition may have another value: evaluate it again
	holds    bool       // its condition held at the last evaluation
	wants    bool       // it is due to start
	took     bool       // it has interrupted something of the mind
	ended    bool       // it ended in this tick: its resources are free in the next one
	waitsFor waitReason // the reason why it waits, as last reported
	since    int64      // tick since which it is due
	grace    int64      // tick until which it waits for actions that need time to end; 0: it waits for none
	rests    int64      // it does not start before this tick
}

// waitReason is the reason for which a reaction waits.
type waitReason uint8

const (
	waitsForNothing waitReason = iota
	waitsForCommitment
	waitsForGrace
	waitsForOther
	lastWaitReason = waitsForOther
)

// runs reports whether the reaction occupies its resources.
func (r *reacting) runs() bool { return !r.handle.IsZero() || r.ended }

func (p *parts) readsOf(i int) *htn.Reads {
	if all := p.reactions[:cap(p.reactions)]; i < len(all) {
		return all[i].reads
	}
	return nil
}

// notice marks the reactions whose conditions may have another value. It runs while agents decide, and writes only to
// the agent.
func (p *parts) notice(st *world.State) {
	changes := st.Changes(world.Mark{})
	if len(changes) == 0 {
		return
	}
	for i := range p.reactions {
		if r := &p.reactions[i]; !r.stale && r.reads != nil {
			r.stale = r.reads.Affected(st, changes)
		}
	}
}

// feel counts a percept for the reactions of an agent. A lasting percept counts when it starts, as when something comes
// into sight.
func (x *reflexes) feel(a *agent, e *sense.Event) {
	if a.parts == nil || e.Kind != sense.Noticed && (e.Kind != sense.Updated || e.Sensor == sense.Sight || e.Sensor == sense.Touch) {
		return
	}
	for i := range a.parts.kit.Reactions {
		r := &a.parts.kit.Reactions[i]
		if r.On != nil || r.Sensor != e.Sensor {
			continue
		}
		next := a.state.Get(r.Percept.Base) + 1
		if !a.state.Schema().Fits(r.Percept.Type, next) {
			next = 0
		}
		a.state.Set(r.Percept.Base, next)
		return // reactions to the same kind of sense share a symbol
	}
}

// react evaluates the conditions of an agent's reactions, starts those that are due, and updates those that run.
func (x *reflexes) react(a *agent) {
	p := a.parts
	for i := range p.reactions {
		if !x.look(a, i) {
			return
		}
	}
	p.stunned = false
	for i := range p.reactions {
		if r := &p.reactions[i]; r.wants && r.handle.IsZero() && !x.tryReaction(a, i) {
			return
		}
	}
	for i := range p.reactions {
		if r := &p.reactions[i]; !r.handle.IsZero() && !x.reactOn(a, i) {
			return
		}
	}
	x.setHold(a)
}

// look finds out whether a reaction is due. It returns false if the agent has collapsed during that.
func (x *reflexes) look(a *agent, i int) bool {
	p := a.parts
	it, r := &p.kit.Reactions[i], &p.reactions[i]
	if it.On == nil {
		now := a.state.Get(it.Percept.Base)
		if now != r.seen && !p.stunned && r.handle.IsZero() && x.core.tick >= r.rests {
			r.want(x.core.tick)
		}
		r.seen = now
		if r.wants && x.core.tick-r.since >= x.set.PerceptTicks && r.grace == 0 {
			x.dropReaction(a, i)
		}
		return true
	}
	if !r.stale && !x.core.model.Script.IsOpaque() {
		return true
	}
	before := r.holds
	if !x.judge(a, i) {
		return false
	}
	switch {
	case !r.holds && r.wants:
		x.dropReaction(a, i)
	case r.holds && !before && r.handle.IsZero():
		r.want(x.core.tick)
	}
	return true
}

// judge evaluates the condition of a reaction. A panic of a host function counts as one of the agent.
func (x *reflexes) judge(a *agent, i int) (ok bool) {
	it, r := &a.parts.kit.Reactions[i], &a.parts.reactions[i]
	defer func() {
		if v := action.Caught(recover()); v != nil {
			x.collapse(a, action.NewFault("the condition of a reaction", v))
			ok = false
		}
	}()
	if r.reads == nil {
		r.reads = &htn.Reads{}
	}
	r.reads.Cells.Reset()
	r.stale = false
	x.set.machine.State = &a.state
	r.holds = it.On.Track(x.set.machine, nil, r.reads)
	return true
}

func (r *reacting) want(tick int64) {
	if !r.wants {
		r.wants, r.since, r.waitsFor, r.grace = true, tick, waitsForNothing, 0
	}
}

// dropReaction drops a reaction that waits.
func (x *reflexes) dropReaction(a *agent, i int) {
	r := &a.parts.reactions[i]
	r.wants, r.grace = false, 0
	x.report(a, runner.ReactionDropped, i, runner.Event{})
}

// tryReaction starts a reaction that is due, unless it has to wait. It returns false if the agent has collapsed during
// that.
func (x *reflexes) tryReaction(a *agent, i int) bool {
	p := a.parts
	it, r := &p.kit.Reactions[i], &p.reactions[i]
	if x.core.tick < r.rests {
		return true
	}
	for k := range i {
		if p.reactions[k].runs() && it.Conflicts(&p.kit.Reactions[k]) {
			x.reportWait(a, i, waitsForOther, runner.Event{})
			return true
		}
	}
	if x.mustWait(a, i) {
		return true
	}
	for k := i + 1; k < len(p.reactions); k++ {
		if p.reactions[k].runs() && it.Conflicts(&p.kit.Reactions[k]) {
			x.stopReaction(a, k, action.Interrupted)
		}
	}
	if !x.interruptMind(a, i) {
		return false
	}
	x.startReaction(a, i)
	return true
}

// mustWait reports whether a reaction waits for the activities that it would interrupt: for a commitment to end, or for
// actions that need time to end.
func (x *reflexes) mustWait(a *agent, i int) bool {
	p := a.parts
	it, r := &p.kit.Reactions[i], &p.reactions[i]
	_, committed := a.runner.Stands(&it.Hold)
	list, within := x.running(a, &it.Hold)
	for k := i + 1; k < len(p.reactions); k++ {
		if other := &p.reactions[k]; !other.handle.IsZero() && it.Conflicts(&p.kit.Reactions[k]) {
			var more bool
			from := len(list)
			list, more = x.open(append(list, other.handle), from)
			within = within || more
		}
	}
	x.set.survey = list
	if committed || within {
		x.reportWait(a, i, waitsForCommitment, runner.Event{Keep: runner.Committed})
		return true
	}
	ticks := x.graceOf(list)
	if ticks > 0 && r.grace == 0 {
		r.grace = x.core.tick + ticks
		x.reportWait(a, i, waitsForGrace, runner.Event{Ticks: ticks})
	}
	return ticks > 0 && x.core.tick < r.grace
}

// reportWait reports once what a reaction waits for.
func (x *reflexes) reportWait(a *agent, i int, why waitReason, e runner.Event) {
	if r := &a.parts.reactions[i]; r.waitsFor != why {
		r.waitsFor = why
		x.report(a, runner.ReactionWaits, i, e)
	}
}

func (x *reflexes) startReaction(a *agent, i int) {
	p := a.parts
	it, r := &p.kit.Reactions[i], &p.reactions[i]
	r.wants, r.grace = false, 0
	x.report(a, runner.ReactionStarted, i, runner.Event{})
	x.voices.say(a.id, it.Say)
	p.rank = i
	r.handle = x.core.stage.Instances.Start(x.core.stage.Ctx, it.Activity, it.Words)
}

// reactOn updates a running reaction for a tick. It returns false if the agent has collapsed during that.
func (x *reflexes) reactOn(a *agent, i int) bool {
	p := a.parts
	r := &p.reactions[i]
	p.rank = i
	status := x.core.stage.Instances.Update(x.core.stage.Ctx, r.handle)
	f, broken := x.core.stage.Ctx.TakeFault()
	if status == action.Running && !broken {
		return true
	}
	if status != action.Running {
		r.handle, r.ended = action.Handle{}, true
		r.rests = x.core.tick + p.kit.Reactions[i].CooldownTicks
		x.report(a, runner.ReactionEnded, i, runner.Event{Status: status})
	}
	switch {
	case broken && status == action.Success: // it panicked in its end hook: the reaction has succeeded
		a.runner.Stumble(&x.core.stage, f)
	case broken:
		x.collapse(a, f)
		return false
	}
	return true
}

// stopReaction aborts a running reaction. If something of higher priority takes its place, the reaction is due again.
func (x *reflexes) stopReaction(a *agent, i int, reason action.Reason) {
	p := a.parts
	r := &p.reactions[i]
	if r.handle.IsZero() {
		return
	}
	h := r.handle
	r.handle, r.rests = action.Handle{}, x.core.tick+p.kit.Reactions[i].CooldownTicks
	if r.want(x.core.tick); p.kit.Reactions[i].On != nil {
		r.wants = r.holds
	}
	x.stopPart(a, i, h, reason)
	x.report(a, runner.ReactionAborted, i, runner.Event{Reason: reason})
}

// stopPart aborts an activity of a reaction or layer, whatever the agent is doing.
func (x *reflexes) stopPart(a *agent, rank int, h action.Handle, reason action.Reason) {
	p, ctx := a.parts, x.core.stage.Ctx
	before := p.rank
	p.rank = rank
	outer, had := ctx.TakeFault()
	around, within := x.treeFault()
	x.core.stage.Instances.Abort(ctx, h, reason)
	if f, broken := ctx.TakeFault(); broken {
		a.runner.Stumble(&x.core.stage, f)
	}
	if within {
		trees, _ := x.families.drivers()
		trees.env.PutFault(around)
	}
	if had {
		ctx.PutFault(outer)
	}
	p.rank = before
}

// treeFault takes the panic that a tree has not handled yet, because something within the tree is about to be aborted.
func (x *reflexes) treeFault() (f action.Fault, ok bool) {
	if trees, _ := x.families.drivers(); trees != nil {
		return trees.env.TakeFault()
	}
	return f, false
}

// report reports an event of a reaction or a layer.
func (x *reflexes) report(a *agent, kind runner.EventKind, i int, e runner.Event) {
	e.Kind, e.Step = kind, int32(i)
	a.runner.Report(&x.core.stage, e)
}
