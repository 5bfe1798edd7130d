package def

import (
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Regards reports whether a decision can depend on which objects of a type exist: anything but the bodies of agents
// mentions the type, or one that shares its population. Functions of the host are not looked into.
func (i *Info) Regards(typ int32) bool { return i.regarded[i.Schema.Types[typ].Population] }

// regards computes what [Info.Regards] returns.
func (c *checker) regards() {
	r := regard{c.info.Schema, make([]bool, c.info.Schema.Populations())}
	for i := range r.schema.Symbols {
		r.types(r.schema.Symbols[i].Params...)
		r.types(r.schema.Symbols[i].Type)
	}
	r.slots(c.info)
	c.eachTerm(r.term)
	c.eachNode(func(n *NodeInfo) {
		r.types(n.Each.Type)
		for _, list := range n.effectLists() {
			list.Bound(r.bound)
		}
	})
	c.info.regarded = r.populations
}

type regard struct {
	schema      *world.Schema
	populations []bool
}

func (r *regard) types(list ...world.Type) {
	for _, t := range list {
		if t.Kind == world.KindObject && t.ID >= 0 {
			r.populations[r.schema.Types[t.ID].Population] = true
		}
	}
}

func (r *regard) bound(v expr.BoundVar) { r.types(v.Type) }

// slots regards what anything is declared for.
func (r *regard) slots(info *Info) {
	list := func(slots []Slot) {
		for i := range slots {
			r.types(slots[i].Type)
		}
	}
	for _, op := range info.Operators {
		list(op.Params)
		op.Effect.Bound(r.bound)
	}
	for _, t := range info.Tasks {
		list(t.Params)
		for _, m := range t.Methods {
			list(m.Each)
		}
	}
	for _, t := range info.Trees {
		list(t.Params)
	}
	for _, g := range info.Goals {
		list(g.Params)
	}
	for _, b := range info.Brains {
		for _, w := range b.Wants {
			if w.Each != nil {
				r.types(w.Each.Type)
			}
		}
	}
	for _, s := range info.Squads {
		for _, role := range s.Roles {
			if role.Each != nil {
				r.types(role.Each.Type)
			}
		}
	}
	for _, l := range info.Leases {
		r.types(l.Type)
	}
}

// term regards what an expression is about.
func (r *regard) term(t *expr.Term) {
	t.Walk(func(t *expr.Term) bool {
		r.types(t.Type)
		if t.Kind == expr.TermIs {
			r.types(world.Type{Kind: world.KindObject, ID: t.TypeID})
		}
		for _, v := range t.Vars {
			r.bound(v)
		}
		return true
	})
}
