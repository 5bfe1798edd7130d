package def

import (
	"github.com/karakuri-ai/karakuri/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Info is what [Check] works out of a model without errors: every name resolved, every expression typed.
// Immutable; safe for concurrent use. Indices into its slices are the IDs used everywhere else.
type Info struct {
	Model     *Model
	Schema    *world.Schema
	Initial   *world.State // declared objects, default values, init blocks; never written, copy it
	Consts    []*ConstInfo
	Functions []*expr.Function
	Derived   []*expr.Derived
	Actions   []*ActionInfo
	Operators []*OperatorInfo
	Tasks     []*TaskInfo
	Trees     []*TreeInfo // as declared, then as used: see TreeInfo
	Goals     []*GoalInfo
	Brains    []*BrainInfo
	Senses    []*SenseInfo
	Memories  []*MemoryInfo
	Minds     []*MindUse // brains with personalities, as agents have them
	Squads    []*SquadInfo
	Leases    []*LeaseInfo // tokens and slots of all squads
	Orders    []*OrderInfo // what operators order
	Agents    []*AgentInfo // squads among them
	Tests     []*TestInfo  // of the file that was asked for, not of those it imports

	// Known are bools of the agent that no file can name: whether an object is remembered. One for each object type without parents, in the
	// order of types; empty where the model declares no memory.
	Known      []*world.Symbol
	Remembered []RememberedInfo // in the order of the schema
	Attributes []string         // names of the host's own attributes of objects, in the order in which they are declared

	regarded []bool // by population; see Regards
	names    *names
}

// ConstInfo is a constant with its value; Words[1] is used by vec2 only.
type ConstInfo struct {
	Decl  *Const
	Name  string
	Type  world.Type
	Words [2]world.Word
}

// Slot is a parameter or bound variable: where its value lies in the frame of whoever declared it. Parameters
// come first, in order, then bound variables; a vec2 takes two words.
type Slot struct {
	Name  string
	Type  world.Type
	Index int // of its first word
}

// ActionInfo is an action's signature.
type ActionInfo struct {
	Decl   *Action
	ID     int32
	Name   string
	Params []ActionParam
	Uses   []string // resources it occupies while it runs
	Needs  []NeedInfo
	Grace  float64 // seconds
}

// ActionParam is a parameter of an action; one that takes several types gets the type's index before its value.
type ActionParam struct {
	Name  string
	Types []world.Type
}

// ActionCall is a call of an action, with arguments over the frame of the caller.
type ActionCall struct {
	Action *ActionInfo
	Tree   *TreeInfo  // set instead of Action where a tree is done
	Goal   *GoalInfo  // set instead of Action where an operator does a goal
	Order  *OrderInfo // set instead of Action where an operator gives an order
	Args   []*expr.Term
	Which  []int // for each argument, the index into ActionParam.Types of the type it has
}

// Name returns the name of what is called: of an order, that of what is ordered.
func (c *ActionCall) Name() string {
	switch {
	case c.Action != nil:
		return c.Action.Name
	case c.Tree != nil:
		return c.Tree.Name
	case c.Goal != nil:
		return c.Goal.Name
	}
	return c.Order.Name()
}

// OperatorInfo is a checked operator.
type OperatorInfo struct {
	Decl   *Operator
	ID     int32
	Name   string
	Params []Slot
	Frame  int           // words its parameters take
	When   *expr.Term    // nil: always
	Do     []*ActionCall // what it does, all of it at once; empty: nothing in the world
	Join   Join          // how the ends of several actions make the end of the step
	Claims []int         // words of the frame: the objects that no other step may claim while it runs
	Until  *expr.Term    // the step succeeds as soon as it holds; nil: never
	While  *expr.Term    // the step fails as soon as it does not hold; nil: always
	Effect *expr.EffectTerms
	Cost   *expr.Term // int or float; nil: 1

	SucceedAfter float64 // seconds after which the step ends well, without its effects; 0: never
	FailAfter    float64 // seconds after which it fails; 0: never
	Commit       float64 // seconds from its start in which no other plan takes over; 0: none
	Cooldown     float64 // seconds after its end in which it cannot start again; 0: none
	// Cooling is the symbol that says so: a bool of the agent that no file can name, nil without a cooldown. Operators that
	// share a cooldown have the same. It is part of When, and of the planned effects.
	Cooling *world.Symbol
}

// Join is how several actions of one step end it.
type Join uint8

// Joins.
const (
	JoinAll     Join = iota // it succeeds when all have, and fails with the first that fails
	JoinAny                 // it succeeds with the first that does, and fails when all have failed
	JoinPrimary             // the first that is written decides alone
)

// TaskInfo is a checked compound task.
type TaskInfo struct {
	Decl    *Task
	ID      int32
	Name    string
	Params  []Slot
	Frame   int // words its parameters take
	Methods []*MethodInfo
}

// MethodInfo is a checked method. Its frame is that of its task followed by the free variables.
type MethodInfo struct {
	Decl   *Method
	Name   string
	Frame  int // words of parameters and free variables together
	When   *expr.Term
	Each   []Slot
	Where  *expr.Term
	Order  *expr.Term
	Margin float64 // 0: none
	Body   *BlockInfo
}

// BlockInfo is a checked block of subtasks.
type BlockInfo struct {
	Unordered bool
	Items     []ItemInfo
}

// ItemInfo is a subtask: exactly one of Operator, Task and Block is set.
type ItemInfo struct {
	Decl     *Item
	Operator *OperatorInfo
	Task     *TaskInfo
	Block    *BlockInfo
	Args     []*expr.Term // over the method's frame; read when the method is chosen
}

// CallInfo is a call of a task or operator with constant arguments, as agents and tests make them.
type CallInfo struct {
	Task     *TaskInfo     // exactly one of Task and Operator is set
	Operator *OperatorInfo //
	Args     []world.Word
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
	Layers    []LayerInfo

	Body     world.Type // object type of its own object; the zero type: it has none
	Senses   []*SenseInfo
	Memories []*MemoryInfo // at most one of each kind
}

// PlanInfo is a checked plan line.
type PlanInfo struct {
	Decl  *PlanLine
	Call  CallInfo
	When  *expr.Term // nil: always
	Every float64    // seconds
	Once  bool
}

// TestInfo is a checked test.
type TestInfo struct {
	Decl    *Test
	Name    string
	Initial *world.State // Info.Initial with the test's objects and givens applied; never written, copy it
	Call    CallInfo
	None    bool
	Steps   []TestStep
}

// TestStep is an expected step. Args is nil where the test leaves them open.
type TestStep struct {
	Operator *OperatorInfo
	Args     []world.Word
}
