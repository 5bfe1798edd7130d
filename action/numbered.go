package action

import (
	"unsafe"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
)

// numbered is a store that numbers its running actions in the order in which they started.
type numbered interface {
	number(slot int32) int64
}

// Numbered makes [Instances.AppendInstance] write only the number of a running action, for substitutes to continue, or
// everything again. Without a witness and substitutes, the number is that of [Ctx.Serial].
func (in *Instances) Numbered(on bool) { in.numbered = on }

// maxMessage is the maximum number of bytes of a panic's message in a trace.
const maxMessage = 8 << 10

// SavedFault returns the saved part of a panic. If running actions are identified by numbers, substitutes know only
// that part: it has no stack.
func (in *Instances) SavedFault(f Fault) Fault {
	if in.numbered {
		f.Message, f.Stack = f.Message[:min(len(f.Message), maxMessage)], ""
	}
	return f
}

// Started returns the number of actions that have started since there is a witness or substitutes; without them it is
// [Instances.Begun].
func (in *Instances) Started() int64 {
	for _, s := range in.actions() {
		switch s := s.(type) {
		case *watched:
			return s.calls.started
		case *substituted:
			return s.calls.started
		}
	}
	return *in.begun
}

// NumberedRestorer reads data that was appended by numbers, for substitutes. Started is the number of actions that had
// started.
func (in *Instances) NumberedRestorer(started int64) *Restorer {
	for _, s := range in.actions() {
		s.(*substituted).calls.started = started
	}
	return &Restorer{in: in, numbers: map[int64]bool{}}
}

// Renamed says for each action of the saved crowd which one it is now; -1: it is gone. It is for crowds of another
// program.
func (rs *Restorer) Renamed(now []int32) { rs.renamed = now }

// numbered reads the number of a running action.
func (rs *Restorer) numbered(r *codec.Reader) (h Handle, why string) {
	actions := rs.in.actions()
	count := len(actions)
	if rs.renamed != nil {
		count = len(rs.renamed)
	}
	id := r.Below(count + 1)
	if r.Failed() {
		return h, ""
	}
	if id == count {
		return rs.driven(r)
	}
	if rs.renamed != nil {
		if id = int(rs.renamed[id]); id < 0 {
			r.Whole()
			return h, "the action is gone"
		}
	}
	d, number := actions[id].(*substituted), r.Whole()
	if number < 1 || number > d.calls.started || rs.numbers[number] {
		r.Fail("the number of a running action is missing or occurs twice")
	}
	if r.Failed() {
		return h, ""
	}
	rs.numbers[number] = true
	return Handle{int32(id) + 1, d.take(rs.ctx, number)}, ""
}

// number returns the number of a running action. One that was running before there was a witness is given the next one.
func (w *watched) number(slot int32) int64 {
	if int(slot) >= len(w.serials) || w.serials[slot] == 0 {
		w.calls.started++
		w.serials.put(slot, w.calls.started)
	}
	return w.serials[slot]
}

func (ps *pages[P, S]) number(slot int32) int64 { return ps.at(slot).serial(*ps.begun) }

func (d *substituted) number(slot int32) int64 { return d.serials[slot] }

// take returns a slot for a running action of a number.
func (d *substituted) take(c *Ctx, number int64) int32 {
	if len(d.free) == 0 {
		d.free = append(d.free, int32(len(d.serials)))
	}
	slot := d.free[len(d.free)-1]
	d.free = d.free[:len(d.free)-1]
	d.serials.put(slot, number)
	for int(slot) >= len(d.owners) {
		d.owners = append(d.owners, owning{})
	}
	d.owners[slot] = owning{owner: ownerOf(c.agent)}
	return slot
}

// The following makes a substituted store a saver of stores without state.

func (d *substituted) fresh(*int64) store {
	return &substituted{action: d.action, substitute: d.substitute, calls: d.calls}
}

func (d *substituted) clear() { d.serials, d.owners, d.free = d.serials[:0], d.owners[:0], d.free[:0] }

func (d *substituted) form() (own bool, state *layout) { return false, nil }

func (d *substituted) save(b []byte, _ int32) ([]byte, error) { return b, nil }

func (d *substituted) restore(c *Ctx, _ int64, _ []world.Word, _ func(unsafe.Pointer)) int32 {
	return d.take(c, 0)
}

func (d *substituted) markBroken(int32) {}

func (d *substituted) unmarshal(int32, []byte) error { return nil }

func (d *substituted) restored(*Ctx, int32) bool { return true }

func (d *substituted) release(slot int32) { d.free = append(d.free, slot) }
