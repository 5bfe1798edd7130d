package assess

import (
	"slices"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/world"
)

// Times in seconds by which the measures of minds are defined.
const (
	provokeSeconds = 1.0  // for which a reason excuses a change of mind, and for which an agent may take to start something else
	waverSeconds   = 2.0  // of A-B-A
	repeatSeconds  = 10.0 // within which the same failure occurs
	repeats        = 3    // times
	idleSeconds    = 0.5  // a shorter pause is none
)

// mind is what the meter knows about an agent.
type mind struct {
	id      karakuri.AgentID
	name    string
	kind    string
	squad   bool // it is a squad: it acts through its members
	tally   *tally
	running []running
	news    news // that may be a reason to change its mind

	rethought int64 // tick in which it chose another want though the old one had not ended
	ended     int64 // tick in which a want ended

	left    []deed // the actions that its mind stopped, if it has not started anything since
	leftAt  int64  // tick
	excused bool   // there was a reason then that concerns everything
	last    change
	fails   []failure

	idleSince int64 // tick in which it last had an action
	acted     int64 // tick in which an action started or ended
	did       deed  // that action
	body      body
}

// running is an action that runs.
type running struct {
	serial int64
	deed   deed
}

// change is a change of mind.
type change struct {
	tick int64 // in which the action was stopped; 0: there is none
	from []deed
	to   deed
}

// failure is the end of an action that failed.
type failure struct {
	tick int64
	deed deed
}

// count counts a measure once, and keeps the moment; what the agent does is its text, unless other deeds are.
func (m *mind) count(e *meter, measure int, deeds ...deed) {
	m.tally.add(measure, 1)
	if len(deeds) == 0 {
		deeds = []deed{m.did}
	}
	e.note(m, measure, deeds...)
}

// redecides reports whether an action that is aborted for a reason is stopped because its agent decided again.
func (m *mind) redecides(r action.Reason, tick int64) bool {
	switch r {
	case action.BetterPlan, action.PlanInvalid, action.LineChanged, action.HigherBranch, action.GuardFails, action.CaseChanged, action.BetterGoal, action.NotWanted, action.Interrupted:
		return true
	case action.GoalEnded, action.BranchEnded, action.PlanFailed, action.Joined: // what is within something that another want replaces
		return m.rethought == tick
	}
	return false
}

// endsItself reports whether the reason is one that the step or the branch itself declares, or one outside of the
// agent's decision.
func endsItself(r action.Reason) bool {
	switch r {
	case action.UntilHolds, action.WhileFails, action.TimeOver, action.ObjectGone, action.LeaseLost, action.Quarantined:
		return true
	}
	return false
}

// start notes that an action starts.
func (m *mind) start(e *meter, serial int64, d deed) {
	m.running = append(m.running, running{serial, d})
	m.act(e, &d)
	m.body.start(e, m, &d)
	if m.leftAt == 0 {
		return
	}
	if !d.among(m.left) {
		m.changed(e, d)
	}
	m.left, m.leftAt = m.left[:0], 0
}

// changed notes that the agent does something else than what its mind stopped.
func (m *mind) changed(e *meter, to deed) {
	now := change{m.leftAt, slices.Clone(m.left), to}
	m.tally.add(changes, 1)
	if !m.excused && !m.news.concerns(&now, now.tick-e.ticks(provokeSeconds)) {
		m.count(e, unprovoked, now.from[0], to)
	}
	e.note(m, changes, now.from[0], to)
	if l := &m.last; l.tick != 0 && to.among(l.from) && l.to.among(now.from) && e.tick-l.tick <= e.ticks(waverSeconds) && !m.hasForgotten(e, &l.to) {
		m.count(e, oscillation, to, now.from[0], to)
	}
	m.last = now
}

// hasForgotten reports whether the agent no longer remembers a thing that a deed names: there was no other choice.
func (m *mind) hasForgotten(e *meter, d *deed) bool {
	mind := e.crowd.Memory(m.id)
	return mind != nil && slices.ContainsFunc(d.things, func(o world.Object) bool {
		_, known := mind.Find(sense.ObjectID(o))
		return !known && e.isPerceived(o)
	})
}

// finish takes an action off those that run, and reports whether it was one of them.
func (m *mind) finish(serial int64) (d deed, ran bool) {
	i := slices.IndexFunc(m.running, func(x running) bool { return x.serial == serial })
	if i < 0 {
		return d, false
	}
	d = m.running[i].deed
	m.running = slices.Delete(m.running, i, i+1)
	return d, true
}

