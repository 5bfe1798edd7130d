package lifted

import "slices"

// Store numbers facts as they are first met and finds them by predicate and by argument. It does not say which of them
// hold: its users keep that by the facts' numbers. It belongs to one goroutine at a time.
type Store struct {
	p     *Problem
	preds []int32
	first []int32 // of each fact, where its arguments begin in args; one more at the end
	args  []Object
	table []int32 // open addressing: a fact + 1, or 0
	all   [][]int32
	with  [][][]int32 // of each predicate, for each position * objects + object
	room  int64       // bytes of the lists in all and with
}

// NewStore returns a store that knows the facts that hold at first, by their place in [Problem.Init]. It asks goesOn after each with how many it knows
// by now, and when that returns false leaves out the others.
func NewStore(p *Problem, goesOn func(facts int) bool) *Store {
	s := &Store{p: p, first: []int32{0}, table: make([]int32, 64), all: make([][]int32, len(p.Preds)), with: make([][][]int32, len(p.Preds))}
	for i := range p.Preds {
		s.with[i] = make([][]int32, len(p.Preds[i].Types)*len(p.Objects))
		s.room += listBytes * int64(1+len(s.with[i]))
	}
	for i, f := range p.Init {
		if s.Intern(f.Pred, f.Args); !goesOn(i + 1) {
			break
		}
	}
	return s
}

// listBytes is what a list takes beside its elements.
const listBytes = 24

// Bytes returns how much memory the store takes, with what it needs to grow where it is about to.
func (s *Store) Bytes() int64 {
	sum := s.room + 4*(roomOf(s.preds)+roomOf(s.first)+roomOf(s.args)+int64(len(s.table)))
	if 2*len(s.preds) >= len(s.table)-len(s.table)/16 {
		sum += 8 * int64(len(s.table))
	}
	return sum
}

// roomOf returns how many elements a list has room for, with its copy where it is about to grow.
func roomOf(list []int32) int64 {
	room := int64(cap(list))
	if len(list) >= cap(list)-cap(list)/16 {
		room += room + room/4
	}
	return room
}

// Len returns how many facts there are.
func (s *Store) Len() int { return len(s.preds) }

// Pred returns the predicate of a fact.
func (s *Store) Pred(f int32) int32 { return s.preds[f] }

// Args returns the arguments of a fact. The caller must not change them.
func (s *Store) Args(f int32) []Object { return s.args[s.first[f]:s.first[f+1]] }

// All returns the facts of a predicate, ascending. The list is valid until the next fact is met, and a prefix of it then.
func (s *Store) All(pred int32) []int32 { return s.all[pred] }

// With returns the facts of a predicate that have an object at a position, ascending, like All.
func (s *Store) With(pred int32, pos int, o Object) []int32 {
	return s.with[pred][pos*len(s.p.Objects)+int(o)]
}

// Find returns the number of a fact, or -1 if it was never met.
func (s *Store) Find(pred int32, args []Object) int32 {
	for i := s.slot(pred, args); ; i = (i + 1) & (len(s.table) - 1) {
		f := s.table[i] - 1
		if f < 0 || s.preds[f] == pred && slices.Equal(s.Args(f), args) {
			return f
		}
	}
}

// Intern returns the number of a fact, a new one if it was never met. It keeps a copy of the arguments.
func (s *Store) Intern(pred int32, args []Object) int32 {
	i := s.slot(pred, args)
	for ; s.table[i] != 0; i = (i + 1) & (len(s.table) - 1) {
		if f := s.table[i] - 1; s.preds[f] == pred && slices.Equal(s.Args(f), args) {
			return f
		}
	}
	f := int32(len(s.preds))
	s.table[i] = f + 1
	s.preds = append(s.preds, pred)
	s.args = append(s.args, args...)
	s.first = append(s.first, int32(len(s.args)))
	s.push(&s.all[pred], f)
	for pos, o := range args {
		s.push(&s.with[pred][pos*len(s.p.Objects)+int(o)], f)
	}
	if 2*len(s.preds) > len(s.table) {
		s.grow()
	}
	return f
}

func (s *Store) push(list *[]int32, f int32) {
	before := cap(*list)
	*list = append(*list, f)
	s.room += 4 * int64(cap(*list)-before)
}

func (s *Store) grow() {
	s.table = make([]int32, 2*len(s.table))
	for f := range int32(len(s.preds)) {
		i := s.slot(s.preds[f], s.Args(f))
		for s.table[i] != 0 {
			i = (i + 1) & (len(s.table) - 1)
		}
		s.table[i] = f + 1
	}
}

// slot returns where a fact would stand in the table if nothing else stood there.
func (s *Store) slot(pred int32, args []Object) int {
	h := uint64(pred)*0x9E3779B97F4A7C15 + 0x7F4A7C15
	for _, o := range args {
		h ^= uint64(o) + 1
		h *= 0xFF51AFD7ED558CCD
		h ^= h >> 32
	}
	return int(h) & (len(s.table) - 1)
}
