package action

import "github.com/karakuri-ai/karakuri/world"

// Phase says which part of the host's code a call concerns.
type Phase uint8

const (
	PhaseStart   Phase = iota // the start hook, if there is one
	PhaseUpdate               // the update function
	PhaseEnd                  // the end hook, if there is one
	PhaseAbort                // the abort hook, if there is one
	PhaseSuspend              // the suspend hook, if there is one
	PhaseResume               // the resume hook, if there is one
	PhaseAwake                // the awake hook, if there is one: the first call of all
	PhaseChild                // no code: within an update, a composite or decorator ticks or halts a child
)

// Call is one call of the host's code for a running action.
type Call struct {
	Phase  Phase
	Action int32
	Serial int64        // of the running action: they are numbered from 1 in the order in which they were started
	Words  []world.Word // PhaseStart: the arguments; PhaseChild: the number of the child, and 1 if it is halted; valid during the call only
	Reason Reason       // PhaseAbort
	Status Status       // PhaseUpdate: the result; PhaseEnd: how the action ended
	Fault  Fault        // the panic during the call; zero: none
	Log    world.Mark   // position in the log of the agent's state before the call

	before Fault // what panicked before
	of     *watched
	slot   int32
}

// Witness receives the calls of the host's code for actions.
type Witness interface {
	// Called is called after each call of the host's code, except for updates after which the action continues,
	// without a panic and without a write to the agent's state.
	Called(c *Ctx, call *Call)
}

// Substitute answers calls instead of the host's code: in replays, and on copies of a crowd that answer hypothetical
// questions.
type Substitute interface {
	// Answer performs the call instead of the host's code, and sets its Status and Fault.
	Answer(c *Ctx, call *Call)
}

// Watch makes a witness receive all calls from now on. Running actions have no numbers before they are appended by
// them ([Instances.Numbered]). Do not call it within a call of the host's code.
func (in *Instances) Watch(w Witness) {
	shared := &calls{witness: w}
	in.calls = shared
	for i, s := range in.actions() {
		in.stores[i] = &watched{store: s, action: int32(i), witness: w, calls: shared}
	}
}

// Unwatch removes the witness. Running actions continue.
func (in *Instances) Unwatch() {
	for i, s := range in.actions() {
		if w, ok := s.(*watched); ok {
			in.stores[i] = w.store
		}
	}
	in.calls = nil
}

// Calling returns the innermost running call of the host's code, or nil. It is known only with a witness.
func (in *Instances) Calling() *Call {
	if in.calls == nil {
		return nil
	}
	if in.calls.speak(); in.calls.depth == 0 {
		return nil
	}
	call := in.calls.stack[in.calls.depth-1]
	call.number()
	return call
}

// NewSubstituted returns instances of a number of actions whose calls d answers. No code of a host runs.
func NewSubstituted(actions int, d Substitute) *Instances {
	in, shared := &Instances{stores: make([]store, actions), begun: new(int64)}, &calls{}
	for i := range in.stores {
		in.stores[i] = &substituted{action: int32(i), substitute: d, calls: shared}
	}
	return in
}

// calls are the running calls of a crowd: usually one, more if the host's code removes agents and so makes others.
type calls struct {
	witness Witness // nil: there are substitutes
	stack   []*Call
	depth   int
	started int64

	quiet *watched // an update that has left no trace yet; nil: none
	slot  int32    // of its action
}

// speak records a call for an update that has left no trace so far.
func (s *calls) speak() {
	if w := s.quiet; w != nil {
		s.quiet = nil
		call := s.push(PhaseUpdate, w.action, 0)
		call.of, call.slot, call.Log = w, s.slot, world.Mark{}
	}
}

// push returns the memory of a call. Fields that it does not set are zero.
func (s *calls) push(phase Phase, action int32, serial int64) *Call {
	s.speak()
	if s.depth == len(s.stack) {
		s.stack = append(s.stack, &Call{})
	}
	call := s.stack[s.depth]
	s.depth++
	call.Phase, call.Action, call.Serial, call.Status, call.of = phase, action, serial, Inactive, nil
	return call
}

// number looks up the number of the running action. Most updates leave no trace and need none.
func (c *Call) number() {
	if c.of != nil {
		c.Serial = c.of.serials[c.slot]
	}
}

// pop ends the call that was pushed last.
func (s *calls) pop() {
	s.depth--
	call := s.stack[s.depth]
	if call.Phase != PhaseUpdate || call.Fault.Action != "" || call.before.Action != "" { // else all but what push writes is zero
		*call = Call{}
	}
}

// serials are the numbers of the running actions of a store, by slot.
type serials []int64

// put numbers the action in a slot.
func (s *serials) put(slot int32, serial int64) {
	for int(slot) >= len(*s) {
		*s = append(*s, 0)
	}
	(*s)[slot] = serial
}

// watched is a store with a witness.
type watched struct {
	store
	action  int32
	witness Witness
	calls   *calls
	serials serials
}

// begin records the state before a call. Earlier panics are set aside.
func begin(c *Ctx, call *Call) {
	call.Log = c.logged()
	if c.fault.Action != "" {
		call.before, c.fault = c.fault, Fault{}
	}
}

// done reports a call. Its panic takes precedence over an earlier one.
func (w *watched) done(c *Ctx, call *Call) {
	call.number()
	switch {
	case c.fault.Action != "":
		call.Fault = c.fault
	case call.before.Action != "":
		c.fault = call.before
	}
	w.witness.Called(c, call)
	w.calls.pop()
}

