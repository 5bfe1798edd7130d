package def

import "github.com/karakuri-ai/karakuri/diag"

// lint warns of code that is valid and hardly intended. It needs a model without errors: faulty declarations are
// missing from the Info, and would make others look unused.
func (c *checker) lint() {
	if c.opts.Partial || c.diags.HasErrors() || len(c.files) == 0 {
		return
	}
	c.lintConditions()
	c.lintUnused()
	c.lintUnread()
	c.lintMentioned()
	c.lintUnits()
	lintTodos(c.info.Todos, c.diags)
	c.lintMethods()
	c.lintOperators()
	c.lintRecursion()
	c.lintFinish()
	c.lintTrees()
	c.lintGoals()
	c.lintBrains()
	c.lintMinds()
	c.lintSquads()
	c.lintLayers()
}

// lintMethods warns of tasks that cannot be achieved at all.
func (c *checker) lintMethods() {
	for _, t := range c.info.Tasks {
		if len(t.Methods) == 0 {
			d := c.diags.Warnf(diag.NoMethods, headSpan(&t.Decl.Head), "task %q has no methods: it always fails", t.Name)
			d.Hint = "for a task with nothing to do, write method \"nothing\" { }"
		}
	}
}
