package lifted

import (
	"unsafe"

	"github.com/karakuri-ai/karakuri/internal/plan/paged"
)

// Store numbers facts when they first occur and finds them by predicate and by argument. It does not record which of
// them hold: its users do, by the facts' numbers. Only one goroutine at a time may use it.
type Store struct {
	p     *Problem
	facts paged.Tuples // heads: predicates
	all   []paged.List
	with  [][]paged.List // of each predicate, for each position * objects + object
	room  int64          // bytes of the lists in all and with
}

// NewStore returns a store with the facts of the initial state, numbered as in [Problem.Init]. After each it calls
// goesOn with the number of facts so far, and if that returns false omits the others.
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

// Bytes returns the memory of the store, in bytes.
func (s *Store) Bytes() int64 { return s.room + s.facts.Bytes() }

// Full reports whether the number of facts is close to the maximum.
func (s *Store) Full() bool { return s.facts.Full() }

// Len returns the number of facts.
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

// Find returns the number of a fact, or -1 if it is not in the store.
func (s *Store) Find(pred int32, args []Object) int32 { return s.facts.Find(pred, args) }

// Intern returns the number of a fact, and adds it if it is new. It copies the arguments.
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