// stop notes that an action is aborted.
func (m *mind) stop(e *meter, serial int64, r action.Reason) {
	d, ran := m.finish(serial)
	switch {
	case !ran:
	case m.redecides(r, e.tick):
		m.count(e, aborted, d)
		if m.leftAt != e.tick {
			m.left, m.leftAt = m.left[:0], e.tick
			m.excused = m.news.isEverything(e.tick - e.ticks(provokeSeconds))
		}
		m.left = append(m.left, d)
	case endsItself(r):
		m.news.add(e.tick, everything)
	}
}

// end notes that an action ends by itself.
func (m *mind) end(e *meter, serial int64, s action.Status) {
	d, ran := m.finish(serial)
	if !ran {
		return
	}
	m.act(e, &d)
	if s == action.Failure {
		m.fail(e, d)
	}
	m.news.add(e.tick, everything)
}

// fail counts the third failure of an action on the same things.
func (m *mind) fail(e *meter, d deed) {
	m.fails = slices.DeleteFunc(m.fails, func(f failure) bool { return f.tick <= e.tick-e.ticks(repeatSeconds) })
	count := 1
	for i := len(m.fails) - 1; i >= 0; i-- {
		if f := &m.fails[i]; f.deed.same(&d) {
			if m.news.about(&d, f.tick) {
				break
			}
			count++
		}
	}
	if count < repeats {
		m.fails = append(m.fails, failure{e.tick, d})
		return
	}
	m.count(e, repeated, d)
	m.fails = slices.DeleteFunc(m.fails, func(f failure) bool { return f.deed.same(&d) })
}

// pass ends a tick of the mind.
func (m *mind) pass(e *meter) {
	m.tally.time++
	if m.leftAt != 0 && e.tick-m.leftAt >= e.ticks(provokeSeconds) { // it stopped something, and does nothing since
		if len(m.running) == 0 {
			m.changed(e, deed{action: -1})
		}
		m.left, m.leftAt = m.left[:0], 0
	}
	if m.isBusy(e) {
		m.idleSince = e.tick
	} else if pause := e.tick - m.idleSince; pause == e.ticks(idleSeconds) {
		m.tally.add(idle, float64(pause))
		e.note(m, idle, m.did)
	} else if pause > e.ticks(idleSeconds) {
		m.count(e, idle)
	}
	m.news.forget(e.tick - e.ticks(repeatSeconds))
}

// act notes that the agent did something.
func (m *mind) act(e *meter, d *deed) {
	if !e.idle[d.action] {
		m.acted, m.did = e.tick, *d
	}
}

// isBusy reports whether an action runs that is more than to stand, or one ended in this tick.
func (m *mind) isBusy(e *meter) bool {
	if slices.ContainsFunc(m.running, func(x running) bool { return !e.idle[x.deed.action] }) {
		return true
	}
	return m.acted == e.tick
}

// everything is what news is about that concerns all that an agent does.
const everything = world.Object(-1)

// item is a piece of news.
type item struct {
	tick  int64
	about world.Object // 0: nothing in particular
}

// news is what happened to an agent, in the order of ticks.
type news []item

func (n *news) add(tick int64, about world.Object) { *n = append(*n, item{tick, about}) }

// forget drops what is older than a tick.
func (n *news) forget(tick int64) {
	i := 0
	for i < len(*n) && (*n)[i].tick <= tick {
		i++
	}
	*n = append((*n)[:0], (*n)[i:]...)
}

// isEverything reports whether there was news since a tick, which is not included, that concerns everything.
func (n news) isEverything(since int64) bool {
	for i := len(n) - 1; i >= 0 && n[i].tick > since; i-- {
		if n[i].about == everything {
			return true
		}
	}
	return false
}

// concerns reports whether between a tick, which is not included, and a change of mind there was news about what it
// names; of one that names nothing, whether there was any.
func (n news) concerns(c *change, since int64) bool {
	named := len(c.to.things) > 0 || slices.ContainsFunc(c.from, func(d deed) bool { return len(d.things) > 0 })
	for i := len(n) - 1; i >= 0 && n[i].tick > since; i-- {
		switch about := n[i].about; {
		case n[i].tick > c.tick || about == everything: // what ended by itself counts only if it ended before
		case !named || about == 0 || slices.Contains(c.to.things, about) || slices.ContainsFunc(c.from, func(d deed) bool { return slices.Contains(d.things, about) }):
			return true
		}
	}
	return false
}

// about reports whether since a tick, which is not included, there was news about what a deed names; of one that names
// nothing, whether there was any.
func (n news) about(d *deed, since int64) bool {
	for i := len(n) - 1; i >= 0 && n[i].tick > since; i-- {
		if about := n[i].about; about != everything && (len(d.things) == 0 || slices.Contains(d.things, about)) {
			return true
		}
	}
	return false
}
