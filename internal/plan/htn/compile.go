package htn

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Compile lowers a checked model. It cannot fail: def.Check keeps the limits of this family too.
func Compile(info *def.Info) *Domain {
	c := compiler{d: &Domain{Info: info}}
	for _, t := range info.Tasks {
		c.task(t)
	}
	for _, o := range info.Operators {
		c.operator(o)
	}
	c.beside()
	c.roots()
	c.d.gatherItems()
	c.d.markRecursion()
	c.d.markClaims()
	c.d.boundCosts()
	return c.d
}

// gatherItems puts the items of all blocks into one list, for the planner to find without a detour.
func (d *Domain) gatherItems() {
	for i := range d.blocks {
		d.blocks[i].first = int32(len(d.items))
		d.items = append(d.items, d.blocks[i].items...)
	}
	for i := range d.blocks {
		b := &d.blocks[i]
		b.items = d.items[b.first : int(b.first)+len(b.items)]
	}
}

type compiler struct {
	d       *Domain
	method  *method // being compiled
	ordinal int32
}

func (c *compiler) task(t *def.TaskInfo) {
	d := c.d
	first := int32(len(d.methods))
	for i, m := range t.Methods {
		method := c.compileMethod(m, t.ID, int32(i))
		method.params = int32(t.Frame)
		d.methods = append(d.methods, method)
	}
	d.tasks = append(d.tasks, task{first: first, end: int32(len(d.methods)), params: int32(t.Frame)})
}

func (c *compiler) compileMethod(m *def.MethodInfo, task, index int32) method {
	out := method{task: task, index: index, frame: int32(m.Frame), when: compileCond(m.When), order: compileValue(m.Order), cell: keyCell(m.Order),
		while: compileCond(m.While)}
	c.d.by[0] = append(c.d.by[0], m.Ban.By)
	c.d.guarded = c.d.guarded || out.while != nil
	for _, v := range m.Each {
		out.each = append(out.each, variable{typ: v.Type, slot: int32(v.Index)})
	}
	for i, t := range m.From {
		if t != nil {
			out.each[i].rangeOver(t)
		}
	}
	c.spreadWhere(&out, m.Where)
	c.method, c.ordinal = &out, 0
	out.block = c.block(m.Body.Items, m.Body.Unordered)
	c.method = nil
	out.before = c.precedence(out.block, int(c.ordinal))
	return out
}

// rangeOver makes a variable take the values of a set.
func (v *variable) rangeOver(call *expr.Term) {
	v.from = call.Func
	for _, a := range call.Args {
		v.args = append(v.args, expr.CompileValue(a))
		v.words += int32(a.Type.Width())
	}
}

// precedence computes which subtasks of a block must end before which others start, as a square table by ordinal; nil
// when they simply come one after the other.
func (c *compiler) precedence(b int32, n int) []bool {
	ordered := true
	for i := range c.d.blocks[b].items {
		ordered = ordered && c.d.blocks[b].items[i].kind != itemBlock
	}
	if ordered {
		return nil
	}
	c.d.partial = true
	table := make([]bool, n*n)
	c.precede(b, n, table)
	return table
}

// precede fills in the table for one block and returns the ordinals in it.
func (c *compiler) precede(b int32, n int, table []bool) []int32 {
	blk := &c.d.blocks[b]
	var all []int32
	parts := make([][]int32, len(blk.items))
	for i := range blk.items {
		if it := &blk.items[i]; it.kind == itemBlock {
			parts[i] = c.precede(it.id, n, table)
		} else {
			parts[i] = []int32{it.ordinal}
		}
		for j := range i {
			if !blk.partial || blk.items[i].preds>>j&1 != 0 {
				mark(table, n, parts[j], parts[i])
			}
		}
		all = append(all, parts[i]...)
	}
	return all
}

func mark(table []bool, n int, before, after []int32) {
	for _, a := range before {
		for _, b := range after {
			table[int(a)*n+int(b)] = true
		}
	}
}

