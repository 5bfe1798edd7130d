package hddl

import (
	"math"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// value returns a numeric expression as a float.
func (m *modeller) value(n Number, v *vars) expr.Node {
	if lit, ok := n.(*Literal); ok && lit.Value == math.Trunc(lit.Value) && math.Abs(lit.Value) < 1<<53 {
		return signed(lit.At, lit.Value < 0, &expr.Lit{At: lit.At, Kind: expr.LitInt, Int: int64(math.Abs(lit.Value))})
	}
	return m.number(n, v)
}

// number returns a numeric expression that is a float: ints are divided in another way.
func (m *modeller) number(n Number, v *vars) expr.Node {
	switch n := n.(type) {
	case *Literal:
		return signed(n.At, n.Value < 0, &expr.Lit{At: n.At, Kind: expr.LitFloat, Float: math.Abs(n.Value)})
	case *Fluent:
		return m.cell(n.At, m.names.fluents[n.Name.Text], n.Args, v)
	case *Arith:
		return m.arith(n, v)
	}
	panic("hddl: a kind of number that a model does not know")
}

func signed(at diag.Span, minus bool, n expr.Node) expr.Node {
	if minus {
		return &expr.Unary{At: at, Op: expr.Neg, X: n}
	}
	return n
}

var arithOps = map[ArithOp]expr.Op{Plus: expr.Add, Minus: expr.Sub, Times: expr.Mul, Over: expr.Div}

func (m *modeller) arith(n *Arith, v *vars) expr.Node {
	all := m.number(n.Parts[0], v)
	if n.Op == Minus && len(n.Parts) == 1 {
		return &expr.Unary{At: n.At, Op: expr.Neg, X: all}
	}
	for _, part := range n.Parts[1:] {
		all = &expr.Binary{At: n.At, Op: arithOps[n.Op], X: all, Y: m.number(part, v)}
	}
	return all
}

// findCost finds the function with the costs of actions: the one that the metric minimizes, or total-cost without a
// metric. It must have no arguments, and only increases by actions may use it.
func (m *modeller) findCost() {
	name := "total-cost"
	if metric := m.p.Metric; metric != nil {
		f, ok := metric.Value.(*Fluent)
		if !ok || metric.Maximize || !m.onlyGrows(f.Name.Text) {
			m.ds.Warnf(diag.NotInModel, metric.At, "a model cannot express this metric: each action costs 1").Hint =
				"(:metric minimize (total-cost)), with actions that increase it"
			return
		}
		name = f.Name.Text
	}
	if params, known := m.fluentTypes[name]; known && len(params) == 0 && m.onlyGrows(name) {
		m.cost = name
	}
}

// onlyGrows reports whether a function is only increased.
func (m *modeller) onlyGrows(name string) bool {
	u := fluentUse{name: name}
	for i := range m.d.Actions {
		u.formula(m.d.Actions[i].Precondition)
		u.effect(m.d.Actions[i].Effect)
	}
	for i := range m.d.Methods {
		u.formula(m.d.Methods[i].Precondition)
	}
	u.formula(m.p.Goal)
	return !u.found
}

// fluentUse looks for uses of a function other than that an action increases it.
type fluentUse struct {
	name  string
	found bool
}

func (u *fluentUse) formula(f Formula) {
	switch f := f.(type) {
	case *Compare:
		u.number(f.Left)
		u.number(f.Right)
	case *Not:
		u.formula(f.Part)
	case *And:
		for _, part := range f.Parts {
			u.formula(part)
		}
	case *Or:
		for _, part := range f.Parts {
			u.formula(part)
		}
	case *Imply:
		u.formula(f.If)
		u.formula(f.Then)
	case *Forall:
		u.formula(f.Body)
	case *Exists:
		u.formula(f.Body)
	}
}

func (u *fluentUse) number(n Number) {
	switch n := n.(type) {
	case *Fluent:
		u.found = u.found || n.Name.Text == u.name
	case *Arith:
		for _, part := range n.Parts {
			u.number(part)
		}
	}
}

func (u *fluentUse) effect(e Effect) {
	switch e := e.(type) {
	case *Change:
		u.number(e.Value)
		if e.Op != Increase {
			u.number(e.Fluent)
		}
	case *AndEffect:
		for _, part := range e.Parts {
			u.effect(part)
		}
	case *ForallEffect:
		u.effect(e.Body)
	case *When:
		u.formula(e.If)
		u.effect(e.Then)
	}
}
