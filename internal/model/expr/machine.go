package expr

import (
	"fmt"

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
	// Asks has the bool functions by Function.ID: they return the same as Funcs, at a third of the cost. Both Asks and
	// its elements may be nil.
	Asks []func(args []world.Word) bool
	// Meter decides how many rounds evaluations may take; nil: each may take MaxRounds.
	Meter Meter
	// Allowance bounds evaluations without a Meter together; nil: nothing does.
	Allowance *Allowance

	asked   [maxQuestion]world.Word // arguments of a question
	none    [2*MaxArgs + 1]world.Word
	regs    []world.Word
	pending []write // what effects hold back until everything is read
	left    int     // rounds until the meter is asked

	answers answers // of recursive symbols, in the evaluation that is under way

	notes *world.Notes // of reads for a tracker of another type; nil until there is one
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

// NoObject is the panic value of a machine when a function of the host returns an object that does not exist, or does
// not have its type.
type NoObject struct {
	Function string
	Object   world.Word
	Type     string // of the result
}

// Error returns the value that the function returned.
func (e *NoObject) Error() string {
	return fmt.Sprintf("function %s: the result is object %d, which is gone or not of type %s; return a live object, or 0 for none", e.Function, e.Object, e.Type)
}

// call calls a function of the host and brings its result into the type: other words could lead beyond the state.
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
		if w[0] != 0 && !m.is(w[0], t.ID) {
			panic(&NoObject{f.Name, w[0], m.State.Schema().Types[t.ID].Name})
		}
	case world.KindFloat:
		return [2]world.Word{world.Float(w[0].Float())}
	case world.KindVec2:
		return [2]world.Word{world.Float(w[0].Float()), world.Float(w[1].Float())}
	}
	return [2]world.Word{w[0]}
}

// MaxElements is the maximum number of values in a set of the host.
const MaxElements = 1024

// TooManyElements is the panic value of a machine when a function of the host returns a set of more than [MaxElements]
// values.
type TooManyElements struct{ Function string }

// Error returns the number of values that the function returned.
func (e *TooManyElements) Error() string {
	return fmt.Sprintf("function %s: the set has more than %d values; return fewer", e.Function, MaxElements)
}

// Element returns the ith value of the set that a function of the host returns; false: it has no more. The arguments
// have a free word at their end. The host is asked for each value like any function: its arguments are those of the
// call and i, its result the value, and 1 if there is one. Traces hold these answers.
func (m *Machine) Element(f *Function, args []world.Word, i int) (world.Word, bool) {
	args[len(args)-1] = world.Word(i)
	if f.ID < 0 || int(f.ID) >= len(m.Funcs) || m.Funcs[f.ID] == nil {
		return 0, false
	}
	w := m.Funcs[f.ID](args)
	switch {
	case w[1] == 0:
		return 0, false
	case i >= MaxElements:
		panic(&TooManyElements{f.Name})
	case f.Result.Kind == world.KindObject && !m.is(w[0], f.Result.ID):
		panic(&NoObject{f.Name, w[0], m.State.Schema().Types[f.Result.ID].Name})
	case f.Result.Kind == world.KindEnum && !m.State.Schema().Fits(f.Result, w[0]):
		return 0, true
	}
	return w[0], true
}

// track carries out a program and reports everything that is read to a tracker, if there is one.
func (m *Machine) track(p *program, r []world.Word, tr Tracker) bool {
	if n, ok := tr.(*world.Notes); ok || tr == nil {
		return m.run(p, r, n)
	}
	if m.notes == nil {
		m.notes = &world.Notes{}
	}
	m.notes.BeginReading(m.State)
	hit := m.run(p, r, m.notes)
	m.notes.ReportTo(tr)
	return hit
}

// next returns the object after one in a loop, or 0.
func (m *Machine) next(in *instr, after world.Word, n *world.Notes) world.Word {
	if in.op == opNextMember {
		switch {
		case n == nil:
		case in.lo > 0:
			n.Marked(&m.State.Schema().Symbols[in.lo-1])
		default:
			n.Members(world.Type{Kind: world.KindObject, ID: in.k})
		}
		return m.State.NextMember(in.k, after)
	}
	if n != nil && after == 0 {
		n.Walked(m.State, in.x.base)
	}
	return m.State.NextRow(in.x.base, in.k, after)
}

// nextElement puts the next value of a set into the register of a loop.
func (m *Machine) nextElement(f *Function, in *instr, r []world.Word, n *world.Notes) (ok bool) {
	args := r[in.a : int(in.a)+int(in.b)+1]
	i := args[in.b]
	if n != nil && f.Result.Kind == world.KindObject {
		n.Members(f.Result)
	}
	r[in.dst], ok = m.Element(f, args, int(i))
	args[in.b] = i + 1
	return ok
}

