package verify

import (
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/hddl"
)

// strictness is the number of a method's requirements that a match must satisfy. The first level that no match passes
// gives the error of the plan.
type strictness uint8

const (
	byName       strictness = iota // the subtasks have the names of the children
	byArgs                         // and their arguments, and the parameters their types
	byConstraint                   // and the constraints hold
	byOrder                        // and the actions below are in order
)

// match is one way in which a node can be an instance of a scheme.
type match struct {
	j      *judge
	node   *node
	scheme *scheme
	level  strictness
	visit  func(*match) bool // returns true to stop

	binding binding
	of      []*node // the child for each subtask
	taken   []bool  // by child
}

// matches visits every way in which a node can be an instance of a scheme, until visit returns true.
func (j *judge) matches(n *node, s *scheme, level strictness, visit func(*match) bool) bool {
	if len(n.children) != len(s.subtasks) {
		return false
	}
	m := &match{j: j, node: n, scheme: s, level: level, visit: visit, binding: binding{},
		of: make([]*node, len(s.subtasks)), taken: make([]bool, len(s.subtasks))}
	if s.task != nil && level >= byArgs {
		if _, ok := m.unify(s.task.Args, n.line.Args); !ok {
			return false
		}
	}
	return m.next(0)
}

// next finds a child for subtask i and for those after it.
func (m *match) next(i int) bool {
	if i == len(m.of) {
		return (m.level < byConstraint || m.constraintsHold()) && m.visit(m)
	}
	var tried []*node
	for k, c := range m.node.children {
		if m.taken[k] || c.line.Name.Text != m.scheme.subtasks[i].Call.Name.Text {
			continue
		}
		if !m.j.spend() {
			return false
		}
		if m.level < byOrder && slices.ContainsFunc(tried, func(t *node) bool { return sameTask(t.line, c.line) }) {
			continue
		}
		tried = append(tried, c)
		if m.take(i, k, c) {
			return true
		}
	}
	return false
}

// take tries a child for a subtask.
func (m *match) take(i, k int, c *node) bool {
	m.of[i] = c
	defer func() { m.of[i] = nil }()
	if m.level >= byOrder && !m.inOrder(i) {
		return false
	}
	if m.level >= byArgs {
		added, ok := m.unify(m.scheme.subtasks[i].Call.Args, c.line.Args)
		defer func() {
			for _, name := range added {
				delete(m.binding, name)
			}
		}()
		if !ok {
			return false
		}
	}
	m.taken[k] = true
	defer func() { m.taken[k] = false }()
	return m.next(i + 1)
}

// inOrder reports whether the actions below a subtask are in order with those below the subtasks already matched.
func (m *match) inOrder(i int) bool {
	for _, e := range m.scheme.edges {
		if e[0] != i && e[1] != i {
			continue
		}
		before, after := m.of[e[0]], m.of[e[1]]
		if before != nil && after != nil && before.last >= after.first {
			return false
		}
	}
	return m.scheme.sorted != nil
}

// unify binds the variables of a pattern so that it equals a list of arguments; added are the newly bound ones. If it
// fails, they stay bound.
func (m *match) unify(pattern []hddl.Name, args []Word) (added []string, ok bool) {
	if len(pattern) != len(args) {
		return nil, false
	}
	for i, p := range pattern {
		object, bound := p.Text, true
		if p.IsVar() {
			object, bound = m.binding[p.Text]
		}
		switch {
		case bound && object != args[i].Text:
			return added, false
		case bound:
			continue
		case !m.j.fits(args[i].Text, m.scheme.types[p.Text]):
			return added, false
		}
		m.binding[p.Text] = args[i].Text
		added = append(added, p.Text)
	}
	return added, true
}

func sameTask(a, b *Line) bool {
	return a.Name.Text == b.Name.Text && slices.EqualFunc(a.Args, b.Args, func(x, y Word) bool { return x.Text == y.Text })
}

func (m *match) constraintsHold() bool { return m.chooser(m.scheme.constraints).holds(0) }

// chooser tries objects for the parameters that task and subtasks leave open.
type chooser struct {
	m      *match
	free   []hddl.Param
	checks [][]clause // checks[i] can be evaluated once i parameters are chosen
}

func (m *match) chooser(list []clause) *chooser {
	c := &chooser{m: m}
	open := map[string]bool{}
	for _, p := range m.scheme.params {
		if _, bound := m.binding[p.Name.Text]; !bound && !open[p.Name.Text] {
			open[p.Name.Text] = true
			c.free = append(c.free, p)
		}
	}
	c.sort(list)
	c.checks = make([][]clause, len(c.free)+1)
	for _, cl := range list {
		at := 0
		for i, p := range c.free {
			if slices.Contains(cl.vars, p.Name.Text) {
				at = i + 1
			}
		}
		c.checks[at] = append(c.checks[at], cl)
	}
	return c
}

// sort orders the parameters so that clauses can be checked early.
func (c *chooser) sort(list []clause) {
	for i := range c.free {
		best, most := i, -1
		for k := i; k < len(c.free); k++ {
			n := 0
			for _, cl := range list {
				if c.completes(cl, i, k) {
					n++
				}
			}
			if n > most {
				best, most = k, n
			}
		}
		p := c.free[best]
		copy(c.free[i+1:best+1], c.free[i:best])
		c.free[i] = p
	}
}

// completes reports whether a clause can be evaluated once parameter k is chosen after the first i.
func (c *chooser) completes(cl clause, i, k int) bool {
	if !slices.Contains(cl.vars, c.free[k].Name.Text) {
		return false
	}
	for x := i; x < len(c.free); x++ {
		if x != k && slices.Contains(cl.vars, c.free[x].Name.Text) {
			return false
		}
	}
	return true
}

// holds reports whether some choice makes all clauses hold in a state.
func (c *chooser) holds(state int) bool { return c.choose(state, 0) }

func (c *chooser) choose(state, i int) bool {
	for _, cl := range c.checks[i] {
		if !c.m.j.eval(state, cl.formula, c.m.binding) {
			return false
		}
	}
	if i == len(c.free) {
		return true
	}
	name := c.free[i].Name.Text
	defer delete(c.m.binding, name)
	for _, object := range c.m.j.of(c.free[i].Type) {
		c.m.binding[name] = object
		if c.m.j.spend() && c.choose(state, i+1) {
			return true
		}
	}
	return false
}

// about describes a line for a message.
func about(l *Line) string {
	words := []string{l.Name.Text}
	for _, a := range l.Args {
		words = append(words, a.Text)
	}
	return strings.Join(words, " ")
}
