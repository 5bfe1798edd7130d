package runner

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// Script is the data for carrying out plans of a domain, beyond planning, compiled for a number of ticks per second.
// Immutable; safe for concurrent use.
type Script struct {
	Domain *htn.Domain

	info      *def.Info
	tps       int
	gap       int64    // MinGap in ticks
	grace     int64    // ExpectGrace in ticks
	claimWait int64    // MaxClaimWait in ticks
	opaque    bool     // conditions call host functions whose results may change without notice
	partial   bool     // some steps may run at the same time
	commons   []Common // cooldowns that several agents share
	waits     bool     // some plans may wait for a cooldown
	claims    bool     // some operators claim objects
	operators []operator
	orderKeys [][]orderKey // by task and method
	objects   [][]int      // by task: its parameters that are objects
	guards    [][]guard    // by task and method; nil: no method has a while or a fail_after
	bans      [][]banRule  // by task and method
	says      [][]int32    // by task and method: 1 + index of the bark; nil: no method has one
	banTimes  [6]int64     // the time of a ban in ticks, by failures in a row: 5 s to MaxBanTime
	banHolds  [6]int64     // for how many ticks a ban stays, by failures in a row after the first: 1 s to MaxBanHold
	kinds     []kind
	plans     []kind // plans within trees and goals, by number; see compilePlans
	derived   []*expr.Value
	reaches   []reach     // by operator; only if steps may run at the same time
	meetings  [][]meeting // by two operators; likewise
	resources map[string]int
	orderable map[int32][]int // resources of the activities that can be ordered, by activity
}

// call is a compiled call of an action.
type call struct {
	action int32
	args   []argument
}

type argument struct {
	value *expr.Value
	width int
	which int // index of the value's type among the parameter's types; -1 if the parameter has only one
}

// orderKey is the key by which a method prefers one binding to another.
type orderKey struct {
	key    *expr.Value // nil: none
	float  bool
	margin float64 // by how much another binding must be better; 0: a better one never takes over
}

// kind is a compiled kind of agent.
type kind struct {
	script *Script
	info   *def.AgentInfo
	lines  []line
	mind   *mind // nil: none
	idle   *call
	uses   []int // resources of the tree, or of the idle action
	aware  bool  // it has neither senses nor memory, so that it knows the claims from all agents; a squad knows what its members have shown
}

// mind is the tree or brain that controls an agent.
type mind struct {
	action int32
	words  []world.Word
	once   bool
	brain  bool
}

type line struct {
	when    *expr.Cond // nil: always
	goal    htn.Goal
	objects []int // of the goal's arguments
	every   int64 // ticks
	once    bool
	best    bool // look for the cheapest plan, not the first one
}

// Compile prepares a domain for agents that are ticked tps times a second.
func Compile(d *htn.Domain, tps int) *Script {
	s := &Script{Domain: d, info: d.Info, tps: tps, opaque: len(d.Info.Functions) > 0}
	s.gap, s.grace, s.claimWait = s.ticks(MinGap), s.ticks(ExpectGrace), s.ticks(MaxClaimWait)
	s.compileBanTimes()
	resources := map[string]int{}
	s.resources = resources
	for _, o := range d.Info.Operators {
		s.operators = append(s.operators, s.compileOperator(o, resources))
		s.claims = s.claims || len(o.Claims) > 0
	}
	for _, t := range d.Info.Tasks {
		var list []orderKey
		var bans []banRule
		for _, m := range t.Methods {
			list = append(list, compileOrder(m))
			bans = append(bans, s.compileBan(&m.Ban))
			s.partial = s.partial || isPartial(m.Body)
		}
		s.orderKeys, s.objects, s.bans = append(s.orderKeys, list), append(s.objects, objectSlots(t.Params)), append(s.bans, bans)
	}
	if s.partial {
		for _, o := range d.Info.Operators {
			s.reaches = append(s.reaches, compileReach(o))
		}
		s.meetings = compileMeetings(s.reaches)
	}
	s.guards, s.says = s.guardsOf(), s.saysOf()
	s.addResources()
	for _, a := range d.Info.Agents {
		s.kinds = append(s.kinds, s.compileKind(a))
	}
	s.compilePlans()
	for _, kinds := range [][]kind{s.kinds, s.plans} {
		for i := range kinds {
			kinds[i].script = s
		}
	}
	for _, v := range d.Info.Derived {
		s.derived = append(s.derived, expr.CompileValue(v.Body))
	}
	return s
}

// Info returns the model that the script was compiled from.
func (s *Script) Info() *def.Info { return s.info }

// TPS returns the number of ticks in a second.
func (s *Script) TPS() int { return s.tps }

