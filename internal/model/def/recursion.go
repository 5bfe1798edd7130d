package def

import (
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// recursion is a group of derived symbols that need each other, or one that needs itself.
type recursion struct {
	c     *checker
	list  []*entry // all derived symbols
	needs [][]int
	group []int
}

// allowed reports whether the symbols can have a least solution: all are true or false, and have parameters. Without
// parameters, what needs itself says nothing that it does not say without that, and is a slip.
func (r *recursion) allowed() bool {
	for _, i := range r.group {
		d := r.list[i].decl.(*Symbol)
		if len(d.Params) == 0 || d.Type != nil && d.Type.Name != "bool" || d.Type == nil && !r.isTruth(d.Derived, d) {
			return false
		}
	}
	return true
}

// isTruth reports whether an expression in the body of a symbol is true or false, as far as that is known before the
// symbols are checked.
func (r *recursion) isTruth(n expr.Node, d *Symbol) bool {
	switch n := n.(type) {
	case *expr.Lit:
		return n.Kind == expr.LitBool
	case *expr.Unary:
		return n.Op == expr.Not
	case *expr.Binary:
		return n.Op >= expr.Or && n.Op <= expr.Ge
	case *expr.In:
		return true
	case *expr.If:
		return r.isTruth(n.X, d) && r.isTruth(n.Else, d)
	case *expr.Quant:
		return n.Kind == expr.Exists || n.Kind == expr.Forall
	case *expr.Ref:
		return r.isTruthful(n, d)
	}
	return true // at fault, which is reported
}

// isTruthful is isTruth of a name.
func (r *recursion) isTruthful(n *expr.Ref, d *Symbol) bool {
	for _, p := range d.Params {
		if p.Name == n.Name {
			return len(p.Types) == 1 && p.Types[0].Name == "bool"
		}
	}
	e := r.c.names.find(n.Name, kindSymbol, kindDerived, kindFunction)
	return e == nil || e.bad || e.value.Type == none || e.value.Type.Kind == world.KindBool
}

// report reports the circles of a group that is not allowed.
func (r *recursion) report(circles [][]int) {
	for _, i := range r.group {
		r.list[i].bad = true
	}
	for _, loop := range circles {
		if slices.Contains(r.group, loop[0]) {
			r.c.reportCircle(diag.DerivedCycle, r.list, loop, "derived symbol %q depends on itself: %s").Hint =
				"only bool symbols with parameters can be recursive"
		}
	}
	for _, i := range r.group {
		r.c.checkDerivedSymbol(r.list[i]) // for the mistakes in bodies that do not mention the symbol itself
	}
}

// check checks the bodies of the symbols, each of which may mention all of them, and that more of one never means less
// of another.
func (r *recursion) check() {
	members, slots := make([]*expr.Derived, len(r.group)), make([][]Slot, len(r.group))
	for k, i := range r.group {
		e := r.list[i]
		d := e.decl.(*Symbol)
		derivedForm(r.c.diags, e, d)
		slots[k] = r.c.slots(d.Params, expr.ResolveType)
		params, known := types(slots[k])
		e.bad = e.bad || !known
		members[k] = &expr.Derived{Name: e.name, Params: params, Type: expr.BoolType}
		if !e.bad && !e.lost {
			e.value = expr.Entity{Kind: expr.EntityDerived, Type: expr.BoolType, Derived: members[k]}
		}
	}
	whole := true
	for k, i := range r.group {
		e := r.list[i]
		members[k].Body = r.c.term(e.decl.(*Symbol).Derived, r.c.scope(slots[k]), expr.BoolType)
		whole = whole && members[k].Body != nil && !e.bad && !e.lost
	}
	var faults []expr.Misuse
	if whole {
		faults = expr.Recur(members...)
	}
	for i := range faults {
		r.misused(members, &faults[i])
	}
	for _, i := range r.group {
		if e := r.list[i]; !whole || len(faults) > 0 {
			e.bad, e.value = true, expr.Entity{}
		}
	}
}

// misused reports a symbol that depends on itself by way of what turns truth around.
func (r *recursion) misused(members []*expr.Derived, m *expr.Misuse) {
	from := r.group[slices.Index(members, m.In)]
	to := r.group[slices.Index(members, m.At.Derived)]
	path := append([]string{m.In.Name}, r.path(to, from)...)
	d := r.c.diags.Errorf(diag.DerivedCycle, m.At.Src.Span(), "derived symbol %q depends on itself through %s: %s", m.In.Name, m.Through, circleText(path))
	d.Hint = "a symbol may need itself only where its truth can help it to hold: in &&, ||, exists, the body of forall and the branches of if"
}

// path returns the names of a shortest way of needs from one member to another, the last left out.
func (r *recursion) path(from, to int) []string {
	came := map[int]int{from: from}
	for queue := []int{from}; len(queue) > 0 && queue[0] != to; queue = queue[1:] {
		for _, j := range r.needs[queue[0]] {
			if _, seen := came[j]; !seen && slices.Contains(r.group, j) {
				came[j] = queue[0]
				queue = append(queue, j)
			}
		}
	}
	var names []string
	for i := to; i != from; {
		i = came[i]
		names = append(names, r.list[i].name)
	}
	slices.Reverse(names)
	return names
}

// knots returns the things 0..n-1 in groups of those that need each other, each group after those that it needs.
func knots(needs [][]int) (list [][]int) {
	number, low := make([]int, len(needs)), make([]int, len(needs)) // from 1; 0: not seen
	placed := make([]bool, len(needs))
	var stack []int
	count := 0
	var visit func(i int)
	visit = func(i int) {
		count++
		number[i], low[i] = count, count
		stack = append(stack, i)
		for _, j := range needs[i] {
			switch {
			case number[j] == 0:
				visit(j)
				low[i] = min(low[i], low[j])
			case !placed[j]:
				low[i] = min(low[i], number[j])
			}
		}
		if low[i] < number[i] {
			return
		}
		at := len(stack) - 1
		for stack[at] != i {
			at--
		}
		group := slices.Clone(stack[at:])
		stack = stack[:at]
		for _, j := range group {
			placed[j] = true
		}
		slices.Sort(group)
		list = append(list, group)
	}
	for i := range needs {
		if number[i] == 0 {
			visit(i)
		}
	}
	return list
}
