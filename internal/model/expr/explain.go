package expr

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/world"
)

// MaxReadings is the maximum number of values in a [Why]: as many as people can take in.
const MaxReadings = 8

// Reading is a cell that was read, with the value seen.
type Reading struct {
	Sym    *world.Symbol
	Args   []world.Word
	Addr   world.Addr // the first of two for a vec2
	Absent bool       // an argument is none or out of its range: there is no such cell, and the default was read
	Value  [2]world.Word
}

// Format returns the reading for people: money = 2, distance(e1) = 7.5.
func (r *Reading) Format(st *world.State) string {
	return r.cell(st) + " = " + world.FormatRounded(st.Schema(), st, r.Sym.Type, r.Value[:])
}

// cell returns the symbol with its arguments.
func (r *Reading) cell(st *world.State) string {
	var b strings.Builder
	if isRecall(r.Sym) {
		b.WriteString(wordRemembered)
	} else {
		b.WriteString(r.Sym.Name)
	}
	for i, w := range r.Args {
		b.WriteString([...]string{"(", ", "}[min(i, 1)])
		b.WriteString(world.FormatWord(st.Schema(), st, r.Sym.Params[i], []world.Word{w}))
	}
	if len(r.Args) > 0 {
		b.WriteByte(')')
	}
	return b.String()
}

// Binding is a parameter or bound variable with its value.
type Binding struct {
	Name  string
	Type  world.Type
	Value [2]world.Word
}

// Why is why a condition does not hold.
type Why struct {
	Holds    bool      // it does hold; the rest is empty
	Part     *Term     // the innermost first part that does not hold
	Path     []*Term   // derived symbols and forall on the way to Part, outermost first
	Bindings []Binding // for each forall on the way the values that it fails for, then the parameters that Part mentions
	Reads    []Reading // the cells that Part read, in order, each once; at most MaxReadings
	More     int       // how many more it read
	Tuples   int       // exists: how many combinations of members were examined, none of which qualified
	// Tried lists, if Part is a recursive symbol, the other values that would have made it hold and do not, in the
	// order in which they were requested; at most MaxReadings. Omitted is the number of the others.
	Tried   []Instance
	Omitted int
}

// Instance is a derived symbol with its arguments.
type Instance struct {
	Of   *Derived
	Args []world.Word // one word or two each
}

// Format returns the instance for people: reachable(home, shop).
func (i *Instance) Format(st *world.State) string {
	var b strings.Builder
	b.WriteString(NameText(i.Of.Name))
	at := 0
	for k, p := range i.Of.Params {
		b.WriteString([...]string{"(", ", "}[min(k, 1)])
		b.WriteString(world.FormatWord(st.Schema(), st, p, i.Args[at:at+p.Width()]))
		at += p.Width()
	}
	return b.String() + ")"
}

// Explain evaluates a condition and returns, if it does not hold, the part that fails and the values that it saw.
func Explain(t *Term, m *Machine, fr []world.Word) Why {
	x := explainer{silent: true, evaluator: m.evaluator()}
	x.seen = x.note
	if t == nil || x.holds(t, fr) {
		return Why{Holds: true}
	}
	x.blame(t, fr)
	return x.why
}

// explainer walks down to the part that fails.
type explainer struct {
	evaluator
	why    Why
	noted  map[world.Addr]bool
	silent bool // looking for the way down, not at the part itself
}

func (x *explainer) note(r *Reading) {
	if x.silent || x.noted[r.Addr] && !r.Absent {
		return
	}
	if !r.Absent {
		x.noted[r.Addr] = true
	}
	if len(x.why.Reads) == MaxReadings {
		x.why.More++
		return
	}
	x.why.Reads = append(x.why.Reads, *r)
}

// blame finds the innermost part of a condition that does not hold.
func (x *explainer) blame(t *Term, fr []world.Word) {
	switch {
	case t.Kind == TermAnd:
		x.silent = true
		for _, a := range t.Args {
			if !x.holds(a, fr) {
				x.blame(a, fr)
				return
			}
		}
	case t.Kind == TermIf:
		x.silent = true
		if x.holds(t.Args[0], fr) {
			x.blame(t.Args[1], fr)
		} else {
			x.blame(t.Args[2], fr)
		}
	case t.Kind == TermDerived && t.Derived.Recursive():
		x.unreached(t, fr)
	case t.Kind == TermDerived && t.Derived.Body != nil:
		x.silent = true
		x.why.Path = append(x.why.Path, t)
		args := x.arguments(t.Args, fr, nil)
		x.blame(t.Derived.Body, args)
	case t.Kind == TermQuant && t.Quant == Forall:
		x.counterexample(t, fr)
	default:
		x.look(t, fr)
	}
}

// counterexample continues with the first members for which a forall fails.
func (x *explainer) counterexample(t *Term, fr []world.Word) {
	x.silent = true
	x.why.Path = append(x.why.Path, t)
	x.each(t.Vars, fr, func() bool { return !x.holds(t.Where, fr) || x.holds(t.Body, fr) })
	for _, v := range t.Vars {
		x.bind(v.Name, v.Type, [2]world.Word{x.bound[v.Index]})
	}
	x.blame(t.Body, fr)
}

