package def

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// lintRecursion warns of tasks that come back to themselves, with the same arguments, before anything was done.
func (c *checker) lintRecursion() {
	tasks := c.info.Tasks
	empty := settled(tasks, func(*OperatorInfo) bool { return false })
	firsts := make([][]first, len(tasks))
	for i, t := range tasks {
		for _, m := range t.Methods {
			m.firsts(t, empty, func(item *ItemInfo) { firsts[i] = append(firsts[i], first{m, item.Task}) })
		}
	}
	_, circles := arrange(len(tasks), func(i int) []int {
		var to []int
		for _, f := range firsts[i] {
			to = append(to, int(f.task.ID))
		}
		return to
	})
	for _, loop := range circles {
		next := tasks[loop[1%len(loop)]]
		for _, f := range firsts[loop[0]] {
			if f.task == next {
				c.warnRecursion(f.method, loop)
			}
		}
	}
}

// first is a subtask that a method may begin with.
type first struct {
	method *MethodInfo
	task   *TaskInfo
}

func (c *checker) warnRecursion(m *MethodInfo, loop []int) {
	at := headSpan(&m.Decl.Head)
	d := c.diags.Warnf(diag.LeftRecursion, at, "task %q recurses before any operator: %s", c.info.Tasks[loop[0]].Name, c.pathOf(loop))
	d.Hint = "put an operator before the recursion, or change the arguments"
}

// pathOf returns a circle of tasks for people.
func (c *checker) pathOf(loop []int) string {
	path := make([]string, len(loop))
	for k, i := range loop {
		path[k] = c.info.Tasks[i].Name
	}
	return circleText(path)
}

// firsts calls visit for the tasks that a method may begin with and that see what the method's task saw: their
// arguments are its parameters or constants. Empty says which tasks may have no steps, so that what follows is first.
func (m *MethodInfo) firsts(t *TaskInfo, empty []bool, visit func(*ItemInfo)) {
	m.Body.firsts(empty, func(item *ItemInfo) {
		for _, a := range item.Args {
			if _, ok := a.Const(); !ok && (a == nil || a.Kind != expr.TermVar || a.Slot >= t.Frame) {
				return
			}
		}
		visit(item)
	})
}

// firsts visits the tasks that a block may begin with, and reports whether it may have no steps.
func (b *BlockInfo) firsts(empty []bool, visit func(*ItemInfo)) bool {
	all := true
	for i := range b.Items {
		item := &b.Items[i]
		nothing := false
		switch {
		case item.Block != nil:
			nothing = item.Block.firsts(empty, visit)
		case item.Task != nil:
			visit(item)
			nothing = empty[item.Task.ID]
		}
		all = all && nothing
		if !nothing && !b.Unordered {
			return false
		}
	}
	return all
}

// lintFinish warns of tasks all of whose methods lead back to themselves.
func (c *checker) lintFinish() {
	tasks := c.info.Tasks
	finish := settled(tasks, func(*OperatorInfo) bool { return true })
	_, circles := arrange(len(tasks), func(i int) []int {
		var to []int
		if !finish[i] {
			eachItem(tasks[i], func(_ *MethodInfo, item *ItemInfo) {
				if item.Task != nil && !finish[item.Task.ID] {
					to = append(to, int(item.Task.ID))
				}
			})
		}
		return to
	})
	said := map[int]bool{}
	for _, loop := range circles {
		if said[loop[0]] {
			continue
		}
		said[loop[0]] = true
		t := tasks[loop[0]]
		d := c.diags.Warnf(diag.NeverFinishes, headSpan(&t.Decl.Head), "task %q can never finish: every method leads back to it (%s)", t.Name, c.pathOf(loop))
		d.Hint = "add a method that ends, such as one for when nothing is left to do"
	}
}

// settled returns the tasks that have a method with nothing in it but operators that will do and tasks that are settled
// themselves. A task without methods counts as settled: that is another matter.
func settled(tasks []*TaskInfo, will func(*OperatorInfo) bool) []bool {
	done := make([]bool, len(tasks))
	var queue []int32
	settle := func(id int32) {
		if !done[id] {
			done[id] = true
			queue = append(queue, id)
		}
	}
	waiting := map[*MethodInfo]int{}        // unsettled calls in it
	callers := make([][]caller, len(tasks)) // by task
	for _, t := range tasks {
		if len(t.Methods) == 0 {
			settle(t.ID)
		}
		for _, m := range t.Methods {
			m.Body.each(func(item *ItemInfo) {
				if item.Task != nil {
					callers[item.Task.ID] = append(callers[item.Task.ID], caller{t, m})
				}
				if item.Task != nil || !will(item.Operator) {
					waiting[m]++
				}
			})
			if waiting[m] == 0 {
				settle(t.ID)
			}
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, by := range callers[queue[0]] {
			if waiting[by.method]--; waiting[by.method] == 0 {
				settle(by.task.ID)
			}
		}
	}
	return done
}

// caller is a method in which a task is called.
type caller struct {
	task   *TaskInfo
	method *MethodInfo
}
