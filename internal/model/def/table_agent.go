package def

import (
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Agent is a kind of character.
//
//	agent villager { plan dine when hungry every 1s; idle wander }
type Agent struct {
	Head
	Name      string
	Plans     []*PlanLine
	Tree      *TreeLine  // nil: none; an agent has plan lines, a tree or a brain
	Brain     *BrainLine // nil: none
	Idle      *IdleLine  // nil: does nothing
	Body      *BodyLine  // nil: agents of the kind have no object
	Squad     *UseLine   // squads of which kind they can be members of; nil: none
	Reactions []*Reaction
	Alerts    []*Alert
	Layers    []*Layer
	Senses    []*UseLine
	Memories  []*UseLine
	End       []string
}

// PlanLine is: plan dine [best] when hungry every 1s [once]. The first line whose condition holds is planned for.
type PlanLine struct {
	Head
	Task  Call
	Best  bool      // the cheapest plan that is found within the limits, not the first
	When  expr.Node // nil: always
	Every expr.Node // replan interval in seconds, constant; nil: 0.5s
	Once  bool      // do not start again after it has ended
}

// IdleLine is the agent's action while it has no plan: idle wander.
type IdleLine struct {
	Head
	Do Call
}

// BrainLine is: brain gatherer as brave. The agent's mind is that brain.
type BrainLine struct {
	Head
	Brain       Name
	Personality Name // empty: none
}

// BodyLine is: body person. Each agent of the kind is also an object of that type, which comes and goes with it.
type BodyLine struct {
	Head
	Type Name
}

// UseLine is: sense sight, or: memory short.
type UseLine struct {
	Head
	What Name
}

// AgentInfo is a checked kind of agent.
type AgentInfo struct {
	Decl  *Agent
	ID    int32
	Name  string
	Plans []PlanInfo
	Tree  *TreeUse    // nil: it has plan lines or a brain
	Mind  *MindUse    // nil: it has no brain
	Idle  *ActionCall // nil: does nothing

	Squad     *SquadInfo // squads that it can be a member of; nil: none
	Leads     *SquadInfo // it is this squad itself; nil: it is an agent
	Reactions []ReactionInfo
	Alerts    []AlertInfo // what raises its level of alertness
	Layers    []LayerInfo

	Body     world.Type // object type of its own object; the zero type: it has none
	Senses   []*SenseInfo
	Memories []*MemoryInfo // at most one of each kind
}

// PlanInfo is a checked plan line.
type PlanInfo struct {
	Decl  *PlanLine
	Call  CallInfo
	Best  bool
	When  *expr.Term // nil: always
	Every float64    // seconds
	Once  bool
}

// AgentTable lists the clauses of a kind of agent.
var AgentTable = Statement{
	Word: "agent", Title: "Agent", Decl: true, Doc: "A kind of character.",
	Form: "agent villager { plan dine when hungry every 1s; idle wander }",
	JSON: "{\n  \"kind\": \"agent\",\n  \"name\": \"villager\",\n  \"plans\": [{\"task\": \"dine\", \"when\": \"hungry\", \"every\": \"1s\"}],\n  \"idle\": \"wander\"\n}",
	Name: "Name of the kind of agent.",
	Body: lines([]Clause{
		listed(Clause{Word: "plan", Of: &PlanTable, Field: "plans", Doc: "Its plan lines: it plans for the first whose condition holds."}, func(d *Agent) *[]*PlanLine { return &d.Plans }),
		{Word: "tree", Of: &TreeLineTable, Field: "tree", Doc: "The tree that is its mind, instead of plans."},
		{
			Word: "brain", Takes: TakesParts, Text: "brain_use", Form: "brain gatherer as brave", Doc: "The brain that is its mind, instead of plans.", Param: "-",
			at: partAt(func(d *Agent) **BrainLine { return &d.Brain }), make: partMade(func(d *Agent) **BrainLine { return &d.Brain }),
			Parts: []Clause{
				{Takes: TakesName, Is: "a brain", Need: true, Doc: "The brain.", at: in(func(l *BrainLine) any { return &l.Brain })},
				{Word: "as", Takes: TakesName, Is: "a personality", Doc: "The personality.", Without: "none", at: in(func(l *BrainLine) any { return &l.Personality })},
			},
		},
		idleClause(func(d *Agent) **IdleLine { return &d.Idle }),
		listed(Clause{Word: "reaction", Of: &ReactionTable, Field: "reactions", Doc: "Its reactions, which interrupt its mind, the most urgent first."}, func(d *Agent) *[]*Reaction { return &d.Reactions }),
		listed(Clause{Word: "alert", Of: &AlertTable, Field: "alerts", Doc: "Percepts that raise its level of alertness."}, func(d *Agent) *[]*Alert { return &d.Alerts }),
		listed(Clause{Word: "layer", Of: &LayerTable, Field: "layers", Doc: "Its layers, which run beside its mind, the most urgent first."}, func(d *Agent) *[]*Layer { return &d.Layers }),
		memberClause(func(d *Agent) **UseLine { return &d.Squad }, "The kind of squads that it can be a member of."),
		{Word: "sense", Takes: TakesName, Field: "senses", List: true, Doc: "Its senses."},
		{Word: "memory", Takes: TakesName, Field: "memories", List: true, Doc: "Its memories."},
		{
			Word: "body", Takes: TakesParts, Text: "name", Form: "body person", Doc: "The object type that each agent of the kind is an object of.", Param: "-",
			at: partAt(func(d *Agent) **BodyLine { return &d.Body }), make: partMade(func(d *Agent) **BodyLine { return &d.Body }),
			Parts: []Clause{{Takes: TakesName, Is: "an object type", Need: true, Doc: "The type.", at: in(func(l *BodyLine) any { return &l.Type })}},
		},
	}),
	kept: keptIn(func(d *Agent) Kept { return Kept{Name: &d.Name, End: &d.End} }),
}

// idleClause is the idle action of agents and squads without a plan.
func idleClause[D any](get func(*D) **IdleLine) Clause {
	return Clause{
		Word: "idle", Takes: TakesParts, Text: "call", Form: "idle wander", Doc: "The action that it runs while it has no plan.", Param: "-",
		at: partAt(get), make: partMade(get),
		Parts: []Clause{{Takes: TakesCall, Is: "an action", Need: true, Doc: "The action.", at: in(func(l *IdleLine) any { return &l.Do })}},
	}
}

// memberClause says whose member agents and squads can be.
func memberClause[D any](get func(*D) **UseLine, doc string) Clause {
	return Clause{
		Word: "squad", Takes: TakesParts, Text: "name", Form: "squad fireteam", Doc: doc, Param: "-",
		at: partAt(get), make: partMade(get),
		Parts: []Clause{{Takes: TakesName, Is: "a squad", Need: true, Doc: "The squad.", at: in(func(l *UseLine) any { return &l.What })}},
	}
}

// PlanTable lists the clauses of a plan line.
var PlanTable = Statement{
	Word: "plan", Title: "Plan line", Doc: "A task that an agent plans for.",
	Form: "agent villager { plan dine when hungry every 1s once }",
	JSON: `{"task": "dine", "when": "hungry", "every": "1s", "once": true}`,
	Head: []Clause{
		{Field: "task", Takes: TakesCall, Need: true, Doc: "The task or operator.", at: in(func(l *PlanLine) any { return &l.Task })},
		{
			Word: "best", Takes: TakesFlag, Form: "best", Doc: "Search for the cheapest plan within the agent's limits, by the costs of its steps.", Without: "the first in the order of the methods",
			at:   in(func(l *PlanLine) any { return &l.Best }),
			info: to(func(i *PlanInfo) any { return &i.Best }),
		},
		{
			Word: "when", Takes: TakesCondition, Form: "when hungry", Doc: "The condition.", Without: "always",
			at:   in(func(l *PlanLine) any { return &l.When }),
			info: to(func(i *PlanInfo) any { return &i.When }),
		},
		{
			Word: "every", Takes: TakesPositive, Is: "an interval", Unit: "s", Default: DefaultReplan, Form: "every 1s", Doc: "Replan interval.", Without: "0.5s, of squads 2s", Param: "interval",
			at:   in(func(l *PlanLine) any { return &l.Every }),
			info: to(func(i *PlanInfo) any { return &i.Every }),
		},
		{
			Word: "once", Takes: TakesFlag, Not: "forever", Form: "once", Doc: "It does not restart after it has ended.",
			at:   in(func(l *PlanLine) any { return &l.Once }),
			info: to(func(i *PlanInfo) any { return &i.Once }),
		},
	},
	kept: keptIn(func(*PlanLine) Kept { return Kept{} }),
}

// TreeLineTable lists the clauses of the line of an agent's tree.
var TreeLineTable = Statement{
	Word: "tree", Kind: "tree_line", Title: "Tree line", Doc: "The tree that is an agent's mind.",
	Form: "agent far_guard { tree guard(7, 4) once { override chase = keep_range } }",
	JSON: `{"tree": "guard(7, 4)", "once": true, "overrides": [{"what": "chase", "with": "keep_range"}]}`,
	Head: []Clause{
		{Field: "tree", Takes: TakesDoing, Is: "a tree", Need: true, Doc: "The tree, with constant arguments.", at: in(func(l *TreeLine) any { return &l.Call })},
		{Word: "once", Takes: TakesFlag, Form: "once", Doc: "It does not restart after it has ended.", at: in(func(l *TreeLine) any { return &l.Once })},
	},
	Body: []Clause{listed(Clause{Word: "override", Of: &OverrideTable, Field: "overrides", Doc: "The replacement."}, func(d *TreeLine) *[]*Override { return &d.Overrides })},
	kept: keptIn(func(d *TreeLine) Kept { return Kept{End: &d.End} }),
}

// OverrideTable lists the clauses of an override.
var OverrideTable = Statement{
	Word: "override", Title: "Override", Doc: "A replacement of an action or tree that a tree calls.",
	Form: "agent far_guard { tree guard(7, 4) { override chase = keep_range } }",
	JSON: `{"what": "chase", "with": "keep_range"}`,
	Head: []Clause{
		{Field: "what", Takes: TakesName, Need: true, Doc: "An action or tree that the tree calls.", at: in(func(o *Override) any { return &o.What })},
		{Field: "with", Takes: TakesName, Need: true, Doc: "An action or tree with the same parameters.", at: in(func(o *Override) any { return &o.With })},
	},
	kept: keptIn(func(*Override) Kept { return Kept{} }),
}
