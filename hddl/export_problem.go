package hddl

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// problem writes the task and the initial facts.
func (e *exporter) problem(task string) {
	call, ok := e.goal(task)
	if !ok {
		return
	}
	name, params := "", []def.Slot(nil)
	if call.Operator != nil {
		name, params = call.Operator.Name, call.Operator.Params
	} else {
		name, params = call.Task.Name, call.Task.Params
	}
	c := Call{Name: Name{Text: e.names.calls[name]}}
	for _, p := range params {
		if isObject(p.Type) {
			c.Args = append(c.Args, e.word(p.Type, call.Args[p.Index]))
		}
	}
	e.p.HTN.Network.Subtasks = []Subtask{{Call: c}}
	for i := range e.info.Schema.Symbols {
		if sym := &e.info.Schema.Symbols[i]; e.fault(sym) == "" {
			e.facts(sym)
		}
	}
	if e.costs {
		total := &Fluent{Name: Name{Text: e.costName}}
		e.p.Init = append(e.p.Init, &SetFact{Fluent: total, Value: literal(0)})
		e.p.Metric = &Metric{Value: total}
	}
}

// goal returns the goal.
func (e *exporter) goal(task string) (call def.CallInfo, ok bool) {
	if task != "" {
		ref := expr.ParseCallString(diag.NewSource("task", task), &e.ds)
		if ref == nil {
			return call, false
		}
		return e.info.ResolveCall(&def.Call{At: ref.At, Name: def.Name{At: ref.NameAt, Name: ref.Name}, Args: ref.Args, Todo: ref.Todo}, &e.ds)
	}
	for _, a := range e.info.Agents {
		if len(a.Plans) > 0 {
			return a.Plans[0].Call, true
		}
	}
	e.ds.Errorf(diag.NotInHDDL, diag.Span{}, "the problem needs a task, and the file has no agent with a plan line").Hint = "name the task"
	return call, false
}

// word returns the object or value that a word denotes.
func (e *exporter) word(t world.Type, w world.Word) Name {
	if t.Kind == world.KindEnum {
		return Name{Text: e.names.values[t.ID][w]}
	}
	return Name{Text: e.names.objects[w]}
}

// maxFacts bounds the initial facts: numbers have a value for each combination of objects.
const maxFacts = 1 << 18

// facts says the first values of a symbol: the facts that hold, and all numbers.
func (e *exporter) facts(sym *world.Symbol) {
	n := 1
	for _, t := range sym.Params {
		if n *= len(e.members(t)); n > maxFacts {
			e.refuse(diag.Span{}, "declare fewer objects", "%q has more than %d values", sym.Name, maxFacts)
			return
		}
	}
	e.eachTuple(sym.Params, nil, func(args []world.Word) {
		at, ok := sym.Addr(args...)
		if !ok {
			return
		}
		names := make([]Name, len(args), len(args)+1)
		for i, w := range args {
			names[i] = e.word(sym.Params[i], w)
		}
		e.first(sym, names, e.info.Initial.Get(at))
	})
}

// first says one first value.
func (e *exporter) first(sym *world.Symbol, args []Name, w world.Word) {
	name := Name{Text: e.names.symbols[sym.Name]}
	switch {
	case isNumber(sym.Type):
		e.p.Init = append(e.p.Init, &SetFact{Fluent: &Fluent{Name: name, Args: args}, Value: literal(valueNumber(w, sym.Type))})
	case sym.Type.Kind == world.KindBool && !w.Bool(), sym.Type.Kind == world.KindObject && w == 0:
	case sym.Type.Kind == world.KindBool:
		e.p.Init = append(e.p.Init, &Atom{Name: name, Args: args})
	default:
		e.p.Init = append(e.p.Init, &Atom{Name: name, Args: append(args, e.word(sym.Type, w))})
	}
}

// members returns the values of an enum or the objects of a type.
func (e *exporter) members(t world.Type) []world.Word {
	if t.Kind == world.KindObject {
		return e.info.Initial.Objects(t.ID)
	}
	list := make([]world.Word, len(e.info.Schema.Enums[t.ID].Values))
	for i := range list {
		list[i] = world.Word(i)
	}
	return list
}

func (e *exporter) eachTuple(params []world.Type, args []world.Word, visit func([]world.Word)) {
	if len(params) == 0 {
		visit(args)
		return
	}
	for _, w := range e.members(params[0]) {
		e.eachTuple(params[1:], append(args, w), visit)
	}
}
