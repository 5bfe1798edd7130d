package runner

import (
	"unsafe"

	"github.com/karakuri-ai/karakuri/internal/plan/htn"
)

// Bytes returns the bytes that a runner takes, by part: its struct and the memory of its lists. It does not count what
// grows with the domain (plans, the reads of the last planning, bans), nor the planner of a runner that plans in
// slices. The part "rare" is allocated with the first failure, comparison of plans, or planning over several ticks.
func (r *Runner) Bytes() map[string]int {
	efforts := cap(r.efforts) * int(unsafe.Sizeof(effort{}))
	for _, e := range r.efforts[:cap(r.efforts)] {
		efforts += cap(e.hands) * int(unsafe.Sizeof(hand{}))
		if e.reads != nil {
			efforts += int(unsafe.Sizeof(htn.Reads{}))
		}
	}
	rare := 0
	if r.thinker != nil {
		rare += int(unsafe.Sizeof(thinker{}))
	}
	if r.failure != nil {
		rare += int(unsafe.Sizeof(Failure{})) + cap(r.failure.Args)*int(unsafe.Sizeof(r.failure.Args[0]))
	}
	if p := r.pairing; p != nil {
		rare += int(unsafe.Sizeof(*p)) + cap(p.fate)*int(unsafe.Sizeof(progress{})) + cap(p.match)*int(unsafe.Sizeof(p.match[0]))
	}
	own := 0
	if r.planning != &noPlanning {
		own = int(unsafe.Sizeof(*r.planning))
	}
	if r.rare != &noRare {
		rare += int(unsafe.Sizeof(*r.rare))
	}
	return map[string]int{
		"struct":   int(unsafe.Sizeof(*r)) + own,
		"efforts":  efforts,
		"progress": cap(r.progress) * int(unsafe.Sizeof(progress{})),
		"order":    cap(r.edges) * int(unsafe.Sizeof(edge{})),
		"rare":     rare,
		"others":   cap(r.timers)*int(unsafe.Sizeof(timer{})) + cap(r.spent),
	}
}
