package btexact

import (
	"math"

	"github.com/karakuri-ai/karakuri/btcpp"
)

// epsilon is the maximum difference of two numbers that scripts and switches consider equal: the distance from 1 to the
// next float32.
const epsilon = 1.0 / (1 << 23)

// run executes a script and returns the value of its last statement.
func (t *Tree) run(s *script) Value {
	var v Value
	for _, root := range s.roots {
		v = t.eval(s, root)
	}
	return v
}

// holds executes a script that is a condition.
func (t *Tree) holds(s *script) bool {
	b, err := t.run(s).Bool()
	if err != nil {
		t.fail(s.node, "script %q is neither true nor false: %w", s.text, err)
	}
	return b
}

func (t *Tree) eval(s *script, i int32) Value {
	e := &s.exprs[i]
	switch e.op {
	case btcpp.ScriptInt, btcpp.ScriptReal, btcpp.ScriptBool, btcpp.ScriptString:
		return e.value
	case btcpp.ScriptName:
		if !e.value.IsEmpty() {
			return e.value
		}
		if !t.cells[e.cell].exists {
			t.fail(s.node, "script %q: there is no entry %q", s.text, e.name)
		}
		return t.cells[e.cell].value
	case btcpp.ScriptNegate, btcpp.ScriptComplement, btcpp.ScriptNot:
		return t.unary(s, e)
	case btcpp.ScriptCompare:
		return t.compare(s, e)
	case btcpp.ScriptChoose:
		if t.number(s, e, t.eval(s, e.args[0])) != 0 {
			return t.eval(s, e.args[1])
		}
		return t.eval(s, e.args[2])
	}
	if e.op.IsAssignment() {
		return t.assign(s, e)
	}
	return t.binary(s, e)
}

// number returns an operand as a double.
func (t *Tree) number(s *script, e *expr, v Value) float64 {
	f, err := v.Double()
	if err != nil {
		t.fail(s.node, "script %q: operand of %q: %w", s.text, e.op, err)
	}
	return f
}

func (t *Tree) unary(s *script, e *expr) Value {
	v := t.eval(s, e.args[0])
	if !v.IsNumber() {
		t.fail(s.node, "script %q: %q needs a number, not %s", s.text, e.op, v.kind)
	}
	f := t.number(s, e, v)
	switch e.op {
	case btcpp.ScriptNegate:
		return Double(-f)
	case btcpp.ScriptNot:
		return truthValue(f == 0)
	}
	if !(f >= math.MinInt64 && f < -math.MinInt64) {
		t.fail(s.node, "script %q: operand of \"~\": %w", s.text, errFraction)
	}
	return Double(float64(^int64(f)))
}

// truthValue returns a truth value as scripts compute with them.
func truthValue(b bool) Value {
	if b {
		return Double(1)
	}
	return Double(0)
}

func (t *Tree) binary(s *script, e *expr) Value {
	a, b := t.eval(s, e.args[0]), t.eval(s, e.args[1])
	if a.IsEmpty() || b.IsEmpty() {
		t.fail(s.node, "script %q: operand of %q: %w", s.text, e.op, errEmpty)
	}
	switch {
	case a.IsNumber() && b.IsNumber() && e.op != btcpp.ScriptConcat:
		return t.arithmetic(s, e, a, b)
	case e.op == btcpp.ScriptAdd && a.kind == KindText && b.kind == KindText:
		return Text(a.text + b.text)
	case e.op == btcpp.ScriptConcat && joins(a, b):
		return Text(a.String() + b.String())
	}
	t.fail(s.node, "script %q: %q between %s and %s", s.text, e.op, a.kind, b.kind)
	return Value{}
}

// joins reports whether two values can be put together to one text: one of them must be text already.
func joins(a, b Value) bool {
	return a.kind == KindText && (b.kind == KindText || b.IsNumber()) || a.IsNumber() && b.kind == KindText
}

