package def

import "github.com/karakuri-ai/karakuri/internal/model/expr"

// trees adds the trees, and which agents have one for a mind; nothing to a model without trees.
func (d *digest) trees(i *Info) {
	if len(i.Trees) == 0 {
		return
	}
	d.count(len(i.Trees))
	for _, t := range i.Trees {
		d.tree(t)
	}
	for _, a := range i.Agents {
		d.treeUse(a.Tree)
	}
}

// tree adds a tree with all that is expanded in it.
func (d *digest) tree(t *TreeInfo) {
	d.text(t.Name)
	d.slots(t.Params)
	d.count(t.Frame)
	d.node(t.Root)
}

func (d *digest) node(n *NodeInfo) {
	if d.flag(n != nil); n == nil {
		return
	}
	d.b = append(d.b, byte(n.Kind), byte(n.Abort))
	d.text(n.Name)
	d.text(n.Text)
	d.call(n.Action)
	if d.flag(n.Task != nil); n.Task != nil {
		d.count(int(n.Task.ID))
	}
	if d.flag(n.Operator != nil); n.Operator != nil {
		d.count(int(n.Operator.ID))
	}
	d.terms(n.Args)
	for _, t := range [...]*expr.Term{n.Cond, n.Value, n.Limit, n.Where, n.Order} {
		d.term(t)
	}
	d.clauses(NodeTable.Head, n)
	d.terms(n.Values)
	switch n.Kind {
	case NodeGoal:
		d.count(int(n.Goal.ID))
	case NodeUtilitySelector:
		if d.flag(n.Select != nil); n.Select != nil {
			d.selection(n.Select)
			d.clauses(UtilityTable.Head, n)
		}
	}
	d.b = n.Each.Type.Append(d.b)
	d.count(n.Each.Index)
	d.source(n.From)
	d.count(len(n.Enter))
	for _, b := range n.Enter {
		d.count(b.Slot.Index)
		d.term(b.Value)
	}
	d.effectList(n.Effect)
	d.count(len(n.Services))
	for i := range n.Services {
		s := &n.Services[i]
		d.float(s.Every)
		d.call(s.Action)
		d.effectList(s.Effect)
	}
	d.count(len(n.Children))
	for _, child := range n.Children {
		d.node(child)
	}
}

func (d *digest) effectList(e *expr.EffectTerms) {
	if d.flag(e != nil); e != nil {
		d.effects(e.List)
	}
}

// treeUse adds the mind of an agent, if that is a tree.
func (d *digest) treeUse(u *TreeUse) {
	if d.flag(u != nil); u == nil {
		return
	}
	d.count(int(u.Tree.ID))
	d.words(u.Args)
	d.flag(u.Once)
}
