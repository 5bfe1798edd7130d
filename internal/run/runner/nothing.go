package runner

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// nothing records plannings in vain for a plan within a tree or a goal. A tree may ask for such a plan many times in a
// tick. As long as nothing has changed on which the planning depends, the answer is the same without planning. If the
// dependencies are unknown, or the host's functions may return something else without notice, the last answer holds
// until the next planning is due.
type nothing struct {
	tries   tries
	result  htn.Result // of the last planning
	named   bool       // its dependencies are known
	reads   htn.Reads
	objects uint64 // a hash of the existing objects, if it depends on which exist; else 0
	bans    uint64 // a hash of the bans in force
	wants   wants  // objects that others had claimed
	asked   int64  // the tick in which the plan was last asked for
	waits   int32  // plannings in vain since something changed
	due     int64  // the tick in which planning may find a plan without a change; 0: never
}

// tries counts plannings in vain within a second.
type tries struct {
	since int64 // first tick of the second
	count int32
}

// add counts a planning in vain.
func (t *tries) add(tick, second int64) {
	if t.count == 0 || tick >= t.since+second {
		*t = tries{since: tick}
	}
	t.count = min(t.count+1, maxCounted)
}

// isSpent reports whether the second has had the maximum number of plannings in vain that are allowed.
func (t *tries) isSpent(tick, second int64, most int32) bool {
	return t.count >= most && tick < t.since+second
}

// isInVain reports whether the task gets an answer without planning: the planning would find no plan again, or there
// were too many plannings in vain in this second. Result is that answer.
func (t *Task) isInVain(w *Worker, st *world.State) (result htn.Result, inVain bool) {
	if t.active || t.root.tries.count == 0 {
		return result, false
	}
	second := t.kind.script.ticks(1)
	result.Status, inVain = htn.None, t.root.tries.isSpent(t.tick, second, MaxVain*MaxMemories)
	if m := t.root.memoryOf(t.activity, t.args); m != nil && m.isInVain() {
		n := m.nothing
		n.asked = t.tick
		result, inVain = n.result, inVain || n.tries.isSpent(t.tick, second, MaxVain) || n.holds(&t.Runner, w, st)
	}
	return result, inVain
}

// holds reports whether planning would find no plan again, as far as the runner can know.
func (n *nothing) holds(r *Runner, w *Worker, st *world.State) bool {
	return (n.due == 0 || r.tick < n.due) && n.isSame(r, w, st)
}

// isSame reports whether everything that the last planning depended on is known and unchanged.
func (n *nothing) isSame(r *Runner, w *Worker, st *world.State) bool {
	if !n.named {
		return false
	}
	if slices.ContainsFunc(n.wants, func(x want) bool { return w.claims.isFree(r, st, &x) }) {
		return false
	}
	w.bans = r.Bans(w.bans[:0])
	return n.bans == hashBans(w.bans) && n.objects == objectsRead(st, &n.reads) && n.reads.Cells.Holds(st)
}

// learn records the result of a planning, if the plan is within a tree or a goal.
func (r *Runner) learn(w *Worker, st *world.State, res htn.Result) {
	if r.root != nil {
		w.task.learn(w, st, res)
	}
}

// learn records the result of a planning for the task. If the planning took several ticks, something may have changed
// meanwhile.
func (t *Task) learn(w *Worker, st *world.State, res htn.Result) {
	if t.active {
		return
	}
	if res.Status == htn.Found {
		t.forget()
		return
	}
	again := false
	m := t.remembered()
	if m.nothing == nil {
		m.nothing = &nothing{}
	} else {
		again = m.isInVain() && m.nothing.isSame(&t.Runner, w, st)
	}
	n, s := m.nothing, t.kind.script
	t.root.tries.add(t.tick, s.ticks(1))
	n.tries.add(t.tick, s.ticks(1))
	w.bans = t.Bans(w.bans[:0])
	n.result, n.bans, n.objects = htn.Result{Status: res.Status, Limit: res.Limit}, hashBans(w.bans), objectsRead(st, &t.reads)
	n.named = !t.changed && t.reads.IsNamed() && (res.Status == htn.None || res.Limit == htn.BoundNodes)
	n.reads.CopyFrom(&t.reads)
	n.wants, n.asked = append(n.wants[:0], t.wants...), t.tick
	if !again {
		n.waits = 0
	}
	n.due = 0
	if cool := coolingsOf(&t.Runner, st, t.tick); s.canWait() && cool.nextHope(s) != never {
		n.due = cool.nextHope(s)
	}
	if s.opaque {
		n.due = t.tick + min(s.gap<<min(n.waits, 16), MaxWait*t.kind.lines[0].every)
	}
	n.waits = min(n.waits+1, maxCounted)
}

// objectsRead returns a hash of the existing objects, if reads depends on which exist; else 0.
func objectsRead(st *world.State, reads *htn.Reads) uint64 {
	if len(reads.Cells.Enumerated()) == 0 {
		return 0
	}
	return st.ObjectsHash()
}

// hashBans returns an FNV-1a hash of the numbers of the bans, in their order.
func hashBans(bans []htn.Ban) uint64 {
	h := uint64(14695981039346656037)
	add := func(words ...world.Word) {
		for _, w := range words {
			h = (h ^ uint64(w)) * 1099511628211
		}
	}
	for i := range bans {
		b := &bans[i]
		flags := world.Word(0)
		if b.All {
			flags |= 1
		}
		if b.Free {
			flags |= 2
		}
		if b.IsOperator {
			flags |= 4
		}
		add(world.Word(b.Task)+world.Word(b.Operator), world.Word(b.Method), flags, world.Word(len(b.Args)), world.Word(len(b.Bound)))
		add(b.Args...)
		add(b.Bound...)
	}
	return h
}
