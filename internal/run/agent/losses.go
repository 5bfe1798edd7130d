package agent

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// Loss is something that agents lost on the way into another program or crowd. The same loss of several agents is one
// Loss.
type Loss struct {
	Kind   LossKind
	Name   string // of the lost part, if it has one: "guard: attack" of a tree, "flee" of a brain
	Why    string
	Text   string   // the whole loss as text
	Agents []ID     // the agents that lost it
	Names  []string // names of the first ones, from the host
}

// LossKind is the kind of a loss of agents.
type LossKind uint8

// Kinds of losses.
const (
	LostAgent      LossKind = iota + 1 // the agent itself: its kind is gone
	LostBody                           // the object that is its body
	LostPlan                           // the plan that it carried out
	LostMind                           // what ran in the place of a plan: its tree, goal or brain as a whole, or its idle action
	LostBranch                         // a branch of a tree: the rest of the tree continues
	LostPursuit                        // a want or order that its brain pursued: the rest of the brain continues
	LostOrders                         // orders that it was given
	LostReaction                       // a reaction or layer
	LostMemory                         // its memory
	LostMembership                     // its place in a squad
	LostRole                           // its role in its squad
)

// MaxNamed is the maximum number of agents that a loss names.
const MaxNamed = 3

// losses are the losses of agents, in the order in which they were found.
type losses struct {
	list []Loss
	at   map[lossKey]int
}

type lossKey struct {
	kind LossKind
	text string
}

// add records a loss of an agent. It calls name only if the loss records names.
func (l *losses) add(of Loss, id ID, name func() string) {
	key := lossKey{of.Kind, of.Text}
	at, known := l.at[key]
	if !known {
		if l.at == nil {
			l.at = map[lossKey]int{}
		}
		at = len(l.list)
		l.at[key] = at
		l.list = append(l.list, of)
	}
	to := &l.list[at]
	if last := len(to.Agents) - 1; last >= 0 && to.Agents[last] == id && id != 0 {
		return // it is recorded already
	}
	if to.Agents = append(to.Agents, id); len(to.Agents) <= MaxNamed {
		to.Names = append(to.Names, name())
	}
}

// notes returns a note for each loss.
func (l *losses) notes() (notes []world.Note) {
	for i := range l.list {
		of := &l.list[i]
		notes = append(notes, world.Note{Kind: world.Lost, What: of.Who(), Text: of.Text, Agents: len(of.Agents)})
	}
	return notes
}

// Who returns the agents as text: "guard#1, guard#2, guard#3 and 497 more".
func (l *Loss) Who() string {
	who := strings.Join(l.Names, ", ")
	if more := len(l.Agents) - len(l.Names); more > 0 {
		who += fmt.Sprintf(" and %d more", more)
	}
	return who
}

// lossOf converts a loss of a runner.
func lossOf(l runner.Lost) Loss {
	kinds := [...]LossKind{runner.LostPlan: LostPlan, runner.LostStandIn: LostMind, runner.LostOrders: LostOrders}
	return Loss{Kind: kinds[l.Of], Why: l.Why, Text: l.Text}
}
