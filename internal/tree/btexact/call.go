package btexact

import (
	"fmt"
	"time"

	"github.com/karakuri-ai/karakuri/btcpp"
)

// Call is the argument of a leaf: the node that it is called for, with its ports. It is valid during the call only.
type Call struct {
	t *Tree
	n NodeID
}

// Node returns the number of the node.
func (c *Call) Node() NodeID { return c.n }

// Name returns the name of the node's instance, or its ID when it has none.
func (c *Call) Name() string { return c.t.p.nodes[c.n].name }

// ID returns the kind of the node.
func (c *Call) ID() string { return c.t.p.nodes[c.n].id }

// Path returns the full path of the node.
func (c *Call) Path() string { return c.t.p.nodes[c.n].path }

// Now returns the time of the tick.
func (c *Call) Now() time.Duration { return c.t.now }

// Memory returns what the leaf keeps for this node of this tree. It is 0 at first, and no tick or halt changes it.
func (c *Call) Memory() *Memory { return &c.t.frames[c.n].memory }

// Children returns the names of the node's children; a ManualSelector has some, and the host's control nodes and
// decorators.
func (c *Call) Children() []string {
	var names []string
	for _, kid := range c.t.p.nodes[c.n].kids {
		names = append(names, c.t.p.nodes[kid].name)
	}
	return names
}

// Blackboard returns the entries of the subtree that the node is in.
func (c *Call) Blackboard() Blackboard { return Blackboard{c.t, c.t.p.nodes[c.n].scope} }

// Wake asks for another tick at once, see [Tree.Woken].
func (c *Call) Wake() { c.t.wake() }

// Has reports whether an input port has a value.
func (c *Call) Has(port string) bool {
	p := c.t.p.nodes[c.n].port(port)
	if p == nil {
		return false
	}
	_, err := c.t.raw(p)
	return err == nil
}

// Input returns the value of an input port, as the type that the port is declared with.
func (c *Call) Input(port string) (Value, error) {
	p := c.t.p.nodes[c.n].port(port)
	if p == nil {
		p = &missingPort
	}
	v, err := c.t.input(p, p.typ)
	return v, c.wrap(port, err)
}

// Int returns the value of an input port as a whole number.
func (c *Call) Int(port string) (int64, error) {
	v, err := c.typed(port, btcpp.Type{Kind: btcpp.KindInt, Bits: 64})
	return v.whole(), err
}

// Double returns the value of an input port as a number.
func (c *Call) Double(port string) (float64, error) {
	v, err := c.typed(port, btcpp.Type{Kind: btcpp.KindDouble, Bits: 64})
	return v.real(), err
}

// Bool returns the value of an input port as a truth value.
func (c *Call) Bool(port string) (bool, error) {
	v, err := c.typed(port, btcpp.Type{Kind: btcpp.KindBool})
	return v.bits == 1, err
}

// Text returns the value of an input port as text.
func (c *Call) Text(port string) (string, error) {
	v, err := c.typed(port, btcpp.Type{Kind: btcpp.KindString})
	return v.text, err
}

// Status returns the value of an input port as a status.
func (c *Call) Status(port string) (Status, error) {
	v, err := c.typed(port, btcpp.Type{Kind: btcpp.KindStatus})
	return Status(v.bits), err
}

func (c *Call) typed(port string, typ btcpp.Type) (Value, error) {
	p := c.t.p.nodes[c.n].port(port)
	if p == nil {
		p = &missingPort
	}
	v, err := c.t.input(p, typ)
	if err != nil {
		return Value{}, c.wrap(port, err)
	}
	return v, nil
}

func (c *Call) wrap(port string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("port %q of node %q: %w", port, c.Path(), err)
}

// Stamp returns how often and when the entry that an input port is connected to was written; zero for a literal.
func (c *Call) Stamp(port string) Stamp {
	p := c.t.p.nodes[c.n].port(port)
	if p == nil || !p.linked {
		return Stamp{}
	}
	return Stamp{c.t.cells[p.cell].seq, c.t.cells[p.cell].stamp}
}

// Output writes a value to an output port. It must be connected to an entry, and the value must be of its type, or be
// convertible without loss.
func (c *Call) Output(port string, v Value) error {
	p := c.t.p.nodes[c.n].port(port)
	if p == nil {
		p = &missingPort
	}
	return c.wrap(port, c.t.output(p, v))
}
