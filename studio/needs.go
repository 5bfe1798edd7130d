package studio

import (
	"slices"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/world"
)

// Needs is what a game knows of the programs that can live in it. Its Fit is made to be a [World]'s Fits.
type Needs struct {
	// Actions are those that the game can do: a program must declare no others, and no functions.
	Actions []string
	// Agents are kinds that must be there.
	Agents []string
	// Symbols are those that the game reads and writes, with the kinds of their values.
	Symbols map[string]world.Kind
}

// Fit reports whether a program can live in the game.
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
