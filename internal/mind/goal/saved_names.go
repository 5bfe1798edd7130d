package goal

import (
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Names describes the goals and brains of a program at the time when pursuits and minds were saved.
type Names struct {
	schema  *world.Schema
	goals   []savedGoal
	brains  []savedBrain
	program *Program // of the same form, as the target for reading saved data
}

type savedGoal struct {
	name         string
	params, vars []world.Type
	ways         []savedWay
	interrupts   []savedStep
}

type savedWay struct {
	name  string
	tries int
	steps []savedStep
}

type savedStep struct {
	calls    []savedCall // the call of the step, and its other calls
	retries  int
	suspends bool
}

// savedCall is the call of a step: a goal by its number, or an activity by its name, with its arguments in words.
type savedCall struct {
	goal int32 // -1: an activity
	name string
}

// isLike reports whether two calls, perhaps of two programs, do the same.
func (c *savedCall) isLike(other *savedCall) bool {
	return c.name == other.name && (c.goal < 0) == (other.goal < 0)
}

type savedBrain struct {
	name          string
	wants         []savedWant
	personalities []string
	behaviours    []int32 // the wants that they are of; -1: orders
	variants      [][]int32
	recent        int
}

type savedWant struct {
	name                 string
	goal                 int32
	targeted, interrupts bool
	target               world.Type
}

// AppendNames appends the data needed to read saved pursuits and minds, for [ReadNames].
func (p *Program) AppendNames(b []byte) []byte {
	c := codec.NewWriter(b)
	p.names().code(c)
	return c.Written()
}

// ReadNames reads what [Program.AppendNames] has written; schema is that of the saved program. After an error of the
// reader the result must not be used.
func ReadNames(r *codec.Reader, schema *world.Schema) *Names {
	n := &Names{schema: schema}
	if n.code(r.Coder()); !r.Failed() {
		n.build()
	}
	return n
}

// Brains returns the number of brains.
func (n *Names) Brains() int { return len(n.brains) }

// Personalities returns how many personalities a brain had.
func (n *Names) Personalities(brain int32) int { return len(n.brains[brain].personalities) }

// Goals returns the number of goals.
func (n *Names) Goals() int { return len(n.goals) }

// Goal returns the name of a goal.
func (n *Names) Goal(i int32) string { return n.goals[i].name }

// Brain returns the name of a brain, and that of one of its personalities.
func (n *Names) Brain(brain, personality int) (name, as string) {
	b := &n.brains[brain]
	if personality < 0 || personality >= len(b.personalities) {
		return b.name, ""
	}
	return b.name, b.personalities[personality]
}

func (p *Program) names() *Names {
	n := &Names{schema: p.cfg.Schema}
	for i := range p.goals {
		g := savedGoal{name: p.goals[i].Name, params: p.goals[i].Params, vars: p.goals[i].Vars}
		for k := range p.goals[i].Ways {
			w := &p.goals[i].Ways[k]
			way := savedWay{name: w.Name, tries: w.Tries}
			for s := range w.Steps {
				way.steps = append(way.steps, p.savedStep(&w.Steps[s]))
			}
			g.ways = append(g.ways, way)
		}
		for k := range p.goals[i].Interrupts {
			g.interrupts = append(g.interrupts, p.savedStep(&p.goals[i].Interrupts[k].Step))
		}
		n.goals = append(n.goals, g)
	}
	for i := range p.brains {
		n.brains = append(n.brains, p.brains[i].saved())
	}
	return n
}

func (p *Program) savedStep(s *Step) savedStep {
	out := savedStep{retries: s.Retry.Times, suspends: s.Suspends, calls: []savedCall{p.savedCall(&s.Call)}}
	for i := range s.Else {
		out.calls = append(out.calls, p.savedCall(&s.Else[i]))
	}
	return out
}

func (p *Program) savedCall(c *Call) savedCall {
	out := savedCall{goal: -1}
	var b strings.Builder
	if c.Do.kind == refGoal {
		out.goal = c.Do.id
		b.WriteString(p.goals[c.Do.id].Name)
	} else if int(c.Do.id) < len(p.cfg.Activities) {
		b.WriteString(p.cfg.Activities[c.Do.id])
	}
	for _, a := range c.Args {
		if v, ok := a.Value.(*expr.Value); ok {
			b.WriteString(" " + v.Term().String())
		}
	}
	out.name = b.String()
	return out
}

func (b *brain) saved() savedBrain {
	out := savedBrain{name: b.Name, behaviours: slices.Clone(b.wants), recent: b.Repetition.Recent}
	for i := range b.Wants {
		w := &b.Wants[i]
		out.wants = append(out.wants, savedWant{w.Name, int32(w.Goal), w.Targeted, w.Interrupts, w.Target})
	}
	for i := range b.Personalities {
		out.personalities = append(out.personalities, b.Personalities[i].Name)
	}
	for _, list := range b.variants {
		var own []int32
		for i := range list {
			own = append(own, int32(list[i].behaviour))
		}
		out.variants = append(out.variants, own)
	}
	return out
}

func (n *Names) code(c *codec.Coder) {
	count := len(n.goals)
	codec.Below(c, &count, 1<<20)
	for g := range codec.Each(c, &n.goals, codec.NoLimit) {
		c.Text(&g.name)
		n.types(c, &g.params)
		n.types(c, &g.vars)
		for w := range codec.Each(c, &g.ways, MaxWays) {
			c.Text(&w.name)
			codec.Below(c, &w.tries, 1<<8)
			for s := range codec.Each(c, &w.steps, MaxSteps) {
				s.code(c, count)
			}
		}
		for s := range codec.Each(c, &g.interrupts, MaxInterrupts) {
			s.code(c, count)
		}
	}
	if c.Reads() && count != len(n.goals) {
		c.Fail("the number of goals is wrong")
	}
	for b := range codec.Each(c, &n.brains, codec.NoLimit) {
		n.brain(c, b)
	}
}

func (n *Names) types(c *codec.Coder, list *[]world.Type) {
	for t := range codec.Each(c, list, codec.NoLimit) {
		def.CodeType(c, n.schema, t)
	}
}

func (s *savedStep) code(c *codec.Coder, goals int) {
	for k := range codec.Each(c, &s.calls, MaxElse+1) {
		at := k.goal + 1
		codec.Below(c, &at, goals+1)
		k.goal = at - 1
		c.Text(&k.name)
	}
	codec.Below(c, &s.retries, 1<<15)
	if c.Bools(&s.suspends); c.Reads() && len(s.calls) == 0 {
		c.Fail("a step of a goal has no action")
	}
}

func (n *Names) brain(c *codec.Coder, b *savedBrain) {
	c.Text(&b.name)
	for w := range codec.Each(c, &b.wants, codec.NoLimit) {
		c.Text(&w.name)
		codec.Below(c, &w.goal, len(n.goals))
		c.Bools(&w.targeted, &w.interrupts)
		typed := w.target.Kind != 0
		if c.Bool(&typed); typed {
			def.CodeType(c, n.schema, &w.target)
		}
	}
	for p := range codec.Each(c, &b.personalities, codec.NoLimit) {
		c.Text(p)
	}
	for at := range codec.Each(c, &b.behaviours, utility.MaxBehaviours) {
		want := *at + 1
		codec.Below(c, &want, len(b.wants)+1)
		*at = want - 1
	}
	for list := range codec.Each(c, &b.variants, codec.NoLimit) {
		for at := range codec.Each(c, list, codec.NoLimit) {
			codec.Below(c, at, len(b.behaviours))
		}
		if c.Reads() && len(*list) != len(b.wants) {
			c.Fail("a personality and its brain have different wants")
		}
	}
	if codec.Below(c, &b.recent, 1<<10); c.Reads() && len(b.variants) != len(b.personalities)+1 {
		c.Fail("the number of personalities of a brain is wrong")
	}
}

// build makes the program to read into.
func (n *Names) build() {
	p := &Program{cfg: Config{Schema: n.schema}}
	for i := range n.goals {
		s := &n.goals[i]
		g := &Goal{Name: s.name, Params: s.params, Vars: s.vars}
		for k := range s.ways {
			w := Way{Name: s.ways[k].name, Tries: s.ways[k].tries}
			for j := range s.ways[k].steps {
				w.Steps = append(w.Steps, s.ways[k].steps[j].step())
			}
			g.Ways = append(g.Ways, w)
		}
		for k := range s.interrupts {
			g.Interrupts = append(g.Interrupts, Interrupt{Step: s.interrupts[k].step()})
		}
		p.addGoal(g)
	}
	for i := range n.brains {
		s := &n.brains[i]
		b := brain{Brain: &Brain{Name: s.name}, id: int32(i), wants: s.behaviours, orders: -1, utility: utility.Blank(len(s.behaviours), s.recent)}
		for _, w := range s.wants {
			b.Wants = append(b.Wants, Want{Name: w.name, Goal: int(w.goal), Targeted: w.targeted, Target: w.target, Interrupts: w.interrupts})
		}
		for at, want := range s.behaviours {
			if want < 0 {
				b.orders = at
			}
		}
		for _, list := range s.variants {
			var own []variant
			for _, at := range list {
				own = append(own, variant{behaviour: int(at)})
			}
			b.variants = append(b.variants, own)
		}
		p.brains = append(p.brains, b)
	}
	n.program = p
}

func (s *savedStep) step() Step {
	out := Step{Call: s.calls[0].call(), Retry: Retry{Times: s.retries}, Suspends: s.suspends}
	for i := range s.calls[1:] {
		out.Else = append(out.Else, s.calls[i+1].call())
	}
	return out
}

func (c *savedCall) call() Call {
	if c.goal >= 0 {
		return Call{Do: Sub(int(c.goal))}
	}
	return Call{Do: Activity(0)}
}
