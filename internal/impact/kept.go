package impact

import (
	"slices"
	"sync"

	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// MaxKept is the maximum size of what a [Memory] keeps, in bytes. What does not fit is played again each time.
const MaxKept = 96 << 20

// Memory keeps the decisions of a recording, with the states that they saw, so that they are compared with another
// program without playing the recording again. It may be used from several goroutines. The zero Memory is empty.
type Memory struct {
	lock  sync.Mutex
	parts map[int64]*keptPart // by the tick that they begin after
	bytes int
}

// get returns what is kept of a part of a recording; nil: nothing.
func (m *Memory) get(from, until int64) *keptPart {
	if m == nil {
		return nil
	}
	m.lock.Lock()
	defer m.lock.Unlock()
	if k := m.parts[from]; k != nil && k.until == until {
		return k
	}
	return nil
}

// put keeps a part of a recording, in place of one with the same beginning.
func (m *Memory) put(from int64, k *keptPart) {
	m.lock.Lock()
	defer m.lock.Unlock()
	size := m.bytes + k.bytes
	if old := m.parts[from]; old != nil {
		size -= old.bytes
	}
	if size > MaxKept {
		return
	}
	if m.parts == nil {
		m.parts = map[int64]*keptPart{}
	}
	m.parts[from], m.bytes = k, size
}

// keptPart holds the plannings of a part of a recording.
type keptPart struct {
	until int64
	base  *world.State // the states are written as differences from it
	list  []keptPlanning
	bytes int
	lossy bool // something cannot be kept: the part is played again
}

// keptPlanning is a planning that can be repeated.
type keptPlanning struct {
	tick    int64
	seconds float64
	agent   string
	kind    string // of the agent
	line    bool   // it is of the agent's plan line
	goal    htn.Goal
	options htn.Options
	state   []byte
	before  outcome // with the recorded program
	unknown bool    // it could not be repeated
}

// overhead is about what a kept planning takes beside its state and its lists, in bytes.
const overhead = 400

// add keeps a planning of the present tick, and what the recorded program makes of it.
func (k *keptPart) add(crowd *agent.Crowd, id agent.ID, it *agent.Planning, line bool, before htn.Result, ok bool) {
	if k.base == nil {
		k.base = world.NewState(it.State.Schema())
		k.base.CopyFrom(it.State)
		k.base.Forget()
		k.bytes += k.base.Bytes()
	}
	o := it.Options
	o.Claimed, o.Bans = slices.Clone(o.Claimed), slices.Clone(o.Bans)
	for i := range o.Bans {
		o.Bans[i].Args, o.Bans[i].Bound = slices.Clone(o.Bans[i].Args), slices.Clone(o.Bans[i].Bound)
	}
	p := keptPlanning{tick: crowd.Tick(), seconds: crowd.Seconds(), agent: crowd.View().NameOf(id), kind: crowd.KindOf(id), line: line, goal: it.Goal, options: o, unknown: !ok}
	p.goal.Args = slices.Clone(p.goal.Args)
	p.state = it.State.Append(nil, k.base)
	if p.before = outcomeOf(before); ok && !k.repeats(&p, it.State) {
		k.lossy = true
	}
	k.bytes += len(p.state) + 8*len(p.before.args) + 4*len(p.before.operators) + overhead
	k.lossy = k.lossy || k.bytes > MaxKept
	k.list = append(k.list, p)
}

// repeats reports whether the kept state is the one that the planning saw.
func (k *keptPart) repeats(p *keptPlanning, st *world.State) bool {
	again := world.NewState(k.base.Schema())
	return k.read(p, again) && again.Equal(st) && again.Hash() == st.Hash()
}

// read reads the state of a planning.
func (k *keptPart) read(p *keptPlanning, st *world.State) bool {
	in := world.NewReader(p.state)
	st.Read(in, k.base.Schema(), k.base)
	return in.Err() == nil
}

// outcome is the result of a planning, without the planner's memory.
type outcome struct {
	status    htn.Status
	found     bool
	operators []htn.OperatorID // of the steps
	args      []world.Word     // of all steps
}

func outcomeOf(r htn.Result) (o outcome) {
	o.status = r.Status
	if r.Plan == nil {
		return o
	}
	o.found = true
	for i := range r.Plan.Len() {
		s := r.Plan.Step(i)
		o.operators, o.args = append(o.operators, s.Operator), append(o.args, s.Args...)
	}
	return o
}
