package htn

import (
	"iter"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// MaxEvents limits the events of one recording; further events are counted only. A person reads a few hundred at most,
// tools some thousands.
const MaxEvents = 20_000

// EventKind is the kind of an event of a search.
type EventKind uint8

const (
	EventTask       EventKind = iota + 1 // a task comes up
	EventRejected                        // a method's condition does not hold: Why; or it cannot be taken: Reason
	EventCandidates                      // a method's free variables have Count candidates
	EventMethod                          // a method is taken, with a candidate if it has free variables
	EventStep                            // an operator joins the plan
	EventFailed                          // an operator's condition does not hold: Why
	EventPruned                          // not tried: Reason
	EventBacktrack                       // back to an earlier choice
	EventFound                           // nothing is left to do
)

// prune is why something was not tried.
type prune uint8

const (
	pruneNot prune = iota
	pruneSeen
	pruneDepth
	pruneDead
	pruneEndless
	pruneCost
	pruneGone
	pruneBanned
	pruneWithin
	pruneClaimed
)

func (r prune) String() string {
	return fact.Name(r, "", "the same tasks under the same state were tried before", "the depth limit is reached",
		"no way through it ever ends", "it would only lead to itself", "it cannot become cheaper than the best plan",
		fact.CauseObjectMissing.String(), "banned: it failed when it was carried out",
		"what it asks for would take longer than the limits allow", fact.CauseClaimed.String())
}

// code returns the name that programs decide on.
func (r prune) code() string {
	return [...]string{"", "seen", "depth", "dead", "endless", "cost", "gone", ReasonBanned, "limit", "claimed"}[r]
}

// ReasonBanned is the Reason of a method instance or an operator that is banned.
const ReasonBanned = "banned"

// Recorder keeps everything that a search tries, in order. It belongs to one planner at a time.
type Recorder struct {
	Events   []Event
	Dropped  int
	Restarts int // how often the search restarted with more repetitions allowed: Events are those of its last pass; a [Tally] counts all passes

	// Deep analyses conditions and every candidate: Event.Failing and Event.Candidates. It makes recording several
	// times slower.
	Deep  bool
	Names world.Names // names objects in Failing; nil: the state does

	taken map[int32]int // node -> the event that took its method
	came  map[int32]int // node -> the event with which its task came up
	done  []int         // step -> the event that added it
	final []int         // the events that made the (best) plan
}

// Event is one thing that happened.
type Event struct {
	Kind     EventKind
	Parent   int // event of the method that this happened within; -1 at the top
	Depth    int // nesting of methods
	Task     TaskID
	Method   int // index within the task
	Operator OperatorID
	Args     []world.Word // of the task or operator
	Bound    []world.Word // of the method's free variables
	Count    int          // candidates; for a step its number
	To       int          // EventBacktrack: the event with which the task came up that is come back to; -1: it is a choice of order, or was dropped
	Reason   prune
	Ban      string // of a banned method: Ban.Why; of a claimed object: the owner
	Why      *Cause
	Since    []string // of a method or step: what makes recursive symbols in its condition hold
	Cost     *float64 // EventFound of a search for the cheapest plan: what the plan costs

	Failing    []expr.Failing // Deep: the parts of the condition that do not hold
	Writers    []Writer       // Deep: what Failing read that steps of the plan so far had set
	Candidates []Candidate    // Deep, EventCandidates: all combinations that were examined, at most MaxDeepCandidates
}

// Writer is a cell that a step had set before a condition read it.
type Writer struct {
	Addr world.Addr
	Step int
}

// Candidate is a binding of a method's free variables that was examined.
type Candidate struct {
	Bound   []world.Word
	Key     world.Word     // the order key, if the method has one
	Failing []expr.Failing // the parts of the where condition that do not hold; none: it is a candidate
}

// MaxDeepCandidates is the maximum number of combinations of members that are examined one by one.
const MaxDeepCandidates = 64

// Cause is why a condition did not hold.
type Cause struct {
	Condition string    // the whole
	Part      string    // the first part of it that did not hold
	Before    string    // the text of the whole condition before that part
	Behind    string    // and behind it
	Seen      []Reading // what that part read
	Constants []string  // values of its constants: "price is 5"
	Text      string    // further facts about the part: its place, how many objects were visited
	More      bool      // more was read than Seen holds

	told bool // Part says everything: it is text, and true
}

// Reading is one value that a condition saw, and its origin.
type Reading struct {
	Symbol string
	Value  string
	Step   int // the step that had set it; -1: no step of the plan
}

func (r *Recorder) begin() {
	r.Restarts = 0
	r.clear()
}

// restart forgets the pass that has ended: another begins.
func (r *Recorder) restart() {
	r.Restarts++
	r.clear()
}

func (r *Recorder) clear() {
	r.Events, r.Dropped, r.taken, r.came, r.done, r.final = r.Events[:0], 0, map[int32]int{}, map[int32]int{}, nil, nil
}

// takeOver notes that the first nodes are those of a plan that is repaired: nothing was seen of how they came about.
func (r *Recorder) takeOver(nodes int) {
	for i := range nodes {
		r.taken[int32(i)] = -1
	}
}

func (r *Recorder) add(e Event) int {
	if len(r.Events) >= MaxEvents {
		r.Dropped++
		return -1
	}
	r.Events = append(r.Events, e)
	return len(r.Events) - 1
}

// within fills in the method of an event.
func (r *Recorder) within(p *Planner, parent int32, e Event) int {
	e.Parent = -1
	if parent >= 0 {
		e.Parent = r.taken[parent]
		e.Depth = int(p.nodes[parent].depth)
	}
	return r.add(e)
}

// found notes a plan: the present path has led to it.
func (r *Recorder) found(p *Planner) {
	e := Event{Kind: EventFound, Parent: -1, Count: len(p.steps)}
	if p.o.Search == Best {
		cost := p.cost
		e.Cost = &cost
	}
	r.add(e)
	r.final = append(r.final[:0], r.done[:len(p.steps)]...)
	for i := range p.nodes {
		r.final = append(r.final, r.taken[int32(i)])
	}
	r.final = slices.DeleteFunc(r.final, func(id int) bool { return id < 0 })
}

func (p *Planner) recordTask(it *item, parent int32, args []world.Word) {
	if r := p.o.Record; r != nil {
		r.came[int32(len(p.nodes))] = r.within(p, parent, Event{Kind: EventTask, Task: TaskID(it.id), Args: clone(args)}) // the node comes next
	}
}

func (p *Planner) recordPrune(parent int32, reason prune) {
	if r := p.o.Record; r != nil {
		r.within(p, parent, Event{Kind: EventPruned, Reason: reason})
	}
}

// recordGone notes an operator that names an object that no longer exists.
func (p *Planner) recordGone(it *item, parent int32, args []world.Word) {
	if r := p.o.Record; r != nil {
		r.within(p, parent, Event{Kind: EventFailed, Operator: OperatorID(it.id), Args: clone(args), Count: len(p.steps) - 1, Reason: pruneGone})
	}
}

// recordOperator notes an operator that was tried; a step has just been appended when it holds.
func (p *Planner) recordOperator(it *item, parent int32, fr []world.Word, holds bool) {
	if p.o.Tally != nil {
		p.tallyOperator(it.id, fr, holds)
	}
	r := p.o.Record
	if r == nil {
		return
	}
	e := Event{Kind: EventStep, Operator: OperatorID(it.id), Args: clone(fr), Count: len(p.steps) - 1}
	if holds {
		e.Since = p.since(p.d.Info.Operators[it.id].When, fr)
	} else {
		e.Kind, e.Why = EventFailed, p.cause(p.d.Info.Operators[it.id].When, fr)
		failing(p, &e, p.d.Info.Operators[it.id].When, fr)
	}
	id := r.within(p, parent, e)
	if holds {
		r.done = append(r.done[:len(p.steps)-1], id)
	}
}

func (p *Planner) recordMethod(method, id int32) {
	if p.o.Tally != nil {
		p.tallyMethod(method, id)
	}
	r := p.o.Record
	if r == nil {
		return
	}
	m, n := &p.d.methods[method], &p.nodes[id]
	fr := p.frame(n.frame, p.d.tasks[n.task].params)
	e := Event{Kind: EventRejected, Task: TaskID(n.task), Method: int(m.index), Args: clone(fr)}
	if m.dead {
		e.Reason = pruneDead
	} else {
		e.Why = p.cause(p.d.Info.Tasks[n.task].Methods[m.index].When, fr)
		failing(p, &e, p.d.Info.Tasks[n.task].Methods[m.index].When, fr)
	}
	r.within(p, n.parent, e)
}

// recordBan notes a method instance that is banned.
func (p *Planner) recordBan(b *Ban, method, id int32, values []world.Word) {
	if p.o.Tally != nil {
		p.o.Tally.banned(method)
	}
	r := p.o.Record
	if r == nil {
		return
	}
	m, n := &p.d.methods[method], &p.nodes[id]
	args := clone(p.frame(n.frame, p.d.tasks[n.task].params))
	r.within(p, n.parent, Event{Kind: EventRejected, Task: TaskID(n.task), Method: int(m.index), Args: args, Bound: clone(values), Reason: pruneBanned, Ban: b.Why})
}

func (p *Planner) recordCandidates(ch *choice) {
	if p.o.Tally != nil {
		p.o.Tally.candidates(ch, p.halt != NoBound)
	}
	r := p.o.Record
	if r == nil {
		return
	}
	m, n := &p.d.methods[ch.method], &p.nodes[ch.node]
	count := int((ch.candEnd - ch.cand) / (m.bound() + candidateExtra))
	e := Event{Kind: EventCandidates, Task: TaskID(n.task), Method: int(m.index), Args: clone(p.frame(n.frame, p.d.tasks[n.task].params)), Count: count}
	if count == 0 {
		e.Why = p.nobody(m, n.frame)
	}
	if r.Deep {
		deepCandidates(p, &e, m, n.frame)
	}
	r.within(p, n.parent, e)
}

// nobody reports why a method's free variables have no candidates: what excludes the first few objects.
func (p *Planner) nobody(m *method, frame int32) *Cause {
	info := p.d.Info.Tasks[m.task].Methods[m.index]
	v := &m.each[0]
	out := &Cause{Condition: info.Where.String(), Part: info.Where.String()}
	top := len(p.words)
	p.words = extend(p.words, frame+m.frame)
	looked := 0
	for w := range values(p, v, p.frame(frame, m.frame)) {
		if looked++; looked > maxCounterexamples || len(m.each) > 1 || info.Where == nil {
			continue
		}
		p.words[frame+v.slot] = w
		c := p.cause(info.Where, p.frame(frame, m.frame))
		out.Seen = append(out.Seen, c.Seen[:min(len(c.Seen), maxSeenEach)]...)
		out.More = out.More || c.More || len(c.Seen) > maxSeenEach
	}
	p.words = p.words[:top]
	out.Text = nobodyText(info, looked)
	out.More = out.More || looked > maxCounterexamples && len(m.each) == 1
	return out
}

// values yields the values that a free variable can take, for an explanation.
func values(p *Planner, v *variable, fr []world.Word) iter.Seq[world.Word] {
	return func(yield func(world.Word) bool) {
		if v.from == nil {
			all := variable{typ: v.typ} // those that are not remembered too
			for w, ok := p.firstValue(&all); ok && yield(w); w, ok = p.nextValue(&all, w) {
			}
			return
		}
		top := p.ask(p.beside(false), v, fr, nil)
		for k := 0; ; k++ {
			if w, ok := p.beside(false).Element(v.from, p.words[top:top+v.words+1], k); !ok || !yield(w) {
				break
			}
		}
		p.words = p.words[:top]
	}
}

// nobodyText is "no e: enemy where visible(e) (looked at 3)".
func nobodyText(m *def.MethodInfo, looked int) string {
	names := make([]string, len(m.Each))
	for i, v := range m.Decl.Each {
		names[i] = expr.PrintVars([]expr.Var{{Name: v.Name, Type: v.Type, From: v.From}})
	}
	text := "no " + strings.Join(names, ", ")
	if m.Where != nil {
		text += " where " + m.Where.String()
	}
	if looked == 0 && slices.ContainsFunc(m.From, func(t *expr.Term) bool { return t != nil }) {
		return text + ", the set is empty"
	}
	if looked == 0 {
		return text + ", there is none at all"
	}
	return text
}

const (
	// maxCounterexamples is the maximum number of members that are named if none qualifies.
	maxCounterexamples = 3
	// maxSeenEach is the maximum number of reported values of each.
	maxSeenEach = 2
)

func (p *Planner) recordTake(method, id int32) {
	if p.o.Tally != nil {
		p.o.Tally.taken(method)
	}
	r := p.o.Record
	if r == nil {
		return
	}
	m, n := &p.d.methods[method], &p.nodes[id]
	e := Event{Kind: EventMethod, Task: TaskID(n.task), Method: int(m.index), Args: clone(p.frame(n.frame, p.d.tasks[n.task].params))}
	info := p.d.Info.Tasks[n.task].Methods[m.index]
	e.Since = p.since(info.When, p.frame(n.frame, m.frame))
	if len(m.each) > 0 {
		e.Bound = clone(p.frame(n.frame+m.each[0].slot, m.bound()))
		e.Since = append(e.Since, p.since(info.Where, p.frame(n.frame, m.frame))...)
	}
	r.taken[id] = r.within(p, n.parent, e)
}

func (p *Planner) recordBacktrack(ch *choice) {
	r := p.o.Record
	if r == nil {
		return
	}
	e := Event{Kind: EventBacktrack, Method: -1, To: -1}
	parent := int32(-1)
	if !ch.order {
		n := &p.nodes[ch.node]
		e.Task, e.Args = TaskID(n.task), clone(p.frame(n.frame, p.d.tasks[n.task].params))
		e.Method = int(p.d.methods[ch.method].index)
		parent = n.parent
		if id, known := r.came[ch.node]; known {
			e.To = id
		}
	}
	r.within(p, parent, e)
}

// cause explains a condition that does not hold in the picture.
func (p *Planner) cause(t *expr.Term, fr []world.Word) *Cause {
	why, ok := p.why(t, fr)
	if !ok {
		return &Cause{Condition: t.String(), Part: t.String(), Text: t.String() + " was false; why is too long to work out"}
	}
	out := &Cause{Condition: t.String(), Part: why.Part.String(), Constants: constants(p.state, why.Part), More: why.More > 0}
	out.Before, out.Behind = t.Around(why.Part)
	if says := why.Part.Refusal(); says != "" {
		out.Part, out.told = says, true
	}
	if tried := why.TriedText(p.state); tried != "" {
		out.Text = out.Part + " did not hold, " + tried
	}
	for i := range why.Reads {
		rd := &why.Reads[i]
		out.Seen = append(out.Seen, Reading{
			Symbol: readingName(p.state, rd),
			Value:  world.FormatRounded(p.d.Info.Schema, p.state, rd.Sym.Type, rd.Value[:rd.Sym.Type.Width()]),
			Step:   p.setBy(rd.Addr),
		})
	}
	return out
}

// since reports what makes the recursive symbols hold that a condition mentions, which holds in the picture.
func (p *Planner) since(t *expr.Term, fr []world.Word) (texts []string) {
	ways, _ := p.ways(t, fr)
	for i := range ways {
		texts = append(texts, ways[i].Format(p.state))
	}
	return texts
}

// setBy returns the step of the plan so far that last wrote a cell, or -1.
func (p *Planner) setBy(a world.Addr) int {
	changes := p.state.Changes(p.start)
	for i := len(changes) - 1; i >= 0; i-- {
		if changes[i].Addr != a {
			continue
		}
		for s := len(p.steps) - 1; s >= 0; s-- {
			if int(p.steps[s].changed) <= i {
				return s
			}
		}
	}
	return -1
}

func readingName(st *world.State, r *expr.Reading) string {
	name := r.Sym.Name
	switch {
	case r.Sym.Says != "" && len(r.Args) == 0:
		return r.Sym.Says
	case r.Sym.Says != "": // the one that no file declares with an argument
		name = "remembered"
	}
	for i, a := range r.Args {
		sep := ", "
		if i == 0 {
			sep = "("
		}
		name += sep + world.FormatWord(st.Schema(), st, r.Sym.Params[i], []world.Word{a})
	}
	if len(r.Args) > 0 {
		name += ")"
	}
	return name
}

// constants reports the values of the named constants in a condition. One that is written as a call is what it says.
func constants(st *world.State, t *expr.Term) []string {
	var out []string
	t.Walk(func(t *expr.Term) bool {
		if ref, ok := t.Src.(*expr.Ref); ok && t.Kind == expr.TermConst && !ref.Call {
			value := world.FormatRounded(st.Schema(), st, t.Type, t.Words[:t.Type.Width()])
			if text := ref.Name + " is " + value; value != ref.Name && !slices.Contains(out, text) {
				out = append(out, text)
			}
		}
		return true
	})
	return out
}

func clone(words []world.Word) []world.Word { return append([]world.Word(nil), words...) }
