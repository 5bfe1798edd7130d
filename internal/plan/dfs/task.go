package dfs

import "math"

// unset is the value of a variable that has not been assigned yet.
const unset ref = math.MaxInt32

// step starts the next task of the current thread.
func (m *machine) step() bool {
	c := m.rest
	n := m.cells.At(c).node
	if a := m.p.Tasks[m.nodes.At(n).task].Action; a >= 0 {
		m.rest = m.cells.At(c).next
		return m.enter(&m.prog.actions[a], n)
	}
	if r := m.mustBind(n); r < 0 {
		return m.enumerate(r) // then try the same task again
	}
	f := frame{kind: methodFrame, what: n, depends: none, entry: none, shape: none}
	if !m.worthwhile(n, &f) {
		return false
	}
	m.rest = m.cells.At(c).next
	m.nodes.At(n).frame = m.frames.Len()
	m.nodes.At(n).state = m.facts.hash
	m.open(f.entry, m.frames.Len())
	m.open(f.shape, m.frames.Len())
	f.mark = m.mark()
	m.leave(f)
	return m.nextMethod()
}

// nextMethod tries the next method of the newest frame.
func (m *machine) nextMethod() bool {
	f := m.frames.At(m.frames.Len() - 1)
	methods := m.methods[m.nodes.At(f.what).task]
	for int(f.next) < len(methods) && m.stopped == "" {
		s := &m.prog.methods[methods[f.next]]
		f.next++
		if m.enter(s, f.what) {
			if f.entry == none && int(f.next) == len(methods) {
				m.frames.Cut(m.frames.Len() - 1)
			}
			return true
		}
		m.restore(&f.mark)
	}
	if m.stopped == "" {
		m.exhausted(f)
	}
	m.frames.Cut(m.frames.Len() - 1)
	return false
}

// enter starts evaluating an action or method for a task.
func (m *machine) enter(s *schema, n int32) bool {
	if m.lim.count(); m.stopped != "" {
		return false
	}
	args := m.nodes.At(n).args
	m.cur = instance{s: s, node: n, vars: args}
	if s.same {
		return true
	}
	vars := m.refs.Len()
	m.cur.vars = vars
	for range s.vars {
		m.refs.Push(unset)
	}
	for i, t := range s.taskArgs {
		r := m.deref(*m.refs.At(args + int32(i)))
		switch {
		case !t.IsVar():
			if !m.unify(r, t.Object()) {
				return false
			}
		case *m.refs.At(vars + int32(t)) != unset:
			if !m.unify(r, *m.refs.At(vars + int32(t))) {
				return false
			}
		default:
			if *m.refs.At(vars + int32(t)) = r; s.narrow[i] && !m.narrow(r, s.vars[t]) {
				return false
			}
		}
	}
	for _, v := range s.fresh {
		r, some := m.fresh(s.vars[v])
		if !some {
			return false
		}
		*m.refs.At(vars + v) = r
	}
	return true
}

// push replaces the task of a node by the subtasks of the chosen method.
func (m *machine) push(s *schema, n int32) bool {
	first := m.nodes.Len()
	m.nodes.At(n).first = first
	vars, depth := m.nodes.At(n).vars, m.nodes.At(n).depth+1
	for i := range s.calls {
		c := &s.calls[i]
		args := m.refs.Len()
		ground, hash := true, m.headHash(c.task, depth)
		for j, t := range c.args {
			r := m.term(vars, t)
			if c.narrow[j] {
				if !m.narrow(r, m.p.Tasks[c.task].Params[j]) {
					return false
				}
				r = m.deref(r)
			}
			ground, hash = ground && r >= 0, join(hash, uint64(r))
			m.refs.Push(r)
		}
		child := node{task: c.task, args: args, parent: n, depth: depth, frame: none}
		if ground {
			child.hash = hash | 1
		}
		m.nodes.Push(child)
	}
	if !s.total {
		m.fork(s, n)
		return true
	}
	if m.mode.failures {
		m.rest = m.cons(cell{kind: exitCell, node: n, next: m.rest})
	}
	for i := len(s.calls) - 1; i >= 0; i-- {
		m.rest = m.cons(cell{node: first + int32(i), next: m.rest})
		if s.worth[i] {
			m.rest = m.cons(cell{kind: checkCell, node: n, sub: int32(i), next: m.rest})
		}
	}
	return true
}
