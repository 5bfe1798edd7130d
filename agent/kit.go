package agent

import (
	"github.com/karakuri-ai/karakuri/activity"
	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/expr"
	"github.com/karakuri-ai/karakuri/runner"
	"github.com/karakuri-ai/karakuri/sense"
	"github.com/karakuri-ai/karakuri/world"
)

// Limits of reactions.
const (
	// PerceptSeconds is how long a percept that is to be reacted to waits for a commitment to end, in seconds: what comes later is not a reaction.
	PerceptSeconds = 1.0
	// MaxGraceSeconds is the most time that an action may ask for before it is interrupted, in seconds: a reaction should look like one.
	MaxGraceSeconds = 10.0
)

// kit is what agents of a kind have beside their mind.
type kit struct {
	reactions []reaction
	layers    []layer
}

// errand is something that is started with constant arguments.
type errand struct {
	activity int32
	words    []world.Word
	uses     []int // resources
}

// reaction is a compiled reaction.
type reaction struct {
	errand
	hold     runner.Hold      // what it takes from the mind, and from others
	on       *expr.Cond       // nil: a percept
	sensor   sense.SensorKind // of percepts
	percept  *world.Symbol    // how many of them there were
	cooldown int64            // ticks
}

// layer is a compiled layer.
type layer struct{ errand }

// kits is what a crowd needs for reactions and layers.
type kits struct {
	list    []*kit // by kind of agent; nil: it has neither
	machine *expr.Machine
	uses    [][]int // resources by action
	grace   []int64 // ticks by action
	goals   [][]int // resources by goal
	percept int64   // PerceptSeconds in ticks
	survey  []activity.Handle
}

// fit compiles the reactions and layers of a model, if it has any.
func (c *Crowd) fit(m expr.Machine) {
	info, tps := c.script.Info(), float64(c.options.TPS)
	c.kits = nil
	k := &kits{list: make([]*kit, len(info.Agents)), machine: &expr.Machine{Funcs: m.Funcs, Asks: m.Asks, State: info.Initial}, percept: def.Ticks(PerceptSeconds, tps)}
	layers := false
	for i, a := range info.Agents {
		if len(a.Reactions)+len(a.Layers) > 0 {
			k.list[i], c.kits = c.kitOf(k, a), k
			layers = layers || len(a.Layers) > 0
		}
	}
	if c.kits == nil {
		return
	}
	for _, a := range info.Actions {
		k.uses = append(k.uses, c.script.Uses(&def.ActionCall{Action: a}))
		k.grace = append(k.grace, def.Ticks(min(a.Grace, MaxGraceSeconds), tps))
	}
	for _, g := range info.Goals {
		k.goals = append(k.goals, c.script.Uses(&def.ActionCall{Goal: g}))
	}
	if layers {
		c.stage.Instances.Gate(func(_ *activity.Ctx, action int32) { c.makeWay(action) })
	}
}

func (c *Crowd) kitOf(k *kits, a *def.AgentInfo) *kit {
	out := &kit{}
	for i := range a.Reactions {
		r := &a.Reactions[i]
		it := reaction{errand: c.errand(k, r.Do), percept: r.Percept, cooldown: def.Ticks(r.Cooldown, float64(c.options.TPS))}
		it.hold = runner.Hold{All: len(it.uses) == 0, Uses: it.uses}
		if r.On != nil {
			it.on = expr.CompileCond(r.On)
		} else {
			it.sensor = sensorKinds[r.Decl.On.(*expr.Ref).Name]
		}
		out.reactions = append(out.reactions, it)
	}
	for i := range a.Layers {
		out.layers = append(out.layers, layer{c.errand(k, a.Layers[i].Do)})
	}
	return out
}

