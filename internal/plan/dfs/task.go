package dfs

import "math"

// unset is the value of a variable that has none yet.
const unset ref = math.MaxInt32

// step takes the next task of the current thread.
func (m *machine) step() bool {
	c := m.rest
	n := m.cells[c].node
	if a := m.p.Tasks[m.nodes[n].task].Action; a >= 0 {
		m.rest = m.cells[c].next
		return m.enter(&m.prog.actions[a], n)
	}
	if r := m.mustBind(n); r < 0 {
		return m.enumerate(r) // and come back to the same task
	}
	f := frame{kind: methodFrame, what: n, depends: none, entry: none, shape: none}
	if !m.worthwhile(n, &f) {
		return false
	}
	m.rest = m.cells[c].next
	m.nodes[n].frame = int32(len(m.frames))
	m.nodes[n].state = m.facts.hash
	m.open(f.entry, int32(len(m.frames)))
	m.open(f.shape, int32(len(m.frames)))
	f.mark = m.mark()
	m.leave(f)
	return m.nextMethod()
}

// nextMethod takes the next method of the newest frame.
func (m *machine) nextMethod() bool {
	f := &m.frames[len(m.frames)-1]
	methods := m.methods[m.nodes[f.what].task]
	for int(f.next) < len(methods) && m.stopped == "" {
		s := &m.prog.methods[methods[f.next]]
		f.next++
		if m.enter(s, f.what) {
			if f.entry == none && int(f.next) == len(methods) {
				m.frames = m.frames[:len(m.frames)-1]
			}
			return true
		}
		m.restore(&f.mark)
	}
	if m.stopped == "" {
		m.exhausted(f)
	}
	m.frames = m.frames[:len(m.frames)-1]
	return false
}

// enter begins an instance of an action or method for a task.
func (m *machine) enter(s *schema, n int32) bool {
	if m.lim.count(); m.stopped != "" {
		return false
	}
	args := m.nodes[n].args
	m.cur = instance{s: s, node: n, vars: args}
	if s.same {
		return true
	}
	vars := int32(len(m.refs))
	m.cur.vars = vars
	for range s.vars {
		m.refs = append(m.refs, unset)
	}
	for i, t := range s.taskArgs {
		r := m.deref(m.refs[args+int32(i)])
		switch {
		case !t.IsVar():
			if !m.unify(r, t.Object()) {
				return false
			}
		case m.refs[vars+int32(t)] != unset:
			if !m.unify(r, m.refs[vars+int32(t)]) {
				return false
			}
		default:
			if m.refs[vars+int32(t)] = r; s.narrow[i] && !m.narrow(r, s.vars[t]) {
				return false
			}
		}
	}
	for _, v := range s.fresh {
		r, some := m.fresh(s.vars[v])
		if !some {
			return false
		}
		m.refs[vars+v] = r
	}
	return true
}

// push puts the subtasks of the method taken for a node in place of its task.
func (m *machine) push(s *schema, n int32) bool {
	first := int32(len(m.nodes))
	m.nodes[n].first = first
	vars, depth := m.nodes[n].vars, m.nodes[n].depth+1
	for i := range s.calls {
		c := &s.calls[i]
		args := int32(len(m.refs))
		ground := true
		for j, t := range c.args {
			r := m.term(vars, t)
			if c.narrow[j] {
				if !m.narrow(r, m.p.Tasks[c.task].Params[j]) {
					return false
				}
				r = m.deref(r)
			}
			ground = ground && r >= 0
			m.refs = append(m.refs, r)
		}
		child := node{task: c.task, args: args, parent: n, depth: depth, frame: none}
		if ground {
			child.hash = m.groundHash(c.task, m.refs[args:], depth)
		}
		m.nodes = append(m.nodes, child)
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
