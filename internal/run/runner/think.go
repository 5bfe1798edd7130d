package runner

import (
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// thinker plans over several ticks, on its own copy of the state. It is nil if plannings have no limit per tick.
type thinker struct {
	planner  *htn.Planner // nil while no planning is going on; see [Worker.lend]
	bans     []htn.Ban
	claimed  []world.Object // claimed by other agents when the planning started
	busy     bool
	attempts int   // attempts for this occasion
	since    int64 // tick in which the last attempt started
	members  bool  // objects have been added or removed since
	lifted   bool  // a ban has been lifted since
}

// notice records that objects were added or removed. Other changes are checked when the planning is done.
func (t *thinker) notice(changes []world.Change) {
	if t.members {
		return
	}
	for _, c := range changes {
		if _, ok := c.Notice(); ok {
			t.members = true
			return
		}
	}
}

// noticeLift records that a ban was lifted, if a planning is going on.
func (t *thinker) noticeLift() {
	if t.isBusy() {
		t.lifted = true
	}
}

// stop gives up the planning.
func (t *thinker) stop() {
	if t != nil {
		t.busy, t.attempts = false, 0
	}
}

// isBusy reports whether a planning over several ticks is going on.
func (t *thinker) isBusy() bool { return t != nil && t.busy }

// think starts or continues a planning, and judges the result once it is done.
func (r *Runner) think(w *Worker, st *world.State) {
	t := r.thinker
	if !t.busy {
		r.beginThinking(w, st)
	}
	t.planner.SetTally(w.options.Tally) // another worker may have started it
	before, since := t.planner.Stats(), w.now()
	res := t.planner.Run(int(r.budget))
	w.measured(r, res.Status, before, t.planner.Stats(), false, since)
	if res.Status == htn.Paused {
		r.eater().rations.crave()
		return
	}
	t.busy = false
	w.claims.forget(r)
	w.claims.meet(r, t.planner.Met())
	if r.kind.script.canWait() {
		res = r.planWaiting(w, st, res, int(r.budget)+res.Stats.Nodes)
	}
	r.use(w, st, res)
	w.giveBack(t)
}

// use judges the result of a planning that may have taken several ticks.
func (r *Runner) use(w *Worker, st *world.State, res htn.Result) {
	t := r.thinker
	if t.since == r.tick {
		t.attempts = 0
		r.conclude(w, st, res)
		r.learn(w, st, res)
		return
	}
	if res.Status == htn.Found && !(r.carries() && r.isRest(res.Plan)) && !r.standsUp(w, st, res.Plan, r.hopeful) {
		r.thinkAgain()
		return
	}
	t.attempts = 0
	r.conclude(w, st, res)
	r.changed = t.members || t.lifted || !r.reads.Cells.Holds(st) // something that the planning relied on differs from its copy
	r.learn(w, st, res)
}

// beginThinking copies the state and sets up the search.
func (r *Runner) beginThinking(w *Worker, st *world.State) {
	t := r.thinker
	t.claimed = w.claims.known(t.claimed[:0], r, st)
	r.prepare(w, st, r.Bans(t.bans[:0]))
	t.planner.Begin(st, r.goal(r.line))
	t.busy, t.since, t.members, t.lifted = true, r.tick, false, false
	t.attempts++
	r.watching, r.changed = false, false
	r.keepPicture(st)
}

// prepare sets up the thinker's planner. Bans may be the ones that it has.
func (r *Runner) prepare(w *Worker, st *world.State, bans []htn.Ban) {
	t := r.thinker
	w.lend(t)
	t.bans = append(t.bans[:0], bans...)
	o := w.optionsFor(r, st, t.bans)
	o.Reads, o.Claimed = &r.reads, t.claimed
	t.planner.Configure(o)
}

// standsUp reports whether a plan made for an earlier state can be carried out from the present one.
func (c *course) standsUp(w *Worker, st *world.State, found *htn.Plan, patient bool) bool {
	c.pairs()
	c.fate = append(c.fate[:0], make([]progress, found.Len())...)
	return w.isPossible(st, found, c.fate, patient)
}

// thinkAgain drops a plan that came too late, and starts the planning again. After MaxAttempts the running plan
// is kept.
func (r *Runner) thinkAgain() {
	r.planned = r.tick
	if r.thinker.attempts < MaxAttempts {
		r.verdict.outdated = true
		r.due, r.changed, r.watching = r.tick+1, true, true
		return
	}
	r.thinker.attempts = 0
	r.watching, r.unwatched = true, true
	if r.carries() {
		r.keep(Outdated)
		return
	}
	r.why = NoPlan
	r.wait()
}
