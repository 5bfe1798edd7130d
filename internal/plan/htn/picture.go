package htn

import "github.com/karakuri-ai/karakuri/world"

// Picture makes dst what the search that is on, or was last, began with. Planning again on it with the same options
// gives the same.
func (p *Planner) Picture(dst *world.State) {
	dst.CopyFrom(p.state)
	changes := p.state.Changes(p.start)
	for i := len(changes) - 1; i >= 0; i-- {
		dst.Set(changes[i].Addr, changes[i].Old)
	}
	dst.Forget()
}

// Nodes returns how many nodes the search that is on, or was last, has taken so far.
func (p *Planner) Nodes() int { return p.stats.Nodes }

// Stats returns what the search that is on, or was last, has done so far.
func (p *Planner) Stats() Stats { return p.stats }