func (w *watched) start(c *Ctx, words []world.Word) int32 {
	w.calls.started++
	serial := w.calls.started
	s, ok := w.store.(wakeful)
	wakes := ok && s.awakes()
	slot := int32(-1)
	if wakes {
		call := w.calls.push(PhaseAwake, w.action, serial)
		begin(c, call)
		slot = s.awake(c, words)
		w.serials.put(slot, serial)
		w.done(c, call)
	}
	call := w.calls.push(PhaseStart, w.action, serial)
	call.Words = words
	begin(c, call)
	if wakes {
		s.begin(c, slot)
	} else {
		slot = w.store.start(c, words)
		w.serials.put(slot, serial)
	}
	w.done(c, call)
	return slot
}

// wakeful is a store that can make an instance and start it in two calls.
type wakeful interface {
	awakes() bool
	awake(c *Ctx, words []world.Word) int32
	begin(c *Ctx, slot int32)
}

// update reports an update only if it left a trace: most do not, and should cost nothing extra.
func (w *watched) update(c *Ctx, slot int32) Status {
	s := w.calls
	if s.depth == 0 && !c.isWritten() && c.fault.Action == "" {
		s.quiet, s.slot = w, slot
	} else {
		call := s.push(PhaseUpdate, w.action, 0)
		call.of, call.slot = w, slot
		begin(c, call)
	}
	status := w.store.update(c, slot)
	if s.quiet != nil && status == Running && c.fault.Action == "" && !c.isWritten() {
		s.quiet = nil
		return status
	}
	s.speak()
	call := s.stack[s.depth-1]
	if status == Running && c.fault.Action == "" && call.before.Action == "" && (!c.isWritten() || len(c.state.Changes(call.Log)) == 0) {
		s.depth--
		return status
	}
	call.Status = status
	w.done(c, call)
	return status
}

func (w *watched) end(c *Ctx, slot int32, s Status) {
	if w.isAsked(slot) {
		w.store.end(c, slot, s)
		return
	}
	call := w.calls.push(PhaseEnd, w.action, w.serials[slot])
	call.Status = s
	begin(c, call)
	w.store.end(c, slot, s)
	w.done(c, call)
}

func (w *watched) abort(c *Ctx, slot int32, r Reason) {
	if w.isAsked(slot) {
		w.store.abort(c, slot, r)
		return
	}
	call := w.calls.push(PhaseAbort, w.action, w.serials[slot])
	call.Reason = r
	begin(c, call)
	w.store.abort(c, slot, r)
	w.done(c, call)
}

func (w *watched) ask(c *Ctx, slot int32, r Reason) bool {
	call := w.calls.push(PhaseAbort, w.action, w.serials[slot])
	call.Reason = r
	begin(c, call)
	takesTime := w.store.ask(c, slot, r)
	w.done(c, call)
	return takesTime
}

// isAsked reports whether an instance was asked to end: no hook is called when it does.
func (w *watched) isAsked(slot int32) bool {
	o, ok := w.store.(owned)
	return ok && o.isEnding(slot)
}

// substituted is a store whose calls a substitute answers.
type substituted struct {
	action     int32
	substitute Substitute
	calls      *calls
	serials    serials
	owners     []owning // by slot
	free       []int32
}

// owning is the agent of a running action that a substitute stands in for.
type owning struct {
	owner  uint32
	ending bool // its end or abort hook has been called
}

func (d *substituted) answer(c *Ctx, call *Call) Status {
	d.substitute.Answer(c, call)
	status := call.Status
	if call.Fault.Action != "" {
		c.fault = call.Fault
	}
	exits := call.Fault.exits()
	if d.calls.pop(); exits {
		panic(exit{})
	}
	return status
}

func (d *substituted) start(c *Ctx, words []world.Word) int32 {
	d.calls.started++
	serial := d.calls.started
	slot := d.take(c, serial)
	d.answer(c, d.calls.push(PhaseAwake, d.action, serial))
	call := d.calls.push(PhaseStart, d.action, serial)
	call.Words = words
	d.answer(c, call)
	return slot
}

func (d *substituted) update(c *Ctx, slot int32) Status {
	d.children(c, slot)
	call := d.calls.push(PhaseUpdate, d.action, d.serials[slot])
	call.Status = Running
	return d.answer(c, call)
}

func (d *substituted) end(c *Ctx, slot int32, s Status) {
	if d.isEnding(slot) {
		d.release(slot)
		return
	}
	call := d.calls.push(PhaseEnd, d.action, d.serials[slot])
	call.Status = s
	d.owners[slot].ending = true
	d.answer(c, call)
	d.free = append(d.free, slot)
}

func (d *substituted) abort(c *Ctx, slot int32, r Reason) {
	if !d.isEnding(slot) {
		d.ask(c, slot, r)
	}
	d.release(slot)
}

func (d *substituted) ask(c *Ctx, slot int32, r Reason) bool {
	call := d.calls.push(PhaseAbort, d.action, d.serials[slot])
	call.Reason = r
	d.owners[slot].ending = true
	d.answer(c, call)
	return true
}

func (d *substituted) asked(slot int32) { d.owners[slot].ending = true }

func (d *substituted) running() int { return len(d.serials) - len(d.free) }
