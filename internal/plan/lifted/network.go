package lifted

import "github.com/karakuri-ai/karakuri/hddl"

func (c *compiler) methods() {
	for i := range c.d.Methods {
		m := &c.d.Methods[i]
		s := c.scope(m.Params)
		task := c.tasks[m.Task.Name.Text]
		c.method(s, task, len(m.Params), &hddl.And{Parts: []hddl.Formula{m.Precondition, m.Network.Constraints}}, func(out *Method) {
			out.Name = m.Name.Text
			out.TaskArgs = s.terms(m.Task.Args)
			c.network(s, &m.Network, out)
		})
	}
}

// method adds a method to a task for each alternative of its condition.
func (c *compiler) method(s *scope, task int32, params int, condition hddl.Formula, fill func(*Method)) {
	for _, schema := range c.schemas(s, task, params, s.normal(condition, false)) {
		m := Method{Schema: schema}
		fill(&m)
		c.out.Tasks[task].Methods = append(c.out.Tasks[task].Methods, int32(len(c.out.Methods)))
		c.out.Methods = append(c.out.Methods, m)
	}
}

// root makes a task for the initial network, with the goal at the end.
func (c *compiler) root() {
	c.out.Root = c.task(Task{Name: "root", Action: -1, Hidden: true})
	h := c.in.HTN
	if h == nil {
		h = &hddl.HTN{Network: hddl.Network{Constraints: &hddl.And{}}}
	}
	s := c.scope(h.Params)
	c.method(s, c.out.Root, len(h.Params), h.Network.Constraints, func(out *Method) {
		out.Hidden = true
		c.network(s, &h.Network, out)
		if c.out.Goal < 0 {
			return
		}
		n := int32(len(out.Subtasks))
		out.Subtasks = append(out.Subtasks, Call{Task: c.out.Goal})
		for i := range n {
			if !out.Total {
				out.Order = append(out.Order, [2]int32{i, n})
			}
		}
	})
}

// network gives a method its subtasks, in an allowed order that is as close to that of the file as possible.
func (c *compiler) network(s *scope, n *hddl.Network, out *Method) {
	after := newOrders(len(n.Subtasks), &c.meter)
	if !n.Ordered {
		labels := map[string]int{}
		for i, sub := range n.Subtasks {
			labels[sub.Label.Text] = i
		}
		for _, o := range n.Ordering {
			after.add(labels[o.Before.Text], labels[o.After.Text])
		}
		after.close()
	}
	place := after.listing()
	out.Total = true
	for i, p := range place {
		c.tick(1)
		call := &n.Subtasks[p].Call
		out.Subtasks = append(out.Subtasks, Call{Task: c.tasks[call.Name.Text], Args: s.terms(call.Args)})
		out.Total = out.Total && (n.Ordered || i == 0 || after.has(place[i-1], p))
	}
	if out.Total {
		return
	}
	for i, p := range place {
		c.tick(1 + len(place)/16)
		for j, q := range place[i+1:] {
			if after.has(p, q) {
				out.Order = append(out.Order, [2]int32{int32(i), int32(i + 1 + j)})
			}
		}
	}
}

// orders is a relation between subtasks.
type orders struct {
	*meter
	after [][]uint64 // for each subtask, the set of those after it
}

func newOrders(n int, m *meter) orders {
	o := orders{m, make([][]uint64, n)}
	for i := range o.after {
		o.tick(1 + n/512)
		o.after[i] = make([]uint64, (n+63)/64)
	}
	return o
}

func (o orders) add(before, after int)      { o.after[before][after>>6] |= 1 << (after & 63) }
func (o orders) has(before, after int) bool { return o.after[before][after>>6]>>(after&63)&1 != 0 }

// close makes the relation transitive.
func (o orders) close() {
	for k := range o.after {
		for i := range o.after {
			o.tick(1)
			if !o.has(i, k) {
				continue
			}
			o.tick(len(o.after) / 512)
			for w := range o.after[i] {
				o.after[i][w] |= o.after[k][w]
			}
		}
	}
}

// listing returns the subtasks in an order that the relation allows, otherwise by number. The relation has no cycle:
// hddl.Check refuses those.
func (o orders) listing() []int {
	n := len(o.after)
	before := make([]int, n) // for each subtask, the number of predecessors not listed yet
	for i := range n {
		o.tick(1 + n/16)
		for j := range n {
			if o.has(i, j) {
				before[j]++
			}
		}
	}
	list := make([]int, 0, n)
	for len(list) < n {
		o.tick(1 + n/16)
		i := 0
		for before[i] != 0 {
			i++
		}
		list = append(list, i)
		before[i] = -1
		for j := range n {
			if o.has(i, j) {
				before[j]--
			}
		}
	}
	return list
}
