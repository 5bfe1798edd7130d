package lifted

import (
	"encoding/binary"
	"slices"
)

// maxPatterns is the number of patterns of one predicate that a task keeps before they are merged. It bounds the time.
const maxPatterns = 8

// infer derives what tasks need, add and delete, and what methods therefore need beyond their conditions.
func infer(p *Problem, m *meter) {
	in := &inference{meter: m, p: p}
	in.changes()
	in.needs()
	in.pull()
}

type inference struct {
	*meter
	p     *Problem
	known []bool // for each task: its needs are known; until then, it counts as needing everything
}

// changes extends what each task may add and delete until nothing is missing.
func (in *inference) changes() {
	for grown := true; grown; {
		grown = false
		for t := range in.p.Tasks {
			task := &in.p.Tasks[t]
			if task.Action >= 0 && len(task.Needs.Add)+len(task.Needs.Del) == 0 {
				grown = in.actionChanges(task) || grown
			}
			for _, m := range task.Methods {
				grown = in.methodChanges(task, &in.p.Methods[m]) || grown
			}
		}
	}
}

func (in *inference) actionChanges(task *Task) bool {
	a := &in.p.Actions[task.Action]
	grown := false
	note := func(to *[]Pattern, atoms []Atom) {
		for _, atom := range atoms {
			grown = in.add(to, in.project(Pattern{Pred: atom.Pred, Args: atom.Args}, a.Vars, identity(a.Params))) || grown
		}
	}
	note(&task.Needs.Add, a.Add)
	note(&task.Needs.Del, a.Del)
	for i := range a.Cond {
		note(&task.Needs.Add, a.Cond[i].Add)
		note(&task.Needs.Del, a.Cond[i].Del)
	}
	return grown
}

func identity(n int) []Term {
	list := make([]Term, n)
	for i := range list {
		list[i] = Term(i)
	}
	return list
}

func (in *inference) methodChanges(task *Task, m *Method) bool {
	grown := false
	for i := range m.Subtasks {
		needs := &in.p.Tasks[m.Subtasks[i].Task].Needs
		for _, pat := range needs.Add {
			grown = in.add(&task.Needs.Add, in.project(pat.under(m.Subtasks[i].Args), m.Vars, m.TaskArgs)) || grown
		}
		for _, pat := range needs.Del {
			grown = in.add(&task.Needs.Del, in.project(pat.under(m.Subtasks[i].Args), m.Vars, m.TaskArgs)) || grown
		}
	}
	return grown
}

// under rewrites a pattern of a task in the terms of the schema that calls the task.
func (pat Pattern) under(args []Term) Pattern {
	pat.Args = under(pat.Args, args)
	return pat
}

// under rewrites terms over the parameters of a task in the terms of the schema that calls the task with the arguments.
func under(list, args []Term) []Term {
	list = slices.Clone(list)
	for i, t := range list {
		if t != Any && t.IsVar() {
			list[i] = args[t]
		}
	}
	return list
}

// project rewrites a pattern over a schema's variables in terms of the task's parameters. A variable that is not an
// argument of the task can be anything of its type.
func (in *inference) project(pat Pattern, vars []TypeID, taskArgs []Term) Pattern {
	in.tick(1)
	out := Pattern{Pred: pat.Pred, Args: slices.Clone(pat.Args), Types: make([]TypeID, len(pat.Args))}
	for i, t := range pat.Args {
		switch {
		case t == Any:
			out.Types[i] = pat.Types[i]
		case t.IsVar():
			out.Types[i] = vars[t]
			if param := slices.Index(taskArgs, t); param >= 0 {
				out.Args[i] = Term(param)
			} else {
				out.Args[i] = Any
			}
		}
	}
	return out
}

// add adds a pattern to a list, unless another covers it.
func (in *inference) add(list *[]Pattern, pat Pattern) bool {
	same := 0
	for i := range *list {
		old := &(*list)[i]
		if old.Pred != pat.Pred {
			continue
		}
		same++
		if in.covers(old, &pat) {
			return false
		}
	}
	if same >= maxPatterns {
		pat.Args, pat.Types = slices.Clone(pat.Args), make([]TypeID, len(pat.Args))
		for i := range pat.Args {
			pat.Args[i], pat.Types[i] = Any, in.p.all // the arguments may be of wider types than the predicate declares
		}
	}
	kept := make([]Pattern, 0, len(*list)+1) // a new list, because a recursive task may be reading the old one
	for i := range *list {
		if !in.covers(&pat, &(*list)[i]) {
			kept = append(kept, (*list)[i])
		}
	}
	*list = append(kept, pat)
	return true
}

// covers reports whether every fact of b is a fact of a.
func (in *inference) covers(a, b *Pattern) bool {
	in.tick(1)
	if a.Pred != b.Pred {
		return false
	}
	for i, t := range a.Args {
		switch {
		case t == Any && b.Args[i] != Any && !b.Args[i].IsVar():
			if !in.p.Types[a.Types[i]].Has(b.Args[i].Object()) {
				return false
			}
		case t == Any:
			if in.p.Meet(a.Types[i], b.Types[i]) != b.Types[i] {
				return false
			}
		case t != b.Args[i]:
			return false
		}
	}
	return true
}

// needs reduces what the tasks need until it follows from all their methods. A task that is not known yet needs
// everything: a task that only calls itself can never begin.
func (in *inference) needs() {
	in.known = make([]bool, len(in.p.Tasks))
	for changed := true; changed; {
		changed = false
		for t := range in.p.Tasks {
			list, known := in.taskNeeds(&in.p.Tasks[t])
			if known && (!in.known[t] || len(list) != len(in.p.Tasks[t].Needs.Pre)) {
				in.known[t], changed = true, true
				in.p.Tasks[t].Needs.Pre = list
			}
		}
	}
}

