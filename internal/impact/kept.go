package impact

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// MaxKept is the maximum size of what memories keep together that share a [Room], in bytes. What does not fit is played
// again each time.
const MaxKept = 192 << 20

// Room limits what several memories keep together. It may be used from several goroutines. The zero Room holds
// [MaxKept] bytes.
type Room struct {
	Less  int64 // bytes that are taken away from MaxKept
	bytes atomic.Int64
}

// grow adds bytes, which may be negative. It returns false, and adds nothing, if there is not enough room.
func (r *Room) grow(bytes int) bool {
	if r.bytes.Add(int64(bytes)) > MaxKept-r.Less && bytes > 0 {
		r.bytes.Add(int64(-bytes))
		return false
	}
	return true
}

// Memory keeps the decisions of a recording, with the states that they saw, so that they are compared with another
// program without playing the recording again. It may be used from several goroutines.
type Memory struct {
	room  *Room
	lock  sync.Mutex
	parts map[int64]*keptPart // by the tick that they begin after
	unfit map[int64]int64     // parts that cannot be kept: their ends by their beginnings
	bytes int
	gone  bool // it keeps nothing more
}

// NewMemory returns an empty memory.
func NewMemory(r *Room) *Memory {
	return &Memory{room: r, parts: map[int64]*keptPart{}, unfit: map[int64]int64{}}
}

// Forget empties a memory for good, and gives its room back.
func (m *Memory) Forget() {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.room.grow(-m.bytes)
	m.bytes, m.parts, m.gone = 0, nil, true
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

// knows reports whether playing a part would add nothing: it is kept, or cannot be kept.
func (m *Memory) knows(from, until int64) bool {
	kept := m.get(from, until) != nil
	m.lock.Lock()
	defer m.lock.Unlock()
	return kept || m.unfit[from] == until
}

// put keeps a part of a recording, in place of one with the same beginning.
func (m *Memory) put(from int64, k *keptPart) {
	m.lock.Lock()
	defer m.lock.Unlock()
	more := k.bytes
	if old := m.parts[from]; old != nil {
		more -= old.bytes
	}
	if m.gone || k.lossy || !m.room.grow(more) {
		m.unfit[from] = k.until
		return
	}
	m.parts[from] = k
	m.bytes += more
}

// keptPart holds the decisions of a part of a recording.
type keptPart struct {
	until int64
	turns []keptTurn
	texts map[string]string // one copy of each text of turns; nil once the part is complete
	base  *world.State      // the states are written as differences from it
	list  []keptPlanning
	bytes int
	lossy bool         // something cannot be kept: the part is played again
	again *world.State // to check what is written; nil once the part is complete
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

// keptTurn is a moment at which characters with trees and brains get a turn.
type keptTurn struct {
	tick    int64
	seconds float64
	moment  copied
	minds   []keptMind
}

// keptMind is a character with what it does with the recorded program.
type keptMind struct {
	id           agent.ID
	name, before string
}

// addTurn keeps a turn of the characters.
func (k *keptPart) addTurn(t *keptTurn) {
	if k.texts == nil {
		k.texts = map[string]string{}
	}
	for i := range t.minds {
		m := &t.minds[i]
		if text, ok := k.texts[m.before]; ok {
			m.before = text
		} else {
			k.texts[m.before] = m.before
			k.bytes += len(m.before)
		}
	}
	k.bytes += t.moment.(*agent.Moment).Bytes() + mindBytes*len(t.minds)
	k.lossy = k.lossy || k.bytes > MaxKept
	k.turns = append(k.turns, *t)
}

// mindBytes is about what a kept character takes in a moment, with its name.
const mindBytes = 120

// overhead is about what a kept planning takes beside its state and its lists, in bytes.
const overhead = 400

// add keeps a planning of the present tick, and what the recorded program makes of it.
func (k *keptPart) add(crowd *agent.Crowd, id agent.ID, it *agent.Planning, line bool, before outcome, ok bool) {
	if k.base == nil {
		k.base = world.NewState(it.State.Schema())
		k.base.CopyFrom(it.State)
		k.base.Forget()
		k.again = world.NewState(k.base.Schema())
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
	if p.before = before; ok && !k.repeats(&p, it.State) {
		k.lossy = true
	}
	k.bytes += len(p.state) + 8*len(p.before.args) + 4*len(p.before.operators) + overhead
	k.lossy = k.lossy || k.bytes > MaxKept
	k.list = append(k.list, p)
}

// repeats reports whether the kept state is the one that the planning saw.
func (k *keptPart) repeats(p *keptPlanning, st *world.State) bool {
	return k.read(p, k.again) && k.again.Equal(st) && k.again.Hash() == st.Hash()
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

// Bytes returns the size of what is kept.
func (m *Memory) Bytes() int {
	m.lock.Lock()
	defer m.lock.Unlock()
	return m.bytes
}
