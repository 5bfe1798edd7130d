package def

import (
	"github.com/karakuri-ai/karakuri/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Squad is a group that plans for itself and gives orders to its members. It is spawned like an agent, has a state of its own, and its
// operators give orders.
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

// Role is what members are chosen for. Members are spawned agents of kinds that say "squad fireteam", or squads that do.
type Role struct {
	Head
	Name     string
	Min, Max expr.Node // constant; Max nil: as Min
	Each     *expr.Var // the body of a member; nil: all members suit alike
	Score    expr.Node // over Each and the squad's state; 0 or less: not that one; nil: 1
	Bonus    expr.Node // constant, factor for who has the role already: times 1 + bonus; nil: 0.2
}

// Token is something that at most Count members hold at once, each for at most a lease: token shoot_at_player 2 lease 3s
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
// It names a token of a squad, or a parameter of the action, whose object then is a slot. The action waits until it has what it needs, and gives it
// back when it ends. Agents without a squad that has it need nothing.
type Need struct {
	What     Name
	Priority expr.Node // constant: the lower, the more urgent; nil: 0
}

// Reaction may interrupt what is not committed, and hands back: reaction hit_reaction on damage
//
// On is a condition: it reacts when that begins to hold; or, where it is the bare name of a kind of sense, a percept of that sense.
type Reaction struct {
	Head
	Do       Call // a tree, an action or a goal
	On       expr.Node
	Cooldown expr.Node // seconds, constant; nil: none
}

// Layer runs beside the mind of an agent, over resources of its own: layer voice chatter(0.5)
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

// NeedInfo is what an action needs: a token by its name in the squad of whoever acts, or the object that a parameter stands for.
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
	Urgent bool // written: do order urgent flanker flank(e)
}

// ReactionInfo is a checked reaction.
type ReactionInfo struct {
	Decl     *Reaction
	Do       *ActionCall   // with constant arguments
	On       *expr.Term    // nil: Percept
	Percept  *world.Symbol // an int of the agent that no file can name: how many percepts of a kind of sense there were
	Cooldown float64
}

// LayerInfo is a checked layer.
type LayerInfo struct {
	Decl *Layer
	Name string
	Do   *ActionCall
}
