package codec

import (
	"encoding/binary"
	"iter"
	"math"
	"unsafe"
)

// Coder writes values or reads them, with the same calls, so that code lists the saved fields once. Each call takes a
// pointer; a coder that writes does not change the value behind it. A coder allocates nothing and may be a variable on
// the caller's stack; only [List], [Times] and [Coder.Either] move it to the heap, because they pass it to functions.
type Coder struct {
	r     *Reader // nil: the coder writes
	b     []byte
	short uint64 // numbers below this are written as one byte, whatever their type; 0 if the coder reads
}

// shortest is the smallest number that takes more than one byte as a signed integer.
const shortest = oneByte / 2

// NewWriter returns a coder that appends to b.
func NewWriter(b []byte) *Coder { return &Coder{b: b, short: shortest} }

// Write makes the coder append to b. Reuse a coder to avoid allocations.
func (c *Coder) Write(b []byte) *Coder {
	*c = Coder{b: b, short: shortest}
	return c
}

// Read makes the coder read from r, as [Reader.Coder] does. Reuse a coder to avoid allocations.
func (c *Coder) Read(r *Reader) *Coder {
	*c = Coder{r: r}
	return c
}

// Coder returns a coder that reads from r. Its errors are those of r.
func (r *Reader) Coder() *Coder { return &Coder{r: r} }

// Written returns all bytes appended so far. The coder does not retain them.
func (c *Coder) Written() []byte {
	b := c.b
	c.b = nil
	return b
}

// Reader returns the reader that the coder reads from, or nil if the coder writes.
func (c *Coder) Reader() *Reader { return c.r }

// Reads reports whether the coder reads and has had no error. Then the caller validates the values read.
func (c *Coder) Reads() bool { return c.r != nil && c.r.err == nil }

// Fail records an error in the data, unless there was one before. Call it only while reading.
func (c *Coder) Fail(format string, args ...any) { c.r.Fail(format, args...) }

// Failed reports whether reading had an error.
func (c *Coder) Failed() bool { return c.r != nil && c.r.Failed() }

type (
	signed interface {
		~int | ~int8 | ~int16 | ~int32 | ~int64
	}
	unsigned interface {
		~uint8 | ~uint16 | ~uint32 | ~uint64
	}
	integer interface{ signed | unsigned }
)

// Most saved numbers are short. Int, Uint, Whole and Below stay just small enough for the compiler to inline them; they
// call functions that write or read numbers of any size.

// Int codes an integer. Reading one that does not fit into its type is an error.
func Int[N signed](c *Coder, p *N) {
	if uint64(*p) < c.short {
		c.b = append(c.b, byte(*p)<<1)
	} else {
		c.longInt(unsafe.Pointer(p), unsafe.Sizeof(*p))
	}
}

// Uint codes an unsigned integer. Reading one that does not fit into its type is an error.
func Uint[N unsigned](c *Coder, p *N) {
	if uint64(*p) < c.short {
		c.b = append(c.b, byte(*p))
	} else {
		c.longUint(unsafe.Pointer(p), unsafe.Sizeof(*p))
	}
}

// Short writes two unsigned numbers and an integer as Uint, Below and Int do, and reports whether it did: not if one
// takes more than a byte, or the coder reads. Lists with many short rows test for room once a row then.
func (c *Coder) Short(a, b, i uint64) bool {
	if a|b|i >= c.short {
		return false
	}
	c.b = append(c.b, byte(a), byte(b), byte(i)<<1)
	return true
}

// Whole codes a non-negative integer of a signed type. Reading one that does not fit into its type is an error.
func Whole[N signed](c *Coder, p *N) {
	if uint64(*p) < c.short {
		c.b = append(c.b, byte(*p))
	} else {
		c.longWhole(unsafe.Pointer(p), unsafe.Sizeof(*p))
	}
}

// Below codes an integer from 0 to bound-1.
func Below[N integer](c *Coder, p *N, bound int) {
	if uint64(*p) < c.short {
		c.b = append(c.b, byte(*p))
	} else {
		c.longBelow(unsafe.Pointer(p), unsafe.Sizeof(*p), bound)
	}
}

//go:noinline
func (c *Coder) longInt(p unsafe.Pointer, size uintptr) {
	if c.r == nil {
		c.b = appendUint(c.b, zigzag(IntAt(p, size)))
		return
	}
	n := c.r.Int()
	if SetInt(p, size, n); IntAt(p, size) != n {
		outOfRange(c.r, n)
		SetInt(p, size, 0)
	}
}

//go:noinline
func (c *Coder) longUint(p unsafe.Pointer, size uintptr) {
	if c.r == nil {
		c.b = appendUint(c.b, UintAt(p, size))
		return
	}
	n := c.r.Uint()
	if SetInt(p, size, int64(n)); UintAt(p, size) != n {
		outOfRange(c.r, n)
		SetInt(p, size, 0)
	}
}