// bind notes the value of a variable; one that is hidden by another of the same name is noted too.
func (x *explainer) bind(name string, t world.Type, value [2]world.Word) {
	if b := (Binding{name, t, value}); !slices.Contains(x.why.Bindings, b) {
		x.why.Bindings = append(x.why.Bindings, b)
	}
}

// look evaluates the part that failed and notes its reads.
func (x *explainer) look(t *Term, fr []world.Word) {
	x.why.Part, x.silent, x.noted = t, false, map[world.Addr]bool{}
	x.holds(t, fr)
	x.parameters(t, fr)
	if t.Kind == TermQuant && t.Quant == Exists {
		x.silent = true
		x.each(t.Vars, fr, func() bool {
			x.why.Tuples++
			return true
		})
	}
}

// parameters notes the values of the parameters that a part mentions.
func (x *explainer) parameters(t *Term, fr []world.Word) {
	t.Walk(func(p *Term) bool {
		if n, ok := p.Src.(*Ref); ok && p.Kind == TermVar {
			x.bind(n.Name, p.Type, x.eval(p, fr))
		}
		return true
	})
}

// unreached notes what its arguments read, and for which others a recursive symbol did not hold either.
func (x *explainer) unreached(t *Term, fr []world.Word) {
	x.why.Part, x.silent, x.noted = t, false, map[world.Addr]bool{}
	var buf [2 * MaxArgs]world.Word
	x.arguments(t.Args, fr, buf[:0])
	x.silent = true
	x.parameters(t, fr)
	x.m.answers.clear()
	x.holds(t, fr)
	for i := range x.m.answers.list {
		a := &x.m.answers.list[i]
		if a.of.loop != t.Derived.loop || i == 0 {
			continue
		}
		if len(x.why.Tried) == MaxReadings {
			x.why.Omitted++
			continue
		}
		x.why.Tried = append(x.why.Tried, Instance{a.of, append([]world.Word(nil), x.m.answers.argsOf(a)...)})
	}
}

// Format returns the explanation for people, on one line: money >= price was false: money = 2.
func (w *Why) Format(st *world.State) string {
	if w.Holds {
		return "it holds"
	}
	var b strings.Builder
	for _, t := range w.Path {
		b.WriteString(w.step(t))
	}
	if says := w.Part.Refusal(); says != "" {
		return b.String() + says
	}
	if w.isReading() {
		return b.String() + w.Reads[0].cell(st) + " was " + world.FormatRounded(st.Schema(), st, w.Reads[0].Sym.Type, w.Reads[0].Value[:])
	}
	fmt.Fprintf(&b, "%s was false", w.Part)
	if len(w.Bindings) > 0 {
		b.WriteString(" for " + w.bindings(st))
	}
	switch {
	case w.Part.Kind == TermQuant && w.Tuples == 0:
		b.WriteString(": there is none")
	case w.Part.Kind == TermQuant && len(w.Part.Vars) == 1:
		fmt.Fprintf(&b, ": none of %d qualifies", w.Tuples)
	case w.Part.Kind == TermQuant:
		fmt.Fprintf(&b, ": none of %d combinations qualifies", w.Tuples)
	}
	for i := range w.Reads {
		b.WriteString([...]string{": ", ", "}[min(i, 1)] + w.Reads[i].Format(st))
	}
	if w.More > 0 {
		fmt.Fprintf(&b, " and %d more", w.More)
	}
	if tried := w.TriedText(st); tried != "" {
		b.WriteString("; " + tried)
	}
	return b.String()
}

// isReading reports whether the part is no more than the one cell that it read, or its negation.
func (w *Why) isReading() bool {
	t := w.Part
	for t.Kind == TermUnary {
		t = t.Args[0]
	}
	return t.Kind == TermCell && len(w.Reads) == 1 && w.More == 0 && len(w.Tried) == 0
}

// TriedText says which other values did not hold: "nor did reachable(yard, shop), reachable(mill, shop)", or "" if
// there are none.
func (w *Why) TriedText(st *world.State) string {
	if len(w.Tried) == 0 {
		return ""
	}
	parts := make([]string, len(w.Tried))
	for i := range w.Tried {
		parts[i] = w.Tried[i].Format(st)
	}
	text := "nor did " + strings.Join(parts, ", ")
	if w.Omitted > 0 {
		text += fmt.Sprintf(" and %d more", w.Omitted)
	}
	return text
}

// step names a derived symbol on the way down; a forall is shown by its bindings.
func (w *Why) step(t *Term) string {
	if t.Kind == TermDerived {
		return t.String() + ": "
	}
	return ""
}

func (w *Why) bindings(st *world.State) string {
	parts := make([]string, len(w.Bindings))
	for i, b := range w.Bindings {
		parts[i] = b.Name + " = " + world.FormatRounded(st.Schema(), st, b.Type, b.Value[:])
	}
	return strings.Join(parts, ", ")
}
