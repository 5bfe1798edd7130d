package action

import "github.com/karakuri-ai/karakuri/world"

// Branches are the children of a composite or decorator of the host, for whoever runs trees. They are numbered from 0.
type Branches interface {
	Len() int
	// Tick lets a child go on, or starts it, and returns how it stands: Inactive where it was skipped.
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

// Children returns how many children the composite or decorator has that is updated; 0 for any other action, and in hooks.
func (c *Ctx) Children() int {
	if c.children == nil {
		return 0
	}
	return c.children.Len()
}

// TickChild lets a child of the composite or decorator go on for a tick, or starts it, and returns Running, Success or Failure, or Inactive where the child was skipped and did
// not start. A child goes on once in a tick at most: if it runs after it was ticked, or is still ending, it is not ticked again, and the status is Running. So it is after 1024
// ticks of children in an update: a loop goes on in the next tick. Children that run and are not ticked stand still. It is called within the update function of an action
// that is declared as composite or decorator, and panics elsewhere; children are numbered from 0.
func (c *Ctx) TickChild(i int) Status {
	b, calls, ending, serial := c.enterChild("TickChild", i, false)
	status := b.Tick(i)
	c.leaveChild(b, calls, ending, serial)
	return status
}

// HaltChild ends a child if it runs. One that has grace is asked to end, and runs on meanwhile. Children that still run when the composite or decorator ends are halted then.
func (c *Ctx) HaltChild(i int) {
	b, calls, ending, serial := c.enterChild("HaltChild", i, true)
	b.Halt(i)
	c.leaveChild(b, calls, ending, serial)
}

// HaltChildren halts all children, the first one first.
func (c *Ctx) HaltChildren() {
	for i := range c.Children() {
		c.HaltChild(i)
	}
}

// enterChild sets aside what the context says of the composite while its child does something, after a witness was told.
func (c *Ctx) enterChild(call string, i int, halt bool) (b Branches, calls *calls, ending bool, serial int64) {
	b, calls, ending, serial = c.children, c.calls, c.ending, c.serial
	if b == nil {
		panic("action: " + call + " is called outside of an update of a composite or decorator")
	}
	if i < 0 || i >= b.Len() {
		panic("action: " + call + " is called for a child that there is not")
	}
	if calls != nil && calls.witness != nil {
		calls.tellChild(c, i, halt)
	}
	c.children, c.calls = nil, nil
	return b, calls, ending, serial
}

// leaveChild goes on with the composite. What the child has written is not the composite's own.
func (c *Ctx) leaveChild(b Branches, calls *calls, ending bool, serial int64) {
	c.children, c.calls, c.ending, c.serial, c.excuse = b, calls, ending, serial, NoExcuse
	if calls != nil && calls.witness != nil {
		calls.stack[calls.depth-1].Log = c.logged()
	}
}

// tellChild tells the witness that the composite which is updated turns to a child, and what it has written so far.
func (s *calls) tellChild(c *Ctx, i int, halt bool) {
	s.speak()
	outer := s.stack[s.depth-1]
	outer.number()
	call := s.push(PhaseChild, outer.Action, outer.Serial)
	c.child = [2]world.Word{world.Word(i), world.Bool(halt)}
	call.Words, call.Log = c.child[:], outer.Log
	s.witness.Called(c, call)
	s.pop()
}

// logged returns where the log of the agent's state is.
func (c *Ctx) logged() world.Mark {
	if !c.isWritten() {
		return world.Mark{}
	}
	return c.state.Mark()
}

// children does with the children of a composite what it did when it was recorded, until the double knows of no more.
func (d *doubled) children(c *Ctx, slot int32) {
	for c.children != nil {
		call := d.calls.push(PhaseChild, d.action, d.serials[slot])
		d.double.Answer(c, call)
		words := call.Words
		if d.calls.pop(); len(words) != 2 || words[0] < 0 || words[0] >= world.Word(c.children.Len()) || d.child(c, int(words[0]), words[1] != 0) {
			return
		}
	}
}

// child ticks or halts a child. It reports whether that ended the goroutine then: the composite's own record says so as well.
func (d *doubled) child(c *Ctx, i int, halt bool) (exits bool) {
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
