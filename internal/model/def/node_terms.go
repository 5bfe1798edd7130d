package def

import "github.com/karakuri-ai/karakuri/internal/model/expr"

// eachNode calls visit for the nodes of all trees: as they are declared, and as they are used.
func (c *checker) eachNode(visit func(*NodeInfo)) {
	for _, e := range c.entriesOf(kindTree) {
		e.tree.root.each(visit)
	}
	for _, t := range c.info.Trees {
		t.Root.each(visit)
	}
}

// effectLists returns the effects of a node.
func (n *NodeInfo) effectLists() []*expr.EffectTerms {
	lists := []*expr.EffectTerms{n.Effect}
	for i := range NodeTable.Head {
		if c := &NodeTable.Head[i]; c.Takes == TakesEffects {
			lists = append(lists, *c.info(n).(**expr.EffectTerms))
		}
	}
	for i := range n.Services {
		lists = append(lists, n.Services[i].Effect)
	}
	return lists
}

// terms calls visit for the expressions of a node. Those that it does not have are nil.
func (n *NodeInfo) terms(visit func(*expr.Term)) {
	for _, t := range [...]*expr.Term{n.Cond, n.Value, n.Limit, n.From, n.Where, n.Order} {
		visit(t)
	}
	eachClauseTerm(NodeTable.Head, n, visit)
	args := func(c *ActionCall) {
		if c != nil {
			for _, t := range c.Args {
				visit(t)
			}
		}
	}
	args(n.Action)
	for _, list := range [][]*expr.Term{n.Args, n.Values} {
		for _, t := range list {
			visit(t)
		}
	}
	for _, b := range n.Enter {
		visit(b.Value)
	}
	for i := range n.Services {
		args(n.Services[i].Action)
	}
	n.Effect.Terms(visit)
	for i := range n.Services {
		n.Services[i].Effect.Terms(visit)
	}
}

// names calls visit for every name in the expressions of a node, and in those of its services.
func (n *Node) names(visit func(name string)) {
	look := func(r *expr.Ref) { visit(r.Name) }
	w := &walker{ref: look, write: look}
	for _, x := range [...]expr.Node{n.Cond, n.Value, n.Limit, n.Where, n.Order} {
		w.node(x)
	}
	if n.Each != nil {
		w.node(n.Each.From)
	}
	w.clauses(NodeTable.Head, n)
	w.clauses(UtilityTable.Head, n)
	w.nodes(n.Values)
	if s := n.Select; s != nil {
		w.nodes([]expr.Node{s.Top, s.Within, s.Over})
	}
	if n.Call != nil {
		w.nodes(n.Call.Args)
	}
	w.effects(n.Effect)
	serviceNames(n.Services, w)
}

func serviceNames(list []*Service, w *walker) {
	for _, s := range list {
		if s == nil {
			continue
		}
		if s.Call != nil {
			w.nodes(s.Call.Args)
		}
		w.effects(s.Effect)
	}
}
