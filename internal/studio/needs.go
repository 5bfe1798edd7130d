package studio

import (
	"slices"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/model/def"
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
	info := bridge.Program.In(p).Info
	for _, a := range info.Actions {
		if !slices.Contains(n.Actions, a.Name) {
			return false
		}
	}
	for _, kind := range n.Agents {
		if !slices.ContainsFunc(info.Agents, func(a *def.AgentInfo) bool { return a.Name == kind }) {
			return false
		}
	}
	for name, kind := range n.Symbols {
		if sym := info.Schema.Symbol(name); sym == nil || sym.Type.Kind != kind {
			return false
		}
	}
	return len(info.Functions) == 0
}
