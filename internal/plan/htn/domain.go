package htn

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Domain is the compiled form of a model's tasks and operators. Immutable; safe for concurrent use.
type Domain struct {
	Info *def.Info

	tasks     []task
	methods   []method
	operators []operator
	blocks    []block
	items     []item     // of all blocks, one after the other
	beside    int32      // block of three branches, the last after the first: what a repair does next to its task
	recursive bool       // some task can lead to itself
	partial   bool       // some method leaves subtasks unordered
	by        [2][][]int // by method, and by operator: the words of the frame that distinguish bans; nil: all
	waits     []*wait    // by operator; nil: plans do not wait for its cooldown
	claims    []claim    // by operator
	guarded   bool       // some method says what must hold until its last step
}

// TaskID and OperatorID are indices into def.Info.Tasks and def.Info.Operators.
type (
	TaskID     int32
	OperatorID int32
)

type task struct {
	first, end int32 // methods
	params     int32 // words
	root       int32 // block that holds just this task, with its own parameters as arguments
	recursive  bool  // can lead to itself
	growing    bool  // can lead to itself with something left to do after it
	dead       bool  // no method can ever finish
	wary       bool  // any of these: look before it is expanded
	minCost    float64
}

type method struct {
	task     int32
	index    int32 // within the task
	params   int32 // words of the task's parameters
	frame    int32 // words: parameters, free variables, computed arguments
	when     *expr.Cond
	each     []variable
	order    *expr.Value
	cell     *expr.Term // the order key, where it is a cell that the frame determines; else nil
	before   []bool     // [a*n+b]: subtask a must end before subtask b starts; nil: as declared
	computed []computedArg
	block    int32
	dead     bool       // can never finish
	while    *expr.Cond // must hold until its last step; nil: nothing
	yields   []yield    // words of its free variables that a step below claims, in order
}

// near is that a place lies within a radius of a point.
type near struct {
	symbol         *world.Symbol
	center, radius *expr.Value
}

// variable is a free variable of a method with the conditions that can be judged once it is bound.
type variable struct {
	typ   world.Type
	slot  int32
	where []*expr.Cond
	near  *near         // only places near a point are tried; nil: all
	known *world.Symbol // kept in rows: only remembered objects are tried; nil: all of the type
	mark  *world.Symbol // not kept in rows: only the objects for which it holds count; nil: all of the type
	// from is the function of the host whose set it ranges over, args its arguments, and words how many words these
	// take; nil: all of the type.
	from  *expr.Function
	args  []*expr.Value
	words int32
}

// computedArg is a subtask's argument that is neither a constant nor a plain slot: it is evaluated when the method
// is chosen, into a slot of the method's frame.
type computedArg struct {
	slot  int32
	width int32
	value *expr.Value
}

type operator struct {
	params  int32
	when    *expr.Cond
	effects *expr.Effects
	cost    *expr.Value // nil: constant
	fixed   float64     // cost where constant
	float   bool        // cost is a float
}

// block is a list of subtasks: in order, or (partial) with predecessors.
type block struct {
	items   []item // a view of Domain.items
	first   int32  // index of the first one there
	partial bool
	suffix  []float64 // least cost of items[i:]; one more than items
}

type itemKind uint8

const (
	itemOperator itemKind = iota
	itemTask
	itemBlock // a partial block
)

type item struct {
	kind    itemKind
	id      int32 // operator, task or block
	ordinal int32 // position among all subtasks of its method, in declaration order
	args    []arg
	preds   uint64 // items of a partial block that must be done before, as a bit set
	branch  int32  // within a partial block: the block that holds this item (or its ordered list) alone
	named   bool   // some argument names an object, which may be gone
}

// arg is one word of an argument list: a slot of the frame, or a constant when slot < 0.
type arg struct {
	slot  int32
	named bool // an object that was named, not found: look whether it is there
	typ   int32
	word  world.Word
}

// Task returns the ID of a named task.
func (d *Domain) Task(name string) (TaskID, bool) {
	for i, t := range d.Info.Tasks {
		if t.Name == name {
			return TaskID(i), true
		}
	}
	return 0, false
}

// Operator returns the ID of a named operator.
func (d *Domain) Operator(name string) (OperatorID, bool) {
	for i, o := range d.Info.Operators {
		if o.Name == name {
			return OperatorID(i), true
		}
	}
	return 0, false
}

// Goal is what a planner plans for: a task, or an operator alone, with arguments.
type Goal struct {
	Task       TaskID
	Operator   OperatorID
	IsOperator bool
	Args       []world.Word // read when planning begins, not kept
}

// GoalOf returns the goal of a checked call.
func GoalOf(c def.CallInfo) Goal {
	if c.Operator != nil {
		return Goal{Operator: OperatorID(c.Operator.ID), IsOperator: true, Args: c.Args}
	}
	return Goal{Task: TaskID(c.Task.ID), Args: c.Args}
}

// aim is the number of a goal, whatever its arguments: of tasks, then of operators.
func (d *Domain) aim(g Goal) int32 {
	if g.IsOperator {
		return int32(len(d.tasks)) + int32(g.Operator)
	}
	return int32(g.Task)
}

func (d *Domain) root(g Goal) int32 {
	if g.IsOperator {
		return int32(len(d.blocks)-len(d.operators)) + int32(g.Operator)
	}
	return d.tasks[g.Task].root
}
