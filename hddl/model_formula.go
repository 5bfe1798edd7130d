package hddl

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// truth is the literal true or false.
func truth(at diag.Span, value bool) expr.Node {
	return &expr.Lit{At: at, Kind: expr.LitBool, Bool: value}
}

// isTruth reports whether a node is that literal.
func isTruth(n expr.Node, value bool) bool {
	lit, ok := n.(*expr.Lit)
	return ok && lit.Kind == expr.LitBool && lit.Bool == value
}

// joined returns the conjunction or disjunction of nodes, where nil nodes are true; nil: a conjunction of nothing.
func joined(op expr.Op, parts []expr.Node) expr.Node {
	var all expr.Node
	for _, part := range parts {
		switch {
		case part == nil:
		case all == nil:
			all = part
		default:
			all = &expr.Binary{At: part.Span(), Op: op, X: all, Y: part}
		}
	}
	return all
}

// term returns an argument.
func (m *modeller) term(n Name, v *vars) expr.Node {
	if x := v.find(n.Text); x != nil && n.IsVar() {
		return &expr.Ref{At: n.At, NameAt: n.At, Name: x.as}
	}
	return &expr.Ref{At: n.At, NameAt: n.At, Name: m.names.objects[n.Text]}
}

func (m *modeller) terms(args []Name, v *vars) []expr.Node {
	list := make([]expr.Node, len(args))
	for i, n := range args {
		list[i] = m.term(n, v)
	}
	return list
}

// typeOf returns the type of an argument in the model.
func (m *modeller) typeOf(n Name, v *vars) string {
	if x := v.find(n.Text); x != nil && n.IsVar() {
		return x.typ
	}
	return m.objectTypes[n.Text]
}

// cell returns a symbol with arguments.
func (m *modeller) cell(at diag.Span, symbol string, args []Name, v *vars) *expr.Ref {
	return &expr.Ref{At: at, NameAt: at, Name: symbol, Args: m.terms(args, v), Call: len(args) > 0}
}

// conjuncts returns the parts of a formula that must all hold, each as a node; true ones are omitted.
func (m *modeller) conjuncts(f Formula, v *vars) []expr.Node {
	if and, ok := f.(*And); ok {
		var list []expr.Node
		for _, part := range and.Parts {
			list = append(list, m.conjuncts(part, v)...)
		}
		return list
	}
	if n := m.formula(f, v); !isTruth(n, true) {
		return []expr.Node{n}
	}
	return nil
}

// condition returns a formula, nil if it always holds.
func (m *modeller) condition(f Formula, v *vars) expr.Node {
	return joined(expr.And, m.conjuncts(f, v))
}

// formula returns a formula as a node.
func (m *modeller) formula(f Formula, v *vars) expr.Node {
	switch f := f.(type) {
	case *Atom:
		return m.cell(f.At, m.names.preds[f.Name.Text], f.Args, v)
	case *Equal:
		return m.equal(f.At, f.Left, f.Right, v)
	case *OfType:
		if n := m.narrowed(m.term(f.Arg, v), m.typeOf(f.Arg, v), f.Type); n != nil {
			return n
		}
	case *Compare:
		return &expr.Binary{At: f.At, Op: modelOps[f.Op], X: m.value(f.Left, v), Y: m.value(f.Right, v)}
	case *Not:
		return negated(f.At, m.formula(f.Part, v))
	case *And:
		if n := m.condition(f, v); n != nil {
			return n
		}
	case *Or:
		return m.anyOf(f.At, f.Parts, v)
	case *Imply:
		return m.anyOf(f.At, []Formula{&Not{At: f.If.Span(), Part: f.If}, f.Then}, v)
	case *Forall:
		return m.forall(f, v)
	case *Exists:
		return m.exists(f, v)
	}
	return truth(f.Span(), true)
}

var modelOps = [...]expr.Op{NumEqual: expr.Eq, Less: expr.Lt, LessEqual: expr.Le, Greater: expr.Gt, GreaterEqual: expr.Ge}

func (m *modeller) anyOf(at diag.Span, parts []Formula, v *vars) expr.Node {
	var list []expr.Node
	for _, part := range parts {
		n := m.formula(part, v)
		if isTruth(n, true) {
			return n
		}
		if !isTruth(n, false) {
			list = append(list, n)
		}
	}
	if len(list) == 0 {
		return truth(at, false)
	}
	return joined(expr.Or, list)
}

// equal compares objects; those that have no type in common are never the same.
func (m *modeller) equal(at diag.Span, a, b Name, v *vars) expr.Node {
	if !m.overlap(m.typeOf(a, v), m.typeOf(b, v)) {
		return truth(at, false)
	}
	return &expr.Binary{At: at, Op: expr.Eq, X: m.term(a, v), Y: m.term(b, v)}
}

// negated returns the opposite of a condition.
func negated(at diag.Span, n expr.Node) expr.Node {
	switch n := n.(type) {
	case *expr.Lit:
		return truth(at, !n.Bool)
	case *expr.In:
		return &expr.In{At: at, Not: !n.Not, X: n.X, Set: n.Set}
	case *expr.Binary:
		switch n.Op {
		case expr.Eq:
			return &expr.Binary{At: at, Op: expr.Ne, X: n.X, Y: n.Y}
		case expr.Ne:
			return &expr.Binary{At: at, Op: expr.Eq, X: n.X, Y: n.Y}
		}
	case *expr.Unary:
		if n.Op == expr.Not {
			return n.X
		}
	}
	return &expr.Unary{At: at, Op: expr.Not, X: n}
}

func (m *modeller) forall(f *Forall, v *vars) expr.Node {
	if len(f.Vars) == 0 {
		return m.formula(f.Body, v)
	}
	inner, where, bound := m.bound(f.Vars, v)
	body := f.Body
	if imply, ok := body.(*Imply); ok {
		where = append(where, m.conjuncts(imply.If, inner)...)
		body = imply.Then
	}
	n := m.formula(body, inner)
	if isTruth(n, true) {
		return n
	}
	return &expr.Quant{At: f.At, Kind: expr.Forall, Vars: bound, Where: joined(expr.And, where), Body: n}
}

func (m *modeller) exists(f *Exists, v *vars) expr.Node {
	if len(f.Vars) == 0 {
		return m.formula(f.Body, v)
	}
	inner, where, bound := m.bound(f.Vars, v)
	where = append(where, m.conjuncts(f.Body, inner)...)
	return &expr.Quant{At: f.At, Kind: expr.Exists, Vars: bound, Where: joined(expr.And, where)}
}

// bound brings the variables of a quantifier into scope; where is the condition that their types add to those of the
// model.
func (m *modeller) bound(params []Param, v *vars) (inner *vars, where []expr.Node, bound []expr.Var) {
	inner = v.within()
	for i := range params {
		p := &params[i]
		x := inner.add(p.Name.Text, m.one(p.Type))
		bound = append(bound, expr.Var{At: p.At, Name: x.as, Type: m.typeName(x.typ, p.Type.At)})
		if n := m.narrowed(m.term(p.Name, inner), x.typ, p.Type); n != nil {
			where = append(where, n)
		}
	}
	return inner, where, bound
}

// params declares parameters.
func (m *modeller) params(params []Param, types []string, v *vars) []def.Param {
	var list []def.Param
	for i := range params {
		p := &params[i]
		x := v.add(p.Name.Text, types[i])
		list = append(list, def.Param{At: p.At, Name: x.as, Types: []expr.TypeName{m.typeName(x.typ, p.Type.At)}})
	}
	return list
}
