package action

import (
	"fmt"
	"math"
	"reflect"
	"unsafe"

	"github.com/karakuri-ai/karakuri/world"
)

// form is the memory layout of a Go value: how words move in and out of it.
type form uint8

const (
	noForm form = iota
	formBool
	formInt
	formInt8
	formInt16
	formInt32
	formInt64
	formUint
	formUint8
	formUint16
	formUint32
	formUint64
	formFloat32
	formFloat64
	formVec2
	formValue
	formString // texts; in typed access to symbols, the names of enum values and objects
	formInts   // []int64
	formFloats // []float64
	formTexts  // []string
)

var kindForms = map[reflect.Kind]form{
	reflect.Bool: formBool, reflect.Int: formInt, reflect.Int8: formInt8, reflect.Int16: formInt16, reflect.Int32: formInt32,
	reflect.Int64: formInt64, reflect.Uint: formUint, reflect.Uint8: formUint8, reflect.Uint16: formUint16,
	reflect.Uint32: formUint32, reflect.Uint64: formUint64, reflect.Float32: formFloat32, reflect.Float64: formFloat64,
	reflect.String: formString,
}

var listForms = map[reflect.Kind]form{reflect.Int64: formInts, reflect.Float64: formFloats, reflect.String: formTexts}

var (
	wordType  = reflect.TypeFor[world.Word]()
	vec2Type  = reflect.TypeFor[Vec2]()
	valueType = reflect.TypeFor[Value]()
)

// formOf returns the form of a Go type, or noForm.
func formOf(t reflect.Type) form {
	switch t {
	case vec2Type:
		return formVec2
	case valueType:
		return formValue
	}
	if t.Kind() == reflect.Slice {
		return listForms[t.Elem().Kind()]
	}
	return kindForms[t.Kind()]
}

// integers returns the lowest and highest number that an integer form holds.
func (f form) integers() (lo, hi int64, ok bool) {
	switch f {
	case formInt, formInt64:
		return math.MinInt64, math.MaxInt64, true // an int of 32 bits saturates
	case formInt8:
		return math.MinInt8, math.MaxInt8, true
	case formInt16:
		return math.MinInt16, math.MaxInt16, true
	case formInt32:
		return math.MinInt32, math.MaxInt32, true
	case formUint8:
		return 0, math.MaxUint8, true
	case formUint16:
		return 0, math.MaxUint16, true
	case formUint, formUint32:
		return 0, math.MaxUint32, true
	case formUint64:
		return 0, math.MaxInt64, true
	}
	return 0, 0, false
}

// misfit returns why a Go type cannot hold values of a type; empty if it can.
func misfit(schema *world.Schema, t world.Type, g reflect.Type) string {
	f := formOf(g)
	if f == formValue {
		return ""
	}
	lo, hi, integer := f.integers()
	var use string
	switch t.Kind {
	case world.KindBool:
		use = fits(f == formBool, "bool")
	case world.KindFloat:
		use = fits(f == formFloat64 || f == formFloat32, "float64")
	case world.KindVec2:
		use = fits(f == formVec2, "Vec2")
	case world.KindObject:
		use = fits(g == wordType, "Object")
	case world.KindEnum:
		use = fits(integer && int64(len(schema.Enums[t.ID].Values))-1 <= hi, "Enum or an integer type of your own")
	case world.KindText:
		use = fits(f == formString, "string")
	case world.KindList:
		use = fits(f == formOfList(t), "[]"+elementNames[world.Kind(t.ID)])
	case world.KindInt:
		use = fits(integer && lo <= t.Lo && t.Hi <= hi, "int64")
		if use != "" && integer {
			use += ", or give it a range that fits"
		}
	}
	if use == "" {
		return ""
	}
	return fmt.Sprintf("%s cannot hold %s: use %s", g, world.FormatType(schema, t), use)
}

// elementNames are the Go types of the elements of lists.
var elementNames = map[world.Kind]string{world.KindInt: "int64", world.KindFloat: "float64", world.KindText: "string"}

// formOfList returns the form of the lists of a type.
func formOfList(t world.Type) form {
	switch t {
	case world.IntsType:
		return formInts
	case world.FloatsType:
		return formFloats
	}
	return formTexts
}

func fits(ok bool, use string) string {
	if ok {
		return ""
	}
	return use
}

// put writes a value of a type into the Go value of this form at p.
func (f form) put(p unsafe.Pointer, t world.Type, w [2]world.Word) {
	switch f {
	case formBool:
		*(*bool)(p) = w[0] != 0
	case formInt:
		*(*int)(p) = int(min(max(int64(w[0]), math.MinInt), math.MaxInt))
	case formInt8, formUint8:
		*(*int8)(p) = int8(w[0])
	case formInt16, formUint16:
		*(*int16)(p) = int16(w[0])
	case formInt32, formUint32:
		*(*int32)(p) = int32(w[0])
	case formInt64, formUint64:
		*(*int64)(p) = int64(w[0])
	case formUint:
		*(*uint)(p) = uint(w[0])
	case formFloat32:
		*(*float32)(p) = float32(w[0].Float())
	case formFloat64:
		*(*float64)(p) = w[0].Float()
	case formVec2:
		*(*Vec2)(p) = Vec2{w[0].Float(), w[1].Float()}
	case formValue:
		*(*Value)(p) = Value{t, w}
	}
}

// get reads the Go value of this form at p as words of a type. It does not check ranges.
func (f form) get(p unsafe.Pointer) (w [2]world.Word) {
	switch f {
	case formBool:
		w[0] = world.Bool(*(*bool)(p))
	case formInt:
		w[0] = world.Word(*(*int)(p))
	case formInt8:
		w[0] = world.Word(*(*int8)(p))
	case formInt16:
		w[0] = world.Word(*(*int16)(p))
	case formInt32:
		w[0] = world.Word(*(*int32)(p))
	case formInt64:
		w[0] = world.Word(*(*int64)(p))
	case formUint:
		w[0] = world.Word(min(uint64(*(*uint)(p)), math.MaxInt64))
	case formUint8:
		w[0] = world.Word(*(*uint8)(p))
	case formUint16:
		w[0] = world.Word(*(*uint16)(p))
	case formUint32:
		w[0] = world.Word(*(*uint32)(p))
	case formUint64:
		w[0] = world.Word(min(*(*uint64)(p), math.MaxInt64))
	case formFloat32:
		w[0] = world.Float(float64(*(*float32)(p)))
	case formFloat64:
		w[0] = world.Float(*(*float64)(p))
	case formVec2:
		v := (*Vec2)(p)
		w[0], w[1] = world.Float(v.X), world.Float(v.Y)
	case formValue:
		w = (*Value)(p).Words
	}
	return w
}