// Kind returns the ID of the kind of agent with this name; ok is false if there is none.
func (s *Script) Kind(name string) (int32, bool) {
	for i := range s.kinds {
		if s.kinds[i].info.Name == name {
			return int32(i), true
		}
	}
	return 0, false
}

// Derive computes a derived symbol in the machine's state.
func (s *Script) Derive(m *expr.Machine, id int32, args []world.Word) (w [2]world.Word) {
	v := s.derived[id]
	if s.info.Derived[id].Type.Width() == 2 {
		v.EvalInto(m, args, w[:])
	} else {
		w[0] = v.Eval(m, args)
	}
	return w
}

// ticks returns a time in ticks: at least one.
func (s *Script) ticks(seconds float64) int64 {
	return max(1, def.Ticks(seconds, float64(s.tps)))
}

func (s *Script) compileKind(a *def.AgentInfo) kind {
	k := kind{info: a, idle: s.compileCall(a.Idle), uses: s.Uses(a.Idle), aware: len(a.Senses)+len(a.Memories) == 0 && a.Leads == nil}
	switch {
	case a.Tree != nil:
		k.uses = s.Uses(&def.ActionCall{Tree: a.Tree.Tree})
		k.mind = &mind{action: s.info.TreeActivity(a.Tree.Tree), words: a.Tree.Args, once: a.Tree.Once}
	case a.Mind != nil:
		k.mind = &mind{action: s.info.MindActivity(a.Mind), brain: true}
	}
	for i := range a.Plans {
		p := &a.Plans[i]
		l := line{goal: htn.GoalOf(p.Call), every: s.ticks(p.Every), once: p.Once, best: p.Best}
		if p.Call.Operator != nil {
			l.objects = objectSlots(p.Call.Operator.Params)
		} else {
			l.objects = objectSlots(p.Call.Task.Params)
		}
		if p.When != nil {
			l.when = expr.CompileCond(p.When)
		}
		k.lines = append(k.lines, l)
	}
	return k
}

func (s *Script) compileCall(c *def.ActionCall) *call {
	if c == nil {
		return nil
	}
	if c.Action == nil {
		out := &call{}
		switch {
		case c.Tree != nil:
			out.action = s.info.TreeActivity(c.Tree)
		case c.Goal != nil:
			out.action = s.info.GoalActivity(c.Goal)
		default:
			out.action = s.info.OrderActivity(c.Order)
		}
		for _, a := range c.Args {
			out.args = append(out.args, argument{value: expr.CompileValue(a), width: a.Type.Width(), which: -1})
		}
		return out
	}
	out := &call{action: s.info.Activity(c.Action)}
	for i, a := range c.Args {
		arg := argument{value: expr.CompileValue(a), width: c.Action.Params[i].Types[c.Which[i]].Width(), which: -1}
		if len(c.Action.Params[i].Types) > 1 {
			arg.which = c.Which[i]
		}
		out.args = append(out.args, arg)
	}
	return out
}

func compileOrder(m *def.MethodInfo) orderKey {
	if m.Order == nil {
		return orderKey{}
	}
	return orderKey{key: expr.CompileValue(m.Order), float: m.Order.Type.Kind == world.KindFloat, margin: m.Margin}
}

// objectsOf returns the indices of a goal's arguments that are objects.
func (s *Script) objectsOf(g htn.Goal) []int {
	if g.IsOperator {
		return s.operators[g.Operator].objects
	}
	return s.objects[g.Task]
}

func objectSlots(params []def.Slot) []int {
	var list []int
	for _, p := range params {
		if p.Type.Kind == world.KindObject {
			list = append(list, p.Index)
		}
	}
	return list
}

// NewBindings returns bindings for the actions and functions that a model declares.
func NewBindings(info *def.Info) *action.Bindings {
	var actions, functions []action.Signature
	for _, a := range info.Actions {
		sig := action.Signature{Name: a.Name, At: a.Decl.At}
		for _, p := range a.Params {
			sig.Params = append(sig.Params, action.Param{Name: p.Name, Types: p.Types})
		}
		actions = append(actions, sig)
	}
	for _, f := range info.Functions {
		sig := action.Signature{Name: f.Name, Result: f.Result, Set: f.Set}
		decl := info.Model.Function(f.Name)
		if decl != nil {
			sig.At = decl.At
		}
		for i, t := range f.Params {
			p := action.Param{Types: []world.Type{t}}
			if decl != nil {
				p.Name = decl.Params[i].Name
			}
			sig.Params = append(sig.Params, p)
		}
		functions = append(functions, sig)
	}
	return action.NewBindings(info.Schema, actions, functions)
}
