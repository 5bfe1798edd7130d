package runner

import "unsafe"

// Order returns the order of the steps of the plan that is carried out; nil where each waits for the one before it.
func (r *Runner) Order() [][2]int {
	if r.linear {
		return nil
	}
	return r.edges
}

// Rouse has the runner decide in the next tick whether or not that can come to anything.
func (r *Runner) Rouse() { r.calm, r.stuck = 0, false }

// Bytes returns how many bytes the runner takes beside the planner of its own that one that plans in slices has: its struct, and the
// memory that its lists keep.
func (r *Runner) Bytes() map[string]int {
	efforts := cap(r.efforts) * int(unsafe.Sizeof(effort{}))
	for _, e := range r.efforts[:cap(r.efforts)] {
		efforts += cap(e.hands) * int(unsafe.Sizeof(hand{}))
	}
	return map[string]int{
		"struct":   int(unsafe.Sizeof(*r)),
		"efforts":  efforts,
		"progress": (cap(r.progress) + cap(r.fate)) * int(unsafe.Sizeof(progress{})),
		"order":    cap(r.edges)*int(unsafe.Sizeof(edge{})) + 8*cap(r.match),
		"others":   cap(r.timers)*int(unsafe.Sizeof(timer{})) + cap(r.spent),
	}
}
