package lifted

import (
	"unsafe"

	"github.com/karakuri-ai/karakuri/internal/plan/paged"
)

// Store numbers facts as they are first met and finds them by predicate and by argument. It does not say which of them
// hold: its users keep that by the facts' numbers. It belongs to one goroutine at a time.
type Store struct {
	p     *Problem
	facts paged.Tuples // heads: predicates
	all   []paged.List
	with  [][]paged.List // of each predicate, for each position * objects + object
	room  int64          // bytes of the lists in all and with
}

// NewStore returns a store that knows the facts that hold at first, by their place in [Problem.Init]. It asks goesOn after each with how many it knows
// by now, and when that returns false leaves out the others.
func NewStore(p *Problem, goesOn func(facts int) bool) *Store {
	s := &Store{p: p, all: make([]paged.List, len(p.Preds)), with: make([][]paged.List, len(p.Preds))}
	for i := range p.Preds {
		s.with[i] = make([]paged.List, len(p.Preds[i].Types)*len(p.Objects))
		s.room += int64(unsafe.Sizeof(paged.List{})) * int64(1+len(s.with[i]))
	}
	for i, f := range p.Init {
		if s.Intern(f.Pred, f.Args); !goesOn(i + 1) {
			break
		}
	}
	return s
}

// Bytes returns how much memory the store takes.
func (s *Store) Bytes() int64 { return s.room + s.facts.Bytes() }

// Full reports whether there is room for some thousand facts more at most, whatever memory there is.
func (s *Store) Full() bool { return s.facts.Full() }

// Len returns how many facts there are.
func (s *Store) Len() int { return int(s.facts.Len()) }

// Pred returns the predicate of a fact.
func (s *Store) Pred(f int32) int32 { return s.facts.Head(f) }

// Args returns the arguments of a fact. The caller must not change them.
func (s *Store) Args(f int32) []Object { return s.facts.Args(f) }

// All returns the facts of a predicate, ascending.
func (s *Store) All(pred int32) paged.View { return s.all[pred].View() }

// With returns the facts of a predicate that have an object at a position, ascending.
func (s *Store) With(pred int32, pos int, o Object) paged.View {
	return s.with[pred][pos*len(s.p.Objects)+int(o)].View()
}

// Find returns the number of a fact, or -1 if it was never met.
func (s *Store) Find(pred int32, args []Object) int32 { return s.facts.Find(pred, args) }

// Intern returns the number of a fact, a new one if it was never met. It keeps a copy of the arguments.
func (s *Store) Intern(pred int32, args []Object) int32 {
	f, fresh := s.facts.Intern(pred, args)
	if !fresh {
		return f
	}
	s.room += s.all[pred].Push(f)
	for pos, o := range args {
		s.room += s.with[pred][pos*len(s.p.Objects)+int(o)].Push(f)
	}
	return f
}
