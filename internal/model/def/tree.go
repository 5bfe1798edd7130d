package def

import (
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Tree is a behaviour tree.
//
//	tree guard(sight: float, reach: float = 1, inout alarm: bool) {
//	    service every 0.25s look_for(player, sight)
//	    selector { attack(player); return_to(start_pos) }
//	}
type Tree struct {
	Head
	Name     string
	Params   []Port
	Services []*Service // run while the tree does
	Root     *Node      // nil only in models recovered from faulty text
	End      []string
}

// Port is a parameter of a tree. An in-port is a value, computed when the tree starts; an out- or inout-port is another
// name for a symbol of the agent that uses the tree: written to and read as that, at once.
type Port struct {
	Param
	Dir     PortDir
	Default expr.Node // nil: must be given; in-ports only
}

// PortDir is which way a port goes.
type PortDir uint8

// Directions.
const (
	PortIn PortDir = iota
	PortOut
	PortInOut
)

var dirWords = [...]string{PortIn: "", PortOut: "out", PortInOut: "inout"}

// String returns the direction as it is written: "inout"; empty for an in-port.
func (d PortDir) String() string { return fact.Name(d, dirWords[:]...) }

// Node is a node of a tree. Which fields may be used depends on its Kind: see [NodeKinds].
//
//	sequence abort both skip_if tired as "fight" { if visible(player); attack(player) uninterrupted }
type Node struct {
	Head
	Kind     NodeKind
	Name     string // given with: as "name"; empty: none
	Disabled bool   // is skipped as if it were not there

	Call          *Call       // NodeCall: an action or a tree; NodePlan: a task or operator; NodeGoal: a goal; NodeChoose: an enum; NodeHosted: an action
	Auto          bool        // NodeChoose, and NodeCall of a tree, written "guard(4, ..)": missing ports take the values that have their names at the call
	Overrides     []*Override // NodeCall of a tree
	Best          bool        // NodePlan: the cheapest plan that is found within the limits, not the first
	Uninterrupted bool        // NodeCall of an action: holds off lower-priority aborts until it is done
	Cond          expr.Node   // NodeIf, NodeWhen
	Effect        []expr.Effect
	Text          string      // NodeLog, NodeTodo
	Value         expr.Node   // see NodeKindInfo.Value
	Limit         expr.Node   // NodeWait: longest time, when that is drawn; NodeParallel, NodeParallelAll: failures
	Each          *expr.Var   // NodeEach
	Values        []expr.Node // NodeEach: the values, unless Each has a type and means its members; NodeCase: the compared values; empty: else
	Where         expr.Node   // NodeEach over a type
	Order         expr.Node   // NodeEach over a type

	Select  *SelectClause  // NodeUtilitySelector; nil: the order of scores. With it one child is chosen when it starts, and the next best if that fails
	Inertia *InertiaClause // NodeUtilitySelector with Select best: favours the child that ran last

	Abort     AbortMode // composites (their leading conditions), NodeIf, NodeWhen
	Score     expr.Node // child of a utility selector
	Weight    expr.Node // child of a random node
	SkipIf    expr.Node // read before the node starts: it is Skipped
	FailIf    expr.Node // likewise: Failure
	SucceedIf expr.Node // likewise: Success
	While     expr.Node // read before it starts, where false it is Skipped; and while it runs, where false it is aborted and Skipped
	OnSuccess []expr.Effect
	OnFailure []expr.Effect
	OnAbort   []expr.Effect

	Services []*Service // run while the node does
	Children []*Node
	End      []string
}

// Service runs at the same time as a branch: service every 0.25s look_for(player, sight), or: service every 1s set heat
// -= 1
type Service struct {
	Head
	Every  expr.Node // seconds, constant
	Call   *Call     // an action; nil: Effect
	Effect []expr.Effect
}

// Override replaces what a tree calls: override chase = keep_range
type Override struct {
	Head
	What Name // an action or tree that the tree calls
	With Name // an action or tree that takes the same
}

// TreeLine is: tree guard(4, 1) [once] [{ override chase = keep_range }]. The agent's mind is that tree.
type TreeLine struct {
	Head
	Call      Call
	Overrides []*Override
	Once      bool // does not start again after it has ended
	End       []string
}

// AbortMode says which nodes a condition may abort when its outcome changes.
type AbortMode uint8

// Abort modes.
const (
	AbortNone  AbortMode = iota
	AbortSelf            // becoming false, it aborts the branch that it guards
	AbortLower           // becoming true, it aborts a later sibling that runs, and its branch starts
	AbortBoth
)

var abortNames = [...]string{"none", "self", "lower", "both"}

// String returns the mode as it is written: "lower".
func (m AbortMode) String() string { return fact.Name(m, abortNames[:]...) }

// TreeInfo is a checked tree with all that it uses in it: subtrees are expanded where they are called, so that there is
// one frame. Besides one for each declared tree there is one for each use with overrides, or of a tree with out- or
// inout-ports: such a tree there is only as it is used.
type TreeInfo struct {
	Decl   *Tree
	ID     int32
	Name   string // "guard", or as it is used "guard(alarm = loud) { chase = keep_range }"
	Params []Slot // in-ports, at the beginning of the frame
	Frame  int    // words of parameters, ports of subtrees and loop variables together
	Root   *NodeInfo
	Nodes  int // in all
}

// NodeInfo is a checked node. All terms are over the frame of its tree.
type NodeInfo struct {
	Decl  *Node
	Kind  NodeKind // that of Decl, but NodeTree for a call of a tree, and NodeSwitch for NodeChoose
	Name  string   // instance name, or the name of the called declaration, or the kind's: for traces and views
	Abort AbortMode

	Action        *ActionCall // NodeCall of an action, NodeHosted
	Best          bool        // NodePlan
	Uninterrupted bool
	Task          *TaskInfo     // NodePlan: one of the two
	Operator      *OperatorInfo //
	Goal          *GoalInfo     // NodeGoal
	Args          []*expr.Term  // NodePlan, NodeGoal
	Select        *SelectInfo   // NodeUtilitySelector; nil: the order of scores
	Bonus, Fade   float64       // NodeUtilitySelector: inertia, with Fade in seconds
	Cond          *expr.Term
	Effect        *expr.EffectTerms
	Text          string
	Value, Limit  *expr.Term   // as in Node
	Values        []*expr.Term // as in Node
	Each          Slot         // NodeEach: the place of the value
	From          *expr.Term   // NodeEach: the call of the host's function whose values Each takes; nil: all of the type
	Where, Order  *expr.Term
	Enter         []BindInfo // NodeTree: the in-ports that are computed each time it starts; constant ones, and values in the frame, need no place of their own

	Score, Weight                    *expr.Term
	SkipIf, FailIf, SucceedIf, While *expr.Term
	OnSuccess, OnFailure, OnAbort    *expr.EffectTerms

	Services []ServiceInfo // at the root of a tree those of the tree as well, first
	Children []*NodeInfo   // without those that are disabled; NodeTree: the root of the tree
}

// BindInfo gives a slot of the frame a value.
type BindInfo struct {
	Slot  Slot
	Value *expr.Term
}

// ServiceInfo is a checked service.
type ServiceInfo struct {
	Decl   *Service
	Every  float64 // seconds
	Action *ActionCall
	Effect *expr.EffectTerms
}

// TreeUse is a tree with constant arguments, laid out as its frame begins.
type TreeUse struct {
	Tree *TreeInfo
	Args []world.Word
	Once bool
}

// Limits of trees.
const (
	// MaxTreeNodes is the maximum number of nodes of a tree with all that is expanded in it.
	MaxTreeNodes = 1 << 16
	// MaxForestNodes is the maximum number of nodes of all trees of a model together, expanded.
	MaxForestNodes = 1 << 18
	// MaxTreeDepth is how deep nodes may nest, expanded subtrees included: the tick of a tree recurses.
	MaxTreeDepth = 256
)
