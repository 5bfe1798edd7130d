package world

import "math"

// Word is one value as the engine stores it. Its meaning depends on its [Type]:
//
//	bool    0 or 1
//	int     the number
//	enum    the index of the value in its declaration
//	float   an order-preserving integer: comparing Words compares the numbers; one zero, no NaN
//	object  an [Object]; 0 is "none"
//	vec2    two Words, x and y, both floats
//	text    the index of the text among the [Literals]; likewise for lists
type Word int64

// Bool returns the Word of a truth value.
func Bool(b bool) Word {
	if b {
		return 1
	}
	return 0
}

// Float returns the Word of a number. NaN becomes 0, infinities the greatest finite numbers.
func Float(f float64) Word {
	i := int64(math.Float64bits(float64(f) + 0)) // + 0 turns -0 into 0; the conversion keeps it from being fused with what made f
	if i&exponentBits == exponentBits {
		i = finite(f)
	}
	return Word(i ^ int64(uint64(i>>63)>>1))
}

// exponentBits are those which only an infinity or NaN has all set.
const exponentBits = 0x7FF << 52

// finite returns the bits of the number that represents an infinity or NaN.
func finite(f float64) int64 {
	switch {
	case f > 0:
		f = math.MaxFloat64
	case f < 0:
		f = -math.MaxFloat64
	default:
		f = 0
	}
	return int64(math.Float64bits(f))
}

// Bool reports whether the Word is true.
func (w Word) Bool() bool { return w != 0 }

// Float returns the number of a float's Word.
func (w Word) Float() float64 {
	i := int64(w)
	return math.Float64frombits(uint64(i ^ int64(uint64(i>>63)>>1)))
}

// Object is the Word of an object reference: an index within its population (low IndexBits), the population (the
// populationBits above) and a generation above both, so that a reference to a removed object is never mistaken for its
// successor, nor an object of one population for one of another. No object has index 0: Object 0 is "none".
type Object = Word

// IndexBits is the width of the index within an Object.
const IndexBits = 20

// IndexMask cuts the index out of an Object; for an enum's Word it is the identity.
const IndexMask = 1<<IndexBits - 1

const (
	populationBits = 10
	generationBits = 63 - IndexBits - populationBits

	populationMask  = 1<<populationBits - 1
	generationShift = IndexBits + populationBits
)

// makeObject puts an Object together.
func makeObject(population int32, index int, generation Word) Object {
	return generation<<generationShift | Word(population)<<IndexBits | Word(index)
}

// splitObject returns the population and the index of an Object.
func splitObject(o Object) (population int32, index int) {
	return int32(o >> IndexBits & populationMask), int(o & IndexMask)
}
