package runner

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// memory is what an agent remembers of the failures of a plan within something else, while that plan is not carried out: a tree that asks for it again is not to
// try what has just failed. Its memory is used again.
type memory struct {
	number int32
	args   []world.Word
	bans   []ban
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
	t.vain, m.vain = m.vain, vain{}
	for i := range t.bans {
		b := &t.bans[i] // whatever has changed meanwhile, nobody took note of it
		b.stale = b.inForce && t.isConditional(b)
	}
	if !m.isInVain() {
		t.root.dropMemory(m)
	}
}

// Remember leaves what the task knows of failures with its agent. It is to be called when the task has ended, before its memory is used for something else.
func (t *Task) Remember() {
	if len(t.bans) == 0 && t.vain.count == 0 {
		return
	}
	m := t.remembered()
	if m.vain = t.vain; len(m.bans) == 0 {
		t.bans, m.bans = m.bans, t.bans
		return
	}
	m.merge(t.bans, t.kind.script.Domain)
}

// remembered returns the memory of the task's goal, adding one where there is none.
func (t *Task) remembered() *memory {
	r := t.root.seldom()
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
func (m *memory) merge(bans []ban, d *htn.Domain) {
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

// appendMemories writes what is remembered of plans that are not carried out.
func (r *Runner) appendMemories(b []byte) []byte {
	b = codec.AppendUint(b, len(r.memories))
	for i := range r.memories {
		m := &r.memories[i]
		b = codec.AppendUint(codec.AppendUint(b, m.number), len(m.args))
		for _, w := range m.args {
			b = codec.AppendInt(b, w)
		}
		b = appendVain(b, m.vain)
		b = codec.AppendUint(b, len(m.bans))
		for i := range m.bans {
			b = r.appendBan(b, &m.bans[i])
		}
	}
	return r.appendVainMemories(b)
}

// appendVainMemories writes which plannings for what is remembered came to nothing; not a byte where none did.
func (r *Runner) appendVainMemories(b []byte) []byte {
	if r.tries.count == 0 {
		return b
	}
	b = r.tries.append(b)
	for i := range r.memories {
		m := &r.memories[i]
		if b = codec.AppendBool(b, m.isInVain()); m.isInVain() {
			b = m.nothing.append(b)
		}
	}
	return b
}

func appendVain(b []byte, v vain) []byte { return append(codec.AppendUint(b, v.count), byte(v.bound)) }

// memories reads what is remembered of plans that were not carried out. In another program it is dropped, as bans are.
func (g *reading) memories() {
	in := codec.NewReader(g.Part())
	if g.Names != nil || g.Failed() {
		return
	}
	for n := in.Below(MaxMemories + 1); n > 0 && !in.Failed(); n-- {
		g.memory(in)
	}
	if len(in.Rest()) > 0 && !in.Failed() {
		g.vainMemories(in)
	}
	g.done(in)
}

// vainMemories reads which plannings for what is remembered came to nothing.
func (g *reading) vainMemories(in *codec.Reader) {
	if g.r.seldom().tries = g.tries(in); g.r.tries.count == 0 {
		in.Fail("%v", errOther)
	}
	for i := range g.r.memories {
		if in.Bool() && !in.Failed() {
			g.r.memories[i].nothing = g.nothing(in)
		}
	}
}

func (g *reading) memory(in *codec.Reader) {
	m := memory{number: int32(in.Below(g.r.kind.script.info.CountPlans()))}
	for n := in.Count(); n > 0 && !in.Failed(); n-- {
		m.args = append(m.args, world.Word(in.Int()))
	}
	m.vain = readVain(in, 0)
	count := in.Count()
	if in.Failed() {
		return
	}
	if !FitsGoal(g.r.kind.script.info, g.r.kind.script.PlanGoal(m.number, m.args)) || g.r.root != nil {
		in.Fail("the arguments of a goal in it do not fit")
		return
	}
	for ; count > 0 && !in.Failed(); count-- {
		if b, ok := g.ban(in, 1); ok {
			m.bans = append(m.bans, b)
		}
	}
	r := g.r.seldom()
	r.memories = append(r.memories, m)
}

func readVain(in *codec.Reader, line int) vain {
	v := vain{int32(in.Below(maxCounted + 1)), htn.Bound(in.Below(int(htn.BoundCancelled) + 1)), int32(line)}
	if v.count == 0 {
		return vain{}
	}
	return v
}
