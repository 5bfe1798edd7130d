package action

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"unsafe"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
)

// saver is a store whose instances can be saved. The parameters of an instance are written as the words with which it
// started, its state field by field, or in its own encoding.
type saver interface {
	fresh(begun *int64) store
	clear()
	form() (own bool, state *layout)
	save(b []byte, slot int32) (out []byte, failure error)
	// restore makes a running instance without calling the host; fill fills its state.
	restore(c *Ctx, serial int64, words []world.Word, fill func(state unsafe.Pointer)) int32
	markBroken(slot int32)
	// unmarshal makes the state read itself.
	unmarshal(slot int32, data []byte) error
	restored(c *Ctx, slot int32) bool
	release(slot int32)
}

// The saved data of an instance besides its parameters and state.
const (
	savedBroken = 1 << iota // a hook panicked: it fails with its next update
	savedFailed             // its state could not be written: a message replaces it
)

// saverOf returns what saves the instances of a store.
func saverOf(s store) saver {
	if w, ok := s.(*watched); ok {
		s = w.store
	}
	v, _ := s.(saver)
	return v
}

// marshals reports whether a type of private state has its own encoding. Then it need not be plain data.
func marshals(g reflect.Type) bool {
	p := reflect.PointerTo(g)
	return p.Implements(reflect.TypeFor[encoding.BinaryMarshaler]()) && p.Implements(reflect.TypeFor[encoding.BinaryUnmarshaler]())
}

// CanSave reports whether running instances can be saved. Those that stand in for a host in a replay cannot.
func (in *Instances) CanSave() bool {
	for _, s := range in.actions() {
		if _, stands := s.(*substituted); stands {
			return false
		}
	}
	return true
}

// AppendForms appends the data needed to read saved instances: for each action its name, its parameters' types, and the
// fields of its state.
func (in *Instances) AppendForms(b []byte) []byte {
	c := codec.NewWriter(b)
	c.Len(len(in.signatures), codec.NoLimit)
	for i := range in.signatures {
		_, state := saverOf(in.stores[i]).form()
		f := savedForm{in.signatures[i].Name, in.signatures[i].Params, state}
		f.code(c, nil)
	}
	return c.Written()
}

// savedForm describes the parameters and the state of the saved instances of an action.
type savedForm struct {
	name   string
	params []Param // their types alone
	state  *layout
}

// code saves it, or reads that of an action whose types are of a schema.
func (f *savedForm) code(c *codec.Coder, from *world.Schema) {
	c.Text(&f.name)
	for p := range codec.Each(c, &f.params, codec.NoLimit) {
		for t := range codec.Each(c, &p.Types, codec.NoLimit) {
			if r := c.Reader(); r != nil {
				*t = from.ReadType((*world.Reader)(r))
			} else {
				c.Write(t.Append(c.Written()))
			}
		}
		if len(p.Types) == 0 && c.Reads() {
			c.Fail("a parameter has no type")
		}
	}
	if c.Reader() != nil {
		f.state = &layout{}
	}
	f.state.code(c, 0)
}

// AppendInstance appends a running instance for [Restorer.Instance].
func (in *Instances) AppendInstance(b []byte, h Handle) []byte {
	if d, ok := in.stores[h.Action()].(*driven); ok {
		b = codec.AppendUint(codec.AppendUint(b, len(in.actions())), d.number)
		b, place := codec.BeginPart(b)
		return codec.EndPart(d.driver.Append(b, h.slot), place)
	}
	if in.numbered {
		return codec.AppendUint(codec.AppendUint(b, h.Action()), in.stores[h.Action()].(numbered).number(h.slot))
	}
	b = in.transfer.save(codec.AppendUint(b, h.Action()), h)
	back := false
	defer func() {
		if !back { // only a goroutine that ends comes here: a panic is an error
			in.report(h.Action(), errors.New("its state could not be saved: "+exited))
		}
	}()
	b, err := saverOf(in.stores[h.Action()]).save(b, h.slot)
	if back = true; err != nil {
		in.report(h.Action(), fmt.Errorf("its state could not be saved, and will begin with zero: %w", err))
	}
	return b
}

// Report sets a function that is called with the mistakes in saving private states: the other parts of the instances
// are complete all the same.
func (in *Instances) Report(f func(Fault)) { in.failed = f }

func (in *Instances) report(action int32, err error) {
	if in.failed != nil {
		in.failed(Fault{Action: in.signatures[action].Name, Message: err.Error()})
	}
}

// Restored calls the [OnRestored] hook of a restored instance, if there is one. It returns false if the hook panicked:
// the instance then fails with its next update, and [Ctx.TakeFault] returns the panic.
func (in *Instances) Restored(c *Ctx, h Handle) bool {
	if d, ok := in.stores[h.Action()].(*driven); ok {
		return d.driver.Restored(c, h.slot)
	}
	return saverOf(in.stores[h.Action()]).restored(c, h.slot)
}

