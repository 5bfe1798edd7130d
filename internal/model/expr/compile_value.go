package expr

import "github.com/karakuri-ai/karakuri/world"

// into generates code that leaves the value of a term in register dst, and dst+1 for a vec2. It gives back every other
// register it takes.
func (g *gen) into(t *Term, dst int) {
	mark := g.next
	defer func() { g.next = mark }()
	switch t.Kind {
	case TermConst, TermVar, TermBound:
		g.copy(t, dst)
	case TermCell:
		g.load(t, dst)
	case TermDerived:
		g.derivedInto(t, dst)
	case TermFunc:
		first, n := g.row(t.Args)
		g.funcs = append(g.funcs, t.Func)
		g.emit(instr{op: opFunc, dst: uint16(dst), a: uint16(first), b: uint16(n), k: int32(len(g.funcs) - 1)})
	case TermIf:
		other, end := g.label(), g.label()
		g.jumpIf(t.Args[0], false, other)
		g.into(t.Args[1], dst)
		g.jump(end)
		g.place(other)
		g.into(t.Args[2], dst)
		g.place(end)
	case TermUnary:
		if t.Op == Not {
			g.truth(t, dst)
		} else {
			g.negate(t, dst)
		}
	case TermArith:
		g.arith(t, dst)
	case TermFloat:
		g.emit(instr{op: opToFloat, dst: uint16(dst), a: g.value(t.Args[0])})
	case TermField:
		g.component(t, dst)
	case TermBuiltin:
		g.builtin(t, dst)
	case TermCurve:
		x := g.value(t.Args[0]) // which may hold curves of its own
		g.curves = append(g.curves, t.Curve)
		g.emit(instr{op: opCurve, dst: uint16(dst), a: x, k: int32(len(g.curves) - 1)})
	case TermQuant:
		if t.Quant == Exists || t.Quant == Forall {
			g.truth(t, dst)
		} else {
			g.fold(t, dst)
		}
	default:
		g.truth(t, dst)
	}
}

// copy moves a term that is computed already.
func (g *gen) copy(t *Term, dst int) {
	for i := range t.Type.Width() {
		o := known(t.Words[i])
		switch t.Kind {
		case TermVar:
			o = g.param(t.Slot + i)
		case TermBound:
			o = g.variable(t.Slot)
		}
		g.move(o, dst+i)
	}
}

func (g *gen) move(o operand, dst int) {
	if o.reg < 0 {
		g.emit(instr{op: opConst, dst: uint16(dst), lo: o.word})
	} else if o.reg != dst {
		g.emit(instr{op: opMove, dst: uint16(dst), a: uint16(o.reg)})
	}
}

// truth makes 0 or 1 of a condition.
func (g *gen) truth(t *Term, dst int) {
	no, end := g.label(), g.label()
	g.jumpIf(t, false, no)
	g.move(known(1), dst)
	g.jump(end)
	g.place(no)
	g.move(known(0), dst)
	g.place(end)
}

func (g *gen) load(t *Term, dst int) {
	c, absent, ok := g.cell(t.Symbol, t.Args)
	switch {
	case absent:
		for i := range t.Type.Width() {
			g.move(known(t.Symbol.Default[i]), dst+i)
		}
	case ok:
		g.emit(loadOp(c, dst, t.Type.Width()))
	default:
		first, _ := g.row(t.Args)
		g.emit(instr{op: opLoadAny, dst: uint16(dst), a: uint16(first), k: g.symbol(t.Symbol)})
	}
}

// inline reports whether a derived symbol is to be compiled in place, and counts it if so.
func (g *gen) inline(d *Derived) bool {
	size := termSize(d.Body)
	if d.loop != nil || size > inlineSize || g.inlined+size > inlineTotal {
		return false
	}
	g.inlined += size
	return true
}

func termSize(t *Term) int {
	n := 0
	t.Walk(func(*Term) bool {
		n++
		return n <= inlineTotal
	})
	return n
}

// enclose makes the parameters of a derived symbol known and calls body with them in force.
func (g *gen) enclose(t *Term, body func()) {
	var params []operand
	for _, a := range t.Args {
		if a.Type.Kind != world.KindVec2 {
			params = append(params, g.operand(a))
			continue
		}
		first := g.take(2)
		g.into(a, first)
		params = append(params, operand{reg: first}, operand{reg: first + 1})
	}
	outer := g.env
	g.env = &environment{params, len(g.bound)}
	body()
	g.env = outer
}

func (g *gen) derivedInto(t *Term, dst int) {
	switch {
	case t.Derived.Body == nil:
		for i := range t.Type.Width() {
			g.move(known(0), dst+i)
		}
	case t.Derived.loop != nil:
		g.recursive(t, dst)
	case g.inline(t.Derived):
		g.enclose(t, func() { g.into(t.Derived.Body, dst) })
	default:
		first, _ := g.row(t.Args)
		span := uint64(t.Type.Width())
		if t.Type.Kind == world.KindBool {
			span = 0
		}
		g.calls = append(g.calls, t.Derived.compiled())
		g.emit(instr{op: opCall, dst: uint16(dst), a: uint16(first), span: span, k: int32(len(g.calls) - 1)})
	}
}

