package runner

// Busy reports whether a plan runs, and whether something runs in its place: an order, the agent's mind, or its idle
// action.
func (r *Runner) Busy() (plan, rest bool) { return r.active, !r.idle.IsZero() }
