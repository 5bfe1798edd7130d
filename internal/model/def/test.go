package def

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/world"
)

// tests returns the tests of the file that was asked for. Those of imported files belong to them: they are examined
// when those files are checked.
func (c *checker) tests() []*Test {
	var list []*Test
	if len(c.files) > 0 {
		eachDecl(c.files[:1], func(_ *File, d *Test) { list = append(list, d) })
	}
	return list
}

// checkTests checks the tests.
func (c *checker) checkTests() {
	seen := map[string]*Test{}
	for _, d := range c.tests() {
		if first := seen[d.Name]; first != nil && d.Name != "" {
			e := c.diags.Errorf(diag.DeclaredTwice, headSpan(&d.Head), "there is already a test %q", d.Name)
			e.Related = []diag.Related{{Span: headSpan(&first.Head), Message: "first declared here"}}
		} else {
			seen[d.Name] = d
		}
		c.info.Tests = append(c.info.Tests, c.checkTest(d))
	}
}

func (c *checker) checkTest(d *Test) *TestInfo {
	t := &TestInfo{Decl: d, Name: d.Name, None: d.Expect.None}
	t.Initial = world.NewState(c.names.schema)
	t.Initial.CopyFrom(c.info.Initial)
	sc := c.global().With(t.Initial)
	for _, o := range d.Objects {
		if o != nil {
			c.addTestObjects(o, t.Initial)
		}
	}
	for _, line := range d.Given {
		c.applyLine(line, sc, t.Initial)
	}
	t.Initial.Forget()
	if d.Runs() {
		runningTest{c, t, sc}.check(d)
		return t
	}
	t.Call = c.testCall(d, sc)
	t.Steps = c.checkExpect(&d.Expect, sc)
	return t
}

// addTestObjects adds the further objects of a test to its state.
func (c *checker) addTestObjects(d *Objects, st *world.State) {
	t := c.objectType(d.Type)
	for _, n := range d.Names {
		other := c.names.entries[n.Name]
		_, _, there := st.ObjectNamed(n.Name)
		switch {
		case n.Name == "" && c.partial:
		case !isName(n.Name):
			c.diags.Errorf(diag.NotAName, n.At, "%q is not a name", n.Name)
		case other != nil:
			e := c.diags.Errorf(diag.DeclaredTwice, n.At, "%q is already declared, as %s", n.Name, other.kind)
			e.Related = []diag.Related{{Span: other.at, Message: "first declared here"}}
		case there:
			c.diags.Errorf(diag.DeclaredTwice, n.At, "the test already has an object %q", n.Name)
		case c.names.values[n.Name] != nil:
			c.diags.Errorf(diag.DeclaredTwice, n.At, "object %q has the name of a value of an enum", n.Name)
		case t != none:
			if _, err := st.AddObject(t.ID, n.Name); err != nil {
				c.diags.Errorf(diag.TooManyObjects, n.At, "object %q cannot be added: %v", n.Name, err)
			}
		}
	}
}

// testCall returns what a test plans for.
func (c *checker) testCall(d *Test, sc *Scope) CallInfo {
	if d.Task != nil {
		call, _ := c.constCall(d.Task, sc)
		return call
	}
	for _, e := range c.entriesOf(kindAgent) {
		if c.isMain(e) && len(e.agent.Plans) > 0 {
			return e.agent.Plans[0].Call
		}
	}
	if c.partial {
		return CallInfo{}
	}
	e := c.diags.Errorf(diag.TestWithoutTask, headSpan(&d.Head), "test %q has no task to plan for", d.Name)
	e.Hint = "write task NAME in it, or plan NAME in an agent of the file"
	return CallInfo{}
}

// checkExpect resolves the steps that a test expects.
func (c *checker) checkExpect(d *Expect, sc *Scope) []TestStep {
	if d.None && len(d.Steps) > 0 {
		c.diags.Errorf(diag.FaultyExpect, d.At, "the test expects both no plan and steps")
	}
	var steps []TestStep
	for i := range d.Steps {
		call := &d.Steps[i]
		e := c.callee(call, "an operator", kindOperator)
		if e == nil {
			c.looseArgs(call, sc)
			continue
		}
		step := TestStep{Operator: e.operator}
		if bare := i < len(d.Bare) && d.Bare[i]; !bare || len(call.Args) > 0 {
			if !c.arity(call, e, len(e.operator.Params)) {
				c.looseArgs(call, sc)
				continue
			}
			step.Args, _ = c.constArgs(call, e.operator.Params, sc)
		}
		steps = append(steps, step)
	}
	return steps
}
