package ground

import (
	"slices"
	"unsafe"

	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
)

// rule is a conjunction of literals over variables, of which some are asked for: its solutions are bindings of these
// for which the others exist.
type rule struct {
	dom      []lifted.TypeID
	lits     []literal
	occ      [][]int32 // of each variable, the literals that name it, once for each time
	open     []int32   // of each literal, how many times it names a variable
	joined   []bool    // of each variable: a literal can say what it is
	asked    []bool    // of each variable
	numAsked int
	has      lifted.LiteralSet // while there may be more literals
}

// literal is a condition of a rule. What is not exact is weaker than what it stands for.
type literal struct {
	lifted.Literal
	changing bool // of an atom: actions change the predicate
}

func newRule(dom []lifted.TypeID) *rule {
	return &rule{dom: slices.Clone(dom), asked: make([]bool, len(dom)), has: lifted.LiteralSet{}}
}

// require adds a literal unless it is there already. A literal that says of what type a variable is narrows that.
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

// finish completes a rule that has all its literals. It reports whether each variable has objects it can be.
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

// bytes is how much a rule takes, about.
func (r *rule) bytes() int64 {
	const perLiteral = int64(unsafe.Sizeof(literal{})) + 8
	return perLiteral * int64(len(r.lits))
}

// under returns a literal of a schema whose variables stand for terms.
func under(l lifted.Literal, terms []lifted.Term) lifted.Literal {
	l.Args = slices.Clone(l.Args)
	for i, t := range l.Args {
		if t.IsVar() {
			l.Args[i] = terms[t]
		}
	}
	return l
}
