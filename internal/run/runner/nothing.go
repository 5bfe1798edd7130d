package runner

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// nothing is what an agent knows of plannings in vain for a plan within something else. A tree asks for such a plan as often as it likes, perhaps many times in a tick:
// as long as the planning depends on nothing that has changed, the answer is the same without planning. Where all changes, or the host may answer
// otherwise without notice, the last answer holds until it is time to plan again.
type nothing struct {
	tries   tries
	result  htn.Result // of the last planning
	named   bool       // what it depended on is known
	reads   htn.Reads
	objects uint64 // a hash of those that existed, where it depends on which do; else 0
	bans    uint64 // a hash of those in force
	wants   wants  // that others had claimed
	asked   int64  // the tick in which the plan was last asked for
	waits   int32  // plannings in vain since something has changed
	due     int64  // the tick in which planning may come to something without a change; 0: in none
}

// tries are plannings in vain within a second.
type tries struct {
	since int64 // its first tick
	count int32
}

// add counts a planning in vain.
func (t *tries) add(tick, second int64) {
	if t.count == 0 || tick >= t.since+second {
		*t = tries{since: tick}
	}
	t.count = min(t.count+1, maxCounted)
}

// isSpent reports whether there were as many as there may be.
func (t *tries) isSpent(tick, second int64, most int32) bool {
	return t.count >= most && tick < t.since+second
}

// isInVain reports whether it is known without planning that a plan within something else comes to nothing, or there were so many plannings in vain that this one has to
// wait; result is what is answered then.
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

// holds reports whether planning would come to nothing again, as far as that is known.
func (n *nothing) holds(r *Runner, w *Worker, st *world.State) bool {
	return (n.due == 0 || r.tick < n.due) && n.isSame(r, w, st)
}

// isSame reports whether what the last planning depended on is known, and has not changed.
func (n *nothing) isSame(r *Runner, w *Worker, st *world.State) bool {
	if !n.named {
		return false
	}
	if slices.ContainsFunc(n.wants, func(x want) bool { return w.claims.isFree(r.agent, &x) }) {
		return false
	}
	w.bans = r.Bans(w.bans[:0])
	return n.bans == hashBans(w.bans) && n.objects == objectsRead(st, &n.reads) && n.reads.Cells.Holds(st)
}

// learn has a plan within something else take note of what has come of planning for it.
func (r *Runner) learn(w *Worker, st *world.State, res htn.Result) {
	if r.root != nil {
		w.task.learn(w, st, res)
	}
}

// learn takes note of what has come of planning for a plan within something else. Where it took several ticks, something may have changed meanwhile.
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
	if n.due = t.eater().timers.nextHope(s, t.tick); s.opaque {
		n.due = t.tick + min(s.gap<<min(n.waits, 16), MaxWait*t.kind.lines[0].every)
	}
	n.waits = min(n.waits+1, maxCounted)
}

// objectsRead returns a hash of the objects that exist, if something depends on which do.
func objectsRead(st *world.State, reads *htn.Reads) uint64 {
	if len(reads.Cells.Types()) == 0 {
		return 0
	}
	return st.ObjectsHash()
}

// hashBans returns a hash of bans in their order, as FNV-1a makes it of their numbers.
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
