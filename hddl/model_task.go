package hddl

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// tasks declares the tasks with their methods.
func (m *modeller) tasks() {
	methods := map[string][]*Method{}
	for i := range m.d.Methods {
		method := &m.d.Methods[i]
		methods[method.Task.Name.Text] = append(methods[method.Task.Name.Text], method)
	}
	for i := range m.d.Tasks {
		t := &m.d.Tasks[i]
		v := &vars{names: &m.names}
		task := &def.Task{Head: head(t.At, t.Name.At), Name: m.names.calls[t.Name.Text]}
		task.Params = m.params(t.Params, m.callTypes[t.Name.Text], v)
		for _, method := range methods[t.Name.Text] {
			m.method(task, t, method, v)
		}
		m.out.tasks = append(m.out.tasks, task)
	}
}

// method adds a method to its task, whose parameters are v. It is called as in HDDL.
func (m *modeller) method(task *def.Task, t *Task, method *Method, v *vars) {
	f := &frame{m: m, vars: v.within(), params: len(v.list)}
	f.when = m.paramTypes(t.Params, v)
	f.takeArgs(method, v.list)
	f.free(method.Params)
	f.demand(method.Network.Constraints)
	f.demand(method.Precondition)
	out := def.Method{Head: head(method.At, method.Name.At), Name: method.Name.Text, Each: f.each}
	out.When, out.Where = joined(expr.And, f.when), joined(expr.And, f.where)
	task.Methods = append(task.Methods, m.bodies(out, &method.Network, f.vars, nil)...)
}

// frame is the variables of a method and its conditions on them: on the task's parameters alone, and on free variables.
type frame struct {
	m           *modeller
	vars        *vars
	params      int // how many of the variables the task has
	each        []expr.Var
	when, where []expr.Node
}

// takeArgs maps the method's names for the task's parameters to the task's. A repeated argument, or one that is an
// object, becomes a condition.
func (f *frame) takeArgs(method *Method, params []variable) {
	for i, arg := range method.Task.Args {
		p := params[i]
		ref := &expr.Ref{At: arg.At, NameAt: arg.At, Name: p.as}
		switch {
		case !arg.IsVar():
			f.when = append(f.when, f.same(ref, p.typ, arg))
		case f.own(arg.Text) != nil:
			f.when = append(f.when, f.same(ref, p.typ, arg))
		default:
			f.vars.same(arg.Text, p.as, p.typ)
		}
	}
}

// own finds a variable among those of the method.
func (f *frame) own(name string) *variable {
	return (&vars{list: f.vars.list[f.params:]}).find(name)
}

// same is the condition that a parameter equals an argument.
func (f *frame) same(param *expr.Ref, typ string, arg Name) expr.Node {
	if !f.m.overlap(typ, f.m.typeOf(arg, f.vars)) {
		return truth(arg.At, false)
	}
	return &expr.Binary{At: arg.At, Op: expr.Eq, X: param, Y: f.m.term(arg, f.vars)}
}

// free declares the parameters that the task does not have, and requires that all have their types.
func (f *frame) free(params []Param) {
	for i := range params {
		p := &params[i]
		if f.own(p.Name.Text) == nil {
			x := f.vars.add(p.Name.Text, f.m.one(p.Type))
			f.each = append(f.each, expr.Var{At: p.At, Name: x.as, Type: f.m.typeName(x.typ, p.Type.At)})
		}
	}
	for i := range params {
		p := &params[i]
		if n := f.m.narrowed(f.m.term(p.Name, f.vars), f.m.typeOf(p.Name, f.vars), p.Type); n != nil {
			f.put(n)
		}
	}
}

// demand adds the parts of a formula.
func (f *frame) demand(formula Formula) {
	for _, n := range f.m.conjuncts(formula, f.vars) {
		f.put(n)
	}
}

// put adds a condition at the point where its variables have values.
func (f *frame) put(n expr.Node) {
	for _, v := range f.each {
		if mentions(n, v.Name) {
			f.where = append(f.where, n)
			return
		}
	}
	f.when = append(f.when, n)
}

// mentions reports whether a condition has a variable in it. No variable within it has the same name.
func mentions(n expr.Node, name string) bool {
	switch n := n.(type) {
	case *expr.Ref:
		if n.Name == name && !n.Call {
			return true
		}
		for _, a := range n.Args {
			if mentions(a, name) {
				return true
			}
		}
	case *expr.Unary:
		return mentions(n.X, name)
	case *expr.Binary:
		return mentions(n.X, name) || mentions(n.Y, name)
	case *expr.In:
		return mentions(n.X, name)
	case *expr.Quant:
		return mentions(n.Where, name) || mentions(n.Body, name)
	}
	return false
}

// root declares the task that represents the initial network, and the agent that plans for it.
func (m *modeller) root() {
	h := m.p.HTN
	f := &frame{m: m, vars: &vars{names: &m.names}}
	f.free(h.Params)
	f.demand(h.Network.Constraints)
	out := def.Method{Head: head(h.At, h.At), Name: RootTask, Each: f.each}
	out.When, out.Where = joined(expr.And, f.when), joined(expr.And, f.where)
	task := &def.Task{Head: head(h.At, h.At), Name: m.names.root}
	task.Methods = m.bodies(out, &h.Network, f.vars, m.goal())
	m.out.tasks = append(m.out.tasks, task)
	plan := &def.PlanLine{Head: head(h.At, h.At), Task: def.Call{At: h.At, Name: def.Name{At: h.At, Name: m.names.root}}, Once: true}
	m.out.agent = &def.Agent{Head: head(m.p.At, m.p.Name.At), Name: m.names.agent, Plans: []*def.PlanLine{plan}}
}

// goal declares the operator that represents the goal and returns its call, or nil if there is no goal.
func (m *modeller) goal() *def.Item {
	cond := m.condition(m.p.Goal, &vars{names: &m.names})
	if cond == nil {
		return nil
	}
	at := m.p.Goal.Span()
	m.out.operators = append(m.out.operators, &def.Operator{Head: head(at, at), Name: m.names.goal, When: cond})
	return item(&Call{At: at}, m.names.goal, nil)
}

// item is a subtask.
func item(c *Call, name string, args []expr.Node) *def.Item {
	at := c.At
	return &def.Item{Head: def.Head{At: at}, Call: &def.Call{At: at, Name: def.Name{At: at, Name: name}, Args: args}}
}
