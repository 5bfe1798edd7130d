package expr

import "github.com/karakuri-ai/karakuri/world"

// Access is a cell that may be read or written, or all cells of a symbol.
type Access struct {
	Sym   *world.Symbol
	Addr  world.Addr // the first of two for a vec2
	Whole bool       // any cell of the symbol; Addr is its first
}

// Footprint calls visit for each cell that the condition may read in the machine's state with this frame, whichever of
// its parts decide; a symbol under a quantifier that is read at its variables is reported whole. Cells may be repeated.
func (c *Cond) Footprint(m *Machine, fr []world.Word, visit func(Access)) {
	f := footprint{read: visit, evaluator: m.evaluator()}
	f.term(c.term, fr, nil)
}

// Footprint calls visit for each cell that the value may read; see [Cond.Footprint].
func (v *Value) Footprint(m *Machine, fr []world.Word, visit func(Access)) {
	f := footprint{read: visit, evaluator: m.evaluator()}
	f.term(v.term, fr, nil)
}

// Footprint calls reads for each cell that the effects may read and writes for each that they may write, whichever of
// their conditions hold; see [Cond.Footprint].
func (e *Effects) Footprint(m *Machine, fr []world.Word, reads, writes func(Access)) {
	f := footprint{read: reads, evaluator: m.evaluator()}
	eachEffect(e.terms.List, func(e *EffectTerm) {
		e.terms(func(t *Term) { f.term(t, fr, nil) })
		if e.Symbol == nil {
			return
		}
		f.access(e.Symbol, e.Args, fr, nil, writes)
		if e.Op != AssignSet {
			f.access(e.Symbol, e.Args, fr, nil, reads)
		}
	})
}

// footprint walks terms. Terms that depend on bound variables are unknown, and so are parameters of derived symbols
// with an unknown argument.
type footprint struct {
	evaluator
	read func(Access)
}

// term reports what a term may read. In the frame of a derived symbol, blank says which words are unknown.
func (f *footprint) term(t *Term, fr []world.Word, blank []bool) {
	if t == nil {
		return
	}
	for _, a := range t.Args {
		f.term(a, fr, blank)
	}
	switch t.Kind {
	case TermCell:
		f.access(t.Symbol, t.Args, fr, blank, f.read)
	case TermDerived:
		f.derivedTerm(t, fr, blank)
	case TermQuant:
		for i := range t.Vars {
			f.term(t.Vars[i].From, fr, blank)
		}
		f.term(t.Where, fr, blank)
		f.term(t.Body, fr, blank)
		f.term(t.Else, fr, blank)
	}
}

// access reports the cell that a symbol has at the arguments, if they are known, and the whole symbol otherwise.
func (f *footprint) access(sym *world.Symbol, args []*Term, fr []world.Word, blank []bool, visit func(Access)) {
	var words [MaxArgs]world.Word
	for i, a := range args {
		if !isKnownTerm(a, blank) {
			visit(Access{Sym: sym, Addr: sym.Base, Whole: true})
			return
		}
		words[i] = f.eval(a, fr)[0]
	}
	if addr, ok := sym.Addr(words[:len(args)]...); ok {
		visit(Access{Sym: sym, Addr: addr})
	}
}

// isKnownTerm reports whether a term can be evaluated: it mentions no bound variable and no unknown parameter.
func isKnownTerm(t *Term, blank []bool) bool {
	if t == nil {
		return true
	}
	switch t.Kind {
	case TermConst:
		return true
	case TermVar:
		return blank == nil || !blank[t.Slot]
	case TermBound, TermQuant:
		return false
	}
	for _, a := range t.Args {
		if !isKnownTerm(a, blank) {
			return false
		}
	}
	return true
}

func (f *footprint) derivedTerm(t *Term, fr []world.Word, blank []bool) {
	if t.Derived.loop != nil {
		for _, s := range t.Derived.loop.reads {
			f.read(Access{Sym: s, Addr: s.Base, Whole: true})
		}
		return
	}
	var words [2 * MaxArgs]world.Word
	var unknown [2 * MaxArgs]bool
	n := 0
	for _, a := range t.Args {
		width := a.Type.Width()
		if isKnownTerm(a, blank) {
			w := f.eval(a, fr)
			copy(words[n:], w[:width])
		} else {
			unknown[n], unknown[n+width-1] = true, true
		}
		n += width
	}
	f.term(t.Derived.Body, words[:n], unknown[:n])
}
