package agent

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// coolCommons ends the cooldowns that several agents share and that are over in the next tick, after all that was written in this one has been collected.
func (q *squads) coolCommons() {
	for _, k := range q.core.model.Script.Commons() {
		switch {
		case q.core.shared(k.Hot.Base):
			if q.isOver(q.core.world, k) {
				q.journal.flush(ktrace.Leave, nil)
				q.core.world.Set(k.Hot.Base, 0)
				q.core.world.Set(k.Due.Base, 0)
				q.journal.hostMark = q.core.world.Mark()
			}
		case q.core.hasSquads():
			q.coolSquads(k)
		}
	}
	q.deliverPosts()
}

// isOver reports whether a cooldown is over in the next tick.
func (q *squads) isOver(st *world.State, k runner.Common) bool {
	due := int64(st.Get(k.Due.Base))
	return st.Get(k.Hot.Base) != 0 && due > 0 && due <= q.core.tick+1
}

// leaveCommons ends that an agent that leaves a squad uses a cooldown of it: its step goes on, and will know only its own.
func (q *squads) leaveCommons(a, s *agent) {
	if q.bandOf(a) != nil {
		return
	}
	for _, k := range q.core.model.Script.Commons() {
		if !q.core.isSquads(k.Hot.Base) {
			continue
		}
		if due, ok := q.spends(a, &k); ok {
			q.settle(s.id, k, due)
		}
	}
	if !q.core.ticking {
		q.deliverPosts()
	}
}

// settle has a cooldown of a squad end in a tick; 0: it is over.
func (q *squads) settle(id ID, k runner.Common, due int64) {
	q.posts = append(q.posts, post{id, k.Hot.Base, world.Bool(due > 0)}, post{id, k.Due.Base, world.Word(due)})
}

// freeCommons gives back the cooldowns of the world and of squads that a step began which has not gone over to the present program.
func (q *squads) freeCommons() {
	for _, k := range q.core.model.Script.Commons() {
		switch {
		case !q.core.shared(k.Hot.Base):
			for _, i := range q.leaders {
				if s := q.agents.list[i]; s.id != 0 && q.isOrphan(s, &s.state, &k) {
					q.settle(s.id, k, 0)
				}
			}
		case q.isOrphan(nil, q.core.world, &k):
			q.core.world.Set(k.Hot.Base, 0)
		}
	}
	q.deliverPosts()
}

// isOrphan reports whether a cooldown waits for the end of a step that nobody carries out: no agent of a squad, or with nil nobody at all.
func (q *squads) isOrphan(s *agent, st *world.State, k *runner.Common) bool {
	if st.Get(k.Hot.Base) == 0 || st.Get(k.Due.Base) != 0 {
		return false
	}
	return !slices.ContainsFunc(q.agents.list, func(a *agent) bool {
		if a.id == 0 || s != nil && q.groupOf(a) != s {
			return false
		}
		_, spends := q.spends(a, k)
		return spends
	})
}

// spends reports whether a step of an agent uses a cooldown, of its plan or of one within its trees and goals, and in which tick that is over if the step ends now; 0: it is given back.
func (q *squads) spends(a *agent, k *runner.Common) (due int64, ok bool) {
	due, ok = k.IsUsed(&a.runner, &a.state)
	if _, plans := q.families.drivers(); plans != nil {
		for slot := plans.slots.first(a.slot()); slot >= 0; slot = plans.slots.next(slot) {
			if t := plans.slots.at(slot).task; t != nil { // a packed one only lets actions go on that spend nothing
				until, does := k.IsUsed(&t.Runner, &a.state)
				due, ok = max(due, until), ok || does
			}
		}
	}
	return due, ok
}

// coolSquads ends a cooldown of each squad, and of the agents without one.
func (q *squads) coolSquads(k runner.Common) {
	for _, i := range q.leaders {
		if s := q.agents.list[i]; s.id != 0 && q.isOver(&s.state, k) {
			q.settle(s.id, k, 0)
		}
	}
	for _, a := range q.agents.list {
		if a.id == 0 || q.groupOf(a) != nil || a.state.Get(k.Hot.Base) == 0 {
			continue
		}
		_, spends := q.spends(a, &k)
		if left := a.state.Get(k.Due.Base) == 0 && !spends; left || q.isOver(&a.state, k) { // left: by a squad that the agent is no longer in
			q.journal.flush(ktrace.Leave, a)
			a.state.Set(k.Hot.Base, 0)
			a.state.Set(k.Due.Base, 0)
			a.hostMark = a.state.Logged()
		}
	}
}
