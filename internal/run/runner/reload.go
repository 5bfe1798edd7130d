package runner

// Busy reports whether a plan is being carried out, and whether something runs in its place: the mind of the agent, or its idle action.
func (r *Runner) Busy() (plan, rest bool) { return r.active, !r.idle.IsZero() }
