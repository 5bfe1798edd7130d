package karakuri

import "github.com/karakuri-ai/karakuri/internal/run/agent"

// Loss is something that agents lost in a reload, or when a snapshot was restored into another program or crowd. What
// several of them lost for the same reason is one Loss.
type Loss struct {
	Kind LossKind
	// Name is the name of the lost part, if it has one: "guard: attack" for a branch of tree guard, "flee" for a want.
	Name string
	Why  string // "it is gone"
	Text string // all of that in words
	// Agents are those that lost it, and Names what [Crowd.NameAgents] calls the first of them. Both are empty for an
	// agent that [Crowd.RestoreAgent] restored.
	Agents []AgentID
	Names  []string
}

// LossKind is what agents lost.
type LossKind uint8

// Kinds of losses.
const (
	LostAgent      = LossKind(agent.LostAgent)      // the agent itself: its kind no longer exists
	LostBody       = LossKind(agent.LostBody)       // the object that is its body
	LostPlan       = LossKind(agent.LostPlan)       // the plan that it was running
	LostMind       = LossKind(agent.LostMind)       // its tree, goal or brain as a whole, or its idle action
	LostBranch     = LossKind(agent.LostBranch)     // a branch of a tree: the rest of the tree continues
	LostPursuit    = LossKind(agent.LostPursuit)    // a want or order that its brain pursued: the rest of the brain continues
	LostOrders     = LossKind(agent.LostOrders)     // its orders
	LostReaction   = LossKind(agent.LostReaction)   // a reaction or layer
	LostMemory     = LossKind(agent.LostMemory)     // its memory
	LostMembership = LossKind(agent.LostMembership) // its place in a squad
	LostRole       = LossKind(agent.LostRole)       // its role in its squad
)

// String returns the loss as text: "guard#1, guard#2, guard#3 and 497 more: want flee is gone".
func (l *Loss) String() string {
	in := agent.Loss{Agents: l.Agents, Names: l.Names}
	if len(l.Agents) == 0 {
		return l.Text
	}
	return in.Who() + ": " + l.Text
}

func lossesOf(list []agent.Loss) (losses []Loss) {
	for i := range list {
		l := &list[i]
		losses = append(losses, Loss{Kind: LossKind(l.Kind), Name: l.Name, Why: l.Why, Text: l.Text, Agents: l.Agents, Names: l.Names})
	}
	return losses
}
