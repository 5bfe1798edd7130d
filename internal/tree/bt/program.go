package bt

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Forest is the compiled trees of a model. Immutable; safe for concurrent use.
type Forest struct {
	Info *def.Info

	programs []*Program
}

// Program returns the program of a tree: id is its TreeInfo.ID.
func (f *Forest) Program(id int32) *Program { return f.programs[id] }

// Len returns the number of programs.
func (f *Forest) Len() int { return len(f.programs) }

// Program is a compiled tree. Immutable; safe for concurrent use.
type Program struct {
	Info *def.TreeInfo

	id      int32
	schema  *world.Schema
	nodes   []node // a node before its children, and these in order
	watches []watch
	reads   readTable
	types   []world.Type // of the words of the frame; of a vec2 the second word has the zero type
	frame   int          // words of the frame, with which a tree's memory begins
	words   int          // of a tree's memory
	bits    int32        // first bit: a running bit for each node, then what watches remember
	list    int32        // first lane of the list of running leaves
	draws   int32        // word of the number of the next random number; -1: none are drawn
	lists   int          // nodes that keep the members of a type
	asks    bool         // expressions call functions of the host
}

// node is a compiled node. Its children come right after it, each with all below it.
type node struct {
	kind   def.NodeKind
	shape  def.NodeShape
	flags  flag
	parent int32
	end    int32 // the node after the last one below
	lane   int32 // first of its lanes
	word   int32 // first of its words
	action int32 // ID of the activity that it starts
	mask   uint64
	cond   *expr.Cond      // of an if or when; of a sequence that begins with ifs, the conjunction of these
	cells  []expr.CellTest // cond, where that compares cells with constants and nothing else
	*details
}

// flag marks special properties of a node, for quick tests.
type flag uint16

const (
	flagBefore        flag = 1 << iota // clauses that are read before it starts
	flagServices                       //
	flagEffects                        // on_success or on_failure
	flagWatched                        // a watch makes its parent continue with it
	flagHosts                          // a watch makes it continue with a child
	flagSelf                           // a watch makes it fail
	flagWhile                          //
	flagUninterrupted                  //
	flagBare                           // a leaf, or a sequence of such ifs, not the root, that does nothing beyond its kind
	flagJudged                         // it, or a node below, has a watch or asks again
	flagKeeps                          // it remembers something when it does not run
	flagRun                            // a bare if of a sequence: it and those right behind it are asked at once
	flagGrace                          // it is an action that takes time to end, or such is below
)

// details is the data of a node that is needed when it starts or ends.
type details struct {
	info         *def.NodeInfo
	value, limit *expr.Value
	values       []*expr.Value
	effects      *expr.Effects
	args         []argument
	enter        []binding
	score        *expr.Value     // or weight
	gated        int32           // of such a sequence: the child after these
	run          []expr.CellTest // flagRun: its condition and those of the ifs behind it, one comparison each
	gates        *gates          // of a reactive composite: its first children; nil: they are not that simple
	rivals       []rival         // of a reactive selector: its children but the last
	tried        int32           // bit: one of them was given way in vain; those after it say which
	uses         []string        // below a reactive selector: the resources that it occupies itself
	kids         []int32         // children, where they are taken in another order
	host         int32           // of a composite or decorator of the host: ID of its action
	choice       *choice         // of a utility selector with a rule
	list         int             // each over a type: number of its list
	from         *expr.Source    // the values of a loop come from it; nil: they are members of a type
	where        *expr.Cond
	order        *expr.Value

	skipIf, failIf, succeedIf, while *expr.Cond
	onSuccess, onFailure, onAbort    *expr.Effects
	services                         []service
	grace                            float64 // seconds that its action may take to end
	ending                           int32   // flagGrace: lane of what comes when it has ended; see ending.go

	holds     bool // an uninterrupted action is below
	whileMask uint64
	askMask   uint64     // of conditions that are evaluated again in each tick
	fresh     int32      // bit: asked again in the next tick whatever has changed
	self      int32      // watch; -1: none
	hosted    []int32    // watches, in order of the children
	touched   *touched   // nil: there are few
	compared  []compared // the same watches, if all of them compare cells with constants
}

type argument struct {
	value *expr.Value
	width int
	which int // of the parameter's types; -1 when it has only one
}

// binding gives a slot of the frame a value.
type binding struct {
	slot  int
	width int
	value *expr.Value
}

// service is a compiled service. It has a word, the tick in which it is due, and a lane, its running action.
type service struct {
	every   float64 // seconds
	action  int32   // -1: effects
	args    []argument
	effects *expr.Effects
	word    int32
	lane    int32
}

// gates are the conditions of the children with which a reactive composite begins, where these compare cells with
// constants: the ifs of a sequence; of a selector the children that fail where such a condition does not hold.
type gates struct {
	all  []expr.CellTest // of a sequence
	any  expr.CellGroups // of a selector
	upTo int32           // the child after these
}

// watch is a condition with an abort mode. It has two bits: how it was last, and whether it is held off.
type watch struct {
	mask  uint64
	child int32 // of the composite that continues with it; 0: the node itself fails
	bit   int32
	node  int32 // whose condition it is
	mode  def.AbortMode
	sure  bool // a node that runs has found the condition to hold
	cond  *expr.Cond
	enter []binding // of trees between the child and the node
}

// Len returns the number of nodes.
func (p *Program) Len() int { return len(p.nodes) }

// ID returns the ID of the tree.
func (p *Program) ID() int32 { return p.id }

// Node returns the source of a node, and its parent; -1: none.
func (p *Program) Node(n int32) (info *def.NodeInfo, parent int32) {
	return p.nodes[n].info, p.nodes[n].parent
}

// Words returns how many words a tree takes besides the [Tree] itself and its lists of members.
func (p *Program) Words() int { return p.words }
