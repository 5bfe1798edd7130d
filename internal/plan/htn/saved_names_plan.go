package htn

import (
	"encoding/binary"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
)

// planReader reads a saved plan by names, and writes it anew in terms of another domain.
type planReader struct {
	*codec.Reader
	names *Names
	d     *Domain
	m     *world.Migration
	out   []byte
	nodes [][2]int32 // task and method of each, as they were
	why   string
}

// ReadPlan reads a plan that was saved ([Plan.AppendBinary]) in the domain of these names, and converts it to the
// present domain. If that is impossible, because a part of the plan is gone or has changed, why has the reason, and pl
// is empty. r must hold the plan alone.
func (n *Names) ReadPlan(r *codec.Reader, d *Domain, m *world.Migration, pl *Plan) (why string) {
	p := &planReader{Reader: r, names: n, d: d, m: m}
	pl.clear()
	p.out = append(p.out, p.Byte())
	p.readNodes()
	p.readSteps()
	p.out = binary.LittleEndian.AppendUint64(p.out, p.Fixed())
	if p.End(); p.Failed() || p.why != "" {
		return p.why
	}
	if _, err := pl.Decode(d, p.out); err != nil {
		return err.Error()
	}
	return ""
}

func (p *planReader) refuse(why string) {
	if p.why == "" {
		p.why = why
	}
}

func (p *planReader) readNodes() {
	n := p.Count()
	p.out = codec.AppendUint(p.out, n)
	for i := 0; i < n && !p.Failed(); i++ {
		task := p.place(i > 0, i, true)
		if p.Failed() {
			return
		}
		was := &p.names.tasks[task]
		method := p.Below(len(was.methods))
		if p.Failed() {
			return
		}
		p.nodes = append(p.nodes, [2]int32{task, int32(method)})
		args := p.names.readWords(p.Reader, nil, was.params)
		bound := p.names.readWords(p.Reader, nil, was.methods[method].each)
		key := p.Int()
		p.node(was, method, args, bound, i == 0)
		p.out = codec.AppendInt(p.out, key)
	}
}

// place reads which subtask something is, or of the root which task or operator, and writes it; it returns what it was.
func (p *planReader) place(held bool, nodes int, task bool) int32 {
	if !held {
		list := p.names.tasks
		if !task {
			list = p.names.operators
		}
		return int32(p.Below(len(list)))
	}
	parent := p.Below(nodes)
	if p.Failed() {
		return 0
	}
	at := p.nodes[parent]
	items := p.names.tasks[at[0]].methods[at[1]].items
	ordinal := p.Below(len(items))
	if p.Failed() {
		return 0
	}
	p.out = codec.AppendUint(codec.AppendUint(p.out, parent), ordinal)
	if items[ordinal].task != task {
		p.Fail("a subtask in it is of another kind")
	}
	return items[ordinal].id
}

// node writes a method instance as it is now.
func (p *planReader) node(was *savedCallee, method int, args, bound []world.Word, root bool) {
	id, ok := p.d.Task(was.name)
	if !ok {
		p.refuse("task " + was.name + " is gone")
		return
	}
	info, m := p.d.Info.Tasks[id], &was.methods[method]
	now := -1
	for i := range info.Methods {
		if info.Methods[i].Name == m.name {
			now = i
		}
	}
	if now < 0 {
		p.refuse("method " + m.name + " of task " + was.name + " is gone")
		return
	}
	if !p.sameItems(m.items, p.d.subtasksOf(p.d.tasks[id].first+int32(now))) {
		p.refuse("method " + m.name + " of task " + was.name + " has other steps")
		return
	}
	words, ok := translate(nil, args, was.params, info.Params, p.m)
	if ok {
		words, ok = translate(words, bound, m.each, info.Methods[now].Each, p.m)
	}
	if !ok {
		p.refuse("task " + was.name + " or its method " + m.name + " takes other values")
		return
	}
	if root {
		p.out = codec.AppendUint(p.out, int(id))
	}
	p.out = appendWords(codec.AppendUint(p.out, now), words)
}

// sameItems reports whether a method has the subtasks that it had.
func (p *planReader) sameItems(was, is []savedItem) bool {
	if len(was) != len(is) {
		return false
	}
	for i := range was {
		if was[i].task != is[i].task {
			return false
		}
		name := ""
		if is[i].task {
			name = p.d.Info.Tasks[is[i].id].Name
		} else {
			name = p.d.Info.Operators[is[i].id].Name
		}
		if name != p.names.nameOf(was[i]) {
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

func (p *planReader) readSteps() {
	n := p.Count()
	p.out = codec.AppendUint(p.out, n)
	for i := 0; i < n && !p.Failed(); i++ {
		operator := p.place(len(p.nodes) > 0, len(p.nodes), false)
		if p.Failed() {
			return
		}
		was := &p.names.operators[operator]
		args := p.names.readWords(p.Reader, nil, was.params)
		id, ok := p.d.Operator(was.name)
		if !ok {
			p.refuse("operator " + was.name + " is gone")
			continue
		}
		words, ok := translate(nil, args, was.params, p.d.Info.Operators[id].Params, p.m)
		if !ok {
			p.refuse("operator " + was.name + " takes other values")
			continue
		}
		if len(p.nodes) == 0 {
			p.out = codec.AppendUint(p.out, int(id))
		}
		p.out = appendWords(p.out, words)
	}
}
