package program

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/sorting"
	"github.com/karakuri-ai/karakuri/world"
)

// Block is a test block that [Program.AsTest] has written.
type Block struct {
	Text  string   // as the formatter lays it out
	Steps []string // of the plan that it expects, with the names that the objects have in the state; nil: it expects none
}

// ErrNoTest is wrapped by the errors of [Program.AsTest].
var ErrNoTest = errors.New("no test can be made of this")

// AsTest returns a test block that gives a situation and expects the plan that follows from it: the objects that the
// file does not declare, what differs from the initial state, the task, and the steps. Objects without a name, or whose
// name cannot be written in a file, get one. The block has been planned for, and gives the same plan.
//
// The errors wrap [ErrNoTest]: the situation cannot be given, for example because a declared object no longer exists,
// or the plan needs more than the situation: bans, claims, functions of the host, another search than that of tests.
func (p *Program) AsTest(name string, st *world.State, g htn.Goal, o htn.Options) (*Block, error) {
	w := &blockWriter{p: p, from: st, to: world.NewState(p.Info.Schema), there: map[world.Object]world.Object{}, back: map[world.Object]world.Object{}}
	w.to.CopyFrom(p.Info.Initial)
	if err := w.objects(); err != nil {
		return nil, err
	}
	w.differences()
	if err := w.give(); err != nil {
		return nil, err
	}
	b := &Block{}
	r := htn.NewPlanner(p.Domain, o).Plan(st, g)
	if r.Status == htn.Limit {
		return nil, fmt.Errorf("%w: the search ends at a limit: %v", ErrNoTest, r.Limit)
	}
	b.Steps = w.steps(r.Plan, w.shown)
	expected := w.steps(r.Plan, w.written)
	goal := g
	goal.Args = w.argsThere(g)
	again := htn.NewPlanner(p.Domain, htn.Options{Limits: o.Limits}).Plan(w.to, goal) // as a test is run: without a host
	if got := w.steps(again.Plan, w.named); again.Status == htn.Limit || listed(got) != listed(expected) {
		return nil, fmt.Errorf("%w: more than the situation decides, such as a ban, a claim or a function of the host: the plan in a test is %s, not %s", ErrNoTest, listed(got), listed(expected))
	}
	var err error
	b.Text, err = w.text(name, g, expected)
	return b, err
}

// blockWriter writes a test block: from a state, to the state that the block gives.
type blockWriter struct {
	p           *Program
	from, to    *world.State
	there, back map[world.Object]world.Object // object by object, in both directions
	added       []world.Object                // of to, not declared by the file
	given       []string                      // effects
	used        map[world.Object]bool         // objects of to that effects name; nil: not noted
	own         world.Object                  // that agents have anew: nothing of it is given; 0: there is none
}

// objects finds the declared objects, and adds the others.
func (w *blockWriter) objects() error {
	list, initial := everyObject(w.from), everyObject(w.to)
	for _, o := range initial {
		named, _, ok := w.from.ObjectNamed(w.to.ObjectName(o, w.to.TypeOf(o)))
		if !ok {
			return fmt.Errorf("%w: %s is declared, but no longer exists", ErrNoTest, w.named(o))
		}
		w.there[named], w.back[o] = o, named
	}
	for _, o := range list {
		if _, declared := w.there[o]; declared || o == w.own {
			continue
		}
		typ := w.from.TypeOf(o)
		added, err := w.to.AddObject(typ, w.freeName(o))
		if err != nil {
			return fmt.Errorf("%w: %v", ErrNoTest, err)
		}
		w.there[o], w.back[added] = added, o
		w.added = append(w.added, added)
	}
	return nil
}

// everyObject returns the objects of a state, by populations, in the order in which they are walked.
func everyObject(st *world.State) []world.Object {
	var list []world.Object
	for t := range st.Schema().Types {
		for _, o := range st.Objects(int32(t)) {
			if st.TypeOf(o) == int32(t) {
				list = append(list, o)
			}
		}
	}
	types := st.Schema().Types
	sorting.By(list, func(a, b world.Object) int {
		return cmp.Or(cmp.Compare(types[st.TypeOf(a)].Population, types[st.TypeOf(b)].Population), cmp.Compare(a&world.IndexMask, b&world.IndexMask))
	})
	return list
}

