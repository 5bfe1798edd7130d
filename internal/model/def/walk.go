package def

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// walker goes over syntax and reports the names in it, except those of variables bound inside.
type walker struct {
	ref   func(r *expr.Ref) // a name, perhaps with arguments (which are visited too)
	typ   func(name string) // the name of a type
	write func(r *expr.Ref) // the target of an assignment (its arguments are visited as usual)
	bound []string
}

// eachRef visits every name in an expression that no quantifier around it binds.
func eachRef(n expr.Node, visit func(*expr.Ref)) { (&walker{ref: visit}).node(n) }

// eachName visits every name in an expression that no quantifier around it binds, those of types included.
func eachName(n expr.Node, visit func(string)) {
	(&walker{ref: func(r *expr.Ref) { visit(r.Name); visit(r.Qualifier) }, typ: visit}).node(n)
}

func (w *walker) nodes(list []expr.Node) {
	for _, n := range list {
		w.node(n)
	}
}

func (w *walker) node(n expr.Node) {
	switch n := n.(type) {
	case *expr.Ref:
		if !slices.Contains(w.bound, n.Name) && w.ref != nil {
			w.ref(n)
		}
		w.nodes(n.Args)
	case *expr.Field:
		w.node(n.X)
	case *expr.Unary:
		w.node(n.X)
	case *expr.Binary:
		w.node(n.X)
		w.node(n.Y)
	case *expr.In:
		w.node(n.X)
		w.node(n.Set)
	case *expr.List:
		w.nodes(n.Elems)
	case *expr.Set:
		w.nodes(n.Elems)
	case *expr.Range:
		w.node(n.Lo)
		w.node(n.Hi)
	case *expr.If:
		w.node(n.Cond)
		w.node(n.X)
		w.node(n.Else)
	case *expr.Quant:
		w.binding(n.Vars, func() {
			w.node(n.Where)
			w.node(n.Body)
		})
		w.node(n.Else)
	}
}

// binding visits the types of variables, then does something with their names bound.
func (w *walker) binding(vars []expr.Var, inside func()) {
	outer := len(w.bound)
	for i := range vars {
		w.typeName(&vars[i].Type)
		w.node(vars[i].From)
		w.bound = append(w.bound, vars[i].Name)
	}
	inside()
	w.bound = w.bound[:outer]
}

func (w *walker) typeName(tn *expr.TypeName) {
	if tn == nil {
		return
	}
	if w.typ != nil {
		w.typ(tn.Name)
	}
	w.node(tn.Lo)
	w.node(tn.Hi)
}

func (w *walker) effects(list []expr.Effect) {
	for _, e := range list {
		w.effect(e)
	}
}

func (w *walker) effect(e expr.Effect) {
	switch e := e.(type) {
	case *expr.Assign:
		w.target(e.Target)
		w.node(e.Value)
	case *expr.IfEffect:
		w.node(e.Cond)
		w.effects(e.Then)
		w.effects(e.Else)
	case *expr.ForallEffect:
		w.binding(e.Vars, func() {
			w.node(e.Where)
			w.effects(e.Body)
		})
	}
}

func (w *walker) target(r *expr.Ref) {
	if r == nil {
		return
	}
	if w.write != nil {
		w.write(r)
	}
	w.nodes(r.Args)
}
