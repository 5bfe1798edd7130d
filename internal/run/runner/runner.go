package runner

import (
	"math"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// Runner decides and acts for one agent. The zero Runner is ready for [Runner.Reset]. It holds no pointers to what
// other agents write. Not safe for concurrent use.
type Runner struct {
	alert
	standIn
	rations rations
	verdict verdict

	*planning // its own, or one shared by all runners that never plan
	seldom
}

// planning is the state of a runner that plans. Agents of kinds without plan lines share an empty one, which saves
// memory in large crowds.
type planning struct {
	agent action.AgentID
	course
	bans bans
	args []world.Word // arguments of the goal, of a plan within a tree or a goal

	reads   htn.Reads // what the last planning depends on
	thinker *thinker  // plans over several ticks; nil: plannings are done at once
	spent   []bool    // "once" lines that have been carried out
	next    htn.Plan  // the plan that was found and will be adopted

	limit   htn.Bound
	waits   int32   // plannings in vain in a row
	root    *Runner // within a tree or a goal: the runner of the agent; nil: this is the agent's runner
	level   int32   // in how many plans it is nested; 0: it is the agent's runner
	budget  int32   // nodes of planning in each tick; 0: no limit
	line    int     // the plan line whose condition holds; -1: none
	planned int64   // tick of the last planning
	blocked int64   // no planning before this tick
	due     int64   // without a plan: tick of the next planning, unless something changes before
	inVain  series
	recheck int64 // the tick in which the commitment is over because of which a new plan was dropped; 0: none
}

// notPlanned is the tick of the last planning if there was none.
const notPlanned = -1 << 40

// noPlanning is shared by all runners that never plan. It is never written to.
var noPlanning = planning{planned: notPlanned, line: -1}

// ownPlanning gives a runner an empty planning of its own, with room for its plan lines. It reuses memory.
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

// plansAt sets the tick of the next planning. Snapshots hold it, also for agents that never plan.
func (r *Runner) plansAt(tick int64) {
	if r.due == tick {
		return
	}
	if r.planning == &noPlanning {
		r.ownPlanning(0, 0)
	}
	r.due = tick
}

// phaseMask selects the bits of an ID in which the agents present differ: their slots, counted from 1.
const phaseMask = 1<<24 - 1

// phase shifts the interval by agent, so that agents do not all plan in the same tick.
func (p *planning) phase() int64 { return int64(p.agent&phaseMask) - 1 }

// nextPeriod returns the first later tick in which the interval is over.
func (p *planning) nextPeriod(tick, every int64) int64 { return tick + every - (tick+p.phase())%every }

// isPeriod reports whether the interval of the running plan is over in a tick. A paced agent may have skipped that
// tick.
func (p *planning) isPeriod(tick, every int64, paced bool) bool {
	if paced {
		return (tick+p.phase())/every > (p.planned+p.phase())/every
	}
	return (tick+p.phase())%every == 0
}

// putOff delays the next planning: twice as long after each planning in vain.
func (p *planning) putOff(tick, every int64) {
	ticks := every * int64(min(1<<min(p.waits, 10), MaxWait))
	p.waits = min(p.waits+1, maxCounted)
	p.due = tick + ticks - (tick+ticks+p.phase())%every
}

// verdict is the result of Decide for Act.
type verdict struct {
	released bool          // the quarantine is over
	failed   bool          // the plan could not be repaired
	drop     action.Reason // abort the running plan
	result   htn.Status    // of planning; 0: has not planned
	keep     KeepReason
	follow   EventKind // PlanAdopted: next starts; PlanMerged or PlanRepaired: it takes over
	broken   bool      // a function of the game panicked
	outdated bool      // the planning starts anew
}

// Options set up the runner of an agent.
type Options struct {
	// Pictures keeps the state that the last planning saw.
	Pictures bool
	// Nodes limits how many nodes an agent searches in one tick. A planning that needs more continues in the next
	// ticks, while the running plan continues. 0: no limit.
	Nodes int
	// Paced says that the agent may skip ticks: work that is due in a skipped tick is then due in the next one in which
	// the agent is called.
	Paced bool
}

// Reset prepares the runner for a new agent and reuses its memory. Nothing must be running. Agents whose IDs have
// different low bits plan in different ticks.
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
		r.thinker.since = 0 // otherwise a snapshot would depend on which agent used the memory before
	}
	if o.Pictures && r.picture == nil {
		r.own().picture = world.NewState(s.info.Schema)
	}
}

// Plan returns the running plan, or nil, and the index of its first step that has not ended. In a plan that is not
// linear, later steps may have ended or run already: see [Runner.StepState]. The plan is valid until the next tick.
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

// LineGoal returns the goal of a plan line, and how the line searches for plans.
func LineGoal(r *Runner, line int) (htn.Goal, htn.Search) {
	if r.kind.lines[line].best {
		return r.goal(line), htn.Best
	}
	return r.goal(line), htn.DepthFirst
}

// Search returns how the plan line searches for plans.
func (r *Runner) Search() htn.Search {
	if r.line >= 0 && r.kind.lines[r.line].best {
		return htn.Best
	}
	return htn.DepthFirst
}

// goal returns the goal of a plan line.
func (r *Runner) goal(line int) htn.Goal {
	g := r.kind.lines[line].goal
	if r.root != nil {
		g.Args = r.args
	}
	return g
}

// Why returns why the agent has nothing to carry out; NotIdle if it has something, or is about to plan.
func (r *Runner) Why() Why {
	if r.why == NotIdle && r.idling && !r.active {
		return Seeking
	}
	return r.why
}

// Limit returns the limit that the last planning hit, or NoBound.
func (p *planning) Limit() htn.Bound { return p.limit }

// Picture returns the state that the last planning saw; nil if there was none, pictures are not kept, or the planning
// was before a snapshot of a crowd that keeps none.
func (r *Runner) Picture() *world.State {
	if r.planned < 0 || !r.pictured {
		return nil
	}
	return r.picture
}
