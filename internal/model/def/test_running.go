package def

import (
	"cmp"
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/sorting"
)

// MaxTestSeconds is the maximum duration of a test, in simulated seconds: an hour.
const MaxTestSeconds = 3600.0

// runningTest checks a test in which agents live.
type runningTest struct {
	*checker
	t  *TestInfo
	sc *Scope
}

// check checks all that the test says.
func (c runningTest) check(d *Test) {
	switch {
	case d.Task != nil:
		c.diags.Errorf(diag.FaultyExpect, headSpan(&d.TaskHead), "test %q runs, so it has no task to plan for", d.Name).Hint =
			"what agents do follows from what they are"
	case len(d.Expect.Steps) > 0 || d.Expect.None || d.Expect.At.Src != nil:
		c.diags.Errorf(diag.FaultyExpect, d.Expect.At, "test %q runs, and expects a plan", d.Name).Hint =
			"write expect NAME within TIME, expect no NAME, or expect always, never, eventually or finally and a condition"
	case len(d.Checks) == 0 && !c.partial:
		c.diags.Errorf(diag.MissingClause, headSpan(&d.Head), "test %q expects nothing", d.Name).Hint = "write expect NAME within TIME, or expect always CONDITION"
	}
	for _, line := range d.Agents {
		c.agent(line)
	}
	for _, line := range d.When {
		c.outcome(line)
	}
	for _, line := range d.Events {
		c.event(line)
	}
	for _, line := range d.Checks {
		c.expectation(line)
	}
	c.clauses(TestTable.Body, d, c.t, c.sc)
	c.length(d)
}

// length computes how long a test runs that does not say it, and reports one that is too long.
func (c runningTest) length(d *Test) {
	t := c.t
	sorting.By(t.Events, func(a, b TestEventInfo) int { return cmp.Compare(a.Time, b.Time) })
	longest := 0.0
	for i := range t.Checks {
		longest = max(longest, t.Checks[i].Within)
	}
	for _, e := range t.Events {
		longest = max(longest, e.Time)
	}
	at := headSpan(&d.Head)
	if d.Run == nil {
		t.Run = longest
	} else if at = d.Run.Span(); longest > t.Run && t.Run > 0 {
		c.diags.Errorf(diag.FaultyExpect, at, "test %q runs %v s, but expects something after %v s", d.Name, t.Run, longest)
	}
	if t.Run > MaxTestSeconds {
		c.diags.Errorf(diag.FaultyNumber, at, "test %q runs %v s; a test runs %v s at most", d.Name, t.Run, MaxTestSeconds)
	}
}

func (c runningTest) agent(d *TestAgent) {
	if d == nil {
		return
	}
	a := TestAgentInfo{}
	c.clauses(TestAgentTable.Head, d, &a, c.sc)
	if a.Kind = c.inhabitant(d); a.Kind != nil {
		c.t.Agents = append(c.t.Agents, a)
	}
}

// inhabitant finds a kind of agents or squads; nil for none.
func (c runningTest) inhabitant(d *TestAgent) *AgentInfo {
	squad := c.names.find(d.Kind.Name, kindSquad)
	if squad == nil {
		if e := c.named(d.Kind, &d.Head, kindAgent); e != nil {
			return e.agent
		}
		return nil
	}
	for _, a := range c.info.Agents {
		if a.Leads == squad.squad {
			return a
		}
	}
	return nil
}

func (c runningTest) outcome(d *TestOutcome) {
	if d == nil {
		return
	}
	o := TestOutcomeInfo{Result: d.Result.Name}
	c.clauses(TestOutcomeTable.Head, d, &o, c.sc)
	e := c.callee(&Call{At: d.At, Name: d.Action}, "an action", kindAction)
	if e == nil {
		return
	}
	if o.Action = e.action; slices.ContainsFunc(c.t.Outcomes, func(other TestOutcomeInfo) bool { return other.Action == o.Action }) {
		c.diags.Errorf(diag.DeclaredTwice, headSpan(&d.Head), "the test says twice how %s ends", e.name)
	}
	c.t.Outcomes = append(c.t.Outcomes, o)
}

