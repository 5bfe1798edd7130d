package action

import "github.com/karakuri-ai/karakuri/world"

// Branches gives the code that runs trees access to the children of a composite or decorator of the host. They are
// numbered from 0.
type Branches interface {
	Len() int
	// Tick starts or updates a child and returns its status: Inactive if it was skipped.
	Tick(i int) Status
	// Halt ends a child that runs.
	Halt(i int)
}

// UpdateBranches is [Instances.Update] for a composite or decorator, which may tick and halt its children meanwhile.
func (in *Instances) UpdateBranches(c *Ctx, h Handle, b Branches) Status {
	outer, calls := c.children, c.calls
	c.children, c.calls = b, in.calls
	status := in.Update(c, h)
	c.children, c.calls = outer, calls
	return status
}

// Children returns the number of children of the composite or decorator that is being updated. It is 0 for any other
// action, and in hooks.
func (c *Ctx) Children() int {
	if c.children == nil {
		return 0
	}
	return c.children.Len()
}

// TickChild starts or updates a child of the composite or decorator, and returns Running, Success or Failure, or
// Inactive if the child was skipped. Call it within the update function of an action that is declared as composite or
// decorator; elsewhere it panics. Children are numbered from 0.
//
// A child is updated at most once in a tick: if it still runs after its update, or is still ending, TickChild returns
// Running and does nothing. The same happens after 1024 updates of children in one update of the composite. A running
// child that is not updated does nothing.
func (c *Ctx) TickChild(i int) Status {
	b, calls, s, begun := c.enterChild("TickChild", i, false)
	status := b.Tick(i)
	c.leaveChild(b, calls, s, begun)
	return status
}

// HaltChild aborts a child if it runs. A child with grace is asked to end, and continues meanwhile. Children that
// still run when the composite or decorator ends are halted then.
func (c *Ctx) HaltChild(i int) {
	b, calls, s, begun := c.enterChild("HaltChild", i, true)
	b.Halt(i)
	c.leaveChild(b, calls, s, begun)
}

// HaltChildren halts all children, the first one first.
func (c *Ctx) HaltChildren() {
	for i := range c.Children() {
		c.HaltChild(i)
	}
}

// enterChild sets aside the context of the composite while a child runs, after reporting it to a witness.
func (c *Ctx) enterChild(call string, i int, halt bool) (b Branches, calls *calls, s standing, begun int64) {
	b, calls, s, begun = c.children, c.calls, c.standing, c.begun
	if b == nil {
		panic("action: " + call + " is called outside of an update of a composite or decorator")
	}
	if i < 0 || i >= b.Len() {
		panic("action: " + call + " is called for a child that there is not")
	}
	if calls != nil && calls.witness != nil {
		calls.reportChild(c, i, halt)
	}
	c.children, c.calls = nil, nil
	return b, calls, s, begun
}

// leaveChild restores the context of the composite. Writes of the child are not attributed to the composite.
func (c *Ctx) leaveChild(b Branches, calls *calls, s standing, begun int64) {
	c.children, c.calls, c.standing, c.begun, c.reason = b, calls, s, begun, NoFailReason
	if calls != nil && calls.witness != nil {
		calls.stack[calls.depth-1].Log = c.logged()
	}
}

// reportChild reports to the witness that the running composite turns to a child, and what the composite has written so
// far.
func (s *calls) reportChild(c *Ctx, i int, halt bool) {
	s.speak()
	outer := s.stack[s.depth-1]
	outer.number()
	call := s.push(PhaseChild, outer.Action, outer.Serial)
	c.child = [2]world.Word{world.Word(i), world.Bool(halt)}
	call.Words, call.Log = c.child[:], outer.Log
	s.witness.Called(c, call)
	s.pop()
}

// logged returns the position in the log of the agent's state.
func (c *Ctx) logged() world.Mark {
	if !c.isWritten() {
		return world.Mark{}
	}
	return c.state.Mark()
}

// children repeats what a composite did with its children when it was recorded, until the substitute has no more
// records.
func (d *substituted) children(c *Ctx, slot int32) {
	for c.children != nil {
		call := d.calls.push(PhaseChild, d.action, d.serials[slot])
		d.substitute.Answer(c, call)
		words := call.Words
		if d.calls.pop(); len(words) != 2 || words[0] < 0 || words[0] >= world.Word(c.children.Len()) || d.child(c, int(words[0]), words[1] != 0) {
			return
		}
	}
}

// child ticks or halts a child. It reports whether the call ended the goroutine; the composite's own record has the
// same.
func (d *substituted) child(c *Ctx, i int, halt bool) (exits bool) {
	defer func() {
		switch v := recover(); {
		case v == nil:
		case IsExit(v):
			exits = true
		default:
			panic(v)
		}
	}()
	if halt {
		c.HaltChild(i)
	} else {
		c.TickChild(i)
	}
	return false
}
