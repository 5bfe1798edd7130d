package action

import (
	"fmt"
	"unsafe"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
)

// Restorer restores saved instances; see [Instances.Restorer]. Not safe for concurrent use.
type Restorer struct {
	in    *Instances
	t     translation
	kinds []savedKind
	notes []world.Note
	ctx   *Ctx

	renumbers bool // they get new numbers

	numbers map[int64]bool // of running actions that were read by their numbers; nil: they are read as a whole
	renamed []int32        // with numbers: what each action is now; nil: the same
}

// Enter sets the agent whose instances are read next. Drivers need it, and [Instances.AbortAll], which finds the
// actions of an agent by it.
func (rs *Restorer) Enter(c *Ctx) { rs.ctx = c }

// savedKind is an action as it was when it was saved.
type savedKind struct {
	name   string
	params []Param
	now    int32  // action; -1: gone
	why    string // its instances cannot be brought back
	fill   filling
}

// Restorer reads what [Instances.AppendForms] has written and finds out how each action has changed since. From is the
// schema of the saved values; a migration translates values if that is not the present schema; otherwise it is nil.
// After a mistake, which the reader reports, do not use the result.
func (in *Instances) Restorer(saved *world.Reader, from *world.Schema, m *world.Migration) *Restorer {
	r := (*codec.Reader)(saved)
	rs := &Restorer{in: in, t: translation{from, m}}
	c := r.Coder()
	for n := c.Len(0, codec.NoLimit); n > 0; n-- {
		var f savedForm
		if f.code(c, from); c.Failed() {
			break
		}
		k := savedKind{name: f.name, params: f.params, now: -1}
		rs.find(&k, f.state)
		rs.kinds = append(rs.kinds, k)
	}
	return rs
}

// Notes returns how the private states of actions have changed since they were saved.
func (rs *Restorer) Notes() []world.Note { return rs.notes }

// find looks up the present form of a saved action.
func (rs *Restorer) find(k *savedKind, state *layout) {
	var now *layout
	if k.now = int32(index(rs.in.signatures, k.name)); k.now < 0 {
		k.why = "action " + k.name + " is gone"
	} else {
		own := false
		if own, now = saverOf(rs.in.stores[k.now]).form(); own != (state.kind == layOwn) {
			k.why = "the state of action " + k.name + " is saved in another way"
		}
		if sig := &rs.in.signatures[k.now]; !rs.sameParams(k.params, sig.Params) {
			k.why = "action " + k.name + " has other parameters"
		}
	}
	if k.why != "" {
		now = nil
	}
	k.fill = fit(state, now, "action "+k.name+", state", func(path, text string) {
		if k.why == "" {
			rs.notes = append(rs.notes, world.Note{Kind: world.Reset, What: path, Text: text})
		}
	})
}

// sameParams reports whether arguments for some parameters fit others: kind by kind, as far as the declarations show
// it without values.
func (rs *Restorer) sameParams(saved, now []Param) bool {
	if len(saved) != len(now) {
		return false
	}
	for i := range saved {
		for _, t := range saved[i].Types {
			if rs.typeNow(t, &now[i]) < 0 && len(saved[i].Types) == 1 {
				return false
			}
		}
	}
	return true
}

// typeNow returns the index of the type, among those of a parameter, that a saved type is now; -1: none.
func (rs *Restorer) typeNow(t world.Type, p *Param) int {
	now, ok := t, true
	if rs.t.m != nil {
		now, ok = rs.t.m.TypeNow(t)
	}
	for i, is := range p.Types {
		if ok && is.Kind == now.Kind && is.ID == now.ID {
			return i
		}
	}
	return -1
}

