package runner

import (
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// nothing is a planning for a plan within something else that found none: as long as nothing changes that it depends on, planning again comes to the same, so that
// a tree that asks in every tick is answered without. It is no part of what is saved: a restored agent plans once more and learns the same.
type nothing struct {
	known bool
	bound htn.Bound
	reads htn.Reads
}

// holds reports whether planning would come to nothing again.
func (n *nothing) holds(st *world.State) bool {
	return n != nil && n.known && n.reads.Cells.Holds(st) && !n.reads.Affected(st, st.Changes(world.Mark{}))
}

// learn notes what a task that has ended in this tick has found out, if that is nothing, and depends on the state alone.
func (t *Task) learn(w *Worker) {
	known := (t.why == NoPlan || t.why == HitLimit && t.limit == htn.BoundNodes) && t.planned == t.tick && t.line >= 0 && t.isTimeless(w) && t.reads.IsNamed()
	if known && t.nothing == nil {
		t.nothing = &nothing{}
	}
	if n := t.nothing; known {
		n.known, n.bound = true, t.limit
		n.reads.CopyFrom(&t.reads)
	} else {
		n.forget()
	}
}

func (n *nothing) forget() {
	if n != nil {
		n.known = false
	}
}

// isTimeless reports whether what planning comes to follows from the state, and whether nobody counts what planning tries: bans end with time, the host's
// functions answer as they like, and a planning in slices takes its share of the crowd's.
func (r *Runner) isTimeless(w *Worker) bool {
	return len(r.bans) == 0 && !r.kind.script.opaque && r.budget == 0 && w.options.Tally == nil
}

// NoticeMembers has the runner forget what it knows of plans within something else that depends on which objects there are. It must be called before the state forgets
// what has changed.
func (r *Runner) NoticeMembers(st *world.State) {
	for i := range r.memories {
		if n := r.memories[i].nothing; n != nil && len(n.reads.Cells.Types()) > 0 && n.reads.Affected(st, st.Changes(world.Mark{})) {
			n.forget()
		}
	}
}