// run carries out a program. It returns the result of opTrue or opFalse; it leaves a value in its registers. It notes
// all reads, unless there are no notes.
func (m *Machine) run(p *program, r []world.Word, n *world.Notes) bool {
	st := m.State
	for pc := 0; ; {
		in, hit := &p.code[pc], false
		pc++
		switch in.op {
		case opTest0:
			w := st.Get(in.x.base)
			if n != nil && !n.IsFinal(in.x.base) {
				noteRange(n, in.x.base, w, in.lo, in.lo+world.Word(in.span))
			}
			hit = uint64(w-in.lo) <= in.span
		case opTest1:
			a := in.x.base + world.Addr(r[in.x.s0]&world.IndexMask)*world.Addr(in.x.m0)
			w := st.Get(a)
			if n != nil && !n.IsFinal(a) {
				noteRange(n, a, w, in.lo, in.lo+world.Word(in.span))
			}
			hit = uint64(w-in.lo) <= in.span
		case opTestReg:
			hit = uint64(r[in.a]-in.lo) <= in.span
		case opTest2, opLessCellCell, opEqCellCell, opLessCellReg, opLessRegCell, opEqCellReg, opLessReg, opEqReg, opIs:
			if n != nil {
				m.noteTest(in, r, n)
			}
			hit = m.test(in, r)
		case opNextMember, opNextRow:
			m.round(p.src)
			r[in.dst] = m.next(in, r[in.dst], n)
			hit = r[in.dst] != 0
		case opNextValue:
			m.round(p.src)
			r[in.dst]++
			hit = r[in.dst] < world.Word(in.k)
		case opNextElement:
			m.round(p.src)
			hit = m.nextElement(p.funcs[in.k], in, r, n)
		case opJump:
			pc = int(in.jump)
			continue
		case opTrue, opFalse:
			return in.op == opTrue
		case opConst:
			r[in.dst] = in.lo
			continue
		case opMove:
			r[in.dst] = r[in.a]
			continue
		case opLoad:
			a := in.x.addr(r)
			r[in.dst] = st.Get(a)
			if n != nil && !n.IsFinal(a) {
				n.Read(a, r[in.dst], r[in.dst])
			}
			continue
		case opLoadRow:
			a := in.x.base + world.Addr(r[in.x.s0]&world.IndexMask)*world.Addr(in.x.m0)
			r[in.dst] = st.Get(a)
			if n != nil && !n.IsFinal(a) {
				n.Read(a, r[in.dst], r[in.dst])
			}
			continue
		case opLoadTwo:
			a := in.x.addr(r)
			x, y := st.Get(a), st.Get(a+1)
			if n != nil && !(n.IsFinal(a) && n.IsFinal(a+1)) {
				noteTwo(n, a, x, y)
			}
			r[in.dst], r[in.dst+1] = x, y
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
			m.step(p, in, r, n)
			continue
		}
		if hit == in.neg {
			pc = int(in.jump)
		}
	}
}

// test carries out the tests that compare two words, those of one cell with two arguments, and those of an object's
// type.
func (m *Machine) test(in *instr, r []world.Word) bool {
	switch in.op {
	case opIs:
		return m.is(r[in.a], in.k)
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
func (m *Machine) derived(p *program, in *instr, r []world.Word, n *world.Notes) {
	q, inner := p.calls[in.k], r[p.regs:]
	copy(inner[:q.frame], r[in.a:])
	hit := m.run(q, inner, n)
	switch in.span {
	case 0:
		r[in.dst] = world.Bool(hit)
	case 1:
		r[in.dst] = inner[q.out]
	default:
		r[in.dst], r[in.dst+1] = inner[q.out], inner[q.out+1]
	}
}

// step carries out rare instructions, and those not worth the room in run.
func (m *Machine) step(p *program, in *instr, r []world.Word, n *world.Notes) {
	if n != nil {
		m.noteStep(p, in, r, n)
	}
	switch in.op {
	case opGrant:
		m.grant()
	case opCall:
		m.round(p.src)
		m.derived(p, in, r, n)
	case opRecur:
		args := r[in.a : int(in.a)+int(in.b)]
		r[in.dst] = world.Bool(m.recur(p.recurs[in.k], args, r[p.regs:], n))
	case opCurve:
		r[in.dst] = curveOf(p.curves[in.k], r[in.a])
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
