package expr

import (
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/world"
)

// Func is a pure function of the host. A vec2 argument takes two words, a vec2 result both. It must not keep args.
type Func func(args []world.Word) [2]world.Word

// Machine evaluates compiled expressions over a state. It holds scratch memory, which grows to what the
// programs it meets need and is then reused. It belongs to one goroutine at a time.
type Machine struct {
	State *world.State
	Funcs []Func // by Function.ID; a missing one gives the zero value

	regs    []world.Word
	pending []write // what effects hold back until everything is read
}

// window returns the registers for a program, with the frame in front.
func (m *Machine) window(p *program, fr []world.Word) []world.Word {
	if p.bare() {
		return fr
	}
	if len(m.regs) < p.need {
		m.regs = make([]world.Word, p.need)
	}
	copy(m.regs, fr[:p.frame])
	return m.regs
}

// is reports whether an object is alive and of a type or below it.
func (m *Machine) is(o world.Object, typ int32) bool {
	return m.State.Schema().Types[typ].Has(m.State.TypeOf(o))
}

// call calls a function of the host and brings what it returns into its type: other words could lead beyond the state.
func (m *Machine) call(f *Function, args []world.Word) [2]world.Word {
	var w [2]world.Word
	if f.ID >= 0 && int(f.ID) < len(m.Funcs) && m.Funcs[f.ID] != nil {
		w = m.Funcs[f.ID](args)
	}
	t := f.Result
	switch t.Kind {
	case world.KindBool:
		return [2]world.Word{world.Bool(w[0] != 0)}
	case world.KindInt:
		return [2]world.Word{saturated(t, w[0])}
	case world.KindEnum:
		if w[0] < 0 || w[0] >= world.Word(len(m.State.Schema().Enums[t.ID].Values)) {
			return [2]world.Word{}
		}
	case world.KindObject:
		if !m.is(w[0], t.ID) {
			return [2]world.Word{}
		}
	case world.KindFloat:
		return [2]world.Word{world.Float(w[0].Float())}
	case world.KindVec2:
		return [2]world.Word{world.Float(w[0].Float()), world.Float(w[1].Float())}
	}
	return [2]world.Word{w[0]}
}

// run carries out a program. It returns what opTrue and opFalse say; a value is left in its registers. A tracker, if
// there is one, is told everything that is read.
func (m *Machine) run(p *program, r []world.Word, tr Tracker) bool {
	st := m.State
	for pc := 0; ; {
		in := &p.code[pc]
		pc++
		if tr != nil && readers>>in.op&1 != 0 {
			if hit, done := m.observe(p, in, r, tr); done {
				if hit == in.neg {
					pc = int(in.jump)
				}
				continue
			}
		}
		var hit bool
		switch in.op {
		case opTest0:
			hit = uint64(st.Get(in.x.base)-in.lo) <= in.span
		case opTest1:
			hit = uint64(st.Get(in.x.base+world.Addr(r[in.x.s0]&world.IndexMask)*world.Addr(in.x.m0))-in.lo) <= in.span
		case opTestReg:
			hit = uint64(r[in.a]-in.lo) <= in.span
		case opTest2, opLessCellCell, opEqCellCell, opLessCellReg, opLessRegCell, opEqCellReg, opLessReg, opEqReg:
			hit = m.test(in, r)
		case opIs:
			hit = m.is(r[in.a], in.k)
		case opNextMember:
			r[in.dst] = st.NextMember(in.k, r[in.dst])
			hit = r[in.dst] != 0
		case opNextValue:
			r[in.dst]++
			hit = r[in.dst] < world.Word(in.k)
		case opJump:
			pc = int(in.jump)
			continue
		case opTrue:
			return true
		case opFalse:
			return false
		case opCall:
			m.derived(p, in, r, tr)
			continue
		case opConst:
			r[in.dst] = in.lo
			continue
		case opMove:
			r[in.dst] = r[in.a]
			continue
		case opLoad:
			r[in.dst] = st.Get(in.x.addr(r))
			continue
		case opLoadRow:
			r[in.dst] = st.Get(in.x.base + world.Addr(r[in.x.s0]&world.IndexMask)*world.Addr(in.x.m0))
			continue
		case opLoadTwo:
			a := in.x.addr(r)
			r[in.dst], r[in.dst+1] = st.Get(a), st.Get(a+1)
			continue
		case opAddInt:
			r[in.dst] = r[in.a] + r[in.b]
			continue
		case opAddImm:
			r[in.dst] = r[in.a] + in.lo
			continue
		case opMulInt:
			r[in.dst] = r[in.a] * r[in.b]
			continue
		case opAddFloat:
			r[in.dst] = world.Float(r[in.a].Float() + r[in.b].Float())
			continue
		case opSubFloat:
			r[in.dst] = world.Float(r[in.a].Float() - r[in.b].Float())
			continue
		case opMulFloat:
			r[in.dst] = world.Float(r[in.a].Float() * r[in.b].Float())
			continue
		case opDist:
			r[in.dst] = world.Float(det.Hypot(r[in.a].Float()-r[in.b].Float(), r[in.a+1].Float()-r[in.b+1].Float()))
			continue
		default:
			m.step(p, in, r)
			continue
		}
		if hit == in.neg {
			pc = int(in.jump)
		}
	}
}

