package ground

import (
	"slices"
	"unsafe"

	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
)

// rule is a conjunction of literals over variables, some of which are requested: its solutions are bindings of these
// for which bindings of the others exist.
type rule struct {
	dom      []lifted.TypeID
	lits     []literal
	occ      [][]int32 // for each variable, the literals that name it, once per occurrence
	open     []int32   // for each literal, the number of its occurrences of variables
	joined   []bool    // for each variable: a literal can bind it
	asked    []bool    // of each variable
	numAsked int
	has      lifted.LiteralSet // used while literals are added
}

// literal is a condition of a rule. If it is not exact, it is weaker than the condition it replaces.
type literal struct {
	lifted.Literal
	changing bool // for an atom: actions change the predicate
}

func newRule(dom []lifted.TypeID) *rule {
	return &rule{dom: slices.Clone(dom), asked: make([]bool, len(dom)), has: lifted.LiteralSet{}}
}

// require adds a literal unless the rule has it. A literal about a variable's type narrows that type instead.
func (r *rule) require(s *scope, l lifted.Literal) {
	if l.Kind == lifted.LitType && !l.Neg && l.Args[0].IsVar() {
		v := l.Args[0]
		r.dom[v] = s.p.Meet(r.dom[v], l.Type)
		return
	}
	if r.has.Add(l) {
		r.lits = append(r.lits, literal{l, l.Kind == lifted.LitAtom && s.changing[l.Pred]})
	}
}

func (r *rule) ask(v lifted.Term) {
	if v.IsVar() && !r.asked[v] {
		r.asked[v] = true
		r.numAsked++
	}
}

// finish completes a rule that has all its literals. It reports whether each variable has possible objects.
func (r *rule) finish() bool {
	r.has = nil
	r.occ = make([][]int32, len(r.dom))
	r.joined = make([]bool, len(r.dom))
	r.open = make([]int32, len(r.lits))
	for l := range r.lits {
		for _, t := range r.lits[l].Args {
			if t.IsVar() {
				r.occ[t] = append(r.occ[t], int32(l))
				r.open[l]++
				r.joined[t] = r.joined[t] || !r.lits[l].Neg
			}
		}
	}
	return !slices.Contains(r.dom, lifted.Empty)
}

// bytes returns the approximate size of a rule.
func (r *rule) bytes() int64 {
	const perLiteral = int64(unsafe.Sizeof(literal{})) + 8
	return perLiteral * int64(len(r.lits))
}

// under replaces the variables of a schema's literal by terms.
func under(l lifted.Literal, terms []lifted.Term) lifted.Literal {
	l.Args = slices.Clone(l.Args)
	for i, t := range l.Args {
		if t.IsVar() {
			l.Args[i] = terms[t]
		}
	}
	return l
}
