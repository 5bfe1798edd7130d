package runner

// Where planning is shared out among the agents of a crowd, each is told before it decides whether it may plan one slice in the tick. That
// slice is for the agent and for all plans within it: the first that is due has it.

// rations are what an agent has of what is shared out among agents: turns, and slices of planning.
type rations struct {
	slice  uint32 // the low bits of the tick in which it may plan one, 0: in none
	shared bool   // planning is shared out
	hungry bool   // it, or a plan within, was to plan and had none

	starved bool // it itself was to plan and had none
	paced   bool // it may have to let ticks pass
}

// give says whether a slice may be planned in a tick.
func (q *rations) give(given bool, tick int64) {
	q.shared, q.hungry = true, false
	if q.slice = 0; given {
		q.slice = uint32(tick)
	}
}

// take reports whether something may be planned in a tick, and uses the slice up.
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

// crave notes that a planning is to go on.
func (q *rations) crave() {
	if q.shared {
		q.hungry = true
	}
}

// Ration tells the runner whether its agent may plan a slice in a tick. It must be called before each [Runner.Decide] where planning is shared
// out, and [Options].Nodes must be set there.
func (r *Runner) Ration(given bool, tick int64) { r.rations.give(given, tick) }

// IsHungry reports whether the agent was to plan since [Runner.Ration] and could not, or only in part.
func (r *Runner) IsHungry() bool { return r.rations.hungry }

// eater returns the runner of the agent itself.
func (r *Runner) eater() *Runner {
	if r.root != nil {
		return r.root
	}
	return r
}

// eat reports whether the runner may plan now, and uses the slice up.
func (r *Runner) eat() bool {
	r.rations.starved = !r.eater().rations.take(r.tick)
	return !r.rations.starved
}