//go:noinline
func (c *Coder) longWhole(p unsafe.Pointer, size uintptr) {
	if c.r == nil {
		c.b = appendUint(c.b, uint64(IntAt(p, size)))
		return
	}
	n := c.r.Uint()
	if SetInt(p, size, int64(n)); IntAt(p, size) < 0 || uint64(IntAt(p, size)) != n {
		outOfRange(c.r, n)
		SetInt(p, size, 0)
	}
}

//go:noinline
func (c *Coder) longBelow(p unsafe.Pointer, size uintptr, bound int) {
	if c.r == nil {
		c.b = appendUint(c.b, UintAt(p, size))
	} else {
		SetInt(p, size, int64(c.r.Below(bound)))
	}
}

func outOfRange[N int64 | uint64](r *Reader, n N) { r.Fail("the number %d is out of range", n) }

// zigzag returns n in the form that [AppendInt] appends: small absolute values become small numbers.
func zigzag(n int64) uint64 { return uint64(n<<1) ^ uint64(n>>63) }

// appendUint appends a number, fast for the many that take one byte.
func appendUint(b []byte, n uint64) []byte {
	if n < oneByte {
		return append(b, byte(n))
	}
	return binary.AppendUvarint(b, n)
}

// Ints codes several integers.
func Ints[N signed](c *Coder, list ...*N) {
	if c.r == nil {
		b := c.b
		for _, p := range list {
			b = appendUint(b, zigzag(int64(*p)))
		}
		c.b = b
		return
	}
	for _, p := range list {
		c.longInt(unsafe.Pointer(p), unsafe.Sizeof(*p))
	}
}

// Row codes the integers of a list without its length.
func Row[N signed](c *Coder, list []N) {
	if c.r == nil {
		b := c.b
		for _, n := range list {
			b = appendUint(b, zigzag(int64(n)))
		}
		c.b = b
		return
	}
	for i := range list {
		c.longInt(unsafe.Pointer(&list[i]), unsafe.Sizeof(list[i]))
	}
}

// AllBelow codes several integers from 0 to bound-1.
func AllBelow[N integer](c *Coder, bound int, list ...*N) {
	if c.r == nil {
		b := c.b
		for _, p := range list {
			b = appendUint(b, uint64(*p))
		}
		c.b = b
		return
	}
	for _, p := range list {
		*p = N(c.r.Below(bound))
	}
}

// Byte codes a byte.
func Byte[N ~uint8](c *Coder, p *N) {
	if c.r == nil {
		c.b = append(c.b, byte(*p))
		return
	}
	*p = N(c.r.Byte())
}

// Bool codes a boolean. Trees save one for each node, so it must stay short enough for the compiler to inline.
func (c *Coder) Bool(p *bool) {
	if c.r == nil {
		c.b = append(c.b, *(*byte)(unsafe.Pointer(p))) // 0 or 1
	} else {
		c.readBool(p)
	}
}

//go:noinline
func (c *Coder) readBool(p *bool) { *p = c.r.Bool() }

// Bools codes several booleans, a byte each.
func (c *Coder) Bools(list ...*bool) {
	if c.r == nil {
		b := c.b
		for _, p := range list {
			b = AppendBool(b, *p)
		}
		c.b = b
		return
	}
	for _, p := range list {
		*p = c.r.Bool()
	}
}

// Flags codes up to 31 booleans as the bits of a number; the first is the lowest bit. Up to seven take one byte.
func (c *Coder) Flags(list ...*bool) {
	if c.r == nil {
		bits := uint64(0)
		for i := len(list) - 1; i >= 0; i-- {
			bits = bits<<1 | uint64(*(*byte)(unsafe.Pointer(list[i]))) // 0 or 1
		}
		c.b = appendUint(c.b, bits)
		return
	}
	bits := c.r.Below(1 << len(list))
	for i, p := range list {
		*p = bits>>i&1 != 0
	}
}

// Float codes a float64 as its 64 bits.
func (c *Coder) Float(p *float64) {
	if c.r == nil {
		c.b = AppendFloat(c.b, *p)
		return
	}
	*p = c.r.Float()
}

// Floats codes several float64 values, each as its 64 bits.
func (c *Coder) Floats(list ...*float64) {
	if c.r == nil {
		b := c.b
		for _, p := range list {
			b = AppendFloat(b, *p)
		}
		c.b = b
		return
	}
	for _, p := range list {
		*p = c.r.Float()
	}
}

// Fixed codes a uint64 as 8 bytes.
func (c *Coder) Fixed(p *uint64) {
	if c.r == nil {
		c.b = AppendFixed(c.b, *p)
		return
	}
	*p = c.r.Fixed()
}

// Text codes a string.
func (c *Coder) Text(p *string) { c.Texts(p) }

// Texts codes several strings.
func (c *Coder) Texts(list ...*string) {
	if c.r == nil {
		b := c.b
		for _, p := range list {
			b = append(appendUint(b, uint64(len(*p))), *p...)
		}
		c.b = b
		return
	}
	for _, p := range list {
		*p = c.r.Text()
	}
}