// taskNeeds returns the needs of a task that follow from the known needs of its subtasks.
func (in *inference) taskNeeds(task *Task) (list []Literal, known bool) {
	if task.Action >= 0 {
		a := &in.p.Actions[task.Action]
		return in.projectLiterals(a.Pre, identity(a.Params)), true
	}
	for _, i := range task.Methods {
		m := &in.p.Methods[i]
		pulled, possible := in.pulled(m)
		if !possible {
			continue
		}
		own := in.projectLiterals(append(m.Pre[:len(m.Pre):len(m.Pre)], pulled...), m.TaskArgs)
		if !known {
			list, known = own, true
			continue
		}
		has := LiteralSet{}
		for _, l := range own {
			in.tick(1)
			has.Add(l)
		}
		list = slices.DeleteFunc(list, func(l Literal) bool { return has.Add(l) })
	}
	return list, known
}

// projectLiterals returns the literals about the task's parameters, in terms of these.
func (in *inference) projectLiterals(list []Literal, taskArgs []Term) []Literal {
	var out []Literal
	seen := LiteralSet{}
next:
	for _, l := range list {
		in.tick(1)
		args := slices.Clone(l.Args)
		for i, t := range args {
			if !t.IsVar() {
				continue
			}
			param := slices.Index(taskArgs, t)
			if param < 0 {
				continue next
			}
			args[i] = Term(param)
		}
		if l.Args = args; seen.Add(l) {
			out = append(out, l)
		}
	}
	return out
}

// LiteralSet is a set of literals. Expanded conditions are too long to search for each literal.
type LiteralSet map[string]bool

// Add adds a literal. It reports whether it was not there.
func (s LiteralSet) Add(l Literal) bool {
	b := l.appendKey(make([]byte, 0, 64))
	if s[string(b)] {
		return false
	}
	s[string(b)] = true
	return true
}

// Has reports whether a literal is there.
func (s LiteralSet) Has(l Literal) bool { return s[string(l.appendKey(make([]byte, 0, 64)))] }

func (l *Literal) appendKey(b []byte) []byte {
	neg := byte(0)
	if l.Neg {
		neg = 1
	}
	b = append(b, byte(l.Kind), neg)
	b = binary.LittleEndian.AppendUint32(b, uint32(l.Pred))
	b = binary.LittleEndian.AppendUint32(b, uint32(l.Type))
	for _, t := range l.Args {
		b = binary.LittleEndian.AppendUint32(b, uint32(t))
	}
	return b
}

// pull gives each method the needs of its subtasks for the state in which the method begins. In partial order, other
// tasks may intervene between that state and the subtasks, so only needs for what never changes count.
func (in *inference) pull() {
	total := in.p.IsTotal()
	for i := range in.p.Methods {
		m := &in.p.Methods[i]
		pulled, _ := in.pulled(m)
		has := LiteralSet{}
		for _, l := range m.Pre {
			in.tick(1)
			has.Add(l)
		}
		for _, l := range pulled {
			in.tick(1)
			fixed := l.Kind != LitAtom || in.p.Preds[l.Pred].Static
			if (total || fixed) && has.Add(l) {
				m.Pulled = append(m.Pulled, l)
			}
		}
	}
}

// pulled returns what must hold before a method because a subtask needs it and no earlier subtask can achieve it.
// possible is false while a subtask counts as needing everything.
func (in *inference) pulled(m *Method) (list []Literal, possible bool) {
	for i := range m.Subtasks {
		if !in.known[m.Subtasks[i].Task] {
			return nil, false
		}
	}
	for i := range m.Subtasks {
		for _, l := range in.p.Tasks[m.Subtasks[i].Task].Needs.Pre {
			in.tick(1)
			l.Args = under(l.Args, m.Subtasks[i].Args)
			if !in.changedBefore(m, i, l) {
				list = append(list, l)
			}
		}
	}
	return list, true
}

// changedBefore reports whether a subtask that may come before subtask i may make a literal true.
func (in *inference) changedBefore(m *Method, i int, l Literal) bool {
	if l.Kind != LitAtom || in.p.Preds[l.Pred].Static {
		return false
	}
	for j := range m.Subtasks {
		in.tick(1)
		if j == i || m.Total && j > i || !m.Total && slices.Contains(m.Order, [2]int32{int32(i), int32(j)}) {
			continue
		}
		needs := &in.p.Tasks[m.Subtasks[j].Task].Needs
		list := needs.Add
		if l.Neg {
			list = needs.Del
		}
		for _, pat := range list {
			if pat.Pred == l.Pred && in.overlap(pat.under(m.Subtasks[j].Args), l, m.Vars) {
				return true
			}
		}
	}
	return false
}

// overlap reports whether an atom of a schema may be one of a pattern's facts.
func (in *inference) overlap(pat Pattern, l Literal, vars []TypeID) bool {
	in.tick(1)
	typeOf := func(t Term) TypeID {
		if t == Any {
			return Empty
		}
		return vars[t]
	}
	for i, a := range pat.Args {
		b := l.Args[i]
		switch {
		case a == b:
		case a == Any && !b.IsVar():
			if !in.p.Types[pat.Types[i]].Has(b.Object()) {
				return false
			}
		case a == Any:
			if in.p.Meet(pat.Types[i], vars[b]) == Empty {
				return false
			}
		case !a.IsVar() && !b.IsVar():
			return false
		case !a.IsVar():
			if !in.p.Types[typeOf(b)].Has(a.Object()) {
				return false
			}
		case !b.IsVar():
			if !in.p.Types[typeOf(a)].Has(b.Object()) {
				return false
			}
		default:
			if in.p.Meet(typeOf(a), typeOf(b)) == Empty {
				return false
			}
		}
	}
	return true
}
