package ground

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
	"github.com/karakuri-ai/karakuri/internal/plan/paged"
)

// expansion instantiates from the root task down: for each task instance, all methods that are possible over the
// reachable facts.
type expansion struct {
	*builder
	join    join
	limits  *Limits
	shapes  paged.Tuples  // heads: methods; for each argument of the task, 1 if it is open
	methods []*methodRule // by shape
	shape   []int32
	met     paged.Tuples // instances of methods whose solutions may repeat
	of      *methodRule  // the rule being solved
	task    int32        // the task being expanded
	row     []int32
	subs    []int32
}

// methodRule binds the variables of a method: its conditions, those of its actions, and the needs of its other
// subtasks. After the variables of the method come the additional variables of its actions.
type methodRule struct {
	*rule
	method   *lifted.Method
	index    int32
	possible bool
	subs     [][]lifted.Term  // for each subtask, its arguments and the additional variables of its action
	open     []bool           // for each variable: it stays open
	pre      []lifted.Literal // the method's own conditions, without open variables
	twice    bool             // a solution may repeat
	parts    []*part          // parts that are independent of each other
	rest     *part            // the parts with requested variables, as one
}

func newExpansion(r *reach, limits *Limits, in *instances) *expansion {
	x := &expansion{
		builder: &builder{instances: in, scope: r.scope, meter: r.meter},
		join:    join{scope: r.scope, store: r.store, initial: r.initial, meter: r.meter},
		limits:  limits,
	}
	x.join.found = x.emit
	return x
}

// run makes all instances. It reports false at a limit.
func (x *expansion) run() bool {
	x.tasks.Intern(x.p.Root, nil)
	for t := int32(0); t < x.tasks.Len() && x.join.meter.tick(); t++ {
		x.task = t
		x.meths.first.Push(x.meths.task.Len())
		for _, m := range x.p.Tasks[x.tasks.Head(t)].Methods {
			args := x.tasks.Args(t)
			if x.of = x.ruleOf(m, args); x.of.possible && x.meter.over == nil {
				x.expand(args)
			}
		}
	}
	x.meths.first.Push(x.meths.task.Len())
	return x.join.meter.over == nil
}

// ruleOf returns the rule of a method for a task. It depends on which arguments are open.
func (x *expansion) ruleOf(method int32, args []int32) *methodRule {
	x.shape = x.shape[:0]
	for _, a := range args {
		if x.shape = append(x.shape, 0); a < 0 {
			x.shape[len(x.shape)-1] = 1
		}
	}
	n, fresh := x.shapes.Intern(method, x.shape)
	if fresh {
		x.methods = append(x.methods, x.prepare(method))
	}
	return x.methods[n]
}

// expand makes the instances of a method for a task with some arguments, of which some may be open.
func (x *expansion) expand(args []int32) {
	x.join.begin(x.of.rule)
	for i, a := range args {
		t := x.of.method.TaskArgs[i]
		switch {
		case a >= 0:
		case t.IsVar():
			x.join.dom[t] = x.p.Meet(x.join.dom[t], ^a)
		case !x.p.Types[^a].Has(t.Object()):
			return
		}
	}
	for i, a := range args {
		if t := x.of.method.TaskArgs[i]; a >= 0 {
			if o := x.join.object(t); o >= 0 && o != a || o < 0 && !x.join.set(t, a, -1) {
				return
			}
		}
	}
	if x.join.constantsHold() && x.eachPartPossible() {
		x.join.part, x.join.exists = x.of.rest, false
		x.join.solve()
	}
}

// eachPartPossible reports whether each part has a solution. Without this check, the join would find out that a part
// has none only after the solutions of others, over and over.
func (x *expansion) eachPartPossible() bool {
	x.join.exists = true
	for _, p := range x.of.parts {
		if x.join.part = p; !x.join.solve() {
			return false
		}
	}
	return true
}

// emit adds the method instance of a solution, and its subtasks if they are new.
func (x *expansion) emit() {
	m := x.of.method
	x.row = x.row[:0]
	for v := range m.Vars {
		x.row = append(x.row, x.value(lifted.Term(v)))
	}
	if x.of.twice && !x.fresh() {
		return
	}
	x.subs = x.subs[:0]
	for i, c := range m.Subtasks {
		args := x.objects(x.of.subs[i])
		if x.p.Tasks[c.Task].Action >= 0 {
			x.subs = append(x.subs, x.action(c.Task, args))
			continue
		}
		n, _ := x.tasks.Intern(c.Task, args)
		x.subs = append(x.subs, ^n)
	}
	x.reset()
	x.condition(x.of.pre, x.row)
	x.meths.lifted.Push(x.of.index)
	x.meths.task.Push(x.task)
	x.meths.args.Push(x.row)
	x.meths.subs.Push(x.subs)
	x.meths.pre.Push(sorted(x.pre))
	x.meths.neg.Push(sorted(x.neg))
}