func (c runningTest) event(d *TestEvent) {
	if d == nil {
		return
	}
	e := TestEventInfo{Decl: d}
	c.clauses(TestEventTable.Head, d, &e, c.sc)
	if !c.givable(d.Effects) {
		return
	}
	if e.Effects = c.effects(d.Effects, c.sc); e.Effects != nil {
		c.t.Events = append(c.t.Events, e)
	}
}

// expectation checks what must come about.
func (c runningTest) expectation(d *TestCheck) {
	if d == nil {
		return
	}
	k := TestCheckInfo{Decl: d}
	c.clauses(TestCheckTable.Head, d, &k, c.sc)
	said := 0
	for i, call := range []*Call{CheckStarts: d.Starts, CheckNo: d.No} {
		if call != nil {
			said, k.Kind, k.Does = said+1, CheckKind(i), c.doing(call)
		}
	}
	if d.Wants.Name != "" {
		said, k.Kind = said+1, CheckWants
		k.Wants, k.Over = c.wantNamed(d.Wants), c.wantNamed(d.Over)
	}
	for i, cond := range []expr.Node{d.Always, d.Never, d.Eventually, d.Finally} {
		if cond != nil {
			said, k.Kind, k.Cond = said+1, CheckAlways+CheckKind(i), c.term(cond, c.sc, expr.BoolType)
		}
	}
	switch timed := k.Kind == CheckStarts || k.Kind == CheckEventually; {
	case said != 1 && !c.partial:
		c.diags.Errorf(diag.FaultyExpect, headSpan(&d.Head), "expect one thing here").Hint = "write a line for each"
	case d.Over.Name != "" && d.Wants.Name == "":
		c.diags.Errorf(diag.FaultyExpect, d.Over.At, "over belongs to wants")
	case d.Within != nil && !timed:
		c.diags.Errorf(diag.FaultyExpect, d.Within.Span(), "within belongs to what is done, and to eventually")
	}
	c.t.Checks = append(c.t.Checks, k)
}

// doing finds the action that an agent must do.
func (c runningTest) doing(call *Call) (does TestDoing) {
	e := c.callee(call, "an operator, action, goal or tree", kindOperator, kindAction, kindGoal, kindTree)
	if e == nil {
		c.looseArgs(call, c.sc)
		return does
	}
	switch e.kind {
	case kindOperator:
		does.Operator = e.operator
	case kindAction:
		does.Action = e.action
	case kindGoal:
		does.Goal = e.goal
	case kindTree:
		does.Tree = e.tree.info
	}
	if len(call.Args) == 0 {
		return does
	}
	if e.kind == kindAction || e.kind == kindTree {
		c.diags.Errorf(diag.FaultyExpect, call.At, "the arguments of %s cannot be compared", e.kind).Hint = "leave them out, or name an operator or goal"
		c.looseArgs(call, c.sc)
		return does
	}
	if !c.arity(call, e, len(e.params())) {
		c.looseArgs(call, c.sc)
		return does
	}
	does.Args, _ = c.constArgs(call, e.params(), c.sc)
	return does
}

// wantNamed checks the name of a want of the first agent.
func (c runningTest) wantNamed(n Name) string {
	t := c.t
	if n.Name == "" || c.partial && len(t.Agents) == 0 {
		return ""
	}
	if len(t.Agents) == 0 || t.Agents[0].Kind.Mind == nil {
		c.diags.Errorf(diag.FaultyExpect, n.At, "the first agent of the test has no brain, so it wants nothing").Hint = "write agent KIND, of a kind with a brain"
		return ""
	}
	var names []string
	for _, w := range t.Agents[0].Kind.Mind.Brain.Wants {
		if w.Name == n.Name {
			return n.Name
		}
		names = append(names, w.Name)
	}
	c.diags.Errorf(diag.UnknownDecl, n.At, "brain %s has no want %q", t.Agents[0].Kind.Mind.Brain.Name, n.Name).Meant(n.Name, expr.Suggest(n.Name, names))
	return ""
}