// Drop ends a restored instance without calling the host.
func (in *Instances) Drop(h Handle) {
	if d, ok := in.stores[h.Action()].(*driven); ok {
		d.driver.Drop(h.slot)
		return
	}
	in.transfer.dropped(h)
	saverOf(in.stores[h.Action()]).release(h.slot)
}

// OnRestored is called once, instead of OnStart, for a saved instance that continues. Restore here everything that is
// not part of the state, such as a playing animation.
func OnRestored[P, S any](f func(c *Ctx, p *P, s *S)) Hook[P, S] {
	return func(k *actionKind[P, S]) { k.restored = f }
}

func (ps *pages[P, S]) fresh(begun *int64) store { return ps.kind.newStore(begun) }

func (ps *pages[P, S]) clear() {
	ps.live, ps.first = 0, 0
	for p := range ps.free {
		ps.free[p] = ps.none()
	}
}

func (ps *pages[P, S]) form() (own bool, state *layout) { return ps.kind.own, ps.kind.state }

func (ps *pages[P, S]) save(b []byte, slot int32) ([]byte, error) {
	at := ps.at(slot)
	flags := byte(0)
	if at.has(isBroken) || ps.kind.params.hasOwn(unsafe.Pointer(&at.p)) {
		flags |= savedBroken
	}
	b = codec.AppendUint(b, at.serial(*ps.begun))
	if !ps.kind.own {
		b = ps.kind.params.write(append(b, flags), unsafe.Pointer(&at.p), ps.kind.schema)
		return ps.kind.state.write(b, unsafe.Pointer(&at.s)), nil
	}
	data, err := ps.marshal(&at.s)
	if err != nil {
		flags |= savedFailed
		data = []byte(err.Error())
	}
	b = ps.kind.params.write(append(b, flags), unsafe.Pointer(&at.p), ps.kind.schema)
	return codec.AppendBytes(b, data), err
}

// marshal makes the state write itself. A panic counts as an error: it must not prevent the game's save.
func (ps *pages[P, S]) marshal(s *S) (data []byte, err error) {
	defer recoverAs(&err)
	return any(s).(encoding.BinaryMarshaler).MarshalBinary()
}

func (ps *pages[P, S]) unmarshal(slot int32, data []byte) (err error) {
	defer recoverAs(&err)
	return any(&ps.at(slot).s).(encoding.BinaryUnmarshaler).UnmarshalBinary(data)
}

// recoverAs makes a panic of the host's code an error.
func recoverAs(err *error) {
	if v := recover(); v != nil {
		*err = fmt.Errorf("it panicked: %v", v)
	}
}

func (ps *pages[P, S]) restore(c *Ctx, serial int64, words []world.Word, fill func(state unsafe.Pointer)) int32 {
	slot := ps.take(words)
	at := ps.at(slot)
	at.standing = standingOf(0, serial)
	if c != nil { // see [Restorer.Enter]
		at.own(ownerOf(c.agent))
	}
	fill(unsafe.Pointer(&at.s))
	return slot
}

func (ps *pages[P, S]) markBroken(slot int32) { ps.at(slot).standing |= isBroken }

func (ps *pages[P, S]) restored(c *Ctx, slot int32) bool {
	at := ps.at(slot)
	if ps.kind.restored != nil && !ps.guard(c, at, func() { c.standing |= at.standing & isEnding; ps.kind.restored(c, &at.p, &at.s) }) {
		at.standing |= isBroken
		return false
	}
	return true
}

// write appends the parameters in the struct at p as the words of an argument list.
func (ps params) write(b []byte, p unsafe.Pointer, schema *world.Schema) []byte {
	for i := range ps {
		f := &ps[i]
		at := unsafe.Add(p, f.offset)
		t, which := f.types[0], 0
		if len(f.types) > 1 {
			which = f.which(at, schema)
			t = f.types[which]
			b = codec.AppendUint(b, which)
		}
		if f.literals != nil {
			w, _ := f.literal(at) // of one that the host has made itself, see hasOwn
			b = codec.AppendInt(b, w)
			continue
		}
		w := f.form.get(at)
		for k := range t.Width() {
			b = codec.AppendInt(b, w[k])
		}
	}
	return b
}

// which returns the index of the type that a parameter of several types has. An object alone does not determine it:
// any type that the object belongs to will do.
func (f *field) which(p unsafe.Pointer, schema *world.Schema) int {
	for i, t := range f.types {
		if f.form == formValue && t == (*Value)(p).Type || f.form != formValue && schema.Fits(t, f.form.get(p)[0]) {
			return i
		}
	}
	return 0
}
