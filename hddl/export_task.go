package hddl

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// tasks declares the tasks and their methods.
func (e *exporter) tasks() {
	for _, t := range e.info.Tasks {
		e.at = nameSpan(&t.Decl.Head)
		name := Name{Text: e.names.calls[t.Name]}
		e.d.Tasks = append(e.d.Tasks, Task{Name: name, Params: e.params(t.Params, t.Decl.Params, newEnv())})
		for _, m := range t.Methods {
			e.method(t, m)
		}
	}
}

// method declares a method. Its parameters are those of the task, its free variables, and what its subtasks read.
func (e *exporter) method(t *def.TaskInfo, m *def.MethodInfo) {
	e.at = nameSpan(&t.Decl.Head)
	v := newEnv()
	out := Method{Name: Name{Text: e.names.method(t.Name, m.Name)}, Task: Call{Name: Name{Text: e.names.calls[t.Name]}}}
	out.Params = e.params(t.Params, nil, v)
	for _, p := range out.Params {
		out.Task.Args = append(out.Task.Args, p.Name)
	}
	e.at = nameSpan(&m.Decl.Head)
	for _, t := range m.From {
		if t != nil {
			e.refuseHost(t)
		}
	}
	out.Params = append(out.Params, e.params(m.Each, nil, v)...)
	e.warnOrder(m.Decl)
	var bv boundVars
	out.Network = e.network(m.Body, v, &bv)
	out.Params = append(out.Params, bv.vars...)
	out.Precondition = allOf(append([]Formula{e.formula(m.When, v), e.formula(m.Where, v)}, bv.defs...))
	e.d.Methods = append(e.d.Methods, out)
}

// warnOrder says that the order of bindings is lost.
func (e *exporter) warnOrder(m *def.Method) {
	if m.Order != nil {
		e.ds.Warnf(diag.NotInHDDL, m.Order.Span(), "bindings have no order in HDDL: any may be tried first")
	}
}

// network returns a block of subtasks.
func (e *exporter) network(b *def.BlockInfo, v *env, bv *boundVars) Network {
	n := networkWriter{e: e, env: v, boundVars: bv}
	n.Constraints = &And{}
	n.block(b)
	if n.total() {
		n.Ordered, n.Ordering = true, nil
		for i := range n.Subtasks {
			n.Subtasks[i].Label = Name{}
		}
	}
	return n.Network
}

// networkWriter turns blocks into subtasks with orderings.
type networkWriter struct {
	Network
	e         *exporter
	env       *env
	boundVars *boundVars
}

// block adds the subtasks of a block, and returns those that are not after, and those that are not before, others of
// it.
func (n *networkWriter) block(b *def.BlockInfo) (first, last []int) {
	for i := range b.Items {
		starts, ends := n.item(&b.Items[i])
		switch {
		case len(starts) == 0:
		case b.Unordered:
			first, last = append(first, starts...), append(last, ends...)
		default:
			n.order(last, starts)
			if first == nil {
				first = starts
			}
			last = ends
		}
	}
	return first, last
}

func (n *networkWriter) item(it *def.ItemInfo) (first, last []int) {
	if it.Block != nil {
		return n.block(it.Block)
	}
	i := len(n.Subtasks)
	name := ""
	if it.Operator != nil {
		name = it.Operator.Name
	} else {
		name = it.Task.Name
	}
	c := Call{Name: Name{Text: n.e.names.calls[name]}}
	for _, a := range it.Args {
		if isObject(a.Type) { // others have been reported at the parameter
			c.Args = append(c.Args, n.e.object(a, n.env, n.boundVars))
		}
	}
	n.Subtasks = append(n.Subtasks, Subtask{Label: Name{Text: label(i)}, Call: c})
	return []int{i}, []int{i}
}

func label(i int) string { return fmt.Sprintf("t%d", i+1) }

func (n *networkWriter) order(before, after []int) {
	for _, a := range before {
		for _, b := range after {
			n.Ordering = append(n.Ordering, Order{Before: Name{Text: label(a)}, After: Name{Text: label(b)}})
		}
	}
}

// total reports whether each subtask comes right after the one before it.
func (n *networkWriter) total() bool {
	for i, o := range n.Ordering {
		if o.Before.Text != label(i) || o.After.Text != label(i+1) {
			return false
		}
	}
	return len(n.Ordering) == max(0, len(n.Subtasks)-1)
}
