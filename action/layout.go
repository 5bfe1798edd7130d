package action

import (
	"fmt"
	"math"
	"reflect"
	"unsafe"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
)

// layoutKind is the kind of a layout. The numbers are those of saved files.
type layoutKind uint8

const (
	layBool layoutKind = iota + 1
	layInt
	layUint
	layFloat
	layComplex
	layObject // world.Object
	layValue  // Value
	layStruct
	layArray
	layOwn     // writes and reads itself
	lastLayout = layOwn
)

// maxLayoutDepth bounds how deep structs and arrays that were saved may lie in each other.
const maxLayoutDepth = 64

// layout is the memory layout of an action's private state, field by field; or, if it was read, the layout at the time
// of saving, without offsets and sizes.
type layout struct {
	kind   layoutKind
	size   uintptr
	fields []layoutField // struct
	elem   *layout       // array
	count  int           // array
	hollow bool          // of one that was read: it has no numbers and no saved values
}

type layoutField struct {
	name   string
	offset uintptr
	layout *layout
}

var layoutKinds = map[reflect.Kind]layoutKind{
	reflect.Bool: layBool, reflect.Int: layInt, reflect.Int8: layInt, reflect.Int16: layInt, reflect.Int32: layInt, reflect.Int64: layInt,
	reflect.Uint: layUint, reflect.Uint8: layUint, reflect.Uint16: layUint, reflect.Uint32: layUint, reflect.Uint64: layUint,
	reflect.Float32: layFloat, reflect.Float64: layFloat, reflect.Complex64: layComplex, reflect.Complex128: layComplex,
}

// layoutOfState returns the layout of private state, and whether it writes and reads itself.
func layoutOfState(g reflect.Type) (l *layout, own bool) {
	if marshals(g) {
		return &layout{kind: layOwn}, true
	}
	return layoutOf(g), false
}

// layoutOf returns the layout of a type of plain data.
func layoutOf(g reflect.Type) *layout {
	l := &layout{kind: layoutKinds[g.Kind()], size: g.Size()}
	switch {
	case g == wordType:
		l.kind = layObject
	case g == valueType:
		l.kind = layValue
	case g.Kind() == reflect.Struct:
		l.kind = layStruct
		for i := range g.NumField() {
			f := g.Field(i)
			if f.Name == "_" {
				continue
			}
			l.fields = append(l.fields, layoutField{f.Name, f.Offset, layoutOf(f.Type)})
		}
	case g.Kind() == reflect.Array:
		l.kind, l.elem, l.count = layArray, layoutOf(g.Elem()), g.Len()
	}
	return l
}

// code saves the layout, or reads it.
func (l *layout) code(c *codec.Coder, depth int) {
	codec.Below(c, &l.kind, int(lastLayout)+1)
	if c.Reads() && (depth > maxLayoutDepth || l.kind == 0 || l.kind == layOwn && depth > 0) {
		c.Fail("the state of an action has an unknown form")
	}
	if c.Failed() {
		return
	}
	switch l.kind {
	case layStruct:
		for f := range codec.Each(c, &l.fields, codec.NoLimit) {
			c.Text(&f.name)
			codePart(c, &f.layout, depth)
		}
	case layArray:
		codec.Below(c, &l.count, 1<<30)
		codePart(c, &l.elem, depth)
	}
	if c.Reader() != nil {
		l.hollow = l.isHollow()
	}
}

// codePart saves what lies within a layout, or reads it.
func codePart(c *codec.Coder, part **layout, depth int) {
	if c.Reader() != nil {
		*part = &layout{}
	}
	(*part).code(c, depth+1)
}

// isHollow reports whether nothing is written of the data of a layout.
func (l *layout) isHollow() bool {
	switch l.kind {
	case layStruct:
		for i := range l.fields {
			if !l.fields[i].layout.hollow {
				return false
			}
		}
		return true
	case layArray:
		return l.count == 0 || l.elem.hollow
	}
	return false
}

// field returns the field of a name, or nil.
func (l *layout) field(name string) *layoutField {
	for i := range l.fields {
		if l.fields[i].name == name {
			return &l.fields[i]
		}
	}
	return nil
}

// write appends the data at p.
func (l *layout) write(b []byte, p unsafe.Pointer) []byte {
	switch l.kind {
	case layBool:
		return codec.AppendBool(b, *(*bool)(p))
	case layInt:
		return codec.AppendInt(b, codec.IntAt(p, l.size))
	case layUint:
		return codec.AppendUint(b, codec.UintAt(p, l.size))
	case layFloat:
		return codec.AppendFloat(b, l.float(p))
	case layComplex:
		half := layout{kind: layFloat, size: l.size / 2}
		return half.write(half.write(b, p), unsafe.Add(p, half.size))
	case layObject:
		return codec.AppendInt(b, *(*world.Object)(p))
	case layValue:
		v := (*Value)(p)
		b = codec.AppendBool(b, v.Type.Kind != 0)
		if v.Type.Kind == 0 {
			return b
		}
		b = v.Type.Append(b)
		return codec.AppendInt(codec.AppendInt(b, v.Words[0]), v.Words[1])
	case layStruct:
		for _, f := range l.fields {
			b = f.layout.write(b, unsafe.Add(p, f.offset))
		}
	case layArray:
		for i := range l.count {
			b = l.elem.write(b, unsafe.Add(p, uintptr(i)*l.elem.size))
		}
	}
	return b
}

func (l *layout) float(p unsafe.Pointer) float64 {
	if l.size == 4 {
		return float64(*(*float32)(p))
	}
	return *(*float64)(p)
}

// takes returns the range of numbers that fit.
func (l *layout) takes() string {
	bits := 8 * l.size
	switch l.kind {
	case layInt:
		most := int64(math.MaxInt64) >> (64 - bits)
		return fmt.Sprintf("%d to %d", -most-1, most)
	case layUint:
		return fmt.Sprintf("0 to %d", uint64(math.MaxUint64)>>(64-bits))
	}
	return fmt.Sprintf("%g to %g", -math.MaxFloat32, math.MaxFloat32)
}
