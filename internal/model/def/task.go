package def

import (
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// MaxFree is the most free variables of a method. Each multiplies what is tried, unless conditions bind it to those
// before; the networks of planning problems have a hundred and more that are bound so.
const MaxFree = 1 << 8

// MaxBlockDepth is how deep blocks of subtasks may nest: checking and planning recurse over them.
const MaxBlockDepth = 64

// MaxBranches is the maximum number of subtasks of one unordered block: the planner keeps their order in a 64-bit set.
const MaxBranches = 64

// checkTasks checks the methods of tasks.
func (c *checker) checkTasks() {
	for _, e := range c.entriesOf(kindTask) {
		seen := map[string]*Method{}
		for _, m := range e.task.Decl.Methods {
			if m == nil {
				continue
			}
			if first := seen[m.Name]; first != nil && m.Name != "" {
				d := c.diags.Errorf(diag.DeclaredTwice, headSpan(&m.Head), "task %q already has a method %q", e.name, m.Name)
				d.Related = []diag.Related{{Span: headSpan(&first.Head), Message: "first declared here"}}
			} else {
				seen[m.Name] = m
			}
			e.task.Methods = append(e.task.Methods, c.checkMethod(e.task, m))
		}
	}
}

func (c *checker) checkMethod(t *TaskInfo, d *Method) *MethodInfo {
	m := &MethodInfo{Decl: d, Name: d.Name}
	if c.boundLater(d, t.Params) {
		m.When = c.term(d.When, c.scope(t.Params), expr.BoolType)
	}
	slots := c.freeVars(t.Params, d.Each)
	m.Each = slots[len(t.Params):]
	m.Frame = frame(slots)
	m.From = sources(c, d.Each, slots, len(t.Params))
	sc := c.scope(slots)
	m.Where = expr.AllOf(append(c.eachRecalled(d.Each, m.Each, sc), c.term(d.Where, sc, expr.BoolType))...)
	c.clauses(MethodTable.Head, d, m, sc)
	c.checkParts(d)
	c.checkBan(d.Ban, &m.Ban, slots, diag.MethodPart)
	addBark(c, d.Say, "method "+t.Name+"/"+m.Name, &m.Say)
	m.Body = c.checkBlock(&d.Body, sc, 0)
	c.checkBranches(m.Body, headSpan(&d.Head))
	return m
}

// boundLater reports free variables in a method's when, and returns whether there were none.
func (c *checker) boundLater(d *Method, params []Slot) bool {
	sc := c.scope(params)
	ok := true
	eachRef(d.When, func(r *expr.Ref) {
		free := slices.ContainsFunc(d.Each, func(v expr.Var) bool { return v.Name == r.Name && r.Name != "" })
		if free && len(sc.Lookup(r.Name)) == 0 {
			c.diags.Errorf(diag.MethodPart, r.NameAt, "%q has no value yet: when is read before the free variables", r.Name).Hint = "write it in where"
			ok = false
		}
	})
	return ok
}

// freeVars resolves the free variables of a method, after the parameters of its task.
func (c *checker) freeVars(params []Slot, vars []expr.Var) []Slot {
	slots := params[:len(params):len(params)]
	for i := range vars {
		v := &vars[i]
		if i >= MaxFree {
			c.diags.Errorf(diag.TooManyParts, v.At, "%d free variables are more than %d", len(vars), MaxFree)
			break
		}
		t := c.typeOf(&v.Type, c.global())
		if t != none && t.Kind != world.KindEnum && t.Kind != world.KindObject {
			d := c.diags.Errorf(diag.FaultyBinding, v.Type.At, "a free variable cannot range over %s", world.FormatType(c.names.schema, t))
			d.Hint = "it ranges over the values of an enum or the objects of a type"
			t = none
		}
		slots = c.addSlot(slots, v.Name, t, v.At)
	}
	return slots
}

// sources checks what free variables take their values from; the variables before one have theirs. It is nil if all
// take all of their types.
func sources(c *checker, vars []expr.Var, slots []Slot, params int) []*expr.Term {
	var list []*expr.Term
	for i := range slots[params:] {
		v := &vars[i]
		if v.From == nil || slots[params+i].Type == none {
			continue
		}
		if list == nil {
			list = make([]*expr.Term, len(slots)-params)
		}
		list[i] = sourceIn(v, slots[params+i].Type, c.scope(slots[:params+i]), c.diags)
	}
	return list
}

// sourceOf checks what a variable takes its values from; nil: from all of its type.
func sourceOf(c *checker, v *expr.Var, t world.Type) *expr.Term {
	if v.From == nil || t == none {
		return nil
	}
	return sourceIn(v, t, c.global(), c.diags)
}

func sourceIn(v *expr.Var, t world.Type, sc *Scope, ds *diag.List) *expr.Term {
	if sc.mentionsFaulty(v.From) {
		return nil
	}
	return expr.CheckSource(v, t, sc, ds)
}

// eachRecalled returns the conditions that the objects bound to the variables are remembered.
func (c *checker) eachRecalled(vars []expr.Var, slots []Slot, sc *Scope) []*expr.Term {
	var list []*expr.Term
	for i := range slots {
		if t := c.recalled(&vars[i], slots[i], sc); t != nil {
			list = append(list, t)
		}
	}
	return list
}

// checkParts reports parts of a method that need another part which is missing.
func (c *checker) checkParts(d *Method) {
	if d.Where != nil && len(d.Each) == 0 {
		c.diags.Errorf(diag.MethodPart, d.Where.Span(), "where needs a free variable").Hint = "each x: type where ..., or when"
	}
	if d.Order != nil && len(d.Each) == 0 {
		c.diags.Errorf(diag.MethodPart, d.Order.Span(), "order needs a free variable").Hint = "each x: type order ..."
	}
	if d.Margin != nil && d.Order == nil {
		c.diags.Errorf(diag.MethodPart, d.Margin.Span(), "margin needs order")
	}
}

// checkBlock checks subtasks.
func (c *checker) checkBlock(d *Block, sc *Scope, depth int) *BlockInfo {
	b := &BlockInfo{Unordered: d.Unordered}
	if depth > MaxBlockDepth {
		c.diags.Errorf(diag.TooManyParts, d.At, "blocks nest deeper than %d", MaxBlockDepth)
		return b
	}
	for _, item := range d.Items {
		switch {
		case item == nil:
		case item.Block != nil:
			inner := c.checkBlock(item.Block, sc, depth+1)
			if !b.Unordered {
				c.checkBranches(inner, headSpan(&item.Head))
			}
			b.Items = append(b.Items, ItemInfo{Decl: item, Block: inner})
		case item.Call != nil:
			if info, ok := c.checkItem(item, sc); ok {
				b.Items = append(b.Items, info)
			}
		}
	}
	return b
}

// checkBranches reports a block without order that has too many subtasks, with those of the blocks without order in it.
func (r *resolver) checkBranches(b *BlockInfo, at diag.Span) {
	if !b.Unordered {
		return
	}
	if n := branches(b.Items, true); n > MaxBranches {
		r.diags.Errorf(diag.TooManyBranches, at, "an unordered block has %d subtasks; at most %d are possible", n, MaxBranches).Hint = "group some of them in tasks of their own"
	}
}

// branches counts subtasks as the planner does: blocks within blocks of their kind are part of these.
func branches(items []ItemInfo, unordered bool) int {
	n := 0
	for i := range items {
		if b := items[i].Block; b != nil && (b.Unordered == unordered || len(b.Items) < 2) {
			n += branches(b.Items, unordered)
		} else {
			n++
		}
	}
	return n
}

// checkItem checks a subtask that is a call.
func (c *checker) checkItem(item *Item, sc *Scope) (ItemInfo, bool) {
	name := item.Call.Name.Name
	if e := c.names.find(name, kindAction); e != nil && item.Call.Todo == "" && c.names.find(name, kindTask, kindOperator) == nil {
		c.reportAction(item.Call, e)
		c.looseArgs(item.Call, sc)
		return ItemInfo{}, false
	}
	e, args := c.taskCall(item.Call, sc)
	if e == nil {
		c.hint(item.Call, "put it in an operator: operator NAME { do "+expr.NameText(name)+" }", kindGoal)
		return ItemInfo{}, false
	}
	return ItemInfo{Decl: item, Operator: e.operator, Task: e.task, Args: args}, true
}

// reportAction reports an action that is called as a subtask, with the operator that does it if there is one.
func (c *checker) reportAction(call *Call, action *entry) {
	at := call.Name.At
	if at.Src == nil {
		at = call.At
	}
	d := c.diags.Errorf(diag.ActionInTask, at, "%q is an action; subtasks must be tasks or operators", action.name)
	d.Hint = "wrap it in an operator"
	d.Related = []diag.Related{{Span: action.at, Message: "declared here"}}
	for _, e := range c.entriesOf(kindOperator) {
		if do := e.operator.Decl.Do; do != nil && do.Name.Name == action.name && !e.lost {
			d.Hint = "call an operator that runs it, such as \"" + e.name + "\""
			return
		}
	}
}
