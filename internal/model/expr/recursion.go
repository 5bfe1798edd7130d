package expr

import (
	"slices"
	"sync"

	"github.com/karakuri-ai/karakuri/world"
)

// Recursion is a set of derived symbols that need each other, or one that needs itself. For given arguments, one of
// them holds when its body does with what is known to hold so far, beginning with nothing: the least solution. See
// [Recur]. Immutable; safe for concurrent use.
type Recursion struct {
	Members []*Derived

	reads []*world.Symbol // that the bodies mention, each once

	once sync.Once // guards need, and the code of the members
	need int       // registers of the member that needs most
}

// Misuse is a place where a derived symbol uses one that needs it, other than as a condition that only helps it to
// hold.
type Misuse struct {
	In      *Derived // whose body holds it
	At      *Term    // the symbol used
	Through string   // what stands around it, for messages: "!", "count"
}

// Recur makes derived symbols that need each other recursive. Their bodies must be set and of type bool. It returns the
// first place of each body where a member stands under what could turn its truth around; then nothing may be compiled.
func Recur(members ...*Derived) []Misuse {
	r := &Recursion{Members: members}
	for _, d := range members {
		d.loop = r
	}
	seen := map[*Derived]bool{}
	for _, d := range members {
		seen[d] = true
		d.Body.symbols(func(s *world.Symbol) {
			if !slices.Contains(r.reads, s) {
				r.reads = append(r.reads, s)
			}
		}, seen)
	}
	var found []Misuse
	for _, d := range members {
		m := monotone{of: d}
		if m.term(d.Body, ""); m.found != nil {
			found = append(found, *m.found)
		}
	}
	return found
}

// Recursive reports whether the symbol needs itself, perhaps by way of others.
func (d *Derived) Recursive() bool { return d.loop != nil }

// Members returns the symbols that need each other, this one among them; nil if the symbol does not need itself.
func (d *Derived) Members() []*Derived {
	if d.loop == nil {
		return nil
	}
	return d.loop.Members
}

// monotone looks for members of a recursion in places where they do not only help.
type monotone struct {
	of    *Derived
	found *Misuse
}

// term looks through a part of a body. through says what stands around it that is not monotone; "": nothing.
func (m *monotone) term(t *Term, through string) {
	if t == nil || m.found != nil {
		return
	}
	if t.Kind == TermDerived && t.Derived.loop == m.of.loop && through != "" {
		m.found = &Misuse{m.of, t, through}
		return
	}
	for i, a := range t.Args {
		m.term(a, inner(through, aroundArg(t, i)))
	}
	for i := range t.Vars {
		m.term(t.Vars[i].From, inner(through, "an argument"))
	}
	where, body := "", ""
	if t.Kind == TermQuant && t.Quant != Exists {
		if where = t.Quant.String(); t.Quant != Forall {
			body = where
		} else {
			where = "the where of forall"
		}
	}
	m.term(t.Where, inner(through, where))
	m.term(t.Body, inner(through, body))
	m.term(t.Else, inner(through, body))
}

// inner returns what stands closest around a part.
func inner(through, closer string) string {
	if closer != "" {
		return closer
	}
	return through
}

// aroundArg says what a term is to its operand i, unless it holds more when the operand does.
func aroundArg(t *Term, i int) string {
	switch t.Kind {
	case TermAnd, TermOr:
		return ""
	case TermIf:
		if i > 0 {
			return ""
		}
		return "the condition of an if"
	case TermUnary:
		return "!"
	case TermCompare:
		return "a comparison"
	case TermIn, TermBetween:
		return "in"
	}
	return "an argument"
}

// compiled compiles the bodies of the members and returns how many registers they need.
func (r *Recursion) compiled() int {
	r.once.Do(func() {
		for _, d := range r.Members {
			g := newGen(d.Body)
			g.called, g.within = true, r
			d.code = g.condition(d.Body)
			r.need = max(r.need, d.code.need)
		}
	})
	return r.need
}

// recursive generates a look at whether a member of a recursion holds.
func (g *gen) recursive(t *Term, dst int) {
	first, words := g.row(t.Args)
	g.recurs = append(g.recurs, t.Derived)
	g.emit(instr{op: opRecur, dst: uint16(dst), a: uint16(first), b: uint16(words), k: int32(len(g.recurs) - 1)})
	if t.Derived.loop != g.within {
		g.behind = max(g.behind, t.Derived.loop.compiled())
	}
}

