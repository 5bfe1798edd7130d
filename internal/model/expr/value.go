package expr

import "github.com/karakuri-ai/karakuri/world"

// Value is a compiled expression of any type. Immutable; shared by any number of machines.
//
// Constants, parameters and single cells, which most arguments and costs are, are found without running a program.
type Value struct {
	term *Term
	kind valueKind
	slot int // valueSlot: place in the frame
	cell cell
	prog *program
}

type valueKind uint8

const (
	valueConst valueKind = iota
	valueSlot
	valueCell
	valueProgram
)

// CompileValue compiles an expression.
func CompileValue(t *Term) *Value {
	v := &Value{term: t}
	switch {
	case t.Kind == TermConst:
		return v
	case t.Kind == TermVar:
		v.kind, v.slot = valueSlot, t.Slot
		return v
	case t.Kind == TermCell:
		g := newGen(t)
		if c, absent, ok := g.cell(t.Symbol, t.Args); ok && !absent && len(g.code) == 0 {
			v.kind, v.cell = valueCell, c
			return v
		}
	}
	v.kind = valueProgram
	g := newGen(t)
	g.out = g.take(t.Type.Width())
	g.into(t, g.out)
	g.emit(instr{op: opTrue})
	v.prog = g.finish()
	return v
}

// Term returns the expression it was compiled from.
func (v *Value) Term() *Term { return v.term }

// Type returns the type of the value.
func (v *Value) Type() world.Type { return v.term.Type }

// Const returns the value when it is the same in every state.
func (v *Value) Const() ([2]world.Word, bool) { return v.term.Const() }

// Eval returns the value in the machine's state; of a vec2 only x. The frame holds the parameters that the term refers
// to. Does not allocate once the machine is warm.
func (v *Value) Eval(m *Machine, fr []world.Word) world.Word {
	switch v.kind {
	case valueConst:
		return v.term.Words[0]
	case valueSlot:
		return fr[v.slot]
	case valueCell:
		return m.State.Get(v.cell.addr(fr))
	}
	r := m.window(v.prog, fr)
	m.run(v.prog, r, nil)
	return r[v.prog.out]
}

// EvalInto puts the value into dst, which must have room for its words: two for a vec2, else one.
func (v *Value) EvalInto(m *Machine, fr, dst []world.Word) {
	if v.term.Type.Kind != world.KindVec2 {
		dst[0] = v.Eval(m, fr)
		return
	}
	v.vec2(m, fr, dst, nil)
}

// Note is Eval that also notes what the value depends on, if there are notes.
func (v *Value) Note(m *Machine, fr []world.Word, n *world.Notes) world.Word {
	if n == nil {
		return v.Eval(m, fr)
	}
	switch v.kind {
	case valueCell:
		a := v.cell.addr(fr)
		w := m.State.Get(a)
		n.Read(a, w, w)
		return w
	case valueProgram:
		r := m.window(v.prog, fr)
		m.run(v.prog, r, n)
		return r[v.prog.out]
	}
	return v.Eval(m, fr)
}

// Track is Eval that reports to the tracker what the value depends on.
func (v *Value) Track(m *Machine, fr []world.Word, tr Tracker) world.Word {
	var dst [2]world.Word
	v.TrackInto(m, fr, dst[:], tr)
	return dst[0]
}

// TrackInto is EvalInto that reports to the tracker what the value depends on.
func (v *Value) TrackInto(m *Machine, fr, dst []world.Word, tr Tracker) {
	switch {
	case v.term.Type.Kind == world.KindVec2:
		v.vec2(m, fr, dst, tr)
	case v.kind == valueCell:
		a := v.cell.addr(fr)
		dst[0] = m.State.Get(a)
		tr.Read(a, dst[0], dst[0])
	case v.kind == valueProgram:
		r := m.window(v.prog, fr)
		m.track(v.prog, r, tr)
		dst[0] = r[v.prog.out]
	default:
		dst[0] = v.Eval(m, fr)
	}
}

// vec2 puts both words of a vec2 into dst. The tracker may be nil.
func (v *Value) vec2(m *Machine, fr, dst []world.Word, tr Tracker) {
	switch v.kind {
	case valueConst:
		copy(dst[:2], v.term.Words[:])
	case valueSlot:
		copy(dst[:2], fr[v.slot:v.slot+2])
	case valueCell:
		a := v.cell.addr(fr)
		for i := range dst[:2] {
			dst[i] = m.State.Get(a + world.Addr(i))
			if tr != nil {
				tr.Read(a+world.Addr(i), dst[i], dst[i])
			}
		}
	default:
		r := m.window(v.prog, fr)
		m.track(v.prog, r, tr)
		copy(dst[:2], r[v.prog.out:])
	}
}
