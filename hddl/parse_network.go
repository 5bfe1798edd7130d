package hddl

import (
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
)

// networkParts returns the parts of a method, or of the initial network, that make a network.
func (it *items) networkParts(net *Network) []section {
	p := it.p
	net.At = p.at(it.list)
	net.Constraints = &And{}
	given := false
	subtasks := func(ordered bool) func(items) {
		return func(v items) {
			n := v.take()
			if given {
				p.ds.Errorf(diag.HDDLTwice, p.head(n), "the subtasks are given twice")
				return
			}
			given = true
			net.At, net.Ordered, net.Subtasks = p.at(n), ordered, p.subtasks(n)
		}
	}
	return []section{
		{word: ":subtasks", read: subtasks(false)},
		{word: ":tasks", read: subtasks(false)},
		{word: ":ordered-subtasks", read: subtasks(true)},
		{word: ":ordered-tasks", read: subtasks(true)},
		{word: ":ordering", read: func(v items) { net.Ordering = p.ordering(v.take()) }},
		{word: ":constraints", read: readFormula(&net.Constraints)},
		{word: ":causal-links"},
	}
}

// each visits the members of "(and ...)" or "()", or the node itself if it is neither.
func (p *parser) each(n int32, what string, visit func(n int32)) {
	switch {
	case !p.nodes[n].list:
		p.expected(what, n)
	case p.isEmpty(n):
	case p.headWord(n) == "and":
		it := p.items(n)
		it.take()
		for it.more() {
			visit(it.take())
		}
	default:
		visit(n)
	}
}

func (p *parser) subtasks(n int32) []Subtask {
	var list []Subtask
	p.each(n, "subtasks in parentheses", func(n int32) {
		if s := p.subtask(n); s.Call.Name.Text != "" {
			list = append(list, s)
		}
	})
	if len(list) > MaxSubtasks {
		p.ds.Errorf(diag.HDDLTooMany, list[MaxSubtasks].At, "more than %d subtasks", MaxSubtasks)
		list = list[:MaxSubtasks]
	}
	return list
}

// subtask reads "(task ARGS)" or "(label (task ARGS))".
func (p *parser) subtask(n int32) Subtask {
	s := Subtask{At: p.at(n)}
	if p.nodes[n].list {
		it := p.items(n)
		if it.rest() > 1 && !p.nodes[it.next].list {
			if second := p.nodes[it.next].after; p.nodes[second].list {
				s.Label = it.takeName("a label")
				s.Call = p.call(it.take())
				it.finish("the subtask")
				return s
			}
		}
	}
	s.Call = p.call(n)
	return s
}

// call reads "(task ARGS)"; after a mistake it returns one whose name has no text.
func (p *parser) call(n int32) Call {
	c := Call{At: p.at(n)}
	if !p.nodes[n].list || p.isEmpty(n) {
		p.expected("a task such as (deliver ?p)", n)
		return c
	}
	it := p.items(n)
	c.Name = it.takeName("a task")
	args, ok := it.terms()
	c.Args = args
	if !ok {
		c.Name.Text = ""
	}
	return c
}

func (p *parser) ordering(n int32) []Order {
	var list []Order
	p.each(n, "orderings such as (< t1 t2)", func(n int32) {
		if o, ok := p.order(n); ok {
			list = append(list, o)
		}
	})
	return list
}

// order reads "(< a b)", or "(a < b)" as some files have it.
func (p *parser) order(n int32) (Order, bool) {
	const form = "an ordering such as (< t1 t2)"
	if !p.nodes[n].list {
		p.expected(form, n)
		return Order{}, false
	}
	var w []int32
	for it := p.items(n); it.more() && len(w) < 4; {
		w = append(w, it.take())
	}
	if len(w) == 3 && p.word(w[1]) == "<" {
		w[0], w[1] = w[1], w[0]
	}
	if len(w) != 3 || p.word(w[0]) != "<" {
		d := p.expected(form, n)
		if len(w) > 0 && strings.HasPrefix(p.word(w[0]), "<") {
			d.Hint = "write two labels after the sign, separated by spaces"
		}
		return Order{}, false
	}
	o := Order{At: p.at(n), Before: p.name(w[1], "a label"), After: p.name(w[2], "a label")}
	return o, o.Before.Text != "" && o.After.Text != ""
}
