package codec

import (
	"encoding/binary"
	"iter"
	"math"
	"unsafe"
)

// Coder writes values, or reads them, with the same calls: what is saved is listed once. Each call takes a pointer; a coder that writes only looks at what it
// points to. It allocates nothing, and may stand on the stack of whoever saves; only [List], [Times] and [Coder.Either] keep it on the heap, since they
// hand it to functions.
type Coder struct {
	r     *Reader // nil: it writes
	b     []byte
	short uint64 // numbers below are written as one byte, whatever they are of; 0 where it reads
}

// shortest is the first number that may take more than one byte as a number with a sign.
const shortest = oneByte / 2

// NewWriter returns a coder that appends to b.
func NewWriter(b []byte) *Coder { return &Coder{b: b, short: shortest} }

// Write makes the coder one that appends to b. A coder that is kept allocates nothing.
func (c *Coder) Write(b []byte) *Coder {
	*c = Coder{b: b, short: shortest}
	return c
}

// Read makes the coder one that reads what r reads, as [Reader.Coder] does.
func (c *Coder) Read(r *Reader) *Coder {
	*c = Coder{r: r}
	return c
}

// Coder returns a coder that reads what r reads. The mistakes are those of r.
func (r *Reader) Coder() *Coder { return &Coder{r: r} }

// Written returns the bytes with all that was appended, which the coder then no longer holds.
func (c *Coder) Written() []byte {
	b := c.b
	c.b = nil
	return b
}

// Reader returns what the coder reads from, for what has a reader of its own; nil: it writes.
func (c *Coder) Reader() *Reader { return c.r }

// Reads reports whether the coder reads and there was no mistake: what it has read is to be judged.
func (c *Coder) Reads() bool { return c.r != nil && c.r.err == nil }

// Fail notes a mistake in what is read, unless there was one before.
func (c *Coder) Fail(format string, args ...any) { c.r.Fail(format, args...) }

// Failed reports whether there was a mistake.
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

// Most numbers that are saved are short. The compiler copies Int, Uint, Whole and Below to where they are called only while they cost no more than now; what they
// call does the rest, in either direction, for numbers of any size.

// Int codes a whole number. One that does not fit into its type is a mistake.
func Int[N signed](c *Coder, p *N) {
	if uint64(*p) < c.short {
		c.b = append(c.b, byte(*p)<<1)
	} else {
		c.longInt(unsafe.Pointer(p), unsafe.Sizeof(*p))
	}
}

// Uint codes a number without a sign. One that does not fit into its type is a mistake.
func Uint[N unsigned](c *Coder, p *N) {
	if uint64(*p) < c.short {
		c.b = append(c.b, byte(*p))
	} else {
		c.longUint(unsafe.Pointer(p), unsafe.Sizeof(*p))
	}
}

// Whole codes a whole number that is not negative. One that does not fit into its type is a mistake.
func Whole[N signed](c *Coder, p *N) {
	if uint64(*p) < c.short {
		c.b = append(c.b, byte(*p))
	} else {
		c.longWhole(unsafe.Pointer(p), unsafe.Sizeof(*p))
	}
}

// Below codes a whole number from 0 to one less than a bound.
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
		c.b = appendUint(c.b, zigzag(intAt(p, size)))
		return
	}
	n := c.r.Int()
	if setInt(p, size, n); intAt(p, size) != n {
		outOfRange(c.r, n)
		setInt(p, size, 0)
	}
}

//go:noinline
func (c *Coder) longUint(p unsafe.Pointer, size uintptr) {
	if c.r == nil {
		c.b = appendUint(c.b, uintAt(p, size))
		return
	}
	n := c.r.Uint()
	if setInt(p, size, int64(n)); uintAt(p, size) != n {
		outOfRange(c.r, n)
		setInt(p, size, 0)
	}
}

//go:noinline
func (c *Coder) longWhole(p unsafe.Pointer, size uintptr) {
	if c.r == nil {
		c.b = appendUint(c.b, uint64(intAt(p, size)))
		return
	}
	n := c.r.Uint()
	if setInt(p, size, int64(n)); intAt(p, size) < 0 || uint64(intAt(p, size)) != n {
		outOfRange(c.r, n)
		setInt(p, size, 0)
	}
}

//go:noinline
func (c *Coder) longBelow(p unsafe.Pointer, size uintptr, bound int) {
	if c.r == nil {
		c.b = appendUint(c.b, uintAt(p, size))
	} else {
		setInt(p, size, int64(c.r.Below(bound)))
	}
}

// intAt returns the number of so many bytes at p.
func intAt(p unsafe.Pointer, size uintptr) int64 {
	switch size {
	case 1:
		return int64(*(*int8)(p))
	case 2:
		return int64(*(*int16)(p))
	case 4:
		return int64(*(*int32)(p))
	}
	return *(*int64)(p)
}

// uintAt returns the number of so many bytes at p, which has no sign.
func uintAt(p unsafe.Pointer, size uintptr) uint64 {
	switch size {
	case 1:
		return uint64(*(*uint8)(p))
	case 2:
		return uint64(*(*uint16)(p))
	case 4:
		return uint64(*(*uint32)(p))
	}
	return *(*uint64)(p)
}

// setInt sets the number of so many bytes at p, with or without a sign, to the last so many of n.
func setInt(p unsafe.Pointer, size uintptr, n int64) {
	switch size {
	case 1:
		*(*int8)(p) = int8(n)
	case 2:
		*(*int16)(p) = int16(n)
	case 4:
		*(*int32)(p) = int32(n)
	default:
		*(*int64)(p) = n
	}
}