// freeName returns a name for an object that the file does not declare: its own, if a file can use it.
func (w *blockWriter) freeName(o world.Object) string {
	var b strings.Builder
	for i, r := range w.from.ObjectName(o, w.from.TypeOf(o)) {
		switch {
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_' || i > 0 && r >= '0' && r <= '9':
			b.WriteRune(r)
		default:
			b.WriteByte('_')
		}
	}
	name := b.String()
	for n := 2; !w.isFree(name); n++ {
		name = b.String() + "_" + strconv.Itoa(n)
	}
	return name
}

// isFree reports whether a name means nothing in the file yet.
func (w *blockWriter) isFree(name string) bool {
	var ds diag.List
	expr.Check(expr.ParseString(diag.NewSource("name", name), &ds), w.p.Info.Scope().With(w.to), world.Type{}, &ds)
	return ds.HasErrors()
}

// differences writes an effect for each cell that differs from what a test begins with.
func (w *blockWriter) differences() {
	schema := w.from.Schema()
	for i := range schema.Symbols {
		s := &schema.Symbols[i]
		if w.nameOf(s) == "" {
			continue
		}
		w.from.Cells(s, func(args, words []world.Word) bool {
			w.compare(s, args)
			return true
		})
		w.to.Cells(s, func(args, _ []world.Word) bool {
			old := make([]world.Word, len(args))
			for k, a := range args {
				old[k] = w.mapped(w.back, s.Params[k], a)
			}
			if at, ok := s.Addr(old...); ok && isUnset(w.from, s, at) {
				w.compare(s, old)
			}
			return true
		})
	}
}

// nameOf returns how a file writes a symbol; empty: it cannot.
func (w *blockWriter) nameOf(s *world.Symbol) string {
	switch {
	case s.Says == "":
		return s.Name
	case slices.Contains(w.p.Info.Known, s):
		return "remembered"
	}
	return ""
}

func isUnset(st *world.State, s *world.Symbol, at world.Addr) bool {
	for k := range s.Type.Width() {
		if st.Get(at+world.Addr(k)) != s.Default[k] {
			return false
		}
	}
	return true
}

// compare writes an effect for a cell, unless it has the value that a test begins with.
func (w *blockWriter) compare(s *world.Symbol, args []world.Word) {
	if w.ofOwn(s.Params, args) {
		return
	}
	old, ok := s.Addr(args...)
	at, there := s.Addr(w.mappedAll(s, args)...)
	if !ok || !there {
		return
	}
	differs := false
	var value [2]world.Word
	for k := range s.Type.Width() {
		value[k] = w.mapped(w.there, s.Type, w.from.Get(old+world.Addr(k)))
		differs = differs || value[k] != w.to.Get(at+world.Addr(k))
	}
	if !differs || w.ofOwn([]world.Type{s.Type}, []world.Word{w.from.Get(old)}) {
		return
	}
	w.use(s.Params, w.mappedAll(s, args))
	w.use([]world.Type{s.Type}, value[:1])
	var texts []string
	for k, a := range w.mappedAll(s, args) {
		texts = append(texts, w.value(s.Params[k], []world.Word{a}, w.named))
	}
	w.given = append(w.given, written(w.nameOf(s), texts)+" = "+w.value(s.Type, value[:s.Type.Width()], w.named))
}

func (w *blockWriter) mappedAll(s *world.Symbol, args []world.Word) []world.Word {
	out := make([]world.Word, len(args))
	for k, a := range args {
		out[k] = w.mapped(w.there, s.Params[k], a)
	}
	return out
}

// mapped returns a value with the objects of the other state; an object that no longer exists is none.
func (w *blockWriter) mapped(by map[world.Object]world.Object, t world.Type, v world.Word) world.Word {
	if t.Kind == world.KindObject {
		return by[v]
	}
	return v
}

// argsThere returns the arguments of a goal with the objects of the block.
func (w *blockWriter) argsThere(g htn.Goal) []world.Word {
	out := slices.Clone(g.Args)
	_, params := w.callee(g)
	for _, p := range params {
		out[p.Index] = w.mapped(w.there, p.Type, out[p.Index])
	}
	return out
}

// callee returns the name and parameters of what a goal is about.
func (w *blockWriter) callee(g htn.Goal) (string, []def.Slot) {
	if g.IsOperator {
		o := w.p.Info.Operators[g.Operator]
		return o.Name, o.Params
	}
	t := w.p.Info.Tasks[g.Task]
	return t.Name, t.Params
}

