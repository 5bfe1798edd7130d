package agent

import (
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/run/schedule"
	"github.com/karakuri-ai/karakuri/world"
)

// core is the data that all parts of a crowd use: program and options, shared state, and time.
type core struct {
	model    *program.Timed
	options  Options
	world    *world.State // committed symbols of the world and squads, and objects; its agent symbols are the initial values of new agents
	stage    runner.Stage
	allowed  *expr.Allowance // of stage: limits the evaluations of the agent that acts
	rounds   int             // RoundsPerTick, or the default
	schedule *schedule.Schedule

	perceives bool // agents with a memory decide by their memories: removed objects are first retired

	naming  func(ID) string // how the host names agents; nil: it does not
	namings int             // how often the host has given such a function

	tick    int64
	ticking bool
	rest    int64 // time not yet used for ticks, in nanoseconds times TPS
}

func (k *core) runnerOptions() runner.Options {
	return runner.Options{Pictures: k.options.Pictures, Nodes: k.options.sliceOf(), Paced: k.schedule.IsPaced()}
}

// allow limits the evaluations of the next agent.
func (k *core) allow(a *expr.Allowance) { a.Refill(k.rounds) }

// shared reports whether an address belongs to a symbol that all agents share: one of the world, or of squads if the
// model declares none. Log entries about objects are not.
func (k *core) shared(a world.Addr) bool {
	schema, own := k.world.Schema(), world.ScopeAgent
	if k.hasSquads() {
		own = world.ScopeSquad
	}
	if a < world.Addr(schema.Words) {
		_, end := schema.Segment(own)
		return a >= end
	}
	sym := schema.SymbolAt(a)
	return sym != nil && sym.Scope > own
}

// isSquads reports whether an address is that of a squad's symbol.
func (k *core) isSquads(a world.Addr) bool {
	schema := k.world.Schema()
	if lo, hi := schema.Segment(world.ScopeSquad); a < world.Addr(schema.Words) {
		return a >= lo && a < hi
	}
	sym := schema.SymbolAt(a)
	return sym != nil && sym.Scope == world.ScopeSquad
}

// ownScopes returns the scopes of symbols of which each agent, or its squad, has its own copy.
func (k *core) ownScopes() []world.Scope {
	if k.hasSquads() {
		return []world.Scope{world.ScopeAgent, world.ScopeSquad}
	}
	return []world.Scope{world.ScopeAgent}
}

// seconds is [Crowd.Seconds].
func (k *core) seconds() float64 { return float64(k.tick) / float64(k.options.TPS) }

// hasSquads reports whether the model declares squads.
func (k *core) hasSquads() bool { return len(k.model.Squads) > 0 }
