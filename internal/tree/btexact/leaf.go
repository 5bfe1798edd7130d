package btexact

import (
	"errors"

	"github.com/karakuri-ai/karakuri/btcpp"
)

var (
	errNoPort  = errors.New("the node has no such port, or it was given no value")
	errNoEntry = errors.New("there is no such entry")
	errLiteral = errors.New("it is a literal; an output needs a key of the blackboard in braces")
)

// raw returns what a port holds, without conversion.
func (t *Tree) raw(p *port) (Value, error) {
	switch {
	case !p.given:
		return Value{}, errNoPort
	case !p.linked:
		return p.value, nil
	case !t.cells[p.cell].exists:
		return Value{}, errNoEntry
	case t.cells[p.cell].value.IsEmpty():
		return Value{}, errEmpty
	}
	return t.cells[p.cell].value, nil
}

// input returns what a port holds, as a type.
func (t *Tree) input(p *port, typ btcpp.Type) (Value, error) {
	v, err := t.raw(p)
	if err != nil {
		return v, err
	}
	return v.as(typ, t.p.enums)
}

// output writes to the entry of a port.
func (t *Tree) output(p *port, v Value) error {
	switch {
	case !p.given:
		return errNoPort
	case !p.linked:
		return errLiteral
	}
	return t.write(p.cell, v)
}

// mustInt returns a port that a node of the library cannot do without.
func (t *Tree) mustInt(n NodeID, p *port) int64 {
	v, err := t.input(p, btcpp.Type{Kind: btcpp.KindInt, Bits: 32})
	if err != nil {
		t.fail(n, "port %q: %w", p.name, err)
	}
	return v.whole()
}

// mustText returns a port that a node of the library cannot do without.
func (t *Tree) mustText(n NodeID, p *port) string {
	v, err := t.input(p, btcpp.Type{Kind: btcpp.KindString})
	if err != nil {
		t.fail(n, "port %q: %w", p.name, err)
	}
	return v.text
}

// mustStatus returns a port that a node of the library cannot do without.
func (t *Tree) mustStatus(n NodeID, p *port) Status {
	v, err := t.input(p, btcpp.Type{Kind: btcpp.KindStatus})
	if err != nil {
		t.fail(n, "port %q: %w", p.name, err)
	}
	return Status(v.bits)
}

// optionalBool returns a port, or a value in its place where it cannot be read.
func (t *Tree) optionalBool(p *port, otherwise bool) bool {
	v, err := t.input(p, btcpp.Type{Kind: btcpp.KindBool})
	if err != nil {
		return otherwise
	}
	return v.bits == 1
}

// ask calls the host for a node. A panic is known to be the host's by the node that is left in inLeaf.
func (t *Tree) ask(n NodeID, f func(c *Call) Status) Status {
	t.call.n, t.inLeaf = n, n
	s := f(&t.call)
	t.inLeaf = noNode
	return s
}

func (t *Tree) tickLeaf(n NodeID, nd *node) Status {
	if nd.leaf.Tick == nil {
		return t.tickStateful(n, nd)
	}
	if nd.leaf.Announce && t.status[n] == Idle {
		t.set(n, Running)
	}
	return t.ask(n, nd.leaf.Tick)
}

// tickStateful starts an action, or asks one that is running for its status. One that is done, and was not
// reset, stays so.
func (t *Tree) tickStateful(n NodeID, nd *node) Status {
	switch t.status[n] {
	case Idle:
		return t.ask(n, nd.leaf.Start)
	case Running:
		return t.ask(n, nd.leaf.Running)
	}
	return t.status[n]
}

// haltLeaf interrupts a running action.
func (t *Tree) haltLeaf(n NodeID, nd *node) {
	if t.status[n] != Running || nd.leaf.Halted == nil {
		return
	}
	t.call.n, t.inLeaf = n, n
	nd.leaf.Halted(&t.call)
	t.inLeaf = noNode
}

// codeOf returns the script of a node, which may stand on the blackboard.
func (t *Tree) codeOf(n NodeID, nd *node) *script {
	if nd.code != nil {
		return nd.code
	}
	text := t.mustText(n, nd.args[0])
	f := &t.frames[n]
	if f.code == nil || f.code.text != text {
		f.code = t.parse(n, nd.scope, text)
	}
	return f.code
}

// tickScript runs a script, and answers with its value if it is a condition.
func (t *Tree) tickScript(n NodeID, nd *node) Status {
	s := t.codeOf(n, nd)
	if nd.kind == kindScriptCondition && !t.holds(s) {
		return Failure
	} else if nd.kind == kindScript {
		t.run(s)
	}
	return Success
}

// tickSetBlackboard writes a literal, or what another entry holds, to the entry that a port names.
func (t *Tree) tickSetBlackboard(n NodeID, nd *node) Status {
	value, key := nd.args[0], t.mustText(n, nd.args[1])
	if !value.given {
		t.fail(n, "port %q: %w", "value", errNoPort)
	}
	v := Text(value.text)
	if value.linked {
		from := &t.cells[value.cell]
		if !from.exists {
			t.fail(n, "port %q: %w", value.name, errNoEntry)
		}
		if v = from.value; v.IsEmpty() {
			return Failure
		}
	}
	i := t.cellOf(nd.scope, key)
	c := &t.cells[i]
	if !c.exists {
		c.exists = true
		if value.linked {
			c.typ = t.cells[value.cell].typ
		}
	}
	if c.typ.Kind != btcpp.KindAny {
		fitting, err := t.fit(v, c)
		if err != nil {
			t.fail(n, "entry %q: %w", key, err)
		}
		v = fitting
	}
	c.value = v // unlike an output port, it does not decide on the type of an entry that has none
	t.touch(c)
	return Success
}

func (t *Tree) tickUnsetBlackboard(n NodeID, nd *node) Status {
	if i := t.lookUp(nd.scope, t.mustText(n, nd.args[0])); i >= 0 {
		t.unset(i)
	}
	return Success
}

// updated reports whether the entry that a node watches was written since the node last looked.
func (t *Tree) updated(n NodeID, nd *node) bool {
	f, c := &t.frames[n], &t.cells[nd.args[0].cell]
	if !c.exists || c.seq == f.seq {
		return false
	}
	f.seq = c.seq
	return true
}

func (t *Tree) tickWasUpdated(n NodeID, nd *node) Status {
	if t.updated(n, nd) {
		return Success
	}
	return Failure
}
