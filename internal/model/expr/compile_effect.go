package expr

import (
	"math"

	"github.com/karakuri-ai/karakuri/world"
)

// effects generates a list of effects.
func (g *gen) effects(list []*EffectTerm) {
	for _, e := range list {
		mark := g.next
		switch {
		case e.Symbol != nil:
			g.assign(e)
		case e.Cond != nil:
			other, end := g.label(), g.label()
			g.jumpIf(e.Cond, false, other)
			g.effects(e.Then)
			if len(e.Else) > 0 {
				g.jump(end)
			}
			g.place(other)
			g.effects(e.Else)
			g.place(end)
		default:
			g.loop(e.Vars, e.Where, func(label) { g.effects(e.Then) })
		}
		g.next = mark
	}
}

func (g *gen) assign(e *EffectTerm) {
	sym, width := e.Symbol, e.Symbol.Type.Width()
	store := instr{op: opStore, neg: g.hold}
	c, absent, ok := g.cell(sym, e.Args)
	if absent {
		return
	}
	load := loadOp(c, 0, width)
	if !ok {
		first, _ := g.row(e.Args)
		store.op, store.a, store.k = opStoreAny, uint16(first), g.symbol(sym)
		load = instr{op: opLoadAny, a: store.a, k: store.k}
	}
	value := g.take(width)
	g.into(e.Value, value)
	if e.Op != AssignSet {
		old := g.take(width)
		load.dst = uint16(old)
		g.emit(load)
		g.change(e, value, old, width)
	}
	if t := sym.Type; t.Kind == world.KindInt && (t.Lo != math.MinInt64 || t.Hi != math.MaxInt64) {
		g.emit(instr{op: opClamp, dst: uint16(value), a: uint16(value), lo: world.Word(t.Lo), span: uint64(t.Hi) - uint64(t.Lo)})
	}
	if !ok {
		store.dst = uint16(value)
		g.emit(store)
		return
	}
	for i := range width {
		store.x, store.a = c, uint16(value+i)
		g.emit(store)
		c.base++
	}
}

// change generates += and -=: the words at value become the old ones with those added or taken off.
func (g *gen) change(e *EffectTerm, value, old, width int) {
	op := Add
	if e.Op == AssignSub {
		op = Sub
	}
	for i := range width {
		dst, a := uint16(value+i), uint16(old+i)
		if e.Symbol.Type.Kind == world.KindInt {
			g.emit(instr{op: opChange, k: int32(e.Op), dst: dst, a: a, b: dst})
		} else {
			g.emit(floatOp(op, dst, a, dst))
		}
	}
}

// conflicts finds out whether one of a list of effects reads a symbol that one before it writes: the writes must then
// wait.
type conflicts struct{ written map[*world.Symbol]bool }

func (c *conflicts) list(list []*EffectTerm) bool {
	for _, e := range list {
		if c.effect(e) {
			return true
		}
	}
	return false
}

func (c *conflicts) effect(e *EffectTerm) bool {
	if len(e.Vars) > 0 { // a later round may read what an earlier one wrote
		eachEffect(e.Then, func(e *EffectTerm) {
			if e.Symbol != nil {
				c.written[e.Symbol] = true
			}
		})
	}
	found := e.Symbol != nil && e.Op != AssignSet && c.written[e.Symbol]
	seen := map[*Derived]bool{}
	e.terms(func(t *Term) {
		t.symbols(func(s *world.Symbol) { found = found || c.written[s] }, seen)
	})
	if found || c.list(e.Then) || c.list(e.Else) {
		return true
	}
	if e.Symbol != nil {
		c.written[e.Symbol] = true
	}
	return false
}

// assignment is an effect that needs no program: the cell x is set to, or changed by, a constant, a word of the frame
// or another cell.
type assignment struct {
	op     AssignOp
	source valueKind
	fixed  bool // a constant is written to a cell without computed arguments, and nothing waits
	slot   uint16
	x, y   cell
	word   world.Word
	lo, hi world.Word // range of the result
}

// assignments returns a list of effects as assignments, if every one of them can be.
func assignments(list []*EffectTerm, hold bool) ([]assignment, bool) {
	out := make([]assignment, 0, len(list))
	for _, e := range list {
		if e.Symbol == nil || e.Symbol.Type.Kind == world.KindVec2 || e.Op != AssignSet && e.Symbol.Type.Kind != world.KindInt {
			return nil, false
		}
		a, exists, ok := assignmentOf(e)
		if !ok {
			return nil, false
		}
		if exists {
			a.fixed = a.op == AssignSet && a.source == valueConst && a.x.n == 0 && !hold
			out = append(out, a)
		}
	}
	return out, true
}

func assignmentOf(e *EffectTerm) (a assignment, exists, ok bool) {
	g := newGen(append([]*Term{e.Value}, e.Args...)...)
	c, absent, direct := g.cell(e.Symbol, e.Args)
	a = assignment{op: e.Op, x: c, lo: math.MinInt64, hi: math.MaxInt64}
	if t := e.Symbol.Type; t.Kind == world.KindInt {
		a.lo, a.hi = world.Word(t.Lo), world.Word(t.Hi)
	}
	switch v := e.Value; v.Kind {
	case TermConst:
		a.source, a.word = valueConst, v.Words[0]
		if e.Op == AssignSet {
			a.word = clamped(a.word, a.lo, a.hi)
		}
	case TermVar:
		a.source, a.slot = valueSlot, uint16(v.Slot)
	case TermCell:
		y, none, found := g.cell(v.Symbol, v.Args)
		direct = direct && found && !none
		a.source, a.y = valueCell, y
	default:
		return a, false, false
	}
	return a, !absent, direct && len(g.code) == 0
}
