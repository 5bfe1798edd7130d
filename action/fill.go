package action

import (
	"math"
	"unsafe"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
)

// filling reads data that was saved with one layout into memory of another, field by field, by names.
type filling struct {
	saved  *layout
	now    *layout   // nil: the field no longer exists
	path   string    // path of the field, for messages: "state.Way[]"
	offset uintptr   // of struct fields
	parts  []filling // of a struct, by field of saved; of an array, one for all elements
}

// fit matches saved fields with the present ones. It calls differ for each field that was added or removed, or has
// another kind.
func fit(saved, now *layout, path string, differ func(path, text string)) filling {
	f := filling{saved: saved, now: now, path: path}
	if now != nil && !goesInto(saved.kind, now.kind) {
		differ(path, "it is of another kind and begins with zero")
		f.now = nil
	}
	switch {
	case saved.kind == layStruct:
		f.fitFields(path, differ)
	case saved.kind == layArray:
		var elem *layout
		if f.now != nil {
			elem = f.now.elem
			if saved.count > f.now.count {
				differ(path, "it is shorter: what was further on is dropped")
			}
		}
		f.parts = []filling{fit(saved.elem, elem, path+"[]", differ)}
	}
	return f
}

func (f *filling) fitFields(path string, differ func(path, text string)) {
	for _, part := range f.saved.fields {
		var at layoutField
		if f.now != nil {
			if found := f.now.field(part.name); found != nil {
				at = *found
			} else {
				differ(path+"."+part.name, "it is gone: its value is dropped")
			}
		}
		p := fit(part.layout, at.layout, path+"."+part.name, differ)
		p.offset = at.offset
		f.parts = append(f.parts, p)
	}
	if f.now == nil {
		return
	}
	for _, part := range f.now.fields {
		if f.saved.field(part.name) == nil {
			differ(path+"."+part.name, "it is new and begins with zero")
		}
	}
}

// goesInto reports whether data of one kind can be kept in one of another.
func goesInto(saved, now layoutKind) bool {
	whole := saved == layInt || saved == layUint
	return saved == now || whole && (now == layInt || now == layUint || now == layFloat)
}

// translation maps references to objects, and types; nil leaves them unchanged.
type translation struct {
	from *world.Schema
	m    *world.Migration
}

// read fills the memory at p, or with now nil reads past.
func (f *filling) read(r *codec.Reader, p unsafe.Pointer, t translation) {
	if f.now == nil {
		p = nil
	}
	switch f.saved.kind {
	case layBool:
		if v := r.Bool(); p != nil {
			*(*bool)(p) = v
		}
	case layInt:
		f.putInt(r, p, r.Int())
	case layUint:
		f.putUint(r, p, r.Uint())
	case layFloat:
		f.putFloat(r, p, r.Float())
	case layComplex:
		f.putComplex(r, p, r.Float(), r.Float())
	case layObject:
		if o := t.object(world.Object(r.Int())); p != nil {
			*(*world.Object)(p) = o
		}
	case layValue:
		if v := t.readValue(r); p != nil {
			*(*Value)(p) = v
		}
	case layStruct:
		for i := range f.parts {
			f.parts[i].read(r, within(p, f.parts[i].offset), t)
		}
	case layArray:
		f.readArray(r, p, t)
	}
}

func (f *filling) readArray(r *codec.Reader, p unsafe.Pointer, t translation) {
	elem := &f.parts[0]
	if f.saved.hollow {
		return
	}
	for i := 0; i < f.saved.count && !r.Failed(); i++ {
		if p == nil || i >= f.now.count {
			elem.read(r, nil, t)
		} else {
			elem.read(r, unsafe.Add(p, uintptr(i)*f.now.elem.size), t)
		}
	}
}

// within returns a place within the value at p, or nil for nil.
func within(p unsafe.Pointer, offset uintptr) unsafe.Pointer {
	if p == nil {
		return nil
	}
	return unsafe.Add(p, offset)
}

func (f *filling) putInt(r *codec.Reader, p unsafe.Pointer, n int64) {
	switch {
	case p == nil:
	case f.now.kind == layFloat:
		f.putFloat(r, p, float64(n))
	case f.now.kind == layUint:
		if n < 0 {
			f.refuse(r, n)
			return
		}
		f.putUint(r, p, uint64(n))
	default:
		if most := int64(math.MaxInt64) >> (64 - 8*f.now.size); n < -most-1 || n > most {
			f.refuse(r, n)
			return
		}
		codec.SetInt(p, f.now.size, n)
	}
}

func (f *filling) putUint(r *codec.Reader, p unsafe.Pointer, n uint64) {
	switch {
	case p == nil:
	case f.now.kind == layFloat:
		f.putFloat(r, p, float64(n))
	case f.now.kind == layInt:
		if n > math.MaxInt64 {
			f.refuse(r, n)
			return
		}
		f.putInt(r, p, int64(n))
	default:
		if n > uint64(math.MaxUint64)>>(64-8*f.now.size) {
			f.refuse(r, n)
			return
		}
		codec.SetInt(p, f.now.size, int64(n))
	}
}

func (f *filling) putFloat(r *codec.Reader, p unsafe.Pointer, v float64) {
	switch {
	case p == nil:
	case f.now.size != 4:
		*(*float64)(p) = v
	case overflows(v):
		f.refuse(r, v)
	default:
		*(*float32)(p) = float32(v)
	}
}

func (f *filling) putComplex(r *codec.Reader, p unsafe.Pointer, re, im float64) {
	switch {
	case p == nil:
	case f.now.size != 8:
		*(*complex128)(p) = complex(re, im)
	case overflows(re) || overflows(im):
		f.refuse(r, complex(re, im))
	default:
		*(*complex64)(p) = complex(float32(re), float32(im))
	}
}

// overflows reports whether a number is too large for a float32, and not infinite itself.
func overflows(v float64) bool { return math.IsInf(float64(float32(v)), 0) && !math.IsInf(v, 0) }

// refuse ends the reading at a number that its field cannot hold: the nearest one that it can would be another state.
func (f *filling) refuse(r *codec.Reader, v any) {
	r.Fail("%s is %v; the field now takes %s", f.path, v, f.now.takes())
}

func (t translation) object(o world.Object) world.Object {
	if t.m == nil {
		return o
	}
	now, _ := t.m.Object(o)
	return now
}

func (t translation) readValue(r *codec.Reader) Value {
	if !r.Bool() {
		return Value{}
	}
	v := Value{Type: t.from.ReadType((*world.Reader)(r))}
	v.Words = [2]world.Word{world.Word(r.Int()), world.Word(r.Int())}
	switch {
	case r.Failed():
		return Value{}
	case !t.from.Fits(v.Type, v.Words[0]):
		r.Fail("a value has the wrong type")
		return Value{}
	case t.m == nil:
		return v
	}
	now, ok := t.m.TypeNow(v.Type)
	if !ok {
		return Value{}
	}
	words, _, ok := t.m.Words(v.Type, now, v.Words)
	if !ok {
		return Value{}
	}
	return Value{now, words}
}