// Instance reads what [Instances.AppendInstance] has written and continues it, without calling the host:
// [Instances.Restored] does that. If that is not possible, the handle is zero and why has the reason; the saved bytes
// are consumed all the same. References to objects that no longer exist become none. A number that the field of a state
// can no longer hold is an error of the reader.
func (rs *Restorer) Instance(saved *world.Reader) (h Handle, why string) {
	r := (*codec.Reader)(saved)
	if rs.numbers != nil {
		return rs.numbered(r)
	}
	id := r.Below(len(rs.kinds) + 1)
	if r.Failed() {
		return h, ""
	}
	if id == len(rs.kinds) {
		return rs.driven(r)
	}
	k := &rs.kinds[id]
	item := rs.in.transfer.read(r)
	serial := rs.serial(r)
	flags := r.Below(savedBroken | savedFailed + 1)
	words, why := rs.words(r, k)
	var data []byte
	if k.fill.saved.kind == layOwn {
		data = r.Bytes()
	} else if why != "" {
		k.fill.read(r, nil, rs.t)
	}
	if why != "" || r.Failed() {
		return h, why
	}
	s := saverOf(rs.in.stores[k.now])
	slot := s.restore(rs.ctx, serial, words, func(p unsafe.Pointer) {
		if k.fill.saved.kind != layOwn {
			k.fill.read(r, p, rs.t)
		}
	})
	if r.Failed() {
		s.release(slot)
		return h, ""
	}
	if flags&savedBroken != 0 {
		s.markBroken(slot)
	}
	h = Handle{k.now + 1, slot}
	if k.fill.saved.kind == layOwn {
		rs.unmarshal(s, slot, k, flags&savedFailed != 0, data)
	}
	rs.in.transfer.restored(h, item)
	return h, ""
}

// maxSerial is the greatest number of a running action that is read: any double holds it. No crowd starts as many.
const maxSerial = 1 << 53

// serial reads the number of a running action, or gives it a new one.
func (rs *Restorer) serial(r *codec.Reader) int64 {
	serial := r.Whole()
	if rs.renumbers {
		*rs.in.begun++
		return *rs.in.begun
	}
	if serial < 1 || serial > maxSerial {
		r.Fail("the number of a running action is out of range")
	}
	*rs.in.begun = max(*rs.in.begun, serial)
	return serial
}

// Renumber gives the actions that are read next new numbers, as if they started now: their own numbers belong to
// another crowd.
func (rs *Restorer) Renumber() { rs.renumbers = true }

// unmarshal makes a state read itself, and records failures: the state is then zero, or what it made of the bytes.
func (rs *Restorer) unmarshal(s saver, slot int32, k *savedKind, failed bool, data []byte) {
	what := "action " + k.name
	if failed {
		rs.notes = append(rs.notes, world.Note{Kind: world.Lost, What: what, Text: "its state could not be saved and begins with zero: " + string(data)})
		return
	}
	if err := s.unmarshal(slot, data); err != nil {
		rs.notes = append(rs.notes, world.Note{Kind: world.Lost, What: what, Text: fmt.Sprintf("its state could not be read: %v", err)})
	}
}

// words reads arguments and converts them to those of the action's present form.
func (rs *Restorer) words(r *codec.Reader, k *savedKind) (out []world.Word, why string) {
	why = k.why
	for i := range k.params {
		p := &k.params[i]
		which := 0
		if len(p.Types) > 1 {
			which = r.Below(len(p.Types))
		}
		t := p.Types[which]
		var w [2]world.Word
		for n := range t.Width() {
			if w[n] = world.Word(r.Int()); !r.Failed() && !rs.t.from.Fits(t, w[n]) {
				r.Fail("an argument of %s has the wrong type", k.name)
			}
		}
		if r.Failed() {
			return nil, why
		}
		if why == "" {
			out, why = rs.argument(out, k, i, t, w)
		}
	}
	return out, why
}

// argument appends an argument as the action takes it now.
func (rs *Restorer) argument(out []world.Word, k *savedKind, i int, t world.Type, w [2]world.Word) ([]world.Word, string) {
	p := &rs.in.signatures[k.now].Params[i]
	now := rs.typeNow(t, p)
	if now < 0 {
		return out, "action " + k.name + " no longer takes the arguments that it was started with"
	}
	if rs.t.m != nil {
		words, clamped, ok := rs.t.m.Words(t, p.Types[now], w)
		if !ok {
			return out, "an argument of action " + k.name + " no longer exists"
		}
		if clamped {
			rs.notes = append(rs.notes, world.Note{Kind: world.Clamped, What: "action " + k.name, Text: fmt.Sprintf("its argument %d is brought into %d..%d", w[0], p.Types[now].Lo, p.Types[now].Hi)})
		}
		w = words
	}
	if len(p.Types) > 1 {
		out = append(out, world.Word(now))
	}
	return append(out, w[:t.Width()]...), ""
}