// Bytes codes bytes with their length. Bytes that are read alias the input.
func (c *Coder) Bytes(p *[]byte) {
	if c.r == nil {
		c.b = AppendBytes(c.b, *p)
		return
	}
	*p = c.r.Bytes()
}

// Array codes the bytes of p without their length.
func (c *Coder) Array(p []byte) {
	if c.r == nil {
		c.b = append(c.b, p...)
		return
	}
	copy(p, c.r.take(len(p)))
}

// Same codes a uint64 that must equal n when it is read, such as a hash of the options. Otherwise reading fails with
// the given text.
func (c *Coder) Same(n uint64, otherwise string) {
	if c.r == nil {
		c.b = AppendFixed(c.b, n)
	} else if c.r.Fixed() != n {
		c.r.Fail("%s", otherwise)
	}
}

// OpenPart is a part that is being coded: when writing, the position where it begins; when reading, the end of the
// bytes around it.
type OpenPart int

// BeginPart begins a part: bytes with their length, which readers can skip. [Coder.EndPart] ends it. Until then the
// coder reads no further than the part's end.
func (c *Coder) BeginPart() OpenPart {
	if c.r == nil {
		c.b = append(c.b, 0, 0, 0, 0)
		return OpenPart(len(c.b))
	}
	return c.r.beginPart()
}

// EndPart ends a part. Unread bytes in it are an error.
func (c *Coder) EndPart(p OpenPart) {
	if c.r == nil {
		binary.LittleEndian.PutUint32(c.b[p-4:], uint32(len(c.b)-int(p)))
	} else {
		c.r.endPart(p)
	}
}

// AppendShort appends a part of a few bytes, each a number below 128 or a boolean. Coders read it between
// [Coder.BeginPart] and [Coder.EndPart]. Call it only while writing.
func (c *Coder) AppendShort(part ...byte) {
	c.b = append(append(c.b, byte(len(part)), 0, 0, 0), part...)
}

// More reports whether the part holds more data. When writing, it returns the argument.
func (c *Coder) More(more bool) bool {
	if c.r == nil {
		return more
	}
	return c.r.at < len(c.r.all)
}

// Either calls write or read, for data that has its own writer and reader.
func (c *Coder) Either(write func(b []byte) []byte, read func(r *Reader)) {
	if c.r == nil {
		c.b = write(c.b)
		return
	}
	read(c.r)
}

// NoLimit is the limit of a list whose length only the size of the input bounds.
const NoLimit = math.MaxInt

// Len codes a number of elements, at most limit, and returns it. After an error it returns 0.
func (c *Coder) Len(n, limit int) int {
	if uint64(n) < c.short {
		c.b = append(c.b, byte(n))
		return n
	}
	return c.longLen(n, limit)
}

//go:noinline
func (c *Coder) longLen(n, limit int) int {
	if c.r == nil {
		c.b = appendUint(c.b, uint64(n))
		return n
	}
	if n = c.r.Count(); n > limit {
		c.r.Fail("a list has %d entries; at most %d are allowed", n, limit)
		return 0
	}
	return n
}

// Each codes the length of a list and yields its elements. Code each element in the body of the loop, and validate it
// there if [Coder.Reads]. The loop ends at the first error, and Each removes the element that caused it from the list.
func Each[E any](c *Coder, list *[]E, limit int) iter.Seq[*E] {
	return func(yield func(e *E) bool) {
		if c.r != nil {
			eachRead(c, list, limit, yield)
			return
		}
		c.b = appendUint(c.b, uint64(len(*list)))
		for i := range *list {
			if !yield(&(*list)[i]) {
				return
			}
		}
	}
}

func eachRead[E any](c *Coder, list *[]E, limit int, yield func(e *E) bool) {
	*list = (*list)[:0]
	for i := range c.Len(0, limit) {
		var e E
		*list = append(*list, e)
		if !yield(&(*list)[i]) || c.r.Failed() {
			*list = (*list)[:i]
			return
		}
	}
}

// List codes the length of a list, and each element with a function, which may validate it if [Coder.Reads]. It stops
// at the first error, and does not add the element that caused it.
func List[E any](c *Coder, list *[]E, limit int, code func(e *E, c *Coder)) {
	n := c.Len(len(*list), limit)
	if c.r == nil {
		for i := range *list {
			code(&(*list)[i], c)
		}
		return
	}
	for *list = (*list)[:0]; n > 0 && !c.r.Failed(); n-- {
		var e E
		if code(&e, c); !c.r.Failed() {
			*list = append(*list, e)
		}
	}
}

// Times codes a list whose length is known, together with that length. Reading another length fails with the text
// otherwise.
func Times[E any](c *Coder, list []E, otherwise string, code func(e *E, c *Coder)) {
	if c.r == nil {
		c.b = AppendUint(c.b, len(list))
	} else if n := c.r.Count(); n != len(list) {
		c.r.Fail("%s", otherwise)
	}
	for i := range list {
		if code(&list[i], c); c.Failed() {
			return
		}
	}
}
