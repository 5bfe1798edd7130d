package expr

import (
	"slices"

	"github.com/karakuri-ai/karakuri/world"
)

// loop generates loops over the members of the variables' types, leftmost slowest, around body. Each part of the
// where-part is tested as soon as the variables it mentions are known. Body gets the label of the next round.
func (g *gen) loop(vars []BoundVar, where *Term, body func(next label)) {
	g.metered = true
	outer, done := len(g.bound), g.label()
	next := done
	parts := spread(vars, where)
	for i, v := range vars {
		reg := g.take(1)
		in := instr{op: opNextMember, dst: uint16(reg), k: v.Type.ID}
		start := world.Word(0)
		switch {
		case v.From != nil:
			in = g.elements(v.From, reg)
		case v.Type.Kind == world.KindEnum:
			in.op, in.k, start = opNextValue, int32(v.Count), -1
		}
		g.bound = append(g.bound, reg)
		for k, part := range parts[i] { // of many objects, those that have a row are found without looking at the others
			if sym, x := RowOf(part); sym != nil && v.From == nil && x.Kind == TermBound && x.Slot == v.Index {
				in.op, in.x.base = opNextRow, sym.Base
				parts[i] = slices.Delete(slices.Clone(parts[i]), k, k+1)
				break
			}
			if sym, x := MarkOf(part); sym != nil && in.op == opNextMember && x.Kind == TermBound && x.Slot == v.Index {
				in.lo = 1 + world.Word(sym.ID)
			}
		}
		g.emit(instr{op: opConst, dst: uint16(reg), lo: start})
		again := g.label()
		g.place(again)
		g.test(in, false, false, next)
		next = again
		for _, part := range parts[i] {
			g.jumpIf(part, false, again)
		}
	}
	body(next)
	g.jump(next)
	g.place(done)
	g.bound = g.bound[:outer]
}

// elements calls for the values of a set one by one: its arguments are computed once, and a register behind them
// counts.
func (g *gen) elements(call *Term, dst int) instr {
	first, n := g.row(call.Args)
	g.move(known(0), g.take(1))
	g.funcs = append(g.funcs, call.Func)
	return instr{op: opNextElement, dst: uint16(dst), a: uint16(first), b: uint16(n), k: int32(len(g.funcs) - 1)}
}

// spread gives each part of a where-part to the first variable after which it can be judged.
func spread(vars []BoundVar, where *Term) [][]*Term {
	parts := make([][]*Term, len(vars))
	if where == nil {
		return parts
	}
	for _, part := range where.conjuncts() {
		last := 0
		part.Walk(func(t *Term) bool {
			if t.Kind == TermBound {
				last = max(last, min(t.Slot-vars[0].Index, len(vars)-1))
			}
			return true
		})
		parts[last] = append(parts[last], part)
	}
	return parts
}

// quantified generates exists and forall.
func (g *gen) quantified(t *Term, sense bool, to label) {
	found := t.Quant == Exists // the truth that one member can decide
	hit := to
	if found != sense {
		hit = g.label()
	}
	g.loop(t.Vars, t.Where, func(next label) {
		if t.Quant == Forall {
			g.jumpIf(t.Body, true, next)
		}
		g.jump(hit)
	})
	if found != sense { // no member decided it: the other truth
		g.jump(to)
		g.place(hit)
	}
}

// fold generates count, sum, min and max.
func (g *gen) fold(t *Term, dst int) {
	start, seen := world.Word(0), -1
	if t.Quant == Min || t.Quant == Max {
		start = extreme(t.Type, t.Quant == Min)
		if t.Else != nil {
			seen = g.take(1)
			g.move(known(0), seen)
			start = extreme(unranged(t.Type), t.Quant == Min)
		}
	}
	g.move(known(start), dst)
	g.loop(t.Vars, t.Where, func(label) {
		g.accumulate(t, dst)
		if seen >= 0 {
			g.move(known(1), seen)
		}
	})
	if seen >= 0 {
		end := g.label()
		g.test(instr{op: opTestReg, a: uint16(seen)}, false, false, end) // seen is 0
		g.into(t.Else, dst)
		g.place(end)
	}
}

// accumulate takes one member into account.
func (g *gen) accumulate(t *Term, acc int) {
	dst := uint16(acc)
	if t.Quant == Count {
		g.emit(instr{op: opAddImm, dst: dst, a: dst, lo: 1})
		return
	}
	body := g.value(t.Body)
	in := instr{op: opAddInt, dst: dst, a: dst, b: body}
	switch {
	case t.Quant == Min:
		in.op = opMin
	case t.Quant == Max:
		in.op = opMax
	case t.Type.Kind == world.KindFloat:
		in = floatOp(Add, dst, dst, body)
	}
	g.emit(in)
}
