package action

import "github.com/karakuri-ai/karakuri/world"

// kind is the binding of one action.
type kind interface {
	newStore(begun *int64) store
}

// store keeps the running instances of one action.
type store interface {
	start(c *Ctx, words []world.Word) int32
	update(c *Ctx, slot int32) Status
	end(c *Ctx, slot int32, s Status)
	abort(c *Ctx, slot int32, r Reason)
	ask(c *Ctx, slot int32, r Reason) (takesTime bool)
	asked(slot int32)
	turn(c *Ctx, slot int32, phase Phase) // PhaseSuspend or PhaseResume
	running() int
}

// Handle identifies a running instance. The zero Handle is none. Do not show or save handles: the slot of an instance
// depends on memory only.
type Handle struct {
	action int32 // + 1
	slot   int32
}

// IsZero reports whether the handle names no instance.
func (h Handle) IsZero() bool { return h.action == 0 }

// Action returns the ID of the instance's action.
func (h Handle) Action() int32 { return h.action - 1 }

// Slot returns the number that distinguishes the instance from others of its action; see [HandleOf].
func (h Handle) Slot() int32 { return h.slot }

// HandleOf returns the handle of an instance, for code that keeps many handles and knows the action of each.
func HandleOf(action, slot int32) Handle { return Handle{action + 1, slot} }

// Instances are the running actions of one crowd. Not safe for concurrent use.
type Instances struct {
	stores     []store // by action, then by activity of each driver
	signatures []Signature
	spans      []span // by driver
	calls      *calls // with a witness or a substitute
	gate       func(*Ctx, int32)
	transfer   *Transfer
	numbered   bool // instances are appended by their numbers
	failed     func(Fault)
	begun      *int64 // actions of the host that were started: the last number that was given
}

// actions returns the stores of the host's actions.
func (in *Instances) actions() []store {
	if len(in.spans) == 0 {
		return in.stores
	}
	return in.stores[:in.spans[0].first]
}

// NewInstances returns instances for complete bindings: see [Bindings.Err].
func NewInstances(b *Bindings) *Instances {
	in := &Instances{stores: make([]store, len(b.kinds)), signatures: b.actions, begun: new(int64)}
	for i, k := range b.kinds {
		if k == nil {
			panic("activity: action " + b.actions[i].Name + " is not bound; look at Bindings.Err before NewInstances")
		}
		in.stores[i] = k.newStore(in.begun)
	}
	return in
}

// Fresh returns room of the same kind with nothing running. Calls in it are not watched.
func (in *Instances) Fresh() *Instances {
	actions := in.actions()
	out := &Instances{stores: make([]store, len(actions)), signatures: in.signatures, gate: in.gate, failed: in.failed, begun: new(int64)}
	for i, s := range actions {
		out.stores[i] = saverOf(s).fresh(out.begun)
	}
	for _, s := range in.spans {
		out.Attach(s.driver.Fresh(out), int(s.n))
	}
	return out
}

// Clear drops all running instances without a call, and reuses their memory.
func (in *Instances) Clear() {
	for _, s := range in.actions() {
		saverOf(s).clear()
	}
	for _, s := range in.spans {
		s.driver.Clear()
	}
}

// Start starts an action with arguments: the words of each parameter in order, after the index of its type where it
// takes several. The instance must be updated until it no longer runs, or aborted.
func (in *Instances) Start(c *Ctx, action int32, words []world.Word) Handle {
	if in.isOfHost(action) {
		if in.gate != nil {
			in.gate(c, action)
		}
		*in.begun++
	}
	return Handle{action + 1, in.stores[action].start(c, words)}
}

// Begun returns how many actions of the host were started so far: the number of the last ([Ctx.Serial]).
func (in *Instances) Begun() int64 { return *in.begun }

// BeginAfter continues numbering after the given number: it is for a crowd that continues from a snapshot.
func (in *Instances) BeginAfter(begun int64) { *in.begun = begun }

// Update advances an instance by a tick. Unless it returns Running the instance has ended, and the handle is void. If
// the host's code panicked, the status is Failure, and [Ctx.TakeFault] returns the panic.
func (in *Instances) Update(c *Ctx, h Handle) Status {
	s := in.stores[h.action-1]
	c.reason = NoFailReason
	status := s.update(c, h.slot)
	if status != Running {
		s.end(c, h.slot, status)
	}
	return status
}

// Abort aborts a running instance. The handle is then invalid.
func (in *Instances) Abort(c *Ctx, h Handle, r Reason) {
	in.stores[h.action-1].abort(c, h.slot, r)
}

// Running returns the number of instances that are running, activities of drivers among them.
func (in *Instances) Running() int {
	n := 0
	for _, s := range in.stores {
		n += s.running()
	}
	for _, s := range in.spans {
		n += s.driver.Running()
	}
	return n
}