func readInt[N signed](r *Reader, p *N) {
	n := r.Int()
	if *p = N(n); int64(*p) != n {
		outOfRange(r, n)
		*p = 0
	}
}

func outOfRange[N int64 | uint64](r *Reader, n N) { r.Fail("a number in it is out of range: %d", n) }

// zigzag is a number as [AppendInt] appends it.
func zigzag(n int64) uint64 { return uint64(n<<1) ^ uint64(n>>63) }

// appendUint appends a number. Most take one byte.
func appendUint(b []byte, n uint64) []byte {
	if n < oneByte {
		return append(b, byte(n))
	}
	return binary.AppendUvarint(b, n)
}

// Ints codes whole numbers, one after the other.
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
		readInt(c.r, p)
	}
}

// Row codes the whole numbers of a list whose length is known.
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
		readInt(c.r, &list[i])
	}
}

// AllBelow codes whole numbers from 0 to one less than a bound, one after the other.
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

// Byte codes a number of 8 bits.
func Byte[N ~uint8](c *Coder, p *N) {
	if c.r == nil {
		c.b = append(c.b, byte(*p))
		return
	}
	*p = N(c.r.Byte())
}

// Bool codes a truth value. Trees save one for each node: the compiler puts this where it is called only while it is as short as that.
func (c *Coder) Bool(p *bool) {
	if c.r == nil {
		c.b = append(c.b, *(*byte)(unsafe.Pointer(p))) // 0 or 1
	} else {
		c.readBool(p)
	}
}

//go:noinline
func (c *Coder) readBool(p *bool) { *p = c.r.Bool() }

// Bools codes truth values, one after the other.
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

// Flags codes up to 31 truth values as the bits of a number, the first as the lowest: up to seven take one byte.
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

// Float codes a number bit by bit.
func (c *Coder) Float(p *float64) {
	if c.r == nil {
		c.b = AppendFloat(c.b, *p)
		return
	}
	*p = c.r.Float()
}

// Floats codes numbers bit by bit, one after the other.
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

// Fixed codes a number of 64 bits as 8 bytes.
func (c *Coder) Fixed(p *uint64) {
	if c.r == nil {
		c.b = AppendFixed(c.b, *p)
		return
	}
	*p = c.r.Fixed()
}

// Text codes a text.
func (c *Coder) Text(p *string) { c.Texts(p) }

// Texts codes texts, one after the other.
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

// Bytes codes bytes. What is read is a view.
func (c *Coder) Bytes(p *[]byte) {
	if c.r == nil {
		c.b = AppendBytes(c.b, *p)
		return
	}
	*p = c.r.Bytes()
}

// Array codes bytes whose number is known.
func (c *Coder) Array(p []byte) {
	if c.r == nil {
		c.b = append(c.b, p...)
		return
	}
	copy(p, c.r.take(len(p)))
}

// Same codes a number of 64 bits that must be what it was: that of the options, say. The mistake is what otherwise says.
func (c *Coder) Same(n uint64, otherwise string) {
	if c.r == nil {
		c.b = AppendFixed(c.b, n)
	} else if c.r.Fixed() != n {
		c.r.Fail("%s", otherwise)
	}
}

// OpenPart is a part that is being coded: written, where it begins; read, where what goes on after it ends.
type OpenPart int

// BeginPart begins a part, which [Coder.EndPart] ends: bytes with their length, which can be skipped. What is read meanwhile ends where the part does.
func (c *Coder) BeginPart() OpenPart {
	if c.r == nil {
		c.b = append(c.b, 0, 0, 0, 0)
		return OpenPart(len(c.b))
	}
	return c.r.beginPart()
}

// EndPart ends a part. That it goes on is a mistake.
func (c *Coder) EndPart(p OpenPart) {
	if c.r == nil {
		binary.LittleEndian.PutUint32(c.b[p-4:], uint32(len(c.b)-int(p)))
	} else {
		c.r.endPart(p)
	}
}

// AppendShort appends a part of a few bytes, each of them a number below 128 or a truth value, which a coder that reads finds as [Coder.BeginPart] does.
// Only a coder that writes may be told so.
func (c *Coder) AppendShort(part ...byte) {
	c.b = append(append(c.b, byte(len(part)), 0, 0, 0), part...)
}

// More reports whether there is more in a part: more says it where it is written.
func (c *Coder) More(more bool) bool {
	if c.r == nil {
		return more
	}
	return c.r.at < len(c.r.all)
}

// Either appends what has a writer of its own, or reads it.
func (c *Coder) Either(write func(b []byte) []byte, read func(r *Reader)) {
	if c.r == nil {
		c.b = write(c.b)
		return
	}
	read(c.r)
}

// NoLimit is the limit of a list that only the bytes bound.
const NoLimit = math.MaxInt

// Len codes how many elements there are, at most limit. It returns that number; after a mistake it is 0.
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
		c.r.Fail("it has %d entries, where there are %d at most", n, limit)
		return 0
	}
	return n
}

// Each codes a list with its length, and returns its elements: code each of them in the body of the loop, which may judge it: [Coder.Reads]. It ends with
// the first mistake, and the element that has it is no longer in the list.
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

// List codes a list with its length, and each element by a function that may judge it: [Coder.Reads]. It ends with the first mistake, and the element that
// has it is not in the list.
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

// Times codes a number of elements that is known, with that number: the mistake of another is what otherwise says.
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
