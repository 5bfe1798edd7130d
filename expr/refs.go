package expr

// Refs calls visit for each name that an expression mentions, before it is checked: in order, repetitions included,
// without the variables that its own quantifiers bind and without the names of types.
func Refs(n Node, visit func(*Ref)) { (&mentions{visit: visit}).node(n) }

// EffectRefs calls visit for each name that effects mention, targets included, like [Refs].
func EffectRefs(list []Effect, visit func(*Ref)) { (&mentions{visit: visit}).effects(list) }

// mentions collects names; bound holds the variables in scope.
type mentions struct {
	visit func(*Ref)
	bound []string
}

func (m *mentions) node(n Node) {
	switch n := n.(type) {
	case *Binary:
		m.chain(n)
	case *Ref:
		m.ref(n)
	case *Field:
		m.node(n.X)
	case *Unary:
		m.node(n.X)
	case *In:
		m.node(n.X)
		if _, isType := n.Set.(*Ref); !isType {
			m.node(n.Set)
		}
	case *Set:
		m.nodes(n.Elems)
	case *Range:
		m.nodes([]Node{n.Lo, n.Hi})
	case *If:
		m.nodes([]Node{n.Cond, n.X, n.Else})
	case *Quant:
		outer := m.bind(n.Vars)
		m.nodes([]Node{n.Where, n.Body})
		m.bound = m.bound[:outer]
		m.node(n.Else)
	}
}

// chain visits operators without recursion to the left, where the parser nests long chains.
func (m *mentions) chain(b *Binary) {
	var right []Node
	var left Node = b
	for {
		b, ok := left.(*Binary)
		if !ok {
			break
		}
		right = append(right, b.Y)
		left = b.X
	}
	m.node(left)
	for i := len(right) - 1; i >= 0; i-- {
		m.node(right[i])
	}
}

func (m *mentions) nodes(list []Node) {
	for _, n := range list {
		m.node(n)
	}
}

func (m *mentions) ref(n *Ref) {
	bound := false
	for _, b := range m.bound {
		bound = bound || b == n.Name && n.Qualifier == ""
	}
	if !bound {
		m.visit(n)
	}
	m.nodes(n.Args)
}

func (m *mentions) bind(vars []Var) (outer int) {
	outer = len(m.bound)
	for i := range vars {
		m.nodes([]Node{vars[i].Type.Lo, vars[i].Type.Hi})
		m.bound = append(m.bound, vars[i].Name)
	}
	return outer
}

func (m *mentions) effects(list []Effect) {
	for _, e := range list {
		switch e := e.(type) {
		case *Assign:
			if e.Target != nil {
				m.ref(e.Target)
			}
			m.node(e.Value)
		case *IfEffect:
			m.node(e.Cond)
			m.effects(e.Then)
			m.effects(e.Else)
		case *ForallEffect:
			outer := m.bind(e.Vars)
			m.node(e.Where)
			m.effects(e.Body)
			m.bound = m.bound[:outer]
		}
	}
}
