package expr

import "github.com/karakuri-ai/karakuri/world"

// EvalTerm evaluates an expression by walking its tree: the reference that compiled programs must agree with. Slow;
// meant for checking, explaining and single evaluations. The frame holds the parameters that the term refers to. The
// second word of the result is used by vec2 only. A nil term is true.
func EvalTerm(t *Term, m *Machine, fr []world.Word) [2]world.Word {
	if t == nil {
		return [2]world.Word{1}
	}
	e := m.evaluator()
	return e.eval(t, fr)
}

// evaluator walks a tree. Bound variables lie in bound, by their index.
type evaluator struct {
	m       *Machine
	bound   [MaxQuantVars]world.Word
	seen    func(*Reading) // called for every cell that is read; may be nil
	members func(typ int32)
}

// evaluator returns what walks the trees of one evaluation.
func (m *Machine) evaluator() evaluator {
	m.grant()
	return evaluator{m: m}
}

func (e *evaluator) holds(t *Term, fr []world.Word) bool { return t == nil || e.eval(t, fr)[0].Bool() }

func (e *evaluator) eval(t *Term, fr []world.Word) [2]world.Word {
	switch t.Kind {
	case TermConst:
		return t.Words
	case TermVar:
		if t.Type.Kind == world.KindVec2 {
			return [2]world.Word{fr[t.Slot], fr[t.Slot+1]}
		}
		return [2]world.Word{fr[t.Slot]}
	case TermBound:
		return [2]world.Word{e.bound[t.Slot]}
	case TermCell:
		return e.cell(t, fr)
	case TermDerived:
		return e.derived(t, fr)
	case TermFunc:
		return e.call(t, fr)
	case TermAnd, TermOr:
		return e.logic(t, fr)
	case TermIf:
		if e.holds(t.Args[0], fr) {
			return e.eval(t.Args[1], fr)
		}
		return e.eval(t.Args[2], fr)
	case TermIs:
		o := e.eval(t.Args[0], fr)[0]
		if e.members != nil {
			e.members(t.Args[0].Type.ID)
		}
		return [2]world.Word{world.Bool(e.m.is(o, t.TypeID))}
	case TermQuant:
		return e.quant(t, fr)
	}
	var args [MaxArgs][2]world.Word
	if t.Kind == TermIn {
		return [2]world.Word{world.Bool(e.in(t, fr))}
	}
	for i, a := range t.Args {
		args[i] = e.eval(a, fr)
	}
	return compute(t, args[:len(t.Args)])
}

// compute returns the value of an operator or built-in function from those of its operands.
func compute(t *Term, args [][2]world.Word) [2]world.Word {
	x := args[0]
	switch t.Kind {
	case TermUnary:
		return computeUnary(t, x)
	case TermCompare:
		return [2]world.Word{world.Bool(compareWords(t.Op, x, args[1]))}
	case TermBetween:
		return [2]world.Word{world.Bool(x[0] >= args[1][0] && x[0] <= args[2][0])}
	case TermArith:
		return computeArith(t, x, args[1])
	case TermFloat:
		return [2]world.Word{intToFloat(x[0])}
	case TermField:
		return [2]world.Word{x[t.Slot]}
	case TermCurve:
		return [2]world.Word{curveOf(t.Curve, x[0])}
	default:
		return computeBuiltin(t, args)
	}
}

func computeUnary(t *Term, x [2]world.Word) [2]world.Word {
	switch {
	case t.Op == Not:
		return [2]world.Word{1 - x[0]}
	case t.Type.Kind == world.KindInt:
		return [2]world.Word{-x[0]}
	case t.Type.Kind == world.KindFloat:
		return [2]world.Word{negFloat(x[0])}
	}
	return [2]world.Word{negFloat(x[0]), negFloat(x[1])}
}

func compareWords(op Op, x, y [2]world.Word) bool {
	switch op {
	case Eq:
		return x == y
	case Ne:
		return x != y
	case Lt:
		return x[0] < y[0]
	case Le:
		return x[0] <= y[0]
	case Gt:
		return x[0] > y[0]
	default:
		return x[0] >= y[0]
	}
}

func computeArith(t *Term, x, y [2]world.Word) [2]world.Word {
	switch {
	case t.Type.Kind == world.KindInt:
		return [2]world.Word{arithInt(t.Op, x[0], y[0])}
	case t.Type.Kind == world.KindFloat:
		return [2]world.Word{arithFloat(t.Op, x[0], y[0])}
	case t.Args[1].Type.Kind == world.KindFloat: // a vec2 scaled
		return [2]world.Word{arithFloat(t.Op, x[0], y[0]), arithFloat(t.Op, x[1], y[0])}
	}
	return [2]world.Word{arithFloat(t.Op, x[0], y[0]), arithFloat(t.Op, x[1], y[1])}
}

