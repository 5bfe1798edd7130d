package htn

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// shapeOf returns as much of the domain that had these names as [Plan.Decode] needs: which methods a task has, which
// subtasks a method has, and what types their values have. Nothing can be planned with it.
func (n *Names) shapeOf() *Domain {
	d := &Domain{Info: &def.Info{Schema: n.schema}, operators: make([]operator, len(n.operators))}
	for i := range n.operators {
		d.Info.Operators = append(d.Info.Operators, &def.OperatorInfo{Params: n.operators[i].params})
	}
	for i := range n.tasks {
		was, first := &n.tasks[i], int32(len(d.methods))
		info := &def.TaskInfo{Params: was.params}
		for k := range was.methods {
			m := &was.methods[k]
			info.Methods = append(info.Methods, &def.MethodInfo{Each: m.each})
			d.methods = append(d.methods, method{block: int32(len(d.blocks))})
			d.blocks = append(d.blocks, block{items: itemsOf(m.items)})
		}
		d.Info.Tasks = append(d.Info.Tasks, info)
		d.tasks = append(d.tasks, task{first: first, end: int32(len(d.methods))})
	}
	return d
}

func itemsOf(list []savedItem) []item {
	items := make([]item, len(list))
	for i, of := range list {
		items[i] = item{kind: itemOperator, id: of.id, ordinal: int32(i)}
		if of.task {
			items[i].kind = itemTask
		}
	}
	return items
}

// planReader makes a plan of the domain that had these names one of the present domain.
type planReader struct {
	*Names
	d   *Domain
	m   *world.Migration
	was *Plan
	pl  *Plan
}

// ReadPlan reads a plan that was saved ([Plan.AppendBinary]) in the domain of these names, and converts it to the
// present domain. If that is impossible, because a part of the plan is gone or has changed, why has the reason, and pl
// is empty. r must hold the plan alone. The names must have been read.
func (n *Names) ReadPlan(r *codec.Reader, d *Domain, m *world.Migration, pl *Plan) (why string) {
	var was Plan
	pl.clear()
	rest, err := was.Decode(n.shape, r.Rest())
	if err != nil {
		r.Fail("%v", err)
		return ""
	}
	if r.Skip(rest); len(rest) > 0 {
		r.End()
		return ""
	}
	pl.d, pl.cost = d, was.cost
	if why = (&planReader{n, d, m, &was, pl}).convert(); why != "" {
		pl.clear()
	}
	return why
}

func (p *planReader) convert() (why string) {
	for i := range p.was.nodes {
		if why := p.node(p.was.nodes[i]); why != "" {
			return why
		}
	}
	for i := range p.was.steps {
		if why := p.step(p.was.steps[i]); why != "" {
			return why
		}
	}
	return ""
}

// node appends a method instance as it is now. Where it stands is the same: its parent has the same subtasks.
func (p *planReader) node(n node) (why string) {
	was := &p.tasks[n.task]
	m := &was.methods[n.method-p.shape.tasks[n.task].first]
	id, ok := p.d.Task(was.name)
	if !ok {
		return "task " + was.name + " is gone"
	}
	info := p.d.Info.Tasks[id]
	now := slices.IndexFunc(info.Methods, func(is *def.MethodInfo) bool { return is.Name == m.name })
	if now < 0 {
		return "method " + m.name + " of task " + was.name + " is gone"
	}
	words := p.was.words[n.frame:]
	n.task, n.method, n.frame = int32(id), p.d.tasks[id].first+int32(now), int32(len(p.pl.words))
	if !p.sameItems(m.items, p.d.subtasksOf(n.method)) {
		return "method " + m.name + " of task " + was.name + " has other steps"
	}
	if words, ok = p.words(words, was.params, info.Params); ok {
		_, ok = p.words(words, m.each, info.Methods[now].Each)
	}
	if !ok {
		return "task " + was.name + " or its method " + m.name + " takes other values"
	}
	p.pl.nodes = append(p.pl.nodes, n)
	return ""
}

func (p *planReader) step(s step) (why string) {
	was := &p.operators[s.operator]
	id, ok := p.d.Operator(was.name)
	if !ok {
		return "operator " + was.name + " is gone"
	}
	words := p.was.words[s.args:]
	s.operator, s.args = int32(id), int32(len(p.pl.words))
	if _, ok = p.words(words, was.params, p.d.Info.Operators[id].Params); !ok {
		return "operator " + was.name + " takes other values"
	}
	p.pl.steps = append(p.pl.steps, s)
	return ""
}

// words appends values as they are now, and returns those that follow.
func (p *planReader) words(words []world.Word, was, is []def.Slot) (rest []world.Word, ok bool) {
	first := len(p.pl.words)
	if p.pl.words, ok = translate(p.pl.words, words, was, is, p.m); !ok {
		return nil, false
	}
	return words[len(p.pl.words)-first:], true
}

// sameItems reports whether a method has the subtasks that it had.
func (p *planReader) sameItems(was, is []savedItem) bool {
	if len(was) != len(is) {
		return false
	}
	for i := range was {
		name := ""
		if is[i].task {
			name = p.d.Info.Tasks[is[i].id].Name
		} else {
			name = p.d.Info.Operators[is[i].id].Name
		}
		if was[i].task != is[i].task || name != p.nameOf(was[i]) {
			return false
		}
	}
	return true
}

func (n *Names) nameOf(it savedItem) string {
	if it.task {
		return n.tasks[it.id].name
	}
	return n.operators[it.id].name
}
