package goal

// emit sends an event of the pursuit to the sink, which must exist.
func (x *run) emit(ev Event) {
	ev.Pursuit = x.serial
	x.env.emit(ev)
}

// eventOf returns an event of a level: of its goal, or of the step whose activity it is.
func (x *run) eventOf(k EventKind, i int) Event {
	l := &x.levels[i]
	if l.goal < 0 {
		return x.eventOfStep(k, int(l.parent), l.by)
	}
	ev := event(k)
	ev.Goal, ev.Way = l.goal, int32(l.way)
	ev.Level = x.depth(i)
	return ev
}

// eventOfStep returns an event of a step of a level's goal.
func (x *run) eventOfStep(k EventKind, i int, by int8) Event {
	l := &x.levels[i]
	g := &x.p.goals[l.goal]
	ev := event(k)
	ev.Goal, ev.Level = l.goal, x.depth(i)+1
	var call *Call
	if by > 0 {
		ev.Interrupt = int32(by - 1)
		call = &g.Interrupts[by-1].Step.Call
	} else {
		ev.Way, ev.Step, ev.Alt = int32(l.way), int32(l.at), int32(l.alt)
		call = g.Ways[l.way].Steps[l.at].call(l.alt)
	}
	if call.Do.kind == refActivity {
		ev.Activity = call.Do.id
	} else {
		ev.Sub = call.Do.id
	}
	return ev
}

// depth returns how many goals a level is under.
func (x *run) depth(i int) (n int8) {
	for i = int(x.levels[i].parent); i >= 0; i = int(x.levels[i].parent) {
		n++
	}
	return n
}

// emitStep reports something of a step that has a cause.
func (x *run) emitStep(k EventKind, i int, by int8, why Cause) {
	if x.env.Sink != nil {
		ev := x.eventOfStep(k, i, by)
		ev.Cause = why
		x.emit(ev)
	}
}

// emitWait reports that a step will be started again.
func (x *run) emitWait(i int, ticks int64, why Cause) {
	if x.env.Sink != nil {
		ev := x.eventOfStep(StepRetried, i, 0)
		ev.Cause, ev.Ticks = why, ticks
		x.emit(ev)
	}
}
