package expr

import (
	"github.com/karakuri-ai/karakuri/internal/model/curve"
	"github.com/karakuri-ai/karakuri/world"
)

// A program is a list of instructions over a window of registers: first the frame, then scratch. Tests jump when
// they do not hold and continue with the next instruction when they do, so that && and || need no values.
type opcode uint8

const (
	// Tests. neg turns the outcome around.
	opTest0        opcode = iota // a cell without arguments lies in [lo, lo+span]
	opTest1                      // a cell with one computed argument does
	opTest2                      // a cell with two computed arguments does
	opTestReg                    // register a does
	opLessCellCell               // cell x < cell y
	opEqCellCell                 //
	opLessCellReg                // cell x < register a
	opLessRegCell                // register a < cell x
	opEqCellReg                  //
	opLessReg                    // register a < register b
	opEqReg                      //
	opIs                         // object register a is of type k
	opNextMember                 // register dst becomes the next object of type k, if there is one; lo: 0, or 1 + the number of a symbol, where only those count for which it holds
	opNextRow                    // likewise, of those that the symbol at x.base, which is kept in rows, says are remembered
	opNextValue                  // register dst grows by one, if it stays below k
	opNextElement                // register dst becomes the next value of the set that function k returns of the registers a..; the one behind them counts

	// Control.
	opJump
	opTrue  // the program ends, true
	opFalse // the program ends, false
	opGrant // an evaluation begins whose rounds count
	opCall  // registers dst.. become derived symbol k of the registers a..
	opRecur // register dst says whether recursive symbol k holds for the b registers a..
	opFunc  // registers dst.. become function k of the registers a..

	// Values. Registers dst (and the next, for a vec2) become:
	opConst   // lo
	opMove    // register a
	opLoad    // cell x
	opLoadRow // cell x, which has one computed argument
	opLoadTwo // cells x and the next: a vec2
	opLoadAny // the cell of symbol k with arguments in registers a..
	opAddInt  // register a + register b
	opAddImm  // register a + lo
	opMulInt  // register a * register b
	opArithInt
	opAddFloat
	opSubFloat
	opMulFloat
	opArithFloat // register a, operator k, register b
	opToFloat
	opNegInt
	opNegFloat
	opAbsInt
	opMin
	opMax
	opBuiltin // built-in function k of float register a
	opDist    // the distance of the vec2 in registers a, b
	opCurve   // curve k at float register a

	// Effects.
	opChange   // register dst becomes register a with b added (k is 0) or taken off (1), saturating; ints
	opClamp    // register a brought into lo..hi (hi is lo+span)
	opStore    // cell x is written: register a
	opStoreAny // the cell of symbol k with arguments in registers a.. is written: registers dst..
	opFlush    // what stores have held back is written
)

// cell is the address of a dense or sparse cell, as far as it is known in advance: base plus the index of up to two
// registers times a stride. Arguments that are constants are part of base. Every argument is an object, enum value or
// bool, whose index is the argument masked with IndexMask.
type cell struct {
	base   world.Addr
	m0, m1 uint32 // strides
	s0, s1 uint16 // registers
	n      uint8  // number of registers used
	guard  uint8  // bit i: register i is an object, and if that is none, there is no cell (only matters to writes)
}

func (c *cell) addr(r []world.Word) world.Addr {
	if c.n == 0 {
		return c.base
	}
	a := c.base + world.Addr(r[c.s0]&world.IndexMask)*world.Addr(c.m0)
	if c.n == 2 {
		a += world.Addr(r[c.s1]&world.IndexMask) * world.Addr(c.m1)
	}
	return a
}

// exists reports whether no argument is the object none.
func (c *cell) exists(r []world.Word) bool {
	return (c.guard&1 == 0 || r[c.s0] != 0) && (c.guard&2 == 0 || r[c.s1] != 0)
}

// instr is one instruction; its opcode says which fields it uses. It takes 64 bytes: a cache line, and the next is
// found by a shift.
type instr struct {
	op   opcode
	neg  bool // tests: holds when the test does not; stores: hold back
	dst  uint16
	a, b uint16
	k    int32
	jump int32 // where to go when a test does not hold
	x    cell
	lo   world.Word
	span uint64
	y    *cell
}

// floatOp returns the instruction that computes registers a and b with an operator.
func floatOp(op Op, dst, a, b uint16) instr {
	in := instr{op: opArithFloat, k: int32(op), dst: dst, a: a, b: b}
	switch op {
	case Add:
		in.op = opAddFloat
	case Sub:
		in.op = opSubFloat
	case Mul:
		in.op = opMulFloat
	}
	return in
}

// loadOp returns the instruction that loads a cell, or the two of a vec2.
func loadOp(c cell, dst, width int) instr {
	in := instr{op: opLoad, dst: uint16(dst), x: c}
	switch {
	case width == 2:
		in.op = opLoadTwo
	case c.n == 1:
		in.op = opLoadRow
	}
	return in
}

// program is compiled code. Immutable once made; shared by any number of machines.
type program struct {
	code  []instr
	frame int // words of frame: the first registers
	regs  int // registers, the frame included
	need  int // registers including those of derived symbols it calls
	out   int // register of the value, for a program that computes one
	calls []*program
	funcs []*Function
	// recurs are the symbols of opRecur.
	recurs []*Derived
	wide   []*world.Symbol // symbols of opLoadAny and opStoreAny
	// curves are those of opCurve.
	curves []*curve.Curve
	// src is the source that it was compiled from; nil for effects.
	src     *Term
	metered bool // it has loops or calls, whose rounds count
}

// bare reports whether the program needs no registers beyond the frame: it then runs on the frame itself.
func (p *program) bare() bool { return p.need == p.frame }
