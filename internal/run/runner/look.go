package runner

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// Progress describes a step that is being carried out, for debugging views. Ticks are those of the crowd.
type Progress struct {
	Step      int
	Operator  htn.OperatorID
	Args      []world.Word // they belong to the runner
	Begun     int64        // tick
	Expecting bool         // its actions have ended, and it waits until the world is as its effects say
	Running   []action.Handle
}

// Steps appends the running steps, in the order in which they started.
func (c *course) Steps(dst []Progress) []Progress {
	for i := range c.efforts {
		e := &c.efforts[i]
		if e.over {
			continue
		}
		p := Progress{Step: e.step, Operator: e.op, Args: c.plan.Step(e.step).Args, Begun: e.begun, Expecting: e.expecting}
		for _, h := range e.hands {
			if h.status == action.Running {
				p.Running = append(p.Running, h.handle)
			}
		}
		dst = append(dst, p)
	}
	return dst
}

// NextPlanning returns the tick in which the runner plans again even if nothing changes; 0: it
// does not, since planning again would have the same result.
func (r *Runner) NextPlanning() int64 {
	switch {
	case r.line < 0 || r.IsQuarantined():
		return 0
	case !r.carries():
		return max(r.due, r.blocked, r.tick+1)
	case r.kind.script.opaque || r.unwatched:
		return r.nextPeriod(r.tick, r.kind.lines[r.line].every)
	}
	return 0
}

// Planned returns the tick of the last planning; -1 if there was none.
func (p *planning) Planned() int64 { return max(-1, p.planned) }

// Interval returns how many ticks lie between two plannings of the current plan line; 0 if no line holds.
func (r *Runner) Interval() int64 {
	if r.line < 0 {
		return 0
	}
	return r.kind.lines[r.line].every
}

// Grace returns for how many ticks a step whose actions have ended waits for its expectations.
func (r *Runner) Grace() int64 { return r.kind.script.grace }
