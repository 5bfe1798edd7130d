package def

import (
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Test is a situation with its expected outcome: a plan, or what agents then do.
//
//	test "no money" { given money = 0; expect work, buy, eat }
//	test "nothing helps" { given money = 0, has_job = false; expect none }
//	test "a shot that misses" { agent guard; when shoot fails; expect flee within 2s }
type Test struct {
	Head
	Name     string
	Agents   []*TestAgent
	Objects  []*Objects
	Given    []*EffectLine
	Task     *Call // nil: the first plan line of the first agent of the file
	TaskHead Head
	When     []*TestOutcome
	Events   []*TestEvent
	Run      expr.Node // nil: as long as the longest time in it
	RunHead  Head
	Expect   Expect
	Checks   []*TestCheck
	End      []string
}

// Runs reports whether agents live in the test; else it plans.
func (d *Test) Runs() bool {
	return len(d.Agents)+len(d.When)+len(d.Events)+len(d.Checks) > 0 || d.Run != nil
}

// Expect is the expected plan of a Test: "none", or the steps in order. Arguments may be omitted.
type Expect struct {
	Head
	None  bool
	Steps []Call
	// Bare[i] says that step i was written without parentheses: its arguments are not compared.
	Bare []bool
}

// TestAgent is an agent of a test: agent guard 2
type TestAgent struct {
	Head
	Kind  Name
	Count expr.Node // nil: 1
}

// TestOutcome is how an action ends in a test: when shoot fails after 0.5s
type TestOutcome struct {
	Head
	Action Name
	Result Name      // one of Outcomes
	After  expr.Node // nil: at once
}

// Outcomes are the words for how an action ends in a test.
var Outcomes = []string{"fails", "succeeds", "lasts"}

// TestEvent is a change at a time in a test: at 5s alarm = true
type TestEvent struct {
	Head
	Time    expr.Node
	Effects []expr.Effect
}

// TestCheck is an expectation about a running test. Exactly one of Starts, No, Wants, Always, Never, Eventually and
// Finally is set.
type TestCheck struct {
	Head
	Starts     *Call // an operator, action, goal or tree
	No         *Call // likewise
	Wants      Name
	Over       Name // with Wants; may be empty
	Always     expr.Node
	Never      expr.Node
	Eventually expr.Node
	Finally    expr.Node
	Within     expr.Node // of Starts and Eventually; nil: while the test runs
}

// TestInfo is a checked test.
type TestInfo struct {
	Decl    *Test
	Name    string
	Initial *world.State // Info.Initial with the test's objects and givens applied; never written, copy it

	// Of a test that plans.
	Call  CallInfo
	None  bool
	Steps []TestStep

	// Of a test that runs.
	Agents   []TestAgentInfo // none: the agents of the scene of the file
	Outcomes []TestOutcomeInfo
	Events   []TestEventInfo // in the order of their times
	Run      float64         // seconds; 0: one tick
	Checks   []TestCheckInfo
}

// TestStep is an expected step. Args is nil if the test leaves them open.
type TestStep struct {
	Operator *OperatorInfo
	Args     []world.Word
}

// TestAgentInfo is so many agents of a kind.
type TestAgentInfo struct {
	Kind  *AgentInfo
	Count int
}

// TestOutcomeInfo is how an action ends.
type TestOutcomeInfo struct {
	Action *ActionInfo
	Result string  // one of Outcomes
	After  float64 // seconds
}

// TestEventInfo is a change at a time.
type TestEventInfo struct {
	Decl    *TestEvent
	Time    float64 // seconds
	Effects *expr.EffectTerms
}

// TestCheckInfo is a checked TestCheck.
type TestCheckInfo struct {
	Decl   *TestCheck
	Kind   CheckKind
	Does   TestDoing  // CheckStarts, CheckNo
	Wants  string     // CheckWants
	Over   string     // likewise; may be empty
	Cond   *expr.Term // the others
	Within float64    // seconds; 0: while the test runs
}

// TestDoing is something that an agent does: exactly one of the pointers is set. Args is nil if the test leaves them
// open.
type TestDoing struct {
	Operator *OperatorInfo
	Action   *ActionInfo
	Goal     *GoalInfo
	Tree     *TreeInfo
	Args     []world.Word
}

// CheckKind is the kind of a TestCheck.
type CheckKind uint8

// Kinds of checks.
const (
	CheckStarts     CheckKind = iota // an agent does it
	CheckNo                          // no agent does it
	CheckWants                       // the first agent's brain chooses the want, or ranks it above another
	CheckAlways                      // the condition holds after each tick, for all agents
	CheckNever                       // it holds after no tick, for no agent
	CheckEventually                  // it holds after a tick, for an agent
	CheckFinally                     // it holds after the last tick, for all agents
)

// TestTable lists the clauses of a test.
var TestTable = Statement{
	Word: "test", Title: "Test", Decl: true, Doc: "A situation and the expected result: a plan, or the actions of agents.",
	Form: "test \"no money\" { given money = 0; expect work, buy, eat }",
	JSON: `{"kind": "test", "name": "no money", "given": ["money = 0"], "expect": "work, buy, eat"}`,
	Head: []Clause{{Field: "name", Takes: TakesTitle, Need: true, Doc: "A short description.", at: in(func(d *Test) any { return &d.Name })}},
	Body: []Clause{
		listed(Clause{Word: "agent", Of: &TestAgentTable, Field: "agents", Doc: "Agents that live in the test, so that it runs."}, func(d *Test) *[]*TestAgent { return &d.Agents }),
		listed(Clause{Word: "objects", Of: &TestObjectsTable, Doc: "Objects that exist in this test only."}, func(d *Test) *[]*Objects { return &d.Objects }),
		{Word: "given", Takes: TakesEffects, List: true, Line: true, Form: "given money = 0", Doc: "Changes of the initial values, one effect each."},
		{Word: "task", Takes: TakesCall, Line: true, Form: "task dine", Doc: "The task to plan for. Default: the first plan line of the first agent."},
		listed(Clause{Word: "when", Of: &TestOutcomeTable, Field: "outcomes", Doc: "How actions end."}, func(d *Test) *[]*TestOutcome { return &d.When }),
		listed(Clause{Word: "at", Of: &TestEventTable, Field: "events", Doc: "The event at a time."}, func(d *Test) *[]*TestEvent { return &d.Events }),
		{
			Word: "run", Takes: TakesSeconds, Line: true, Form: "run 20s", Doc: "How long the test runs.", Without: "the longest time that the test mentions",
			at:   on(func(d *Test) (any, *Head) { return &d.Run, &d.RunHead }),
			info: to(func(i *TestInfo) any { return &i.Run }),
		},
		{Word: "expect", Takes: TakesCall, Text: "steps", Line: true, Form: "expect work, buy, eat", Doc: "Of a test that plans: the steps of the plan, or none."},
		listed(Clause{Word: "expect", Of: &TestCheckTable, Field: "checks", Doc: "Of a test that runs: the expected results."}, func(d *Test) *[]*TestCheck { return &d.Checks }),
	},
	kept: keptIn(func(d *Test) Kept { return Kept{End: &d.End} }),
}

// TestObjectsTable lists the clauses of the objects of a test.
var TestObjectsTable = Statement{
	Word: "objects", Kind: "test_objects", Title: "Objects of a test", Doc: "Objects that exist in one test only.",
	Form: "test \"two enemies\" {\n    objects e1, e2: enemy\n    expect shoot(e1)\n}",
	JSON: `{"names": ["e1", "e2"], "type": "enemy"}`,
	Head: objectsClauses,
	kept: keptIn(func(*Objects) Kept { return Kept{} }),
}

// MaxTestAgents is the maximum number of agents that one line of a test adds.
const MaxTestAgents = 1000

// TestAgentTable lists the clauses of the line of an agent of a test.
var TestAgentTable = Statement{
	Word: "agent", Kind: "test_agent", Title: "Agents of a test", Doc: "Agents of a kind that live in a test.",
	Form: "test \"two of them\" {\n    agent guard 2\n    expect no shoot\n}",
	JSON: `{"agent": "guard", "count": "2"}`,
	Head: []Clause{
		{Field: "agent", Takes: TakesName, Need: true, Doc: "Their kind.", at: in(func(d *TestAgent) any { return &d.Kind })},
		{
			Field: "count", Takes: TakesCount, Is: "a number of agents", Least: 1, Most: MaxTestAgents, Default: 1, Doc: "How many.", Without: "one",
			at:   in(func(d *TestAgent) any { return &d.Count }),
			info: to(func(i *TestAgentInfo) any { return &i.Count }),
		},
	},
	kept: keptIn(func(*TestAgent) Kept { return Kept{} }),
}

// TestOutcomeTable lists the clauses of a line about the end of an action.
var TestOutcomeTable = Statement{
	Word: "when", Kind: "test_outcome", Title: "Outcome in a test", Doc: "How an action ends in a test, each time.",
	Form: "test \"a shot that misses\" {\n    when shoot fails after 0.5s\n    expect no shoot\n}",
	JSON: `{"action": "shoot", "result": "fails", "after": "0.5s"}`,
	Head: []Clause{
		{Field: "action", Takes: TakesName, Need: true, Doc: "The action.", at: in(func(d *TestOutcome) any { return &d.Action })},
		{
			Field: "result", Takes: TakesChoice, Is: "result", Words: Outcomes, Need: true, Doc: "How it ends; lasts: it never ends by itself.",
			at: in(func(d *TestOutcome) any { return &d.Result }),
		},
		{
			Word: "after", Takes: TakesSeconds, Form: "after 0.5s", Doc: "How long it takes.", Without: "one tick",
			at:   in(func(d *TestOutcome) any { return &d.After }),
			info: to(func(i *TestOutcomeInfo) any { return &i.After }),
		},
	},
	kept: keptIn(func(*TestOutcome) Kept { return Kept{} }),
}

// TestEventTable lists the clauses of a line about a later moment of a test.
var TestEventTable = Statement{
	Word: "at", Kind: "test_event", Title: "Event in a test", Doc: "Values that change while a test runs, as the host or another agent would change them.",
	Form: "test \"an alarm\" {\n    at 5s set alarm = true\n    expect no shoot\n}",
	JSON: `{"time": "5s", "set": "alarm = true"}`,
	Head: []Clause{
		{
			Field: "time", Takes: TakesSeconds, Need: true, Doc: "The time since the beginning.", at: in(func(d *TestEvent) any { return &d.Time }),
			info: to(func(i *TestEventInfo) any { return &i.Time }),
		},
		{Word: "set", Takes: TakesEffects, Need: true, Form: "set alarm = true", Doc: "The changes, for each agent.", at: in(func(d *TestEvent) any { return &d.Effects })},
	},
	kept: keptIn(func(*TestEvent) Kept { return Kept{} }),
}

// TestCheckTable holds the expectations about a running test.
var TestCheckTable = Statement{
	Word: "expect", Kind: "test_check", Title: "Expectation of a test that runs", Doc: "An expected result of a test that runs.",
	Form: "test \"an alarm\" {\n    expect flee within 2s\n}",
	JSON: `{"starts": "flee", "within": "2s"}`,
	Head: []Clause{
		{Field: "starts", Takes: TakesDoing, Is: "an operator, action, goal or tree", Doc: "At least one agent does it.", at: in(func(d *TestCheck) any { return &d.Starts })},
		{Word: "no", Takes: TakesDoing, Is: "an operator, action, goal or tree", Form: "no shoot", Doc: "No agent does it.", at: in(func(d *TestCheck) any { return &d.No })},
		{Word: "wants", Takes: TakesName, Is: "a want", Form: "wants flee", Doc: "At the end, the brain of the first agent prefers this want to all others.", at: in(func(d *TestCheck) any { return &d.Wants })},
		{Word: "over", Takes: TakesName, Is: "a want", Form: "over eat", Doc: "With wants: it is preferred to this want only.", at: in(func(d *TestCheck) any { return &d.Over })},
		{Word: "always", Takes: TakesCondition, Form: "always ammo >= 0", Doc: "It holds after each tick for all agents.", at: in(func(d *TestCheck) any { return &d.Always })},
		{Word: "never", Takes: TakesCondition, Form: "never ammo > 9", Doc: "It holds after no tick for any agent.", at: in(func(d *TestCheck) any { return &d.Never })},
		{Word: "eventually", Takes: TakesCondition, Form: "eventually safe", Doc: "It holds after at least one tick for at least one agent.", at: in(func(d *TestCheck) any { return &d.Eventually })},
		{Word: "finally", Takes: TakesCondition, Form: "finally safe", Doc: "It holds after the last tick for all agents.", at: in(func(d *TestCheck) any { return &d.Finally })},
		{
			Word: "within", Takes: TakesSeconds, Form: "within 2s", Doc: "The deadline, of an expected action and of eventually.", Without: "while the test runs",
			at:   in(func(d *TestCheck) any { return &d.Within }),
			info: to(func(i *TestCheckInfo) any { return &i.Within }),
		},
	},
	kept: keptIn(func(*TestCheck) Kept { return Kept{} }),
}
