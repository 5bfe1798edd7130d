package runner

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// memory holds the failures of a plan within a tree or a goal while that plan does not run, so that a tree that asks
// for the plan again does not try what has just failed. Storage is reused.
type memory struct {
	number int32
	args   []world.Word
	bans   bans
	vain   vain

	nothing *nothing // plannings in vain; nil: there were none yet
}

// is reports whether the memory belongs to the goal.
func (m *memory) is(number int32, args []world.Word) bool {
	return m.number == number && slices.Equal(m.args, args)
}

// Recall gives a task, after Reset, what its agent remembers of its goal. If two tasks have the same goal at the same
// time, the first one gets it. The record of plannings in vain stays with the agent.
func (t *Task) Recall() {
	m := t.root.memoryOf(t.activity, t.args)
	if m == nil {
		return
	}
	t.bans, m.bans = m.bans, t.bans[:0]
	t.inVain.open, m.vain = m.vain, vain{}
	for i := range t.bans {
		b := &t.bans[i] // the changes since then were not recorded
		b.stale = b.inForce && b.isConditional(t.kind.script)
	}
	if !m.isInVain() {
		t.root.dropMemory(m)
	}
}

// Remember stores the failures of a task with its agent. Call it when the task has ended, before its memory is reused.
func (t *Task) Remember() {
	if len(t.bans) == 0 && t.inVain.open.count == 0 {
		return
	}
	m := t.remembered()
	if m.vain = t.inVain.open; len(m.bans) == 0 {
		t.bans, m.bans = m.bans, t.bans
		return
	}
	m.merge(t.bans, t.kind.script.Domain)
}

// remembered returns the memory of the task's goal, and adds it if there is none.
func (t *Task) remembered() *memory {
	r := t.root.own()
	if m := r.memoryOf(t.activity, t.args); m != nil {
		return m
	}
	m := r.newMemory()
	m.number, m.args = t.activity, append(m.args[:0], t.args...)
	return m
}

// forget removes the record of plannings in vain.
func (t *Task) forget() {
	m := t.root.memoryOf(t.activity, t.args)
	if m == nil || !m.isInVain() {
		return
	}
	if m.nothing.tries = (tries{}); len(m.bans) == 0 && m.vain.count == 0 {
		t.root.dropMemory(m)
	}
}

// isInVain reports whether the last planning for the goal found no plan.
func (m *memory) isInVain() bool { return m.nothing != nil && m.nothing.tries.count > 0 }

// dropMemory removes a memory, and keeps its storage for another.
func (r *rare) dropMemory(m *memory) {
	last := len(r.memories) - 1
	*m, r.memories[last] = r.memories[last], *m
	r.memories = r.memories[:last]
}

// merge adds the failures of another task for the same goal. For a way that both have, the later failure counts.
func (m *memory) merge(bans bans, d *htn.Domain) {
	for i := range bans {
		k := slices.IndexFunc(m.bans, func(b ban) bool { return d.SameWay(&b.of, &bans[i].of) })
		switch {
		case k < 0 && len(m.bans) < 2*MaxBans:
			m.bans = append(m.bans, bans[i])
		case k >= 0 && m.bans[k].failed < bans[i].failed:
			m.bans[k] = bans[i]
		default:
			continue
		}
		bans[i] = ban{} // its slices belong to the other entry now
	}
}

func (r *rare) memoryOf(number int32, args []world.Word) *memory {
	for i := range r.memories {
		if m := &r.memories[i]; m.is(number, args) {
			return m
		}
	}
	return nil
}

// newMemory adds a memory. If there is no room, it replaces the one whose last failure is the longest ago.
func (r *rare) newMemory() *memory {
	last := len(r.memories)
	switch {
	case last == MaxMemories:
		last = 0
		for i := range r.memories {
			if r.memories[i].failed() < r.memories[last].failed() {
				last = i
			}
		}
	case last == cap(r.memories):
		r.memories = append(r.memories, memory{})
	default:
		r.memories = r.memories[:last+1]
	}
	m := &r.memories[last]
	if m.bans, m.vain = m.bans[:0], (vain{}); m.nothing != nil {
		m.nothing.tries = tries{}
	}
	return m
}

// failed returns the tick of the last failure; if only plannings were in vain, a tick before all others.
func (m *memory) failed() int64 {
	last := int64(notPlanned)
	for i := range m.bans {
		last = max(last, m.bans[i].failed)
	}
	return last
}
