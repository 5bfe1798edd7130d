package action

import (
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
)

// Driver carries out activities that are not actions of the host: trees and plans. Whoever starts an action can start these as well,
// by their IDs, and so the families nest without knowing each other. What is running has a slot, a number that the driver gives and
// uses again. A driver is called like [Instances], by one goroutine at a time.
type Driver interface {
	// Start starts an activity of the driver, numbered from 0, with the words of its parameters.
	Start(c *Ctx, activity int32, words []world.Word) (slot int32)
	// Update lets it go on for a tick. Unless the driver returns Running the activity has ended, and the slot is free.
	Update(c *Ctx, slot int32) Status
	// Abort ends it, and all that it has started, from outside. The slot is then free.
	Abort(c *Ctx, slot int32, r Reason)
	// Running returns how many activities are running.
	Running() int

	// Fresh returns a driver of the same kind with nothing running, which starts what it starts in another crowd's instances.
	Fresh(in *Instances) Driver
	// Clear forgets all that is running, without a call, and uses its memory again.
	Clear()
	// Append appends what is running in a slot, with all that it has started, for Read.
	Append(b []byte, slot int32) []byte
	// Read makes what Append has written run again for the agent that c is of, without calling the host. Where that is not possible why
	// tells the reason, and nothing runs.
	Read(c *Ctx, r *world.Reader, rv *Revival) (activity, slot int32, why string)
	// Restored passes [Instances.Restored] on to all that runs within.
	Restored(c *Ctx, slot int32) bool
	// Drop ends what was read without calling the host.
	Drop(slot int32)
}

// MaxDrivers is the most drivers of a crowd: there is one for each family.
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

// Attach gives n activities of a driver the IDs after those in use, and returns the first. Calls of the driver are not watched: only
// those of the host's actions are.
func (in *Instances) Attach(d Driver, n int) (first int32) {
	first = int32(len(in.stores))
	for i := range n {
		in.stores = append(in.stores, &driven{d, len(in.spans), int32(i)})
	}
	in.spans = append(in.spans, span{d, first, int32(n)})
	return first
}

// driven reads what a driver has saved; the number of the driver is read first.
func (rv *Revival) driven(r *codec.Reader) (h Handle, why string) {
	number := r.Below(MaxDrivers)
	part := codec.NewReader(r.Part())
	if r.Failed() {
		return h, ""
	}
	if number >= len(rv.in.spans) {
		return h, "what carried it out is gone"
	}
	s := &rv.in.spans[number]
	activity, slot, why := s.driver.Read(rv.ctx, (*world.Reader)(part), rv)
	if err := part.Err(); err != nil {
		r.Fail("%v", err)
	}
	if why != "" || r.Failed() {
		return h, why
	}
	return Handle{s.first + activity + 1, slot}, ""
}

// HasDriver reports whether there is a driver of a number.
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
