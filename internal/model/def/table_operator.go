package def

import (
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Operator is a primitive task.
//
//	operator buy { when money >= price; do move_to(shop); effect money -= price, has_meal = true; cost 2 }
//	operator gatling(e: enemy) { do burst(e); while alive(e); succeed_after 6s; cooldown 20s shared guns; commit 4s }
type Operator struct {
	Head
	Name   string
	Params []Param
	When   expr.Node
	Deed
	Claim        *ClaimClause
	Until        expr.Node
	While        expr.Node
	SucceedAfter expr.Node
	FailAfter    expr.Node
	Retry        expr.Node
	Effect       []expr.Effect
	Cost         expr.Node
	Cooldown     Cooldown
	Commit       expr.Node
	Ban          *BanClause
	Say          *SayClause
	// Heads of the clauses that are there, for comments.
	WhenHead, DoHead, UntilHead, WhileHead, SucceedAfterHead, FailAfterHead, RetryHead, EffectHead, CostHead, CooldownHead, CommitHead Head

	End []string
}

// Deed says what an operator runs: one call, several at once, or no action.
type Deed struct {
	Do       *Call     // nil: nothing, or Parallel
	Parallel *Parallel // nil unless Do is
}

// Cooldown is the time after its end in which an operator cannot start again.
type Cooldown struct {
	Time   expr.Node // nil: not at all
	Shared Name      // the cooldown's name, where operators share one
	By     Name      // agent (also if empty), squad or world: the agents that share it
	Waits  bool      // a plan may wait for its end
	Wait   expr.Node // for how long at most; nil: without a bound
}

// Parallel is the part of an operator that runs several actions at once: parallel any { move_to(e); aim_at(e) }
type Parallel struct {
	At    diag.Span // from the word "parallel" to the closing brace
	Join  Name      // all (also if empty), any or primary
	Calls []*ParallelCall
	End   []string
}

// ParallelCall is one of the actions of a Parallel.
type ParallelCall struct {
	Head
	Do Call
}

// OperatorInfo is a checked operator.
type OperatorInfo struct {
	Decl   *Operator
	ID     int32
	Name   string
	Params []Slot
	Frame  int           // words its parameters take
	When   *expr.Term    // nil: always
	Do     []*ActionCall // its actions, all at once; empty: none
	Join   Join          // how the ends of several actions make the end of the step
	Claims []int         // words of the frame: the objects that no other step may claim while it runs
	Claim  ClaimInfo     // how they are claimed
	Until  *expr.Term    // the step succeeds as soon as it holds; nil: never
	While  *expr.Term    // the step fails as soon as it does not hold; nil: always
	Effect *expr.EffectTerms
	Cost   *expr.Term // int or float; nil: 1

	SucceedAfter float64 // seconds after which the step ends well, without its effects; 0: never
	FailAfter    float64 // seconds after which it fails; 0: never
	Retry        int     // how often its actions start again after one has failed
	Commit       float64 // seconds from its start in which no other plan takes over; 0: none
	Cooldown     float64 // seconds after its end in which it cannot start again; 0: none
	Ban          BanInfo // of the operator itself, if declared: otherwise a failed step bans its method
	Say          SayInfo // when its step starts; of an operator that gives an order, by the members that receive it
	// Cooling is the symbol that says so: a bool of the agent that no file can name, nil without a cooldown. Operators
	// that share a cooldown have the same. It is part of When, and of the planned effects.
	Cooling *world.Symbol
	// Due and Spent are further symbols of a cooldown that a squad or all agents share; nil for others. Due is the tick
	// in which it is over, 0 while the step runs. Spent is the agent's: its action has used what the cooldown protects.
	Due, Spent *world.Symbol
	// Apart is When except for the cooldown, and Wait for how many seconds a step may wait until it is over; 0: not at
	// all, -1: without a bound.
	Apart *expr.Term
	Wait  float64
}

// GivesOrder reports whether the operator gives an order to members of a squad.
func (o *OperatorInfo) GivesOrder() bool {
	return slices.ContainsFunc(o.Do, func(c *ActionCall) bool { return c != nil && c.Order != nil })
}

// Join is how several actions of one step end it.
type Join uint8

// Joins.
const (
	JoinAll     Join = iota // it succeeds when all have, and fails with the first that fails
	JoinAny                 // it succeeds with the first that does, and fails when all have failed
	JoinPrimary             // the first that is written decides alone
)

// OperatorTable lists the clauses of an operator.
var OperatorTable = Statement{
	Word: "operator", Title: "Operator", Decl: true, Doc: "A primitive task: one step of a plan.",
	Form: "operator buy { when money >= price; do move_to(shop); effect money -= price, has_meal = true }",
	JSON: "{\n  \"kind\": \"operator\",\n  \"name\": \"buy\",\n  \"when\": \"money >= price\",\n  \"do\": \"move_to(shop)\",\n  \"effect\": \"money -= price, has_meal = true\"\n}",
	Name: "Name of the operator.", Params: "Default: none.",
	Body: lines([]Clause{
		{
			Word: "when", Takes: TakesCondition, Form: "when money >= price", Doc: "The condition.", Without: "nothing",
			at:   on(func(d *Operator) (any, *Head) { return &d.When, &d.WhenHead }),
			info: to(func(i *OperatorInfo) any { return &i.When }),
		},
		{
			Word: "do", Takes: TakesDeed, Is: "an action or a tree", Form: "do move_to(shop)", Doc: "The action, tree, goal or order, or several at once.", Without: "no action", Param: "-",
			at: on(func(d *Operator) (any, *Head) { return &d.Deed, &d.DoHead }),
		},
		{
			Word: "claim", Takes: TakesParts, Text: "claim", Form: "claim p, q priority 2", Doc: "The parameters whose objects the step claims exclusively within its squad or team.", Without: "none",
			at: partAt(func(d *Operator) **ClaimClause { return &d.Claim }), make: partMade(func(d *Operator) **ClaimClause { return &d.Claim }),
			info:  to(func(i *OperatorInfo) any { return &i.Claims }),
			Parts: claimParts,
		},
		{
			Word: "until", Takes: TakesCondition, NeedDo: true, Form: "until distance(e) < 10", Doc: "The step succeeds as soon as it holds.",
			at:   on(func(d *Operator) (any, *Head) { return &d.Until, &d.UntilHead }),
			info: to(func(i *OperatorInfo) any { return &i.Until }),
		},
		{
			Word: "while", Takes: TakesCondition, NeedDo: true, Form: "while alive(e)", Doc: "The step fails as soon as it does not hold.",
			at:   on(func(d *Operator) (any, *Head) { return &d.While, &d.WhileHead }),
			info: to(func(i *OperatorInfo) any { return &i.While }),
		},
		{
			Word: "succeed_after", Takes: TakesSeconds, Unit: "s", NeedDo: true, Form: "succeed_after 6s", Doc: "The time after which the step succeeds, without its effects.",
			at:   on(func(d *Operator) (any, *Head) { return &d.SucceedAfter, &d.SucceedAfterHead }),
			info: to(func(i *OperatorInfo) any { return &i.SucceedAfter }),
		},
		{
			Word: "fail_after", Takes: TakesSeconds, Unit: "s", NeedDo: true, Form: "fail_after 8s", Doc: "The time after which the step fails.",
			at:   on(func(d *Operator) (any, *Head) { return &d.FailAfter, &d.FailAfterHead }),
			info: to(func(i *OperatorInfo) any { return &i.FailAfter }),
		},
		{
			Word: "retry", Takes: TakesCount, Is: "the number of retries", Least: 1, Most: MaxRetries, NeedDo: true, Form: "retry 2", Doc: "How often its actions start again after they have failed, before the step fails.", Without: "never",
			at:   on(func(d *Operator) (any, *Head) { return &d.Retry, &d.RetryHead }),
			info: to(func(i *OperatorInfo) any { return &i.Retry }),
		},
		{
			Word: "effect", Takes: TakesEffects, Form: "effect money -= price", Doc: "Its effects.", Without: "nothing", Param: "effects",
			at:   on(func(d *Operator) (any, *Head) { return &d.Effect, &d.EffectHead }),
			info: to(func(i *OperatorInfo) any { return &i.Effect }),
		},
		{
			Word: "cost", Takes: TakesAmount, Is: "a cost", Form: "cost 2", Doc: "Its cost.", Without: "1",
			at:   on(func(d *Operator) (any, *Head) { return &d.Cost, &d.CostHead }),
			info: to(func(i *OperatorInfo) any { return &i.Cost }),
		},
		{
			Word: "cooldown", Takes: TakesCooldown, Unit: "s", Form: "cooldown 20s shared grenade wait 3s", Doc: "The time after its end in which it cannot start again.",
			at:   on(func(d *Operator) (any, *Head) { return &d.Cooldown, &d.CooldownHead }),
			info: to(func(i *OperatorInfo) any { return &i.Cooldown }),
		},
		{
			Word: "commit", Takes: TakesSeconds, Unit: "s", NeedDo: true, Form: "commit 4s", Doc: "The time from its start in which no better plan replaces it.",
			at:   on(func(d *Operator) (any, *Head) { return &d.Commit, &d.CommitHead }),
			info: to(func(i *OperatorInfo) any { return &i.Commit }),
		},
		banClause("ban 30s until has_key by d", "How long the operator is not taken after it has failed, in every method that holds it.", Clause{
			at: partAt(func(d *Operator) **BanClause { return &d.Ban }), make: partMade(func(d *Operator) **BanClause { return &d.Ban }),
			Without: "the method is banned",
		}, banParts(func(i *OperatorInfo) *BanInfo { return &i.Ban })),
		sayClause("What the agent says when the step starts; if the operator gives an order, what each member says that receives it.", func(d *Operator) **SayClause { return &d.Say }, func(i *OperatorInfo) *SayInfo { return &i.Say }),
	}),
	kept: keptIn(func(d *Operator) Kept { return Kept{Name: &d.Name, Params: &d.Params, End: &d.End} }),
}

// ParallelTable lists the clauses of actions that an operator does at once.
var ParallelTable = Statement{
	Word: "parallel", Title: "Parallel actions", By: "parallel", Doc: "Actions that an operator does at once.",
	Form: "operator approach(e: enemy) {\n    do parallel any { move_to(e); aim_at(e) }\n    until distance(e) < 10\n}",
	JSON: `{"parallel": ["move_to(e)", "aim_at(e)"], "join": "any"}`,
	Body: []Clause{
		{Field: "parallel", Takes: TakesDeed, List: true, Line: true, Need: true, Doc: "The actions."},
		{
			Field: "join", Takes: TakesChoice, Words: Joins(),
			Doc: "The step succeeds when all actions have, when any has, or with the first in the list (primary). Default: all.",
		},
	},
}
