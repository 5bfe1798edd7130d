package ktrace

// Percept is something that an agent has noticed or lost: nothing that replaying needs, since what came to be remembered is told as what the host wrote. The numbers of kinds and sensors are those of
// whoever writes it. In [Record].Args it is two words.
type Percept struct {
	Kind, Sensor uint8 // below 16
	Object       int64
}

// AppendPercept appends one to the arguments of a record, of which there are at most [MaxList].
func AppendPercept(args []int64, p Percept) []int64 {
	return append(args, int64(p.Kind&15|p.Sensor<<4), p.Object)
}

// Percepts returns those of a record of [KindPercepts].
func (r *Record) Percepts(yield func(Percept) bool) {
	for args := r.Args; len(args) >= 2; args = args[2:] {
		if !yield(Percept{uint8(args[0]) & 15, uint8(args[0]) >> 4, args[1]}) {
			return
		}
	}
}

// appendPercepts tells objects relative to each other: they come in about their order.
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