// spreadWhere gives each conjunct of a where-part to the first variable after which it can be judged.
func (c *compiler) spreadWhere(m *method, where *expr.Term) {
	if where == nil || len(m.each) == 0 {
		return
	}
	parts := make([][]*expr.Term, len(m.each))
	for _, part := range conjuncts(where) {
		last := 0
		for i, v := range m.each {
			if reads(part, int(v.slot)) {
				last = i
			}
		}
		parts[last] = append(parts[last], part)
	}
	for i, list := range parts {
		v := &m.each[i]
		for k, part := range list {
			if sym, x := expr.RowOf(part); v.from == nil && sym != nil && x.Kind == expr.TermVar && x.Slot == int(v.slot) {
				v.known, list = sym, slices.Delete(slices.Clone(list), k, k+1)
				break
			}
			if sym, x := expr.MarkOf(part); v.from == nil && sym != nil && x.Kind == expr.TermVar && x.Slot == int(v.slot) {
				v.mark = sym
			}
		}
		for _, part := range list {
			if n, ok := expr.NearOf(part, int(v.slot)); ok && v.from == nil && v.known == nil && !readsLater(m, i, n) {
				v.near = &near{n.Symbol, expr.CompileValue(n.Center), expr.CompileValue(n.Radius)}
				break
			}
		}
		v.where = joined(list)
	}
}

// joined compiles conditions all of which must hold: the cheap ones as one, which is judged first, the others as one.
func joined(list []*expr.Term) []*expr.Cond {
	var flat, rest []*expr.Term
	for _, t := range list {
		if expr.CompileCond(t).IsFlat() {
			flat = append(flat, t)
		} else {
			rest = append(rest, t)
		}
	}
	var out []*expr.Cond
	for _, group := range [][]*expr.Term{flat, rest} {
		switch len(group) {
		case 0:
		case 1:
			out = append(out, expr.CompileCond(group[0]))
		default:
			out = append(out, expr.CompileCond(&expr.Term{Kind: expr.TermAnd, Type: expr.BoolType, Args: group}))
		}
	}
	return out
}

func (c *compiler) operator(o *def.OperatorInfo) {
	op := operator{params: int32(o.Frame), when: compileCond(o.When), effects: expr.CompileEffects(o.Effect), fixed: 1}
	c.d.by[1], c.d.waits, c.d.claims = append(c.d.by[1], o.Ban.By), append(c.d.waits, compileWait(o)), append(c.d.claims, compileClaim(o))
	if o.Cost != nil {
		op.float = o.Cost.Type.Kind == world.KindFloat
		if w, ok := o.Cost.Const(); ok {
			op.fixed = costOf(w[0], op.float)
		} else {
			op.cost = expr.CompileValue(o.Cost)
			op.fixed = 0
		}
	}
	c.d.operators = append(c.d.operators, op)
}

// maxCost is the most that a step counts for: sums of it are numbers, however long a plan is.
const maxCost = 1e100

// costOf reads a cost; a negative one counts as nothing, so that longer is never cheaper.
func costOf(w world.Word, float bool) float64 {
	if float {
		return min(max(0, w.Float()), maxCost)
	}
	return max(0, float64(w))
}

// block compiles a list of subtasks. Ordered lists within ordered ones, and unordered within unordered, are flattened.
func (c *compiler) block(items []def.ItemInfo, unordered bool) int32 {
	var list []item
	c.flatten(items, unordered, &list)
	if !unordered || len(list) < 2 {
		c.d.blocks = append(c.d.blocks, block{items: list})
		return int32(len(c.d.blocks) - 1)
	}
	return c.wrap(c.partial(list))
}

