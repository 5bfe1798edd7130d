package agent

import (
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/run/schedule"
	"github.com/karakuri-ai/karakuri/world"
)

// core is what all parts of a crowd work with: its program and options, the shared state, and the time.
type core struct {
	model    *program.Timed
	options  Options
	world    *world.State // shared symbols and objects as committed; its agent symbols are what a new agent starts with
	stage    runner.Stage
	allowed  *expr.Allowance // of stage: what the agent that acts may evaluate
	rounds   int             // as options say: RoundsPerTick, or the default
	schedule *schedule.Schedule

	perceives bool // agents with a memory decide by it: what is removed is retired first

	tick    int64
	ticking bool
	rest    int64 // time not yet made into ticks, in nanoseconds times TPS
}

func (k *core) runnerOptions() runner.Options {
	return runner.Options{Pictures: k.options.Pictures, Nodes: k.options.sliceOf(), Paced: k.schedule.IsPaced()}
}

// allow bounds what the agent whose turn it is evaluates from now on.
func (k *core) allow(a *expr.Allowance) { a.Refill(k.rounds) }

// shared reports whether an address is that of a symbol that all agents share: one of the world, and where the model declares no squads also one of
// squads. Notices of objects are not.
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

// ownScopes are the scopes of symbols that each agent has a copy of for itself or its squad.
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
