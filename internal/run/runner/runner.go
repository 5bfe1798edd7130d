package runner

import (
	"math"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// Runner decides and acts for one agent. The zero Runner is ready for [Runner.Reset]. It holds no pointers to what other
// agents write; not safe for concurrent use.
type Runner struct {
	alert
	standIn
	rations rations
	verdict verdict

	*planning // of its own, or that of all who never plan
	seldom
}

// planning is what a runner keeps that plans. Agents whose kind has no plan lines share an empty one: most of a crowd of light minds has.
type planning struct {
	agent action.AgentID
	course
	bans bans
	args []world.Word // of what a plan within something else is for

	reads   htn.Reads // what the last planning depends on
	thinker *thinker  // what plans over several ticks; nil where plannings are not cut
	spent   []bool    // lines that say once and have been carried out
	next    htn.Plan  // found and to be adopted

	limit   htn.Bound
	waits   int32   // plannings in vain so far
	root    *Runner // within a plan: that of the agent; nil: it is that itself
	level   int32   // how many plans it is within; 0: it is that of the agent itself
	budget  int32   // nodes of planning in each tick; 0: plannings are not cut
	line    int     // the plan line that holds; -1: none
	planned int64   // tick of the last planning
	blocked int64   // no planning before this tick
	due     int64   // without a plan: tick of the next planning, unless something changes before
	inVain  series
	recheck int64 // the tick in which the commitment ends that a new plan was dropped for; 0: none
}

// notPlanned is the tick of the last planning where there was none.
const notPlanned = -1 << 40

// noPlanning is that of all who never plan. Nobody writes to it.
var noPlanning = planning{planned: notPlanned, line: -1}

// ownPlanning gives the runner of an agent an empty planning of its own, for a number of plan lines. Its memory is used again.
func (r *Runner) ownPlanning(agent action.AgentID, lines int) {
	if r.planning == nil || r.planning == &noPlanning {
		r.planning = &planning{}
	}
	r.mending = false
	r.planned, r.blocked, r.due, r.recheck, r.line = notPlanned, 0, 0, 0, -1
	r.agent, r.waits, r.limit = agent, 0, htn.NoBound
	r.inVain = series{}
	r.efforts, r.bans = r.efforts[:0], r.bans[:0]
	r.spent = append(r.spent[:0], make([]bool, lines)...)
	r.thinker.stop()
}

// plansAt puts the next planning into a tick. Snapshots hold that tick, also of those who never plan.
func (r *Runner) plansAt(tick int64) {
	if r.due == tick {
		return
	}
	if r.planning == &noPlanning {
		r.ownPlanning(0, 0)
	}
	r.due = tick
}

// phaseMask is the bits of an ID by which agents that there are at a time differ: their slots, counted from 1.
const phaseMask = 1<<24 - 1

// phase shifts the interval, so that agents do not all plan in the same tick.
func (p *planning) phase() int64 { return int64(p.agent&phaseMask) - 1 }

// nextPeriod returns the first tick after one in which an interval is over.
func (p *planning) nextPeriod(tick, every int64) int64 { return tick + every - (tick+p.phase())%every }

// isPeriod reports whether a plan that runs is to be looked at because its interval is over, in a tick. One that is paced may have let that tick pass.
func (p *planning) isPeriod(tick, every int64, paced bool) bool {
	if paced {
		return (tick+p.phase())/every > (p.planned+p.phase())/every
	}
	return (tick+p.phase())%every == 0
}

// putOff puts the next planning off: twice as long each time in vain.
func (p *planning) putOff(tick, every int64) {
	ticks := every * int64(min(1<<min(p.waits, 10), MaxWait))
	p.waits = min(p.waits+1, maxCounted)
	p.due = tick + ticks - (tick+ticks+p.phase())%every
}

// verdict is what Decide leaves for Act.
type verdict struct {
	released bool          // from quarantine
	failed   bool          // the plan could not be repaired
	drop     action.Reason // abort the running plan
	result   htn.Status    // of planning; 0: has not planned
	keep     KeepReason
	follow   EventKind // PlanAdopted: next begins; PlanMerged or PlanRepaired: it is carried on with
	broken   bool      // a function of the host panicked
	outdated bool      // planning starts anew
}

// Options set up the runner of an agent.
type Options struct {
	// Pictures keeps the state that the last planning saw.
	Pictures bool
	// Nodes bounds how long an agent plans in one tick, in nodes of the search; a planning that takes longer goes on in the next
	// ticks, while what runs runs on. 0: a planning is done at once.
	Nodes int
	// Paced is set where the agent may have to let ticks pass without being called: what is due in one of them is due in the next that
	// it is called in.
	Paced bool
}

// Reset makes the runner that of a new agent. It reuses the runner's memory; nothing must be running. Agents whose IDs have different low bits do not all
// plan in the same tick.
func (r *Runner) Reset(s *Script, kind int32, agent action.AgentID, o Options) {
	r.reset(s, &s.kinds[kind], agent, o)
}

func (r *Runner) reset(s *Script, k *kind, agent action.AgentID, o Options) {
	r.alert, r.standIn, r.verdict, r.rations = alert{}, standIn{kind: k}, verdict{}, rations{paced: o.Paced}
	r.seldom.clear()
	if len(k.lines) == 0 {
		r.planning = &noPlanning
	} else {
		r.ownPlanning(agent, len(k.lines))
		if r.budget = int32(min(max(o.Nodes, 0), math.MaxInt32)); r.thinker == nil && o.Nodes > 0 {
			r.thinker = &thinker{}
		}
	}
	if r.thinker.stop(); r.thinker != nil {
		r.thinker.since = 0 // what is saved must not tell who had the memory before
	}
	if o.Pictures && r.picture == nil {
		r.own().picture = world.NewState(s.info.Schema)
	}
}

// Plan returns the plan that is being carried out, or nil, and the index of its first step that is not done; later ones may be
// done or running where they have no order: see [Runner.StepState]. The plan is valid until the next tick.
func (r *Runner) Plan() (plan *htn.Plan, step int) {
	if !r.active {
		return nil, 0
	}
	return &r.plan, r.first
}

// Line returns the index of the plan line that holds, or -1.
func (p *planning) Line() int { return p.line }

// Goal returns what the runner last planned for; ok is false while no plan line holds.
func (r *Runner) Goal() (g htn.Goal, ok bool) {
	if r.line < 0 {
		return g, false
	}
	return r.goal(r.line), true
}

// Search returns how plans for the plan line are searched.
func (r *Runner) Search() htn.Search {
	if r.line >= 0 && r.kind.lines[r.line].best {
		return htn.Best
	}
	return htn.DepthFirst
}

// goal returns what a plan line is for.
func (r *Runner) goal(line int) htn.Goal {
	g := r.kind.lines[line].goal
	if r.root != nil {
		g.Args = r.args
	}
	return g
}

// Why returns why the agent has nothing to carry out; NotIdle while it has, or is about to plan.
func (r *Runner) Why() Why {
	if r.why == NotIdle && r.idling && !r.active {
		return Seeking
	}
	return r.why
}

// Limit returns the bound that the last planning hit, if it hit one.
func (p *planning) Limit() htn.Bound { return p.limit }

// Picture returns the state that the last planning saw, or nil when it has not planned or pictures are not kept.
func (r *Runner) Picture() *world.State {
	if r.planned < 0 {
		return nil
	}
	return r.picture
}