// partial makes a block without order; each of its items gets a block of its own to run in. They are at most
// [def.MaxBranches], which def.Check sees to.
func (c *compiler) partial(list []item) int32 {
	for i := range list {
		if list[i].kind != itemBlock || c.d.blocks[list[i].id].partial {
			list[i].branch = c.single(list[i])
		} else {
			list[i].branch = list[i].id
		}
	}
	c.d.blocks = append(c.d.blocks, block{items: list, partial: true})
	return int32(len(c.d.blocks) - 1)
}

// wrap makes the ordered block whose only item is a partial one.
func (c *compiler) wrap(partial int32) int32 {
	return c.single(item{kind: itemBlock, id: partial})
}

func (c *compiler) flatten(items []def.ItemInfo, unordered bool, list *[]item) {
	for i := range items {
		it := &items[i]
		switch {
		case it.Block == nil:
			*list = append(*list, c.call(it))
		case it.Block.Unordered == unordered || len(it.Block.Items) < 2:
			c.flatten(it.Block.Items, unordered, list)
		default:
			var inner []item
			c.flatten(it.Block.Items, it.Block.Unordered, &inner)
			*list = append(*list, item{kind: itemBlock, id: c.inner(inner, it.Block.Unordered)})
		}
	}
}

func (c *compiler) inner(list []item, unordered bool) int32 {
	if unordered {
		return c.partial(list)
	}
	c.d.blocks = append(c.d.blocks, block{items: list})
	return int32(len(c.d.blocks) - 1)
}

func (c *compiler) call(it *def.ItemInfo) item {
	out := item{ordinal: c.ordinal}
	c.ordinal++
	if it.Task != nil {
		out.kind, out.id = itemTask, it.Task.ID
	} else {
		out.kind, out.id = itemOperator, it.Operator.ID
	}
	for i, a := range it.Args {
		args := c.arg(a, paramType(it, i))
		out.named = out.named || args[0].named
		out.args = append(out.args, args...)
	}
	return out
}

func paramType(it *def.ItemInfo, i int) world.Type {
	if it.Task != nil {
		return it.Task.Params[i].Type
	}
	return it.Operator.Params[i].Type
}

// arg compiles one argument to one word or two.
func (c *compiler) arg(t *expr.Term, want world.Type) []arg {
	width := want.Width()
	out := make([]arg, width)
	if w, ok := t.Const(); ok {
		for i := range out {
			out[i] = arg{slot: -1, word: w[i]}
		}
		out[0].named, out[0].typ = want.Kind == world.KindObject && w[0] != 0, want.ID
		return out
	}
	slot := t.Slot
	if t.Kind != expr.TermVar {
		slot = int(c.method.frame)
		c.method.computed = append(c.method.computed, computedArg{slot: int32(slot), width: int32(width), value: expr.CompileValue(t)})
		c.method.frame += int32(width)
	}
	for i := range out {
		out[i] = arg{slot: int32(slot + i)}
	}
	return out
}

// conjuncts are the parts of a condition all of which must hold.
func conjuncts(t *expr.Term) []*expr.Term {
	if t.Kind == expr.TermAnd {
		return t.Args
	}
	return []*expr.Term{t}
}

// readsLater reports whether a point or radius depends on a free variable that is bound after variable i.
func readsLater(m *method, i int, n expr.Near) bool {
	for _, v := range m.each[i+1:] {
		if reads(n.Center, int(v.slot)) || reads(n.Radius, int(v.slot)) {
			return true
		}
	}
	return false
}

// reads reports whether a term mentions the parameter or free variable at a slot.
func reads(t *expr.Term, slot int) bool {
	found := false
	t.Walk(func(t *expr.Term) bool {
		found = found || t.Kind == expr.TermVar && t.Slot == slot
		return !found
	})
	return found
}

// compileCond compiles a condition; nil: always true.
func compileCond(t *expr.Term) *expr.Cond {
	if w, ok := t.Const(); t == nil || ok && w[0].Bool() {
		return nil
	}
	return expr.CompileCond(t)
}

func compileValue(t *expr.Term) *expr.Value {
	if t == nil {
		return nil
	}
	return expr.CompileValue(t)
}