func computeBuiltin(t *Term, args [][2]world.Word) [2]world.Word {
	x := args[0]
	switch t.Builtin {
	case BuiltinMin:
		for _, y := range args[1:] {
			x[0] = min(x[0], y[0])
		}
		return x
	case BuiltinMax:
		for _, y := range args[1:] {
			x[0] = max(x[0], y[0])
		}
		return x
	case BuiltinClamp:
		return [2]world.Word{clamped(x[0], args[1][0], args[2][0])}
	case BuiltinDist:
		return [2]world.Word{distance(x, args[1])}
	case BuiltinVec2:
		return [2]world.Word{x[0], args[1][0]}
	case BuiltinAbs:
		if t.Type.Kind == world.KindInt {
			return [2]world.Word{absInt(x[0])}
		}
	}
	return [2]world.Word{builtinFloat(t.Builtin, x[0])}
}

func (e *evaluator) logic(t *Term, fr []world.Word) [2]world.Word {
	stop := t.Kind == TermOr
	for _, a := range t.Args {
		if e.holds(a, fr) == stop {
			return [2]world.Word{world.Bool(stop)}
		}
	}
	return [2]world.Word{world.Bool(!stop)}
}

func (e *evaluator) in(t *Term, fr []world.Word) bool {
	x := e.eval(t.Args[0], fr)
	for _, a := range t.Args[1:] {
		if e.eval(a, fr) == x {
			return true
		}
	}
	return false
}

// cell reads a stored symbol. If an argument is none or out of range, there is no cell, and it reads the default.
func (e *evaluator) cell(t *Term, fr []world.Word) [2]world.Word {
	var args [MaxArgs]world.Word
	for i, a := range t.Args {
		args[i] = e.eval(a, fr)[0]
	}
	return e.read(t.Symbol, args[:len(t.Args)])
}

func (e *evaluator) read(sym *world.Symbol, args []world.Word) [2]world.Word {
	a, ok := sym.Addr(args...)
	v := sym.Default
	if v[1] = 0; sym.Type.Kind == world.KindVec2 {
		v[1] = sym.Default[1]
	}
	if ok {
		v[0] = e.m.State.Get(a)
		if sym.Type.Kind == world.KindVec2 {
			v[1] = e.m.State.Get(a + 1)
		}
	}
	if e.seen != nil {
		e.seen(&Reading{Sym: sym, Args: append([]world.Word(nil), args...), Addr: a, Absent: !ok, Value: v})
	}
	return v
}

// arguments evaluates the arguments of a call into buf, one word or two for each.
func (e *evaluator) arguments(args []*Term, fr []world.Word, buf []world.Word) []world.Word {
	for _, a := range args {
		w := e.eval(a, fr)
		buf = append(buf, w[:a.Type.Width()]...)
	}
	return buf
}

func (e *evaluator) derived(t *Term, fr []world.Word) [2]world.Word {
	if t.Derived.Body == nil {
		return [2]world.Word{}
	}
	var buf [2 * MaxArgs]world.Word
	if t.Derived.loop != nil {
		return [2]world.Word{world.Bool(e.recur(t.Derived, e.arguments(t.Args, fr, buf[:0])))}
	}
	e.m.round(t)
	inner := evaluator{m: e.m, seen: e.seen, members: e.members}
	return inner.eval(t.Derived.Body, e.arguments(t.Args, fr, buf[:0]))
}

func (e *evaluator) call(t *Term, fr []world.Word) [2]world.Word {
	if e.members != nil && t.Type.Kind == world.KindObject {
		e.members(t.Type.ID)
	}
	return e.m.call(t.Func, e.arguments(t.Args, fr, make([]world.Word, 0, 2*MaxArgs)))
}

// each calls visit for every tuple of members, leftmost variable slowest, until it returns false.
func (e *evaluator) each(vars []BoundVar, fr []world.Word, visit func() bool) bool {
	if len(vars) == 0 {
		return visit()
	}
	v := &vars[0]
	if v.From != nil {
		return e.eachElement(vars, fr, visit)
	}
	if v.Type.Kind == world.KindEnum {
		for i := range v.Count {
			e.m.round(nil)
			e.bound[v.Index] = world.Word(i)
			if !e.each(vars[1:], fr, visit) {
				return false
			}
		}
		return true
	}
	if e.members != nil {
		e.members(v.Type.ID)
	}
	st := e.m.State
	for o := st.NextMember(v.Type.ID, 0); o != 0; o = st.NextMember(v.Type.ID, o) {
		e.m.round(nil)
		e.bound[v.Index] = o
		if !e.each(vars[1:], fr, visit) {
			return false
		}
	}
	return true
}

