package expr

import "github.com/karakuri-ai/karakuri/world"

// Effects is a compiled list of effects that apply at once. Immutable; shared by any number of machines.
//
// Lists of plain assignments, which most are, are carried out one by one; everything else is a program. If an effect
// reads what an earlier one writes, all writes wait until everything is read.
type Effects struct {
	terms *EffectTerms
	prog  *program
	plain []assignment
	// isPlain distinguishes an empty list of assignments, which does nothing, from other statements.
	isPlain bool
	hold    bool // writes wait

	targets []target
	isKnown bool // targets are all there are
}

// CompileEffects compiles a list of effects. A nil list does nothing.
func CompileEffects(t *EffectTerms) *Effects {
	if t == nil {
		t = &EffectTerms{}
	}
	e := &Effects{terms: t, hold: (&conflicts{map[*world.Symbol]bool{}}).list(t.List)}
	e.plain, e.isPlain = assignments(t.List, e.hold)
	if e.prog = e.program(); e.prog.metered && !e.hold { // an evaluation that was cut short must have written nothing
		e.hold = true
		e.prog = e.program()
	}
	e.targets, e.isKnown = targetsOf(t.List)
	return e
}

// program generates the program of the effects.
func (e *Effects) program() *program {
	var terms []*Term
	e.terms.Terms(func(t *Term) { terms = append(terms, t) })
	g := newGen(terms...)
	g.src, g.hold = nil, e.hold
	g.effects(e.terms.List)
	if e.hold {
		g.emit(instr{op: opFlush})
	}
	g.emit(instr{op: opTrue})
	return g.finish()
}

// Terms returns the effects it was compiled from; an empty list for nil.
func (e *Effects) Terms() *EffectTerms { return e.terms }

// IsEmpty reports whether the list changes nothing in any state.
func (e *Effects) IsEmpty() bool { return e.isPlain && len(e.plain) == 0 }

// Apply changes the machine's state. It reads every condition, argument and value before it writes anything; of two
// writes to one cell the later one remains. Ints stop at the ends of their range; a write to a cell with none among
// its arguments, or an argument out of range, does nothing. The frame holds the parameters of the terms. Apply does
// not allocate once the machine is warm.
func (e *Effects) Apply(m *Machine, fr []world.Word) {
	e.Track(m, fr, nil)
}

// Track is Apply that reports its reads to the tracker, if it is not nil: the written values depend on them.
func (e *Effects) Track(m *Machine, fr []world.Word, tr Tracker) {
	m.pending = m.pending[:0]
	if e.isPlain {
		e.assign(m, fr, tr)
	} else {
		m.track(e.prog, m.window(e.prog, fr), tr)
	}
}

// assign carries out plain assignments.
func (e *Effects) assign(m *Machine, fr []world.Word, tr Tracker) {
	st := m.State
	for i := range e.plain {
		s := &e.plain[i]
		if s.fixed {
			st.Set(s.x.base, s.word)
			continue
		}
		a, w := s.x.addr(fr), s.word
		switch s.source {
		case valueSlot:
			w = fr[s.slot]
		case valueCell:
			w = read(st, s.y.addr(fr), tr)
		}
		switch s.op {
		case AssignAdd:
			w = addSaturating(read(st, a, tr), w)
		case AssignSub:
			w = subSaturating(read(st, a, tr), w)
		}
		if s.x.guard == 0 || s.x.exists(fr) {
			m.store(e.hold, a, clamped(w, s.lo, s.hi))
		}
	}
	if e.hold {
		m.flush()
	}
}

// read returns the word at an address, and reports the read to the tracker if there is one.
func read(st *world.State, a world.Addr, tr Tracker) world.Word {
	w := st.Get(a)
	if tr != nil {
		tr.Read(a, w, w)
	}
	return w
}

// flush writes the delayed writes.
func (m *Machine) flush() {
	for _, p := range m.pending {
		m.State.Set(p.addr, p.word)
	}
	m.pending = m.pending[:0]
}

// write carries out the instructions of effects.
func (m *Machine) write(p *program, in *instr, r []world.Word) {
	switch in.op {
	case opChange:
		if AssignOp(in.k) == AssignAdd {
			r[in.dst] = addSaturating(r[in.a], r[in.b])
		} else {
			r[in.dst] = subSaturating(r[in.a], r[in.b])
		}
	case opClamp:
		r[in.dst] = clamped(r[in.a], in.lo, in.lo+world.Word(in.span))
	case opStore:
		if in.x.exists(r) {
			m.store(in.neg, in.x.addr(r), r[in.a])
		}
	case opStoreAny:
		sym := p.wide[in.k]
		if a, ok := sym.Addr(r[in.a : int(in.a)+len(sym.Params)]...); ok {
			for i := range sym.Type.Width() {
				m.store(in.neg, a+world.Addr(i), r[int(in.dst)+i])
			}
		}
	case opFlush:
		m.flush()
	}
}

func (m *Machine) store(hold bool, a world.Addr, w world.Word) {
	if hold {
		m.pending = append(m.pending, write{a, w})
		return
	}
	m.State.Set(a, w)
}
