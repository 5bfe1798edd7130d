package runner

import (
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// nothing is a planning for a plan within something else that found none. A tree asks for such a plan as often as it likes, perhaps many times in a tick: as long as
// the planning depends on nothing that has changed, the answer is the same without planning. So it need not be saved either: a restored agent plans once more.
type nothing struct {
	known   bool
	result  htn.Result
	reads   htn.Reads
	objects uint64 // a hash of those that existed, where it depends on which do; else 0
	bans    uint64 // a hash of those in force
}

// planAgain plans for the task, unless it is known that this comes to nothing.
func (t *Task) planAgain(w *Worker, st *world.State) htn.Result {
	if t.nothing.holds(t, w, st) {
		return t.nothing.result
	}
	res := w.plan(st, t.goal(t.line), &t.reads, &t.Runner)
	t.learn(w, st, res)
	return res
}

// holds reports whether planning would come to nothing again. The host's functions may answer otherwise each time, and a tally counts what planning tries.
func (n *nothing) holds(t *Task, w *Worker, st *world.State) bool {
	if n == nil || !n.known || t.active || w.options.Tally != nil {
		return false
	}
	w.bans = t.Bans(w.bans[:0])
	return n.bans == hashBans(w.bans) && n.objects == objectsRead(st, &n.reads) && n.reads.Cells.Holds(st)
}

// learn takes note of a planning, if it came to nothing for a reason that stays.
func (t *Task) learn(w *Worker, st *world.State, res htn.Result) {
	isNothing := res.Status == htn.None || res.Status == htn.Limit && res.Limit == htn.BoundNodes
	if !isNothing || t.kind.script.opaque || !t.reads.IsNamed() {
		t.nothing.forget()
		return
	}
	if t.nothing == nil {
		t.nothing = &nothing{}
	}
	n := t.nothing
	n.known, n.result, n.bans, n.objects = true, htn.Result{Status: res.Status, Limit: res.Limit}, hashBans(w.bans), objectsRead(st, &t.reads)
	n.reads.CopyFrom(&t.reads)
}

func (n *nothing) forget() {
	if n != nil {
		n.known = false
	}
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
		add(world.Word(b.Task), world.Word(b.Method), flags, world.Word(len(b.Args)), world.Word(len(b.Bound)))
		add(b.Args...)
		add(b.Bound...)
	}
	return h
}
