package action

import (
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
)

// Driver carries out activities that are not actions of the host: trees, plans and goals. Code that starts actions can
// also start these, by their IDs, so families nest without depending on each other. A running activity has a slot, a
// number that the driver assigns and reuses. One goroutine at a time calls a driver, like [Instances].
type Driver interface {
	// Start starts an activity of the driver, numbered from 0, with the words of its parameters.
	Start(c *Ctx, activity int32, words []world.Word) (slot int32)
	// Update advances the activity by a tick. Unless the driver returns Running the activity has ended, and the slot
	// is free.
	Update(c *Ctx, slot int32) Status
	// Abort ends the activity and everything that it has started. The slot is then free.
	Abort(c *Ctx, slot int32, r Reason)
	// Running returns how many activities are running.
	Running() int

	// Fresh returns a driver of the same kind without running activities, which uses the instances of another crowd.
	Fresh(in *Instances) Driver
	// Clear drops all running activities without a call, and reuses their memory.
	Clear()
	// Append appends the activity in a slot, with everything that it has started, for Read.
	Append(b []byte, slot int32) []byte
	// Read continues what Append has written, for the agent of c, without calling the host. If that is not possible,
	// why has the reason, and nothing runs.
	Read(c *Ctx, r *world.Reader, rs *Restorer) (activity, slot int32, why string)
	// Restored calls [Instances.Restored] for everything that runs within.
	Restored(c *Ctx, slot int32) bool
	// Drop ends an activity that was read, without calling the host.
	Drop(slot int32)
}

// MaxDrivers limits the drivers of a crowd, one for each family.
const MaxDrivers = 16

// driven is one activity of a driver as a store.
type driven struct {
	driver   Driver
	number   int // of the driver
	activity int32
}

// span is the IDs of the activities of a driver.
type span struct {
	driver   Driver
	first, n int32
}

// Attach gives n activities of a driver the IDs after those in use, and returns the first. A witness sees only calls
// of the host's actions, not of drivers.
func (in *Instances) Attach(d Driver, n int) (first int32) {
	first = int32(len(in.stores))
	for i := range n {
		in.stores = append(in.stores, &driven{d, len(in.spans), int32(i)})
	}
	in.spans = append(in.spans, span{d, first, int32(n)})
	return first
}

// driven reads what a driver has saved; the number of the driver is read first.
func (rs *Restorer) driven(r *codec.Reader) (h Handle, why string) {
	number := r.Below(MaxDrivers)
	part := codec.NewReader(r.Part())
	if r.Failed() {
		return h, ""
	}
	if number >= len(rs.in.spans) {
		return h, "the tree, plan or goal that ran it no longer exists"
	}
	s := &rs.in.spans[number]
	activity, slot, why := s.driver.Read(rs.ctx, (*world.Reader)(part), rs)
	if err := part.Err(); err != nil {
		r.Fail("%v", err)
	}
	if why != "" || r.Failed() {
		return h, why
	}
	return Handle{s.first + activity + 1, slot}, ""
}

// HasDriver reports whether there is a driver with a number.
func (in *Instances) HasDriver(i int) bool { return i < len(in.spans) }

// Driver returns the driver that was attached as number i.
func (in *Instances) Driver(i int) Driver { return in.spans[i].driver }

func (d *driven) start(c *Ctx, words []world.Word) int32 { return d.driver.Start(c, d.activity, words) }
func (d *driven) update(c *Ctx, slot int32) Status       { return d.driver.Update(c, slot) }
func (d *driven) end(*Ctx, int32, Status)                {}
func (d *driven) abort(c *Ctx, slot int32, r Reason)     { d.driver.Abort(c, slot, r) }
func (d *driven) ask(c *Ctx, slot int32, r Reason) bool {
	l, ok := d.driver.(Latent)
	return ok && l.Ask(c, slot, r)
}
func (d *driven) asked(slot int32) {
	if l, ok := d.driver.(Latent); ok {
		l.Asked(slot)
	}
}
func (d *driven) running() int { return 0 } // the driver is asked once for all