// errand compiles a call with constant arguments.
func (c *Crowd) errand(k *kits, call *def.ActionCall) errand {
	info := c.script.Info()
	e := errand{uses: c.script.Uses(call)}
	switch {
	case call.Tree != nil:
		e.activity = info.TreeActivity(call.Tree)
	case call.Goal != nil:
		e.activity = info.GoalActivity(call.Goal)
	default:
		e.activity = info.Activity(call.Action)
	}
	for i, a := range call.Args {
		width := a.Type.Width()
		if call.Action != nil {
			p := &call.Action.Params[i]
			if width = p.Types[call.Which[i]].Width(); len(p.Types) > 1 {
				e.words = append(e.words, world.Word(call.Which[i]))
			}
		}
		var w [2]world.Word
		value := expr.CompileValue(a)
		if width == 2 {
			value.EvalInto(k.machine, nil, w[:])
		} else {
			w[0] = value.Eval(k.machine, nil)
		}
		e.words = append(e.words, w[:width]...)
	}
	return e
}

// parts is what an agent does beside its mind. An agent of a kind that has neither reactions nor layers has none.
type parts struct {
	kit       *kit
	rank      int // of what acts: reactions in order, then the mind, then layers in order
	reactions []reacting
	layers    []layering
	hold      runner.Hold // what the mind has to do without
	brain     bool        // the pursuit of its brain was interrupted
	numb      bool        // it was left alone after a panic: what was perceived meanwhile is past
}

// mind is the rank of the mind.
func (p *parts) mind() int { return len(p.reactions) }

// equip gives an agent that has come, or is about to be read, what its kind has beside the mind. Memory is used again.
func (c *Crowd) equip(a *agent) {
	if c.kits == nil || c.kits.list[a.kind] == nil {
		a.parts = nil
		return
	}
	k, p := c.kits.list[a.kind], a.parts
	if p == nil {
		p = &parts{}
	}
	*p = parts{kit: k, rank: len(k.reactions), reactions: p.reactions[:0], layers: p.layers[:0], hold: runner.Hold{Uses: p.hold.Uses[:0]}}
	for i := range k.reactions {
		r := reacting{stale: true, reads: p.readsOf(i)}
		if k.reactions[i].on == nil {
			r.seen = a.state.Get(k.reactions[i].percept.Base)
		}
		p.reactions = append(p.reactions, r)
	}
	p.layers = append(p.layers, make([]layering, len(k.layers))...)
	a.parts = p
}

// perform lets an agent act that has decided: reactions first, then the mind, then layers.
func (c *Crowd) perform(a *agent) {
	p := a.parts
	if p == nil {
		a.runner.Act(&c.stage)
		return
	}
	if !a.runner.IsQuarantined() {
		c.react(a)
	}
	p.rank = p.mind()
	a.runner.Act(&c.stage)
	if !a.runner.IsQuarantined() {
		c.layersOn(a)
	}
	if p.rank = p.mind(); a.runner.IsQuarantined() {
		c.stopParts(a, activity.Quarantined)
		return
	}
	c.handBack(a)
}

// stopParts ends all that an agent does beside its mind.
func (c *Crowd) stopParts(a *agent, reason activity.Reason) {
	p := a.parts
	if p == nil {
		return
	}
	for i := len(p.layers) - 1; i >= 0; i-- {
		c.stopLayer(a, i, reason)
	}
	for i := len(p.reactions) - 1; i >= 0; i-- {
		r := &p.reactions[i]
		c.stopReaction(a, i, reason)
		r.wants, r.took, r.ended, r.grace = false, false, false, 0
	}
	p.numb, p.brain = true, false
	c.setHold(a)
}

// collapse has an agent left alone since the host's code panicked in something that it does beside its mind.
func (c *Crowd) collapse(a *agent, f activity.Fault) {
	if m := c.brain(a); m != nil {
		goals, _ := c.wills()
		m.Halt(&goals.env, activity.Quarantined)
		goals.env.TakeFault()
	}
	a.runner.Collapse(&c.stage, f)
	c.stopParts(a, activity.Quarantined)
}

// abortAll ends all that an agent does, for good.
func (c *Crowd) abortAll(a *agent, reason activity.Reason) {
	c.stopParts(a, reason)
	a.runner.Abort(&c.stage, reason)
}

// isBusy reports whether an agent does anything beside its mind, or is about to.
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

// routine returns what the agent does in each tick as long as nothing happens to it.
func (a *agent) routine() runner.Routine {
	if a.isBusy() {
		return runner.Routine{}
	}
	return a.runner.Routine()
}