// MaxAnswers is for how many combinations of arguments one evaluation may look at recursive symbols.
const MaxAnswers = 1 << 16

// answers are the values of recursive symbols in one evaluation. Each evaluation begins with none, since the state may
// have changed in between.
//
// Values that are requested while a recursion is being solved count as not holding at first. When it turns out to hold,
// whatever looked at it before is worked out again; what nothing makes hold in the end does not. Holding spreads before
// anything else is asked for, so that short ways are found first and the end is near once the first question is
// answered.
type answers struct {
	list  []answer
	words []world.Word // the arguments of all answers
	table []int32      // 1 + the answer, by the hash of its symbol and arguments
	looks []look
	queue []int32 // answers to be computed for the first time in a run
	woken []int32 // answers to be computed again

	loop  *Recursion // being solved; nil: none
	run   int32      // the number of its solving
	runs  int32      // how many there were
	now   int32      // the answer being computed
	order int32      // how many hold
	below int32      // while a way is looked for: only what held before counts; 0: none is
}

// answer is whether a symbol holds for some arguments.
type answer struct {
	of    *Derived
	args  int32 // index of its first argument
	slot  int32 // in the table
	looks int32 // 1 + the last answer that looked at it; 0: none
	run   int32 // the run that has asked for it
	order int32 // holds: one more than how many held before
	state answerState
	ready bool // it has been computed in this run, and nothing has woken it since
}

type answerState uint8

const (
	answerOpen answerState = iota
	answerFalse
	answerTrue
)

// look is an answer that looked at another.
type look struct{ who, next int32 }

// clear forgets everything. It also tidies up after an evaluation that has panicked.
func (t *answers) clear() {
	for i := range t.list {
		t.table[t.list[i].slot] = 0
	}
	t.list, t.words, t.looks, t.queue, t.woken = t.list[:0], t.words[:0], t.looks[:0], t.queue[:0], t.woken[:0]
	t.loop, t.run, t.runs, t.order, t.below = nil, 0, 0, 0, 0
}

// argsOf returns the arguments of an answer.
func (t *answers) argsOf(a *answer) []world.Word {
	n := 0
	for _, p := range a.of.Params {
		n += p.Width()
	}
	return t.words[a.args : int(a.args)+n]
}

// find returns the answer for a symbol and arguments, and adds it if it is new; -1: there are too many.
func (t *answers) find(d *Derived, args []world.Word) int32 {
	if 2*len(t.list) >= len(t.table) {
		t.grow()
	}
	mask := uint64(len(t.table) - 1)
	at := hashOf(d, args) & mask
	for ; t.table[at] != 0; at = (at + 1) & mask {
		i := t.table[at] - 1
		if a := &t.list[i]; a.of == d && equalWords(t.words[a.args:], args) {
			return i
		}
	}
	if len(t.list) == MaxAnswers {
		return -1
	}
	t.list = append(t.list, answer{of: d, args: int32(len(t.words)), slot: int32(at)})
	t.words = append(t.words, args...)
	t.table[at] = int32(len(t.list))
	return int32(len(t.list) - 1)
}

// grow makes room in the table.
func (t *answers) grow() {
	t.table = make([]int32, max(64, 2*len(t.table)))
	mask := uint64(len(t.table) - 1)
	for i := range t.list {
		a := &t.list[i]
		at := hashOf(a.of, t.argsOf(a)) & mask
		for t.table[at] != 0 {
			at = (at + 1) & mask
		}
		t.table[at], a.slot = int32(i+1), int32(at)
	}
}

