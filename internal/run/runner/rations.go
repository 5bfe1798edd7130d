package runner

// Where planning is shared out among the agents of a crowd, each is told before it decides whether it may plan one slice in the tick. That
// slice is for the agent and for all plans within it: the first that is due has it.

// Ration tells the runner whether its agent may plan a slice in a tick. It must be called before each [Runner.Decide] where planning is shared
// out, and [Options].Nodes must be set there.
func (r *Runner) Ration(given bool, tick int64) {
	r.rationed, r.hungry = true, false
	if r.ration = 0; given {
		r.ration = uint32(tick)
	}
}

// IsHungry reports whether the agent was to plan since [Runner.Ration] and could not, or only in part.
func (r *Runner) IsHungry() bool { return r.hungry }

// eater returns the runner of the agent itself.
func (r *Runner) eater() *Runner {
	if r.root != nil {
		return r.root
	}
	return r
}

func (r *Runner) isRationed() bool { return r.eater().rationed }

// eat reports whether the runner may plan now, and uses the slice up.
func (r *Runner) eat() bool {
	e := r.eater()
	if r.starved = false; !e.rationed {
		return true
	}
	if e.ration == uint32(r.tick) && e.ration != 0 {
		e.ration = 0
		return true
	}
	r.starved = true
	e.hungry = true
	return false
}

// crave notes that a planning is to go on.
func (r *Runner) crave() {
	if e := r.eater(); e.rationed {
		e.hungry = true
	}
}