// give applies the effects to the state that the block gives, as a test will.
func (w *blockWriter) give() error {
	for _, text := range w.given {
		var ds diag.List
		src := diag.NewSource("given", text)
		effects := expr.ParseEffectString(src, &ds)
		if !ds.HasErrors() {
			if terms := expr.CheckEffects(effects, w.p.Info.Scope().With(w.to), &ds); !ds.HasErrors() {
				expr.CompileEffects(terms).Apply(&expr.Machine{State: w.to}, nil)
			}
		}
		if ds.HasErrors() {
			return fmt.Errorf("%w: %s cannot be given: %s", ErrNoTest, text, ds.All[0].Message)
		}
	}
	w.to.Forget()
	return nil
}

// steps returns the steps of a plan, with the names that objects have; nil: there is no plan.
func (w *blockWriter) steps(plan *htn.Plan, name func(world.Object) string) []string {
	if plan == nil {
		return nil
	}
	out := []string{}
	for i := range plan.Len() {
		s := plan.Step(i)
		o := w.p.Info.Operators[s.Operator]
		out = append(out, w.slots(o.Name, o.Params, s.Args, name))
	}
	return out
}

// written returns the name that an object of the situation has in the block.
func (w *blockWriter) written(o world.Object) string { return w.named(w.there[o]) }

// named returns the name of an object of the block.
func (w *blockWriter) named(o world.Object) string {
	if o == 0 {
		return "none"
	}
	return expr.NameText(w.to.ObjectName(o, w.to.TypeOf(o)))
}

// shown returns the name of an object of the situation.
func (w *blockWriter) shown(o world.Object) string { return w.from.ObjectName(o, w.from.TypeOf(o)) }

// slots returns a call with the words of its arguments.
func (w *blockWriter) slots(callee string, params []def.Slot, words []world.Word, name func(world.Object) string) string {
	var args []string
	for _, p := range params {
		args = append(args, w.value(p.Type, words[p.Index:p.Index+p.Type.Width()], name))
	}
	return written(callee, args)
}

func written(callee string, args []string) string {
	if len(args) == 0 {
		return expr.NameText(callee)
	}
	return expr.NameText(callee) + "(" + strings.Join(args, ", ") + ")"
}

// value returns a value as a file writes it.
func (w *blockWriter) value(t world.Type, words []world.Word, name func(world.Object) string) string {
	schema := w.to.Schema()
	switch t.Kind {
	case world.KindObject:
		return name(words[0])
	case world.KindEnum:
		return expr.NameText(world.FormatWord(schema, nil, t, words))
	case world.KindVec2:
		number := world.Type{Kind: world.KindFloat}
		return "vec2(" + world.FormatWord(schema, nil, number, words[:1]) + ", " + world.FormatWord(schema, nil, number, words[1:]) + ")"
	}
	return world.FormatWord(schema, nil, t, words)
}

// objectLines returns lines that declare the added objects.
func (w *blockWriter) objectLines() (lines []string) {
	for i := 0; i < len(w.added); {
		typ := w.to.TypeOf(w.added[i])
		var names []string
		for ; i < len(w.added) && w.to.TypeOf(w.added[i]) == typ; i++ {
			names = append(names, w.named(w.added[i]))
		}
		lines = append(lines, "objects "+strings.Join(names, ", ")+": "+expr.NameText(w.to.Schema().Types[typ].Name))
	}
	return lines
}

// givenLines returns lines with the effects.
func (w *blockWriter) givenLines() (lines []string) {
	for _, given := range w.given {
		lines = append(lines, "given "+given)
	}
	return lines
}

// text writes the block.
func (w *blockWriter) text(name string, g htn.Goal, steps []string) (string, error) {
	lines := append(w.objectLines(), w.givenLines()...)
	callee, params := w.callee(g)
	lines = append(lines, "task "+w.slots(callee, params, g.Args, w.written))
	switch {
	case steps == nil:
		lines = append(lines, "expect none")
	case len(steps) == 0:
		lines = append(lines, "expect {}")
	default:
		lines = append(lines, "expect "+strings.Join(steps, ", "))
	}
	return BlockOf(name, lines)
}

// listed returns steps as texts of errors show them.
func listed(steps []string) string {
	switch {
	case steps == nil:
		return "none"
	case len(steps) == 0:
		return "no step"
	}
	return strings.Join(steps, ", ")
}
