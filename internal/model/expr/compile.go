package expr

import (
	"math"

	"github.com/karakuri-ai/karakuri/world"
)

// Derived symbols up to this size are compiled into what uses them, until that has grown by inlineTotal; larger ones
// are called. Both count terms.
const (
	inlineSize  = 64
	inlineTotal = 1024
)

// operand is the place of a word: in a register, or known in advance (reg is -1).
type operand struct {
	reg  int
	word world.Word
}

func known(w world.Word) operand { return operand{-1, w} }

// label is a place in the code that jumps may refer to before it is known.
type label int32

// gen generates the code of one program. Registers are handed out like a stack: the code that takes some gives them
// back by resetting next.
type gen struct {
	program
	labels  []int32 // place of each label
	next    int     // first free register
	bound   []int   // registers of the bound variables in scope
	env     *environment
	inlined int        // terms of derived symbols that were compiled into this program
	hold    bool       // effects: stores are held back
	called  bool       // it is that of a derived symbol, which others call
	within  *Recursion // that the derived symbol is a member of
	behind  int        // registers that recursions need behind those of the program
}

// environment holds the places of the parameters and variables of an inlined derived symbol.
type environment struct {
	params []operand
	bound  int // index in gen.bound of its variable 0
}

// newGen returns a generator for code over the frame words that the given terms refer to.
func newGen(terms ...*Term) *gen {
	g := &gen{}
	if len(terms) == 1 {
		g.src = terms[0]
	}
	for _, t := range terms {
		g.frame = max(g.frame, frameOf(t))
	}
	g.next, g.regs = g.frame, g.frame
	return g
}

// frameOf returns how many words of the frame a term refers to, at least.
func frameOf(t *Term) int {
	n := 0
	t.Walk(func(t *Term) bool {
		if t.Kind == TermVar {
			n = max(n, t.Slot+t.Type.Width())
		}
		return true
	})
	return n
}

// finish places the jumps and returns the program.
func (g *gen) finish() *program {
	g.metered = g.metered || len(g.calls) > 0 || len(g.recurs) > 0
	start := int32(0)
	if g.metered && !g.called {
		g.code, start = append([]instr{{op: opGrant}}, g.code...), 1
	}
	for i := range g.code {
		if in := &g.code[i]; in.op <= opJump {
			in.jump = g.labels[in.jump] + start
		}
	}
	p := g.program
	p.need = p.regs + g.behind
	for _, q := range p.calls {
		p.need = max(p.need, p.regs+q.need)
	}
	return &p
}

func (g *gen) emit(in instr) *instr {
	g.code = append(g.code, in)
	return &g.code[len(g.code)-1]
}

func (g *gen) label() label {
	g.labels = append(g.labels, 0)
	return label(len(g.labels) - 1)
}

func (g *gen) place(l label) { g.labels[l] = int32(len(g.code)) }

func (g *gen) jump(l label) { g.emit(instr{op: opJump, jump: int32(l)}) }

// take hands out n registers in a row.
func (g *gen) take(n int) int {
	r := g.next
	g.next += n
	g.regs = max(g.regs, g.next)
	return r
}

// param returns the place of a parameter.
func (g *gen) param(slot int) operand {
	if g.env == nil {
		return operand{reg: slot}
	}
	return g.env.params[slot]
}

// variable returns the register of a bound variable.
func (g *gen) variable(index int) operand {
	if g.env != nil {
		index += g.env.bound
	}
	return operand{reg: g.bound[index]}
}

// fixed returns the place of the value of a term of one word, if it needs no computation.
func (g *gen) fixed(t *Term) (operand, bool) {
	switch t.Kind {
	case TermConst:
		return known(t.Words[0]), true
	case TermVar:
		return g.param(t.Slot), true
	case TermBound:
		return g.variable(t.Slot), true
	case termRegister:
		return operand{reg: t.Slot}, true
	case TermField:
		if t.Args[0].Kind == TermVar {
			return g.param(t.Args[0].Slot + t.Slot), true
		}
	}
	return operand{}, false
}

// operand returns the place of the value of a term of one word, and generates the code that puts it there.
func (g *gen) operand(t *Term) operand {
	if o, ok := g.fixed(t); ok {
		return o
	}
	dst := g.take(1)
	g.into(t, dst)
	return operand{reg: dst}
}

// register returns a register that holds the operand.
func (g *gen) register(o operand) uint16 {
	if o.reg < 0 {
		o.reg = g.take(1)
		g.emit(instr{op: opConst, dst: uint16(o.reg), lo: o.word})
	}
	return uint16(o.reg)
}

// value returns a register that holds a term of one word.
func (g *gen) value(t *Term) uint16 { return g.register(g.operand(t)) }

// symbol returns the number of a symbol that takes a look at every argument while running.
func (g *gen) symbol(s *world.Symbol) int32 {
	g.wide = append(g.wide, s)
	return int32(len(g.wide) - 1)
}

// row puts terms into registers in a row, one word or two for each, and returns the first.
func (g *gen) row(terms []*Term) (first, words int) {
	for _, t := range terms {
		words += t.Type.Width()
	}
	first = g.take(words)
	at := first
	for _, t := range terms {
		g.into(t, at)
		at += t.Type.Width()
	}
	return first, words
}

// cell finds the address of a cell and generates the code that computes it. It returns false, and has generated
// nothing, when the address takes a look at every argument while running. absent reports that there is no such cell,
// whatever the state.
func (g *gen) cell(sym *world.Symbol, args []*Term) (c cell, absent, ok bool) {
	if !g.simple(sym, args) {
		return c, false, false
	}
	c.base = sym.Base
	for i, a := range args {
		o, t := g.operand(a), sym.Params[i]
		if o.reg < 0 {
			x, fits := indexOf(t, o.word)
			absent = absent || !fits
			c.base += world.Addr(x) * sym.Strides[i]
			continue
		}
		if t.Kind == world.KindObject {
			c.guard |= 1 << c.n
		}
		if c.n == 0 {
			c.m0, c.s0 = uint32(sym.Strides[i]), uint16(o.reg)
		} else {
			c.m1, c.s1 = uint32(sym.Strides[i]), uint16(o.reg)
		}
		c.n++
	}
	return c, absent, true
}

// simple reports whether a cell's address is base plus up to two indices times stride, where the index is the argument
// masked with world.IndexMask.
func (g *gen) simple(sym *world.Symbol, args []*Term) bool {
	registers := 0
	for i, a := range args {
		if o, ok := g.fixed(a); ok && o.reg < 0 {
			continue
		}
		if sym.Params[i].Kind == world.KindInt || sym.Strides[i] > math.MaxUint32 {
			return false
		}
		registers++
	}
	return registers <= 2
}

// indexOf returns the index of a constant argument.
func indexOf(t world.Type, w world.Word) (uint64, bool) {
	switch t.Kind {
	case world.KindObject:
		return uint64(w & world.IndexMask), w != 0
	case world.KindInt:
		if w < world.Word(t.Lo) || w > world.Word(t.Hi) {
			return 0, false
		}
		return uint64(w) - uint64(t.Lo), true
	}
	return uint64(w), true
}
