package def

import (
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Squad is a group that plans for itself and gives orders to its members. It is spawned like an agent, has a state of
// its own, and its operators give orders.
//
//	squad fireteam {
//	    plan hold_area when quiet every 2s
//	    plan assault
//	    idle regroup
//	    role pointman 1..1 each m: soldier score courage(m) bonus 0.2
//	    role flanker 0..2
//	    token shoot_at_player 2 lease 3s
//	    slot cover 1 lease 10s
//	    squad company                    // it is itself a member of squads of that kind
//	}
type Squad struct {
	Head
	Name     string
	Plans    []*PlanLine
	Idle     *IdleLine // nil: does nothing
	Roles    []*Role
	Tokens   []*Token
	Slots    []*SlotLine
	Superior *UseLine // nil: none
	End      []string
}

// Role is a part that members are chosen for. Members are spawned agents of kinds that declare "squad fireteam", or
// squads that do.
type Role struct {
	Head
	Name     string
	Min, Max expr.Node // constant; Max nil: as Min
	Each     *expr.Var // the body of a member; nil: all members suit alike
	Score    expr.Node // over Each and the squad's state; 0 or less: not that one; nil: 1
	Bonus    expr.Node // constant, factor for the member that has the role already: times 1 + bonus; nil: 0.2
}

// Token is something that at most Count members hold at once, each for at most a lease: token shoot_at_player 2 lease
// 3s
type Token struct {
	Head
	Name  string
	Count expr.Node // constant; nil: 1
	Lease expr.Node // seconds, constant; nil: as long as what needs it runs
}

// SlotLine lets at most Count members use an object of a type at once: slot cover 1 lease 10s
type SlotLine struct {
	Head
	Type  Name
	Count expr.Node // constant; nil: 1
	Lease expr.Node // seconds, constant; nil: as long as what needs it runs
}

// Need is a part of an action: action shoot(e: enemy) uses hands needs shoot_at_player priority 2
//
// It names a token of a squad, or a parameter of the action, whose object then is a slot. The action waits until it has
// what it needs, and gives it back when it ends. Agents without a squad that has it need nothing.
type Need struct {
	What     Name
	Priority expr.Node // constant: the lower, the more urgent; nil: 0
}

// Reaction may interrupt what is not committed, and hands back: reaction hit_reaction on damage
//
// On is a condition: it reacts when that begins to hold; or, where it is the bare name of a kind of sense, a percept of
// that sense.
type Reaction struct {
	Head
	Do       Call // a tree, an action or a goal
	On       expr.Node
	Cooldown expr.Node // seconds, constant; nil: none
	Say      *SayClause
}

// Layer runs at the same time as the mind of an agent, over resources of its own: layer voice chatter(0.5)
type Layer struct {
	Head
	Name string
	Do   Call // a tree, an action or a goal; it starts again when it has ended
}

// OrdersLine says what orders are worth to a brain: orders score 0.8. Without, they go before all wants.
type OrdersLine struct {
	Head
	Score expr.Node
}

// SquadInfo is a checked squad. As far as it plans for itself it is one of Info.Agents.
type SquadInfo struct {
	Decl     *Squad
	ID       int32
	Name     string
	Agent    *AgentInfo // its plan lines and idle line, in Info.Agents
	Roles    []RoleInfo
	Superior *SquadInfo
}

// DefaultSquadReplan is the replan interval of a squad's plan line that does not give one, in seconds.
const DefaultSquadReplan = 2.0

// RoleInfo is a checked role. The frame of its score is one word: the body of the member.
type RoleInfo struct {
	Decl     *Role
	Name     string
	Min, Max int
	Each     *Slot
	From     *expr.Term // the call of the host's function that returns the suited members; nil: all members
	Score    *expr.Term // nil: 1
	Bonus    float64
}

// LeaseInfo is a checked token, or the slots of a type.
type LeaseInfo struct {
	ID    int32
	Name  string     // of the token, or the type
	Squad *SquadInfo // whose it is
	Type  world.Type // of slots; the zero type: a token
	Count int
	Lease float64 // seconds; 0: as long as it is needed
}

// NeedInfo is a need of an action: a token by its name in the acting agent's squad, or the object that a parameter is
// bound to.
type NeedInfo struct {
	Token    string
	Param    int // of slots: index of the parameter; -1: a token
	Priority int
}

// OrderInfo is an order that an operator gives: do order flanker flank(e)
type OrderInfo struct {
	ID     int32
	Role   string
	Goal   *GoalInfo // one of the two
	Task   *TaskInfo //
	Params []world.Type
	Urgent bool  // written: do order urgent flanker flank(e)
	Say    int32 // 1 + index of the bark that members say when they get it: that of the first operator that gives it and says something; 0: none
}

// ReactionInfo is a checked reaction.
type ReactionInfo struct {
	Decl     *Reaction
	Do       *ActionCall   // with constant arguments
	On       *expr.Term    // nil: Percept
	Percept  *world.Symbol // an int of the agent that no file can name: how many percepts of a kind of sense there were
	Cooldown float64
	Say      SayInfo
}

// LayerInfo is a checked layer.
type LayerInfo struct {
	Decl *Layer
	Name string
	Do   *ActionCall
}

// SquadTable lists the clauses of a squad.
var SquadTable = Statement{
	Word: "squad", Title: "Squad", Decl: true, Doc: "A group that plans for itself and gives orders to its members.",
	Form: "squad fireteam {\n    plan hold_area every 2s\n    role pointman 1..1\n    token shoot_at_player 2 lease 3s\n    slot cover 1 lease 10s\n    squad company\n}",
	JSON: `{
  "kind": "squad",
  "name": "fireteam",
  "plans": [{"task": "hold_area", "every": "2s"}],
  "roles": [{"name": "pointman", "min": "1", "max": "1"}],
  "tokens": [{"name": "shoot_at_player", "count": "2", "lease": "3s"}],
  "slots": [{"type": "cover", "count": "1", "lease": "10s"}],
  "squad": "company"
}`,
	Name: "Name of the squad.",
	Body: lines([]Clause{
		listed(Clause{Word: "plan", Of: &PlanTable, Field: "plans", Doc: "Its plan lines: it plans for the first whose condition holds. Replan interval, default: 2s."}, func(d *Squad) *[]*PlanLine { return &d.Plans }),
		idleClause(func(d *Squad) **IdleLine { return &d.Idle }),
		listed(Clause{Word: "role", Of: &RoleTable, Field: "roles", Doc: "The roles of its members."}, func(d *Squad) *[]*Role { return &d.Roles }),
		listed(Clause{Word: "token", Of: &TokenTable, Field: "tokens", Doc: "A token that a limited number of members can hold at once."}, func(d *Squad) *[]*Token { return &d.Tokens }),
		listed(Clause{Word: "slot", Of: &SlotTable, Field: "slots", Doc: "Objects that a limited number of members can use at once."}, func(d *Squad) *[]*SlotLine { return &d.Slots }),
		memberClause(func(d *Squad) **UseLine { return &d.Superior }, "The kind of squads that it can be a member of itself."),
	}),
	kept: keptIn(func(d *Squad) Kept { return Kept{Name: &d.Name, End: &d.End} }),
}

// RoleTable lists the clauses of a role.
var RoleTable = Statement{
	Word: "role", Title: "Role", Doc: "A role that the squad assigns to its members.",
	Form: "squad fireteam {\n    role pointman 1..2 each m: soldier score courage(m) bonus 0.3\n}",
	JSON: `{"name": "pointman", "min": "1", "max": "2", "each": "m: soldier", "score": "courage(m)", "bonus": "0.3"}`,
	Head: []Clause{
		{Field: "name", Takes: TakesOwnName, Need: true, Doc: "Name of the role.", at: in(func(d *Role) any { return &d.Name })},
		{Field: "min", Takes: TakesValue, Need: true, Doc: "The minimum number of members.", at: in(func(d *Role) any { return &d.Min })},
		{Field: "max", Takes: TakesValue, Doc: "The maximum.", Without: "the same as the minimum", at: in(func(d *Role) any { return &d.Max })},
		{
			Word: "each", Takes: TakesVariable, Is: "a role", Hint: "it is the member", Form: "each m: soldier", Doc: "The body of a member, for the score. With from, only members whose bodies a function of the host returns suit, as in each m: soldier from medics(ward).", Param: "variable",
			at: in(func(d *Role) any { return &d.Each }),
		},
		{
			Word: "score", Takes: TakesAmount, Is: "a score", Signed: true, Form: "score courage(m)", Doc: "How well a member suits.", Without: "all members suit equally",
			at:   in(func(d *Role) any { return &d.Score }),
			info: to(func(i *RoleInfo) any { return &i.Score }),
		},
		{
			Word: "bonus", Takes: TakesNumber, Is: "a bonus", Most: MaxWeight, Default: DefaultRoleBonus, Form: "bonus 0.3", Doc: "The bonus on the score of the member that has the role, as a fraction.", Without: "0.2",
			at:   in(func(d *Role) any { return &d.Bonus }),
			info: to(func(i *RoleInfo) any { return &i.Bonus }),
		},
	},
	kept: keptIn(func(*Role) Kept { return Kept{} }),
}

// TokenTable lists the clauses of a token.
var TokenTable = Statement{
	Word: "token", Title: "Token", Doc: "A token that a limited number of a squad's members can hold at once.",
	Form: "squad fireteam {\n    token shoot_at_player 2 lease 3s\n}",
	JSON: `{"name": "shoot_at_player", "count": "2", "lease": "3s"}`,
	Head: append([]Clause{{Field: "name", Takes: TakesOwnName, Need: true, Doc: "Name of the token.", at: in(func(d *Token) any { return &d.Name })}},
		lendingClauses("How many hold it.", func(d *Token) (count, lease *expr.Node) { return &d.Count, &d.Lease })...),
	kept: keptIn(func(*Token) Kept { return Kept{} }),
}

// SlotTable lists the clauses of the slots of a squad.
var SlotTable = Statement{
	Word: "slot", Title: "Slot line", Doc: "Objects of a type, each of which a limited number of a squad's members can use at once.",
	Form: "squad fireteam {\n    slot cover 1 lease 10s\n}",
	JSON: `{"type": "cover", "count": "1", "lease": "10s"}`,
	Head: append([]Clause{{Field: "type", Takes: TakesName, Need: true, Doc: "The object type.", at: in(func(d *SlotLine) any { return &d.Type })}},
		lendingClauses("How many use one object.", func(d *SlotLine) (count, lease *expr.Node) { return &d.Count, &d.Lease })...),
	kept: keptIn(func(*SlotLine) Kept { return Kept{} }),
}

// lendingClauses are the clauses that tokens and slots have in common.
func lendingClauses[D any](doc string, get func(*D) (count, lease *expr.Node)) []Clause {
	return []Clause{
		{
			Field: "count", Takes: TakesCount, Is: "the number of holders", Least: 1, Most: MaxHolders, Default: 1, Doc: doc, Without: "1",
			at:   in(func(d *D) any { count, _ := get(d); return count }),
			info: to(func(i *LeaseInfo) any { return &i.Count }),
		},
		{
			Word: "lease", Takes: TakesSeconds, Unit: "s", Form: "lease 3s", Doc: "The maximum time.", Without: "as long as the action that needs it runs",
			at:   in(func(d *D) any { _, lease := get(d); return lease }),
			info: to(func(i *LeaseInfo) any { return &i.Lease }),
		},
	}
}

// ReactionTable lists the clauses of a reaction.
var ReactionTable = Statement{
	Word: "reaction", Title: "Reaction", Doc: "An activity that may interrupt the agent's mind, which continues afterwards.",
	Form: "agent rifleman {\n    reaction duck(1) on hp < 0.3 cooldown 1s\n}",
	JSON: `{"do": "duck(1)", "on": "hp < 0.3", "cooldown": "1s"}`,
	Head: []Clause{
		{Field: "do", Takes: TakesDoing, Need: true, Doc: "The tree, action or goal, with constant arguments.", at: in(func(d *Reaction) any { return &d.Do })},
		{Word: "on", Takes: TakesValue, Need: true, Param: "-", Form: "on hp < 0.3", Doc: "A condition that begins to hold, or a kind of sense, for its percepts.", at: in(func(d *Reaction) any { return &d.On })},
		{
			Word: "cooldown", Takes: TakesSeconds, Unit: "s", Form: "cooldown 1s", Doc: "The time from its end until it can start again.",
			at:   in(func(d *Reaction) any { return &d.Cooldown }),
			info: to(func(i *ReactionInfo) any { return &i.Cooldown }),
		},
		sayClause("What the agent says when it starts.", func(d *Reaction) **SayClause { return &d.Say }, func(i *ReactionInfo) *SayInfo { return &i.Say }),
	},
	kept: keptIn(func(*Reaction) Kept { return Kept{} }),
}

// LayerTable lists the clauses of a layer.
var LayerTable = Statement{
	Word: "layer", Title: "Layer", Doc: "An activity that runs beside an agent's mind.",
	Form: "agent rifleman {\n    layer voice chatter(0.5)\n}",
	JSON: `{"name": "voice", "do": "chatter(0.5)"}`,
	Head: []Clause{
		{Field: "name", Takes: TakesOwnName, Need: true, Doc: "Name of the layer.", at: in(func(d *Layer) any { return &d.Name })},
		{Field: "do", Takes: TakesDoing, Need: true, Doc: "The tree, action or goal, with constant arguments.", at: in(func(d *Layer) any { return &d.Do })},
	},
	kept: keptIn(func(*Layer) Kept { return Kept{} }),
}
