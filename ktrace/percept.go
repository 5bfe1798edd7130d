package ktrace

// Percept is something that an agent noticed or lost. Replaying does not need it, because changes of memory are
// recorded as host writes. The writer defines the numbers of kinds and sensors. In [Record].Args it takes two words.
type Percept struct {
	Kind, Sensor uint8 // below 16
	Object       int64
}

// AppendPercept appends a percept to the arguments of a record, which hold at most [MaxList].
func AppendPercept(args []int64, p Percept) []int64 {
	return append(args, int64(p.Kind&15|p.Sensor<<4), p.Object)
}

// Percepts iterates over the percepts of a record of [KindPercepts].
func (r *Record) Percepts(yield func(Percept) bool) {
	for args := r.Args; len(args) >= 2; args = args[2:] {
		if !yield(Percept{uint8(args[0]) & 15, uint8(args[0]) >> 4, args[1]}) {
			return
		}
	}
}

// appendPercepts encodes objects relative to each other, because they are nearly ordered.
func appendPercepts(b []byte, args []int64) []byte {
	args = args[:min(len(args), MaxList)&^1]
	b = appendUint(b, uint64(len(args)/2))
	for before := int64(0); len(args) > 0; args = args[2:] {
		b = appendInt(append(b, byte(args[0])), args[1]-before)
		before = args[1]
	}
	return b
}

func (d *decoder) percepts(args []int64) []int64 {
	object := int64(0)
	for range d.length(MaxList/2, 2) {
		what := int64(d.byte())
		object += d.int()
		args = append(args, what, object)
	}
	return args
}
