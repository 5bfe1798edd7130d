package def

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Info is the result of [Check] for a model without errors: every name resolved, every expression typed. Immutable;
// safe for concurrent use. Indices into its slices are the IDs used everywhere else.
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
	Guises    []*MindUse // the other personalities of these brains, which agents can be given: numbered behind Minds
	Squads    []*SquadInfo
	Leases    []*LeaseInfo // tokens and slots of all squads
	Orders    []*OrderInfo // what operators order
	Agents    []*AgentInfo // squads among them
	Barks     []Bark       // what agents can say
	Todos     []Todo       // placeholders, in no particular order, without those of tests
	Tests     []*TestInfo  // of the file that was asked for, not of those it imports

	// Known are bools of the agent that no file can name: whether an object is remembered. One for each object type
	// without parents, in the order of types; empty if the model declares no memory.
	Known []*world.Symbol
	// Claimed are ints of the agent that no file can name: whether the agent has seen that another squad or team has
	// claimed an object from all agents, as [NotClaimed], [SeenClaimed] or the tick in which it expects the object to
	// be free. One for each object type without parents of which there are such objects, in the order of types; empty
	// if the model declares no memory.
	Claimed    []*world.Symbol
	Remembered []RememberedInfo // in the order of the schema
	Alertness  *AlertnessInfo   // nil: no agent has lines of alertness
	Attributes []string         // names of the host's own attributes of objects, in the order in which they are declared

	regarded []bool // by population; see Regards
	best     bool   // a node or step asks for the cheapest plan
	names    *names
}

// IsRecalled reports whether the engine writes a symbol from what an agent perceives and remembers.
func (i *Info) IsRecalled(sym *world.Symbol) bool {
	return slices.Contains(i.Known, sym) || slices.Contains(i.Claimed, sym) || i.Alertness.has(sym) || slices.ContainsFunc(i.Remembered, func(r RememberedInfo) bool { return r.Symbol == sym })
}

// ConstInfo is a constant with its value; Words[1] is used by vec2 only.
type ConstInfo struct {
	Decl  *Const
	Name  string
	Type  world.Type
	Words [2]world.Word
}

// Slot is a parameter or bound variable: where its value lies in the frame of its declaration. Parameters
// come first, in order, then bound variables; a vec2 takes two words.
type Slot struct {
	Name  string
	Type  world.Type
	Index int // of its first word
}

// ActionCall is a call of an action, with arguments over the frame of the caller.
type ActionCall struct {
	Action *ActionInfo
	Tree   *TreeInfo  // set instead of Action if it runs a tree
	Goal   *GoalInfo  // set instead of Action if an operator pursues a goal
	Order  *OrderInfo // set instead of Action if an operator gives an order
	Args   []*expr.Term
	Which  []int // for each argument, the index into ActionParam.Types of the type it has
}

// Name returns the name of the call; of an order, the name of the ordered goal or task.
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