// value returns the object of a variable, or ^ its type if it stays open.
func (x *expansion) value(v lifted.Term) int32 {
	if !x.of.open[v] {
		return x.join.bind[v]
	}
	if list := x.p.Types[x.join.dom[v]].List; len(list) == 1 {
		return list[0]
	}
	return ^x.join.dom[v]
}

func (x *expansion) objects(terms []lifted.Term) []int32 {
	x.join.args = x.join.args[:0]
	for _, t := range terms {
		if t.IsVar() {
			x.join.args = append(x.join.args, x.value(t))
		} else {
			x.join.args = append(x.join.args, t.Object())
		}
	}
	return x.join.args
}

// fresh reports whether a method's solution is new.
func (x *expansion) fresh() bool {
	n := len(x.row)
	row := append(x.row, x.task)
	for v := n; v < len(x.join.bind); v++ {
		row = append(row, x.join.bind[v])
	}
	_, fresh := x.met.Intern(x.of.index, row)
	x.join.meter.extra = x.met.Bytes()
	x.row = row[:n]
	return fresh
}

// prepare makes the rule of a method for the current shape.
func (x *expansion) prepare(index int32) *methodRule {
	p := x.p
	m := &p.Methods[index]
	r := &methodRule{method: m, index: index}
	if r.possible = allCalls(m, x.scope.tasks); !r.possible {
		return r
	}
	x.variables(r)
	x.requirements(r)
	r.possible = r.finish()
	for v := range r.dom {
		if !r.open[v] {
			r.ask(lifted.Term(v))
		} else if len(r.occ[v]) > 0 {
			r.twice = true
		}
	}
	x.divide(r)
	return r
}

// divide splits a rule into parts. The task's arguments count as bound unless they are open.
func (x *expansion) divide(r *methodRule) {
	bound := make([]bool, len(r.dom))
	for i, t := range r.method.TaskArgs {
		if t.IsVar() && x.shape[i] == 0 {
			bound[t] = true
		}
	}
	list := parts(r.rule, bound)
	if len(list) < 2 {
		return
	}
	r.parts = list
	r.rest = &part{make([]bool, len(r.dom)), make([]bool, len(r.lits))}
	for _, p := range list {
		if p.asksFor(r.rule) {
			r.rest.add(p)
		}
	}
}

// variables adds the variables to a rule, with the types that all their uses allow, and finds those that stay open.
func (x *expansion) variables(r *methodRule) {
	p, m := x.p, r.method
	dom := slices.Clone(m.Vars)
	uses := make([]int, len(dom))
	use := func(t lifted.Term, of lifted.TypeID, weight int) {
		if t.IsVar() {
			dom[t] = p.Meet(dom[t], of)
			uses[t] += weight
		}
	}
	for i, t := range m.TaskArgs {
		use(t, p.Tasks[m.Task].Params[i], 2-2*int(x.shape[i]))
	}
	for _, l := range m.Pre {
		for _, t := range l.Args {
			if t.IsVar() {
				uses[t] += 2
			}
		}
	}
	for _, c := range m.Subtasks {
		task := &p.Tasks[c.Task]
		weight, terms := 1, slices.Clone(c.Args)
		if task.Action >= 0 {
			weight = 2
			for _, of := range p.Actions[task.Action].Vars[len(c.Args):] {
				terms = append(terms, lifted.Term(len(dom)))
				dom, uses = append(dom, of), append(uses, 2)
			}
		}
		for i, t := range c.Args {
			use(t, task.Params[i], weight)
		}
		r.subs = append(r.subs, terms)
	}
	r.rule = newRule(dom)
	r.open = make([]bool, len(dom))
	for v := range dom {
		r.open[v] = uses[v] < 2 && !x.limits.NoOpen
	}
}

// requirements adds the literals to a rule.
func (x *expansion) requirements(r *methodRule) {
	p, m := x.p, r.method
	own := func(literals []lifted.Literal) {
		for i, l := range literals {
			if !x.meter.goesOn(i) {
				return
			}
			r.require(x.scope, l)
			if !slices.ContainsFunc(l.Args, func(t lifted.Term) bool { return t.IsVar() && r.open[t] }) {
				r.pre = append(r.pre, l)
			}
		}
	}
	own(m.Pre)
	if !x.limits.NoNeeds {
		own(m.Pulled)
	}
	for i, c := range m.Subtasks {
		task := &p.Tasks[c.Task]
		var needs []lifted.Literal
		switch {
		case task.Action >= 0:
			needs = p.Actions[task.Action].Pre
		case !x.limits.NoNeeds:
			needs = task.Needs.Pre
		}
		for at, l := range needs {
			if !x.meter.goesOn(at) {
				return
			}
			r.require(x.scope, under(l, r.subs[i]))
		}
	}
}