// compiled returns the program of a derived symbol's body: a condition, or a value.
func (d *Derived) compiled() *program {
	d.once.Do(func() {
		g := newGen(d.Body)
		g.called = true
		if d.Type.Kind == world.KindBool {
			d.code = g.condition(d.Body)
			return
		}
		g.out = g.take(d.Type.Width())
		g.into(d.Body, g.out)
		g.emit(instr{op: opTrue})
		d.code = g.finish()
	})
	return d.code
}

func (g *gen) negate(t *Term, dst int) {
	x := t.Args[0]
	switch t.Type.Kind {
	case world.KindInt:
		g.emit(instr{op: opNegInt, dst: uint16(dst), a: g.value(x)})
	case world.KindFloat:
		g.emit(instr{op: opNegFloat, dst: uint16(dst), a: g.value(x)})
	default:
		g.into(x, dst)
		for i := range 2 {
			g.emit(instr{op: opNegFloat, dst: uint16(dst + i), a: uint16(dst + i)})
		}
	}
}

func (g *gen) arith(t *Term, dst int) {
	x, y := t.Args[0], t.Args[1]
	switch t.Type.Kind {
	case world.KindInt:
		g.arithInt(t.Op, x, y, dst)
	case world.KindFloat:
		a, b := g.value(x), g.value(y)
		g.emit(floatOp(t.Op, uint16(dst), a, b))
	default:
		g.arithVec2(t.Op, x, y, dst)
	}
}

func (g *gen) arithInt(op Op, x, y *Term, dst int) {
	if op == Add && x.Kind == TermConst {
		x, y = y, x
	}
	if w, ok := y.Const(); ok && (op == Add || op == Sub) {
		by := w[0]
		if op == Sub {
			by = -by
		}
		g.emit(instr{op: opAddImm, dst: uint16(dst), a: g.value(x), lo: by})
		return
	}
	a, b := g.value(x), g.value(y)
	in := instr{op: opArithInt, k: int32(op), dst: uint16(dst), a: a, b: b}
	switch op {
	case Add:
		in.op = opAddInt
	case Mul:
		in.op = opMulInt
	}
	g.emit(in)
}

// arithVec2 combines two points, or scales one by a number.
func (g *gen) arithVec2(op Op, x, y *Term, dst int) {
	g.into(x, dst)
	first, step := g.take(2), uint16(1)
	if y.Type.Kind == world.KindFloat {
		step = 0
	}
	g.into(y, first)
	for i := range uint16(2) {
		g.emit(floatOp(op, uint16(dst)+i, uint16(dst)+i, uint16(first)+i*step))
	}
}

func (g *gen) component(t *Term, dst int) {
	if o, ok := g.fixed(t); ok {
		g.move(o, dst)
		return
	}
	if x := t.Args[0]; x.Kind == TermCell {
		if c, absent, ok := g.cell(x.Symbol, x.Args); absent {
			g.move(known(x.Symbol.Default[t.Slot]), dst)
			return
		} else if ok {
			c.base += world.Addr(t.Slot)
			g.emit(loadOp(c, dst, 1))
			return
		}
	}
	first := g.take(2)
	g.into(t.Args[0], first)
	g.move(operand{reg: first + t.Slot}, dst)
}

func (g *gen) builtin(t *Term, dst int) {
	args := t.Args
	switch t.Builtin {
	case BuiltinMin, BuiltinMax:
		op := opMin
		if t.Builtin == BuiltinMax {
			op = opMax
		}
		g.combine(op, args, dst)
	case BuiltinClamp:
		g.combine(opMax, args[:2], dst)
		g.emit(instr{op: opMin, dst: uint16(dst), a: uint16(dst), b: g.value(args[2])})
	case BuiltinVec2:
		g.into(args[0], dst)
		g.into(args[1], dst+1)
	case BuiltinDist:
		first, _ := g.row(args)
		g.emit(instr{op: opDist, dst: uint16(dst), a: uint16(first), b: uint16(first + 2)})
	default:
		if t.Builtin == BuiltinAbs && t.Type.Kind == world.KindInt {
			g.emit(instr{op: opAbsInt, dst: uint16(dst), a: g.value(args[0])})
			return
		}
		g.emit(instr{op: opBuiltin, k: int32(t.Builtin), dst: uint16(dst), a: g.value(args[0])})
	}
}

// combine folds terms with a binary instruction, from the left.
func (g *gen) combine(op opcode, args []*Term, dst int) {
	g.into(args[0], dst)
	for _, a := range args[1:] {
		mark := g.next
		g.emit(instr{op: op, dst: uint16(dst), a: uint16(dst), b: g.value(a)})
		g.next = mark
	}
}
