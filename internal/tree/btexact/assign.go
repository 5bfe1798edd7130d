package btexact

import "github.com/karakuri-ai/karakuri/btcpp"

// assign writes to an entry and returns its new value.
func (t *Tree) assign(s *script, e *expr) Value {
	target := &s.exprs[e.args[0]]
	if c := &t.cells[target.cell]; !c.exists {
		if e.op != btcpp.ScriptCreate {
			t.fail(s.node, "script %q: there is no entry %q; := makes one", s.text, target.name)
		}
		c.exists = true
	}
	v := t.eval(s, e.args[1])
	c := &t.cells[target.cell]
	if v.IsEmpty() {
		t.fail(s.node, "script %q: right side of %q: %w", s.text, e.op, errEmpty)
	}
	var err error
	if e.op == btcpp.ScriptCreate || e.op == btcpp.ScriptAssign {
		err = t.put(s, e, c, v)
	} else {
		err = t.change(s, e, c, v)
	}
	if err != nil {
		t.fail(s.node, "script %q: entry %q: %w", s.text, target.name, err)
	}
	t.touch(c)
	return c.value
}

// put gives an entry a value: an entry without a type takes any as its first, and the kind stays from then on.
func (t *Tree) put(s *script, e *expr, c *cell, v Value) error {
	var err error
	switch {
	case v.kind == KindText && c.value.kind != KindText && c.typ.Kind != btcpp.KindAny:
		v, err = parseText(v.text, c.typ, t.p.enums)
	case v.kind == KindText && c.value.IsNumber():
		v = Double(t.textNumber(s, e, v))
	case c.value.IsEmpty() && v.IsNumber() && isNumeric(c.typ):
		v, err = v.as(c.typ, t.p.enums)
	default:
		return v.copyInto(&c.value)
	}
	if err == nil {
		c.value = v
	}
	return err
}

// isNumeric reports whether entries of the type hold numbers.
func isNumeric(t btcpp.Type) bool {
	switch t.Kind {
	case btcpp.KindBool, btcpp.KindInt, btcpp.KindUint, btcpp.KindDouble, btcpp.KindStatus:
		return true
	}
	return false
}

// change computes with an entry: in doubles, then back to the kind of the entry.
func (t *Tree) change(s *script, e *expr, c *cell, v Value) error {
	switch {
	case c.value.IsEmpty():
		return errEmpty
	case v.IsNumber() && c.value.IsNumber():
		return Double(compute(e.op, t.number(s, e, c.value), t.number(s, e, v))).copyInto(&c.value)
	case v.kind == KindText && e.op == btcpp.ScriptAddAssign:
		return Text(c.value.String() + v.text).copyInto(&c.value)
	}
	return errKind
}
