package agent

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// reflexes are the reactions and layers of the agents of a crowd.
type reflexes struct {
	core     *core
	families *families
	net      *net
	voices   *voices
	set      *kits // nil: no kind of agent has reactions or layers
}

// kits holds what a crowd needs for reactions and layers.
type kits struct {
	*program.Kits
	machine *expr.Machine
	survey  []action.Handle
}

// fit sets up reactions and layers, if the program has any.
func (x *reflexes) fit(m expr.Machine) {
	x.set = nil
	if x.core.model.Kits == nil {
		return
	}
	x.set = &kits{Kits: x.core.model.Kits, machine: &expr.Machine{Funcs: m.Funcs, Asks: m.Asks, Allowance: m.Allowance}}
	if x.set.Layers {
		x.core.stage.Instances.Gate(func(_ *action.Ctx, action int32) { x.makeWay(action) })
	}
}

// parts holds the reactions and layers of an agent; nil if its kind has neither.
type parts struct {
	kit       *program.Kit
	rank      int // rank of what acts: reactions in order, then the mind, then layers in order
	reactions []reacting
	layers    []layering
	hold      runner.Hold // what reactions take from the mind
	brain     bool        // a reaction has interrupted what the brain pursues
	stunned   bool        // after a quarantine: percepts of that time do not count
}

// mind returns the rank of the mind.
func (p *parts) mind() int { return len(p.reactions) }

// equip gives a new or restored agent the reactions and layers of its kind. It reuses memory.
func (x *reflexes) equip(a *agent) {
	if x.set == nil || x.set.ByKind[a.kind] == nil {
		a.dropParts()
		return
	}
	k, p := x.set.ByKind[a.kind], a.parts
	if p == nil {
		p = &parts{}
	}
	*p = parts{kit: k, rank: len(k.Reactions), reactions: p.reactions[:0], layers: p.layers[:0], hold: runner.Hold{Uses: p.hold.Uses[:0]}}
	for i := range k.Reactions {
		r := reacting{stale: true, reads: p.readsOf(i)}
		if k.Reactions[i].On == nil {
			r.seen = a.state.Get(k.Reactions[i].Percept.Base)
		}
		p.reactions = append(p.reactions, r)
	}
	p.layers = append(p.layers, make([]layering, len(k.Layers))...)
	a.own().parts = p
}

// dropParts removes the reactions and layers of an agent.
func (a *agent) dropParts() {
	if a.parts != nil {
		a.parts = nil
	}
}

// perform lets an agent act: reactions first, then the mind, then layers.
func (x *reflexes) perform(a *agent) {
	p := a.parts
	if p == nil {
		a.runner.Act(&x.core.stage)
		return
	}
	if !a.runner.IsQuarantined() {
		x.react(a)
	}
	p.rank = p.mind()
	a.runner.Act(&x.core.stage)
	if !a.runner.IsQuarantined() {
		x.layersOn(a)
	}
	if p.rank = p.mind(); a.runner.IsQuarantined() {
		x.stopParts(a, action.Quarantined)
		return
	}
	x.handBack(a)
}

// stopParts aborts the reactions and layers of an agent.
func (x *reflexes) stopParts(a *agent, reason action.Reason) {
	p := a.parts
	if p == nil {
		return
	}
	for i := len(p.layers) - 1; i >= 0; i-- {
		x.stopLayer(a, i, reason)
	}
	for i := len(p.reactions) - 1; i >= 0; i-- {
		r := &p.reactions[i]
		x.stopReaction(a, i, reason)
		r.wants, r.took, r.ended, r.grace = false, false, false, 0
	}
	p.stunned, p.brain = true, false
	x.setHold(a)
}

// collapse puts an agent into quarantine because the host's code panicked in a reaction or layer.
func (x *reflexes) collapse(a *agent, f action.Fault) {
	if m := x.families.brain(a); m != nil {
		goals, _ := x.families.wills()
		m.Halt(&goals.env, action.Quarantined)
		goals.env.TakeFault()
	}
	a.runner.Collapse(&x.core.stage, f)
	x.stopParts(a, action.Quarantined)
}

// abortAll aborts everything that an agent does, because it leaves.
func (x *reflexes) abortAll(a *agent, reason action.Reason) {
	x.stopParts(a, reason)
	a.runner.Abort(&x.core.stage, reason)
}

// isBusy reports whether a reaction or layer of an agent runs, or is due.
func (a *agent) isBusy() bool {
	p := a.parts
	if p == nil || a.runner.IsQuarantined() {
		return false
	}
	for i := range p.reactions {
		if r := &p.reactions[i]; r.wants || !r.handle.IsZero() {
			return true
		}
	}
	return len(p.layers) > 0 || p.brain
}

// restsUntil returns the tick before which the agent has nothing to do, unless its state is written to.
func (a *agent) restsUntil() int64 {
	if a.isBusy() {
		return 0
	}
	return a.runner.RestsUntil()
}

// routine returns the agent's routine and the tick before which it holds, as long as nothing happens to the agent; 0:
// it has none.
func (a *agent) routine() (q runner.Routine, until int64) {
	if a.isBusy() {
		return q, 0
	}
	return a.runner.Routine()
}
