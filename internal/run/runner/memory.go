package runner

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// memory is what an agent remembers of the failures of a plan within something else, while that plan is not carried out: a tree that asks for it again is not to
// try what has just failed. Its memory is used again.
type memory struct {
	number int32
	args   []world.Word
	bans   bans
	vain   vain

	nothing *nothing // plannings in vain; nil: there never were any
}

// is reports whether the memory is that of a goal.
func (m *memory) is(number int32, args []world.Word) bool {
	return m.number == number && slices.Equal(m.args, args)
}

// Recall gives a task that was just Reset what its agent remembers of its goal. Of two tasks for the same goal at the same time the first has it. What is known of
// plannings in vain stays with the agent.
func (t *Task) Recall() {
	m := t.root.memoryOf(t.activity, t.args)
	if m == nil {
		return
	}
	t.bans, m.bans = m.bans, t.bans[:0]
	t.inVain.open, m.vain = m.vain, vain{}
	for i := range t.bans {
		b := &t.bans[i] // whatever has changed meanwhile, nobody took note of it
		b.stale = b.inForce && b.isConditional(t.kind.script)
	}
	if !m.isInVain() {
		t.root.dropMemory(m)
	}
}

// Remember leaves what the task knows of failures with its agent. It is to be called when the task has ended, before its memory is used for something else.
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

// remembered returns the memory of the task's goal, adding one where there is none.
func (t *Task) remembered() *memory {
	r := t.root.own()
	if m := r.memoryOf(t.activity, t.args); m != nil {
		return m
	}
	m := r.newMemory()
	m.number, m.args = t.activity, append(m.args[:0], t.args...)
	return m
}

// forget ends that nothing comes of planning for the task.
func (t *Task) forget() {
	m := t.root.memoryOf(t.activity, t.args)
	if m == nil || !m.isInVain() {
		return
	}
	if m.nothing.tries = (tries{}); len(m.bans) == 0 && m.vain.count == 0 {
		t.root.dropMemory(m)
	}
}

// isInVain reports whether planning for the goal has come to nothing.
func (m *memory) isInVain() bool { return m.nothing != nil && m.nothing.tries.count > 0 }

// dropMemory forgets a memory. Its memory is used again.
func (r *rare) dropMemory(m *memory) {
	last := len(r.memories) - 1
	*m, r.memories[last] = r.memories[last], *m
	r.memories = r.memories[:last]
}

// merge adds what another task for the same goal has learned. Where both know of a way, the later failure holds.
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
		bans[i] = ban{} // its slices are the other's now
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

// newMemory adds a memory. Where there is no room the one gives way whose last failure is the longest ago.
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

// failed returns the tick of the last failure; one below all where only plannings were in vain.
func (m *memory) failed() int64 {
	last := int64(notPlanned)
	for i := range m.bans {
		last = max(last, m.bans[i].failed)
	}
	return last
}
