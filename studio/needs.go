package studio

import (
	"slices"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/world"
)

// Needs lists what a game implements, to check programs against. Its method Fit can be used as a [World]'s Fits.
type Needs struct {
	// Actions are the actions that the game implements: a program must declare no others, and no functions.
	Actions []string
	// Agents are the kinds of agents that a program must declare.
	Agents []string
	// Symbols are the symbols that the game reads and writes, with the kinds of their values.
	Symbols map[string]world.Kind
}

// Fit reports whether a program can run in the game.
func (n *Needs) Fit(p *karakuri.Program) bool {
	for _, name := range p.Actions() {
		if !slices.Contains(n.Actions, name) {
			return false
		}
	}
	kinds := p.Kinds()
	for _, kind := range n.Agents {
		if !slices.Contains(kinds, kind) {
			return false
		}
	}
	for name, kind := range n.Symbols {
		if sym := p.Schema().Symbol(name); sym == nil || sym.Type.Kind != kind {
			return false
		}
	}
	return len(p.Functions()) == 0
}
