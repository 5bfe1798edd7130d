package program

import (
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// Limits of reactions.
const (
	// PerceptSeconds is the time for which a percept that triggers a reaction waits for a commitment to end, in
	// seconds: later it would not be a reaction.
	PerceptSeconds = 1.0
	// MaxGraceSeconds limits the grace of actions, in seconds, so that a reaction remains visible as one.
	MaxGraceSeconds = def.MaxGraceSeconds
)

// Kits are the reactions and layers of all kinds of agents, with the actions and goals that they start.
type Kits struct {
	ByKind       []*Kit  // nil: the kind has neither
	Uses         [][]int // resources, by action
	GraceTicks   []int64 // by action
	GoalUses     [][]int // resources, by goal
	PerceptTicks int64   // PerceptSeconds
	Layers       bool    // some kind has layers
}

// Kit is the reactions and layers of a kind.
type Kit struct {
	Reactions []Reaction
	Layers    []Errand
}

// Errand is an activity that is started with constant arguments.
type Errand struct {
	Activity int32
	Words    []world.Word
	Uses     []int // resources
}

// Reaction is a compiled reaction.
type Reaction struct {
	Errand
	Hold          runner.Hold      // the parts of the mind, and of other reactions, that it holds
	On            *expr.Cond       // nil: it reacts to a percept
	Sensor        sense.SensorKind // of percepts
	Percept       *world.Symbol    // counts them
	CooldownTicks int64
	Say           int32 // 1 + index of the bark; 0: none
}

// Conflicts reports whether two reactions cannot run at the same time.
func (r *Reaction) Conflicts(other *Reaction) bool {
	return r.Hold.All || other.Hold.All || runner.Meets(r.Uses, other.Uses)
}

// compileKits compiles the reactions and layers of a model; nil if it has none.
func compileKits(info *def.Info, s *runner.Script) *Kits {
	tps := float64(s.TPS())
	k := &Kits{ByKind: make([]*Kit, len(info.Agents)), PerceptTicks: def.Ticks(PerceptSeconds, tps)}
	some := false
	for i, a := range info.Agents {
		if len(a.Reactions)+len(a.Layers) > 0 {
			k.ByKind[i], some = compileKit(info, a, s), true
			k.Layers = k.Layers || len(a.Layers) > 0
		}
	}
	if !some {
		return nil
	}
	for _, a := range info.Actions {
		k.Uses = append(k.Uses, s.Uses(&def.ActionCall{Action: a}))
		k.GraceTicks = append(k.GraceTicks, def.Ticks(min(a.Grace, MaxGraceSeconds), tps))
	}
	for _, g := range info.Goals {
		k.GoalUses = append(k.GoalUses, s.Uses(&def.ActionCall{Goal: g}))
	}
	return k
}

func compileKit(info *def.Info, a *def.AgentInfo, s *runner.Script) *Kit {
	out := &Kit{}
	for i := range a.Reactions {
		r := &a.Reactions[i]
		it := Reaction{Errand: compileErrand(info, s, r.Do), Percept: r.Percept, CooldownTicks: def.Ticks(r.Cooldown, float64(s.TPS())), Say: r.Say.ID}
		it.Hold = runner.Hold{All: len(it.Uses) == 0, Uses: it.Uses}
		if r.On != nil {
			it.On = expr.CompileCond(r.On)
		} else {
			it.Sensor = sensorKinds[r.Decl.On.(*expr.Ref).Name]
		}
		out.Reactions = append(out.Reactions, it)
	}
	for i := range a.Layers {
		out.Layers = append(out.Layers, compileErrand(info, s, a.Layers[i].Do))
	}
	return out
}

// compileErrand compiles a call with constant arguments.
func compileErrand(info *def.Info, s *runner.Script, call *def.ActionCall) Errand {
	machine := &expr.Machine{State: info.Initial}
	e := Errand{Uses: s.Uses(call)}
	switch {
	case call.Tree != nil:
		e.Activity = info.TreeActivity(call.Tree)
	case call.Goal != nil:
		e.Activity = info.GoalActivity(call.Goal)
	default:
		e.Activity = info.Activity(call.Action)
	}
	for i, a := range call.Args {
		width := a.Type.Width()
		if call.Action != nil {
			p := &call.Action.Params[i]
			if width = p.Types[call.Which[i]].Width(); len(p.Types) > 1 {
				e.Words = append(e.Words, world.Word(call.Which[i]))
			}
		}
		var w [2]world.Word
		value := expr.CompileValue(a)
		if width == 2 {
			value.EvalInto(machine, nil, w[:])
		} else {
			w[0] = value.Eval(machine, nil)
		}
		e.Words = append(e.Words, w[:width]...)
	}
	return e
}
