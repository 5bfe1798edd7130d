package paged

// Index finds things that are numbered from 0 by their hashes. It is a directory of buckets: one that is full is split,
// and nothing else is touched. The zero Index is empty.
type Index struct {
	dir   []*bucket // by the first bits of a tag; a bucket is in it as often as there are bits that it does not look at
	shift uint8     // 32 less how many bits the directory looks at
	count int
	room  int64 // bytes of the buckets
}

// bucket is a table by open addressing of tags with the same first bits.
type bucket struct {
	slots []uint64 // a tag, and the number + 1; or 0
	count int
	depth uint8 // how many first bits the tags have in common
}

const (
	minSlots = 16
	// bucketSlots is the number of slots of a bucket at which it is split: a split takes microseconds.
	bucketSlots = 1 << 9
	bucketBytes = 48
	// crowded is the maximum ratio of places in the directory to the places that its buckets need. Where many tags
	// share their first bits, a bucket grows instead of being split.
	crowded = 16
	maxBits = 32 - 9
)

// tagOf returns the part of a hash that is kept.
func tagOf(hash uint64) uint32 { return uint32(hash * 0x9E3779B97F4A7C15 >> 32) }

// Find returns the number of which same says that it is the one, among those that were added with a hash; -1 if there
// is none. It may ask for others, too.
func (x *Index) Find(hash uint64, same func(n int32) bool) int32 {
	if len(x.dir) == 0 {
		return -1
	}
	tag := tagOf(hash)
	slots := x.dir[tag>>x.shift].slots
	mask := uint32(len(slots) - 1)
	for i := tag & mask; ; i = (i + 1) & mask {
		s := slots[i]
		if s == 0 {
			return -1
		}
		if n := int32(uint32(s)) - 1; uint32(s>>32) == tag && same(n) {
			return n
		}
	}
}

// Add adds a number that is not in the index.
func (x *Index) Add(hash uint64, n int32) {
	if len(x.dir) == 0 {
		x.dir, x.shift = []*bucket{{slots: make([]uint64, minSlots)}}, 32
		x.room = bucketBytes + 8*minSlots
	}
	tag := tagOf(hash)
	b := x.dir[tag>>x.shift]
	for 8*(b.count+1) > 7*len(b.slots) {
		x.widen(b, tag)
		b = x.dir[tag>>x.shift]
	}
	b.put(uint64(tag)<<32 | uint64(uint32(n+1)))
	x.count++
}

func (b *bucket) put(s uint64) {
	mask := uint32(len(b.slots) - 1)
	i := uint32(s>>32) & mask
	for b.slots[i] != 0 {
		i = (i + 1) & mask
	}
	b.slots[i] = s
	b.count++
}

// widen makes room in the bucket of a tag.
func (x *Index) widen(b *bucket, tag uint32) {
	deepest := b.depth == 32-x.shift
	if len(b.slots) < bucketSlots || b.depth == maxBits || deepest && len(x.dir)*bucketSlots > crowded*(x.count+bucketSlots) {
		old := b.slots
		b.slots, b.count = make([]uint64, 2*len(old)), 0
		b.fill(old)
		x.room += 8 * int64(len(old))
		return
	}
	if deepest {
		x.deepen()
	}
	x.split(b, tag)
}

func (b *bucket) fill(slots []uint64) {
	for _, s := range slots {
		if s != 0 {
			b.put(s)
		}
	}
}

// deepen lets the directory look at one more bit.
func (x *Index) deepen() {
	dir := make([]*bucket, 2*len(x.dir))
	for i, b := range x.dir {
		dir[2*i], dir[2*i+1] = b, b
	}
	x.dir = dir
	x.shift--
}

// split gives those of a bucket whose next bit is set to a new one, which takes the upper half of its places in the
// directory.
func (x *Index) split(b *bucket, tag uint32) {
	places := 1 << (32 - x.shift - b.depth)
	first := int(tag>>x.shift) &^ (places - 1)
	old := b.slots
	upper := &bucket{slots: make([]uint64, len(old)), depth: b.depth + 1}
	b.slots, b.count, b.depth = make([]uint64, len(old)), 0, b.depth+1
	next := uint64(1) << (64 - b.depth)
	for _, s := range old {
		switch {
		case s == 0:
		case s&next != 0:
			upper.put(s)
		default:
			b.put(s)
		}
	}
	for i := first + places/2; i < first+places; i++ {
		x.dir[i] = upper
	}
	x.room += bucketBytes + 8*int64(len(old))
}

// Bytes returns the memory of the index, in bytes.
func (x *Index) Bytes() int64 { return x.room + 8*int64(len(x.dir)) }