// test carries out the tests that compare two words, and those of one cell with two arguments.
func (m *Machine) test(in *instr, r []world.Word) bool {
	switch in.op {
	case opLessReg:
		return r[in.a] < r[in.b]
	case opEqReg:
		return r[in.a] == r[in.b]
	}
	st := m.State
	x := st.Get(in.x.addr(r))
	switch in.op {
	case opLessCellCell:
		return x < st.Get(in.y.addr(r))
	case opEqCellCell:
		return x == st.Get(in.y.addr(r))
	case opLessCellReg:
		return x < r[in.a]
	case opLessRegCell:
		return r[in.a] < x
	case opEqCellReg:
		return x == r[in.a]
	}
	return uint64(x-in.lo) <= in.span
}

// derived runs the program of a derived symbol in the registers behind those of the caller.
func (m *Machine) derived(p *program, in *instr, r []world.Word, tr Tracker) {
	q, inner := p.calls[in.k], r[p.regs:]
	copy(inner[:q.frame], r[in.a:])
	hit := m.run(q, inner, tr)
	switch in.span {
	case 0:
		r[in.dst] = world.Bool(hit)
	case 1:
		r[in.dst] = inner[q.out]
	default:
		r[in.dst], r[in.dst+1] = inner[q.out], inner[q.out+1]
	}
}

// step carries out what is rare or not worth the room in run.
func (m *Machine) step(p *program, in *instr, r []world.Word) {
	switch in.op {
	case opFunc:
		f := p.funcs[in.k]
		w := m.call(f, r[in.a:int(in.a)+int(in.b)])
		copy(r[in.dst:], w[:f.Result.Width()])
	case opLoadAny:
		m.loadAny(p.wide[in.k], in, r)
	case opArithInt:
		r[in.dst] = arithInt(Op(in.k), r[in.a], r[in.b])
	case opArithFloat:
		r[in.dst] = arithFloat(Op(in.k), r[in.a], r[in.b])
	case opToFloat:
		r[in.dst] = intToFloat(r[in.a])
	case opNegInt:
		r[in.dst] = -r[in.a]
	case opNegFloat:
		r[in.dst] = negFloat(r[in.a])
	case opAbsInt:
		r[in.dst] = absInt(r[in.a])
	case opMin:
		r[in.dst] = min(r[in.a], r[in.b])
	case opMax:
		r[in.dst] = max(r[in.a], r[in.b])
	case opBuiltin:
		r[in.dst] = builtinFloat(Builtin(in.k), r[in.a])
	default:
		m.write(p, in, r)
	}
}

// loadAny reads a cell whose address takes a look at every argument.
func (m *Machine) loadAny(sym *world.Symbol, in *instr, r []world.Word) {
	a, ok := sym.Addr(r[in.a : int(in.a)+len(sym.Params)]...)
	for i := range sym.Type.Width() {
		w := sym.Default[i]
		if ok {
			w = m.State.Get(a + world.Addr(i))
		}
		r[int(in.dst)+i] = w
	}
}
