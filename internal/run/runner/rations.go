package runner

// If the agents of a crowd share planning, each learns before it decides whether it may plan one slice in this tick.
// The slice is for the agent and for all plans within its plan: the first one that is due gets it.

// rations are an agent's share of planning: whether it may plan a slice.
type rations struct {
	slice  uint32 // the low bits of the tick in which it may plan a slice; 0: in none
	shared bool   // agents share planning
	hungry bool   // it, or a plan within its plan, was due to plan and had no slice

	starved bool // the agent's own plan was due and had no slice
	paced   bool // the agent may have to skip ticks
}

// give records whether the agent may plan a slice in a tick.
func (q *rations) give(given bool, tick int64) {
	q.shared, q.hungry = true, false
	if q.slice = 0; given {
		q.slice = uint32(tick)
	}
}

// take reports whether something may plan in this tick, and uses up the slice.
func (q *rations) take(tick int64) bool {
	if !q.shared {
		return true
	}
	if q.slice == uint32(tick) && q.slice != 0 {
		q.slice = 0
		return true
	}
	q.hungry = true
	return false
}

// crave records that a planning is not done.
func (q *rations) crave() {
	if q.shared {
		q.hungry = true
	}
}

// Ration tells the runner whether its agent may plan a slice in this tick. If agents share planning, call it before
// each [Runner.Decide], and set [Options].Nodes.
func (r *Runner) Ration(given bool, tick int64) { r.rations.give(given, tick) }

// IsHungry reports whether the agent was due to plan since [Runner.Ration] and could not, or only in part.
func (r *Runner) IsHungry() bool { return r.rations.hungry }

// eater returns the runner of the agent, whose slice this runner uses.
func (r *Runner) eater() *Runner {
	if r.root != nil {
		return r.root
	}
	return r
}

// eat reports whether the runner may plan now, and uses up the slice.
func (r *Runner) eat() bool {
	r.rations.starved = !r.eater().rations.take(r.tick)
	return !r.rations.starved
}
