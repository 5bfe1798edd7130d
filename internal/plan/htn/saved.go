package htn

import (
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// DecodeError is the error of damaged bytes, or of bytes of another domain.
type DecodeError struct {
	What string // the part that was decoded: plan, reads, bans
	Err  error  // a [*codec.Error]
}

// Error returns what could not be decoded and why.
func (e *DecodeError) Error() string { return "htn: cannot decode " + e.What + ": " + e.Err.Error() }

// Unwrap returns the mistake.
func (e *DecodeError) Unwrap() error { return e.Err }

// savedForm is the first byte of each encoding; another form of it would have another number.
const savedForm = 1

// reader takes an encoding apart.
type reader struct {
	*codec.Reader
	what string
}

func newReader(what string, b []byte) *reader {
	r := &reader{codec.NewReader(b), what}
	if form := r.Byte(); form != savedForm {
		r.Fail("unknown format %d", form)
	}
	return r
}

// failure returns the first mistake, or nil.
func (r *reader) failure() error {
	if err := r.Err(); err != nil {
		return &DecodeError{r.what, err}
	}
	return nil
}

// words reads the values of parameters or free variables.
func (r *reader) words(dst []world.Word, slots []def.Slot, schema *world.Schema) []world.Word {
	for i := range slots {
		for range slots[i].Type.Width() {
			w := world.Word(r.Int())
			if !schema.Fits(slots[i].Type, w) {
				r.Fail("a value has the wrong type")
				w = 0
			}
			dst = append(dst, w)
		}
	}
	return dst
}