func (t *Tree) arithmetic(s *script, e *expr, a, b Value) Value {
	switch e.op {
	case btcpp.ScriptBitAnd, btcpp.ScriptBitOr, btcpp.ScriptBitXor:
		x, y := t.bits(s, e, a), t.bits(s, e, b)
		switch e.op {
		case btcpp.ScriptBitAnd:
			x &= y
		case btcpp.ScriptBitOr:
			x |= y
		default:
			x ^= y
		}
		return Double(float64(x))
	case btcpp.ScriptAnd, btcpp.ScriptOr:
		x, errX := a.Bool()
		y, errY := b.Bool()
		if errX != nil || errY != nil {
			t.fail(s.node, "script %q: operand of %q: %w", s.text, e.op, errTruth)
		}
		return truthValue(x && y || e.op == btcpp.ScriptOr && (x || y))
	}
	return Double(compute(e.op, t.number(s, e, a), t.number(s, e, b)))
}

// compute does the four operations, for assignments too.
func compute(op btcpp.ScriptOp, x, y float64) float64 {
	switch op {
	case btcpp.ScriptAdd, btcpp.ScriptAddAssign:
		return x + y
	case btcpp.ScriptSub, btcpp.ScriptSubAssign:
		return x - y
	case btcpp.ScriptMul, btcpp.ScriptMulAssign:
		return x * y
	}
	return x / y
}

// bits returns an operand as a whole number, if it can be held as a double too.
func (t *Tree) bits(s *script, e *expr, v Value) int64 {
	n, err := exactInt(t.number(s, e, v))
	if err != nil {
		t.fail(s.node, "script %q: operand of %q: %w", s.text, e.op, err)
	}
	return n
}

// compare evaluates a chain: all neighbours must be as their operator says. What follows the first that are not is not
// evaluated.
func (t *Tree) compare(s *script, e *expr) Value {
	a := t.eval(s, e.args[0])
	for i, op := range e.compare {
		b := t.eval(s, e.args[i+1])
		var ok bool
		switch {
		case a.IsEmpty() || b.IsEmpty():
			t.fail(s.node, "script %q: operand of %q: %w", s.text, op, errEmpty)
		case a.kind == KindText && b.kind == KindText:
			ok = compareText(op, a.text, b.text)
		case (a.IsNumber() || a.kind == KindText) && (b.IsNumber() || b.kind == KindText):
			ok = compareNumbers(op, t.compared(s, e, a), t.compared(s, e, b))
		default:
			t.fail(s.node, "script %q: %q between %s and %s", s.text, op, a.kind, b.kind)
		}
		if !ok {
			return Double(0)
		}
		a = b
	}
	return Double(1)
}

// compared returns an operand for the comparison with a number: text may be a truth value or an enum.
func (t *Tree) compared(s *script, e *expr, v Value) float64 {
	if v.kind == KindText {
		return t.textNumber(s, e, v)
	}
	return t.number(s, e, v)
}

func (t *Tree) textNumber(s *script, e *expr, v Value) float64 {
	switch v.text {
	case "true":
		return 1
	case "false":
		return 0
	}
	if n, ok := t.p.enums[v.text]; ok {
		return float64(n)
	}
	return t.number(s, e, v)
}

// compareNumbers compares as BehaviorTree.CPP does, which shows for NaN: it is neither less nor greater, and so both
// "<" and ">=" hold.
func compareNumbers(op btcpp.ScriptOp, x, y float64) bool {
	switch op {
	case btcpp.ScriptEqual:
		return math.Abs(x-y) <= epsilon
	case btcpp.ScriptNotEqual:
		return !(math.Abs(x-y) <= epsilon)
	case btcpp.ScriptLess:
		return !(x >= y)
	case btcpp.ScriptGreater:
		return !(x <= y)
	case btcpp.ScriptLessEqual:
		return !(x > y)
	}
	return !(x < y)
}

func compareText(op btcpp.ScriptOp, x, y string) bool {
	switch op {
	case btcpp.ScriptEqual:
		return x == y
	case btcpp.ScriptNotEqual:
		return x != y
	case btcpp.ScriptLess:
		return x < y
	case btcpp.ScriptGreater:
		return x > y
	case btcpp.ScriptLessEqual:
		return x <= y
	}
	return x >= y
}
