package agent

import (
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// Texts turns events into words after they have been reported, with slices of its own for their subjects. It is
// immutable: any number of goroutines may use it while the crowd continues. It names objects by the given state, which
// must contain the subjects of the events.
type Texts struct {
	program *program.Timed
}

// Texts returns what turns the crowd's events into words.
func (v *View) Texts() Texts { return Texts{v.core.model} }

// Plan returns what an event of an agent of a kind is about, and what [View.Text] does.
func (t Texts) Plan(e runner.Event, kind string, st *world.State) (of fact.Subject, text string) {
	k, ok := t.program.Script.Kind(kind)
	if !ok {
		return of, e.Kind.String()
	}
	return t.program.Script.Describe(e, k, st)
}

// Tree returns what an event is about, and what [View.TreeText] does.
func (t Texts) Tree(e bt.Event, st *world.State) (of fact.Subject, text string) {
	return t.program.Trees.Program(e.Tree).Describe(e, st)
}

// Goal returns what an event is about, and what [View.GoalText] does.
func (t Texts) Goal(e goal.Event, st *world.State) (of fact.Subject, text string) {
	return t.program.Goals.Describe(e, st)
}

// Trees returns the number of trees.
func (t Texts) Trees() int {
	if t.program.Trees == nil {
		return 0
	}
	return t.program.Trees.Len()
}

// TreeLen returns the number of nodes of a tree.
func (t Texts) TreeLen(id int32) int { return t.program.Trees.Program(id).Len() }

// IsLeaf reports whether a node of a tree has no children.
func (t Texts) IsLeaf(tree, node int32) bool {
	if node < 0 {
		return false
	}
	info, _ := t.program.Trees.Program(tree).Node(node)
	return len(info.Children) == 0
}