// eachElement is each if the first variable takes the values of a set of the host.
func (e *evaluator) eachElement(vars []BoundVar, fr []world.Word, visit func() bool) bool {
	v := &vars[0]
	if e.members != nil && v.Type.Kind == world.KindObject {
		e.members(v.Type.ID)
	}
	args := append(e.arguments(v.From.Args, fr, make([]world.Word, 0, 2*MaxArgs+1)), 0)
	for i := 0; ; i++ {
		e.m.round(nil)
		w, ok := e.m.Element(v.From.Func, args, i)
		if !ok {
			return true
		}
		e.bound[v.Index] = w
		if !e.each(vars[1:], fr, visit) {
			return false
		}
	}
}

func (e *evaluator) quant(t *Term, fr []world.Word) [2]world.Word {
	switch t.Quant {
	case Exists:
		none := e.each(t.Vars, fr, func() bool { return !e.holds(t.Where, fr) })
		return [2]world.Word{world.Bool(!none)}
	case Forall:
		all := e.each(t.Vars, fr, func() bool { return !e.holds(t.Where, fr) || e.holds(t.Body, fr) })
		return [2]world.Word{world.Bool(all)}
	case Count:
		n := world.Word(0)
		e.each(t.Vars, fr, func() bool {
			n += world.Bool(e.holds(t.Where, fr))
			return true
		})
		return [2]world.Word{n}
	}
	return e.foldMembers(t, fr)
}

// foldMembers computes min, max and sum.
func (e *evaluator) foldMembers(t *Term, fr []world.Word) [2]world.Word {
	acc, found := world.Word(0), false // the word 0 is also the float 0
	e.each(t.Vars, fr, func() bool {
		if !e.holds(t.Where, fr) {
			return true
		}
		w := e.eval(t.Body, fr)[0]
		switch {
		case t.Quant == Sum && t.Type.Kind == world.KindFloat:
			acc = arithFloat(Add, acc, w)
		case t.Quant == Sum:
			acc += w
		case !found:
			acc = w
		case t.Quant == Min:
			acc = min(acc, w)
		default:
			acc = max(acc, w)
		}
		found = true
		return true
	})
	switch {
	case t.Quant == Sum || found:
		return [2]world.Word{acc}
	case t.Else != nil:
		return e.eval(t.Else, fr)
	}
	return [2]world.Word{extreme(t.Type, t.Quant == Min)}
}

// write is a word about to be written.
type write struct {
	addr world.Addr
	word world.Word
}

// ApplyTerms applies effects by walking their trees: the reference for [Effects.Apply].
func ApplyTerms(e *EffectTerms, m *Machine, fr []world.Word) {
	if e == nil {
		return
	}
	w := effectWalker{evaluator: m.evaluator()}
	w.list(e.List, fr)
	for _, p := range w.writes {
		m.State.Set(p.addr, p.word)
	}
}

// effectWalker collects what effects write before any of it is written.
type effectWalker struct {
	evaluator
	writes []write
}

func (w *effectWalker) list(list []*EffectTerm, fr []world.Word) {
	for _, e := range list {
		switch {
		case e.Symbol != nil:
			w.assign(e, fr)
		case e.Cond != nil:
			if w.holds(e.Cond, fr) {
				w.list(e.Then, fr)
			} else {
				w.list(e.Else, fr)
			}
		default:
			w.each(e.Vars, fr, func() bool {
				if w.holds(e.Where, fr) {
					w.list(e.Then, fr)
				}
				return true
			})
		}
	}
}

func (w *effectWalker) assign(e *EffectTerm, fr []world.Word) {
	var buf [MaxArgs]world.Word
	args := buf[:len(e.Args)]
	for i, a := range e.Args {
		args[i] = w.eval(a, fr)[0]
	}
	v := w.eval(e.Value, fr)
	a, ok := e.Symbol.Addr(args...)
	if !ok {
		return
	}
	if e.Op != AssignSet {
		old := w.read(e.Symbol, args)
		for i := range v {
			v[i] = changed(e.Op, e.Symbol.Type, old[i], v[i])
		}
	}
	for i := range e.Symbol.Type.Width() {
		w.writes = append(w.writes, write{a + world.Addr(i), saturated(e.Symbol.Type, v[i])})
	}
}

// changed returns what += or -= makes of a word. Ints stop at the ends instead of wrapping around.
func changed(op AssignOp, t world.Type, old, by world.Word) world.Word {
	switch {
	case t.Kind != world.KindInt && op == AssignAdd:
		return arithFloat(Add, old, by)
	case t.Kind != world.KindInt:
		return arithFloat(Sub, old, by)
	case op == AssignAdd:
		return addSaturating(old, by)
	}
	return subSaturating(old, by)
}

// saturated returns a word brought into the range of an int.
func saturated(t world.Type, w world.Word) world.Word {
	if t.Kind != world.KindInt {
		return w
	}
	return clamped(w, world.Word(t.Lo), world.Word(t.Hi))
}
