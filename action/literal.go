package action

import (
	"unsafe"

	"github.com/karakuri-ai/karakuri/world"
)

// Text returns the text of an argument, or "" if the argument is of another kind. It is for a Value; for a parameter
// that is always a text, use a string field.
func (c *Ctx) Text(v Value) string {
	if v.Type != world.TextType {
		return ""
	}
	return c.literal(v).Text
}

// Ints returns the list of ints of an argument, or nil if the argument is of another kind. The slice is shared: do not
// change it.
func (c *Ctx) Ints(v Value) []int64 {
	if v.Type != world.IntsType {
		return nil
	}
	return c.literal(v).Ints
}

// Floats returns the list of floats of an argument; see Ctx.Ints.
func (c *Ctx) Floats(v Value) []float64 {
	if v.Type != world.FloatsType {
		return nil
	}
	return c.literal(v).Floats
}

// Texts returns the list of texts of an argument; see Ctx.Ints.
func (c *Ctx) Texts(v Value) []string {
	if v.Type != world.TextsType {
		return nil
	}
	return c.literal(v).Texts
}

func (c *Ctx) literal(v Value) world.Literal {
	at, _ := c.state.Schema().Literals.At(v.Type, v.Words[0])
	return at
}

// putLiteral writes a text or a list of the program to the field at p.
func (f *field) putLiteral(p unsafe.Pointer, w world.Word) {
	v, _ := f.literals.At(f.types[0], w)
	switch f.form {
	case formString:
		*(*string)(p) = v.Text
	case formInts:
		*(*[]int64)(p) = v.Ints
	case formFloats:
		*(*[]float64)(p) = v.Floats
	default:
		*(*[]string)(p) = v.Texts
	}
}

// literal returns the word of the text or list in the field at p; false if the program does not contain it.
func (f *field) literal(p unsafe.Pointer) (world.Word, bool) {
	var v world.Literal
	switch f.form {
	case formString:
		v.Text = *(*string)(p)
	case formInts:
		v.Ints = *(*[]int64)(p)
	case formFloats:
		v.Floats = *(*[]float64)(p)
	default:
		v.Texts = *(*[]string)(p)
	}
	return f.literals.Find(f.types[0], v)
}

// hasOwn reports whether the host has put a text or list that the program does not contain into the struct at p. The
// action cannot be restored then.
func (ps params) hasOwn(p unsafe.Pointer) bool {
	for i := range ps {
		if f := &ps[i]; f.literals != nil {
			if _, ok := f.literal(unsafe.Add(p, f.offset)); !ok {
				return true
			}
		}
	}
	return false
}
