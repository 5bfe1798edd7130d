package lifted

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/hddl"
)

// conjunction is a list of literals that all must hold.
type conjunction []Literal

// alternatives is a list of conjunctions of which one must hold: empty, and nothing does.
type alternatives []conjunction

var always = alternatives{nil}

// scope maps the names within a schema.
type scope struct {
	c     *compiler
	vars  map[string]Term
	types []TypeID // of the variables
	// open makes variables quantified by exists variables of the schema; otherwise quantifiers are expanded.
	open bool
	size int // literals so far
	over bool
}

func (c *compiler) scope(params []hddl.Param) *scope {
	s := &scope{c: c, vars: map[string]Term{}, open: true}
	for i := range params {
		s.vars[params[i].Name.Text] = Term(i)
		s.types = append(s.types, c.typeOf(params[i].Type))
	}
	return s
}

func (s *scope) term(n hddl.Name) Term {
	if t, bound := s.vars[n.Text]; bound {
		return t
	}
	return Const(s.c.objects[n.Text])
}

func (s *scope) terms(names []hddl.Name) []Term {
	list := make([]Term, len(names))
	for i, n := range names {
		list[i] = s.term(n)
	}
	return list
}

// normal returns the alternatives of a formula, or of its negation.
func (s *scope) normal(f hddl.Formula, neg bool) alternatives {
	switch f := f.(type) {
	case *hddl.Atom:
		return s.literal(Literal{Kind: LitAtom, Neg: neg, Pred: s.c.preds[f.Name.Text], Args: s.terms(f.Args)})
	case *hddl.Equal:
		return s.literal(Literal{Kind: LitEqual, Neg: neg, Args: []Term{s.term(f.Left), s.term(f.Right)}})
	case *hddl.OfType:
		return s.literal(Literal{Kind: LitType, Neg: neg, Type: s.c.typeOf(f.Type), Args: []Term{s.term(f.Arg)}})
	case *hddl.Not:
		return s.normal(f.Part, !neg)
	case *hddl.And:
		return s.join(f.Span(), len(f.Parts), neg, func(i int) alternatives { return s.normal(f.Parts[i], neg) })
	case *hddl.Or:
		return s.join(f.Span(), len(f.Parts), !neg, func(i int) alternatives { return s.normal(f.Parts[i], neg) })
	case *hddl.Imply:
		return s.join(f.Span(), 2, !neg, func(i int) alternatives {
			if i == 0 {
				return s.normal(f.If, !neg)
			}
			return s.normal(f.Then, neg)
		})
	case *hddl.Forall:
		return s.quantified(f.At, f.Vars, f.Body, neg, neg)
	case *hddl.Exists:
		return s.quantified(f.At, f.Vars, f.Body, neg, !neg)
	default:
		s.c.unsupported(f.Span(), "leave it out, or say it by predicates", "the planner does not search over numbers: this condition compares some")
		return always
	}
}

// join combines n parts: as alternatives, or as a conjunction.
func (s *scope) join(at diag.Span, n int, some bool, part func(int) alternatives) alternatives {
	var list alternatives
	if !some {
		list = always
	}
	for i := range n {
		s.c.tick(1)
		next := part(i)
		alts, literals := len(list)+len(next), 0
		if !some {
			alts, literals = len(list)*len(next), s.literals(list)*len(next)+s.literals(next)*len(list)
		}
		if s.exceeds(at, alts, literals) {
			return always
		}
		if some {
			list = append(list, next...)
		} else if list = s.and(list, next); len(list) == 0 {
			return nil
		}
	}
	return list
}

// literals returns the number of literals in all alternatives.
func (s *scope) literals(list alternatives) (sum int) {
	s.c.tick(len(list) / 16)
	for _, a := range list {
		sum += len(a)
	}
	return sum
}

// and returns the conjunction of two lists of alternatives. It may reuse the memory of list.
func (s *scope) and(list, next alternatives) alternatives {
	out := make(alternatives, 0, len(list)*len(next))
	for _, a := range list {
		if len(next) == 1 { // a grows in place, so that a long conjunction is not copied for each part
			s.c.tick(len(next[0]))
			out = append(out, append(a, next[0]...))
			continue
		}
		for _, b := range next {
			s.c.tick((len(a) + len(b)) / 16)
			out = append(out, append(a[:len(a):len(a)], b...))
		}
	}
	return out
}

// exceeds reports whether a condition is too large, given the alternatives and literals of a part of it.
func (s *scope) exceeds(at diag.Span, alts, literals int) bool {
	if !s.over && alts <= MaxAlternatives && max(s.size, literals) <= MaxLiterals {
		return false
	}
	if !s.over {
		s.over = true
		s.c.unsupported(at, "split the action or method by hand", "written out, this condition has more than %d alternatives or %d parts", MaxAlternatives, MaxLiterals)
	}
	return true
}

// quantified expands a quantifier over the objects of the types, or makes its variables variables of the schema.
func (s *scope) quantified(at diag.Span, vars []hddl.Param, body hddl.Formula, neg, some bool) alternatives {
	if len(vars) == 0 {
		return s.normal(body, neg)
	}
	name, typ := vars[0].Name.Text, s.c.typeOf(vars[0].Type)
	defer s.shadow(name)()
	inner := func(t Term) alternatives {
		s.vars[name] = t
		return s.quantified(at, vars[1:], body, neg, some)
	}
	objects := s.c.out.Types[typ].List
	if some && s.open && len(objects) > 0 {
		s.types = append(s.types, typ)
		return inner(Term(len(s.types) - 1))
	}
	return s.join(at, len(objects), some, func(i int) alternatives {
		if s.over {
			return always
		}
		return inner(Const(objects[i]))
	})
}

// shadow returns a function that restores the present meaning of a name.
func (s *scope) shadow(name string) func() {
	outer, shadowed := s.vars[name]
	return func() {
		if delete(s.vars, name); shadowed {
			s.vars[name] = outer
		}
	}
}

// literal returns the alternatives of a literal; none or an empty one if its value is known now.
func (s *scope) literal(l Literal) alternatives {
	s.size++
	s.c.tick(1)
	if holds, known := s.known(l); known {
		if holds {
			return always
		}
		return nil
	}
	return alternatives{{l}}
}

func (s *scope) known(l Literal) (holds, known bool) {
	if l.Kind == LitEqual && l.Args[0] == l.Args[1] {
		return !l.Neg, true
	}
	objects := make([]Object, len(l.Args))
	for i, t := range l.Args {
		if t.IsVar() {
			return false, false
		}
		objects[i] = t.Object()
	}
	switch l.Kind {
	case LitEqual:
		return l.Neg, true // two constants of different names
	case LitType:
		return s.c.out.Types[l.Type].Has(objects[0]) != l.Neg, true
	}
	if !s.c.out.Preds[l.Pred].Static {
		return false, false
	}
	return s.c.initial[factKey(l.Pred, objects)] != l.Neg, true
}