func hashOf(d *Derived, args []world.Word) uint64 {
	h := uint64(d.ID) + 1
	for _, w := range args {
		h = (h ^ uint64(w)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return h
}

func equalWords(have, want []world.Word) bool {
	for i, w := range want {
		if have[i] != w {
			return false
		}
	}
	return true
}

// recur reports whether a recursive symbol holds, by its code. The given registers hold its arguments.
func (m *Machine) recur(d *Derived, args, regs []world.Word, n *world.Notes) bool {
	i, holds := m.known(d, args)
	if i < 0 {
		return holds
	}
	t := &m.answers
	for s := t.begin(i); t.next(&s); {
		m.round(d.Body)
		a := &t.list[t.now]
		q := a.of.code
		copy(regs[:q.frame], t.argsOf(a))
		t.settle(m.run(q, regs, n))
	}
	return t.list[i].state == answerTrue
}

// recur is that of [Machine] by walking the trees of the bodies. The loop is written twice, since [Machine.run] keeps
// the machine for its allowance: through a common function it would keep all that walks over trees as well.
func (e *evaluator) recur(d *Derived, args []world.Word) bool {
	i, holds := e.m.known(d, args)
	if i < 0 {
		return holds
	}
	t := &e.m.answers
	for s := t.begin(i); t.next(&s); {
		e.m.round(d.Body)
		a := &t.list[t.now]
		t.settle(e.within(a.of, t.argsOf(a)))
	}
	return t.list[i].state == answerTrue
}

// within computes a body. Reads on all the paths that lead nowhere would be too many to record.
func (e *evaluator) within(d *Derived, args []world.Word) bool {
	inner := evaluator{m: e.m, members: e.members}
	return inner.eval(d.Body, args)[0].Bool()
}

// known returns -1 and whether a symbol holds, as far as that counts for the requesting answer; or else the answer that
// must be computed.
func (m *Machine) known(d *Derived, args []world.Word) (i int32, holds bool) {
	m.round(d.Body)
	t := &m.answers
	if i = t.find(d, args); i < 0 {
		m.tooMany(d)
	}
	a := &t.list[i]
	switch {
	case t.below > 0:
		return -1, a.state == answerTrue && a.order < t.below
	case a.state != answerOpen:
		return -1, a.state == answerTrue
	case t.loop == d.loop:
		t.ask(i)
		t.looks = append(t.looks, look{t.now, a.looks})
		a.looks = int32(len(t.looks))
		return -1, false
	}
	return i, false
}

// ask queues an answer once in a run.
func (t *answers) ask(i int32) {
	if a := &t.list[i]; a.run != t.run {
		a.run, a.ready = t.run, false
		t.queue = append(t.queue, i)
	}
}

// solving is the computation of one answer, with everything that it needs; and the interrupted answers.
type solving struct {
	first  int32
	next   int // in the queue
	loop   *Recursion
	run    int32
	now    int32
	queued int
	woken  int
}

// begin begins to work an answer out.
func (t *answers) begin(first int32) solving {
	s := solving{first, len(t.queue), t.loop, t.run, t.now, len(t.queue), len(t.woken)}
	t.runs++
	t.loop, t.run = t.list[first].of.loop, t.runs
	t.ask(first)
	return s
}

// next makes the answer current whose body comes next; false: all are known, and the interrupted one continues.
func (t *answers) next(s *solving) bool {
	for t.list[s.first].state == answerOpen {
		if last := len(t.woken) - 1; last >= s.woken {
			t.now, t.woken = t.woken[last], t.woken[:last]
		} else if s.next < len(t.queue) {
			t.now = t.queue[s.next]
			s.next++
		} else {
			t.refute(t.queue[s.queued:])
			break
		}
		if a := &t.list[t.now]; a.state == answerOpen {
			a.ready = true
			return true
		}
	}
	t.loop, t.run, t.now, t.queue, t.woken = s.loop, s.run, s.now, t.queue[:s.queued], t.woken[:s.woken]
	return false
}

// settle notes the result of the current answer's body.
func (t *answers) settle(holds bool) {
	if holds {
		t.hold(t.now)
	}
}

// refute ends a run in which nothing more can hold.
func (t *answers) refute(asked []int32) {
	for _, i := range asked {
		if t.list[i].state == answerOpen {
			t.list[i].state = answerFalse
		}
	}
}

// hold notes that an answer holds, and wakes the answers that looked at it before.
func (t *answers) hold(i int32) {
	a := &t.list[i]
	t.order++
	a.state, a.order = answerTrue, t.order
	for l := a.looks; l > 0; l = t.looks[l-1].next {
		if who := &t.list[t.looks[l-1].who]; who.state == answerOpen && who.run == t.run && who.ready {
			who.ready = false
			t.woken = append(t.woken, t.looks[l-1].who)
		}
	}
}
