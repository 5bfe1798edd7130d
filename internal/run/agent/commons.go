package agent

import (
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// coolCommons ends the cooldowns that several agents share and that are over in the next tick, after all that was written in this one has been collected.
func (q *squads) coolCommons() {
	for _, k := range q.core.model.Script.Commons() {
		switch {
		case q.core.shared(k.Hot.Base):
			if q.isOver(q.core.world, k) {
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

// coolSquads ends a cooldown of each squad, and of the agents without one.
func (q *squads) coolSquads(k runner.Common) {
	for _, i := range q.leaders {
		if s := q.agents.list[i]; s.id != 0 && q.isOver(&s.state, k) {
			q.posts = append(q.posts, post{s.id, k.Hot.Base, 0}, post{s.id, k.Due.Base, 0})
		}
	}
	for _, a := range q.agents.list {
		if a.id == 0 || q.groupOf(a) != nil || a.state.Get(k.Hot.Base) == 0 {
			continue
		}
		if left := a.state.Get(k.Due.Base) == 0 && !a.runner.IsSpending(); left || q.isOver(&a.state, k) { // left: by a squad that the agent is no longer in
			a.state.Set(k.Hot.Base, 0)
			a.state.Set(k.Due.Base, 0)
		}
	}
}
