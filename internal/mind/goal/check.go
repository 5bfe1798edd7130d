package goal

import (
	"errors"
	"fmt"
	"math"

	"github.com/karakuri-ai/karakuri/world"
)

// ConfigError is one mistake in a configuration: [Compile] returns them joined.
type ConfigError struct {
	Goal, Brain int    // index of the faulty goal or brain in the configuration; -1: none
	Text        string // the mistake, with the name of the goal or brain
}

// Error implements error.
func (e *ConfigError) Error() string { return "goal: " + e.Text }

// checker collects all that is wrong with a configuration.
type checker struct {
	cfg         *Config
	goal, brain int // as in ConfigError
	at          string
	wrong       []error
}

func (c *checker) add(format string, args ...any) {
	c.wrong = append(c.wrong, &ConfigError{c.goal, c.brain, c.at + fmt.Sprintf(format, args...)})
}

// most reports more of something than the maximum.
func (c *checker) most(n, limit int, what string) {
	if n > limit {
		c.add("%d %s, at most %d", n, what, limit)
	}
}

// check returns everything that is wrong with the configuration, joined, or nil.
func (cfg *Config) check() error {
	c := &checker{cfg: cfg, goal: -1, brain: -1}
	if cfg.Schema == nil {
		c.add("there is no schema")
	}
	c.most(len(cfg.Goals), MaxGoals, "goals")
	c.most(len(cfg.Brains), MaxBrains, "brains")
	for i := range cfg.Goals {
		c.goal = i
		c.checkGoal(&cfg.Goals[i])
	}
	c.goal = -1
	for i := range cfg.Brains {
		c.brain = i
		c.checkBrain(&cfg.Brains[i])
	}
	return errors.Join(c.wrong...)
}

func (c *checker) checkGoal(g *Goal) {
	c.at = fmt.Sprintf("goal %q: ", g.Name)
	c.most(width(g.Params)+width(g.Vars), MaxFrame, "words of parameters and variables")
	c.most(len(g.Ways), MaxWays, "ways")
	c.most(len(g.Interrupts), MaxInterrupts, "interrupts")
	if g.Backoff < 0 {
		c.add("a backoff of %d ticks", g.Backoff)
	}
	for i := range g.Ways {
		w := &g.Ways[i]
		c.at = fmt.Sprintf("goal %q: way %d: ", g.Name, i+1)
		c.most(len(w.Steps), MaxSteps, "steps")
		if w.Tries < 0 || w.Tries > math.MaxUint8 {
			c.add("%d tries, must be in 0..%d", w.Tries, math.MaxUint8)
		}
		for k := range w.Steps {
			c.at = fmt.Sprintf("goal %q: way %d: step %d: ", g.Name, i+1, k+1)
			c.step(&w.Steps[k])
		}
	}
	for i := range g.Interrupts {
		c.at = fmt.Sprintf("goal %q: interrupt %d: ", g.Name, i+1)
		in := &g.Interrupts[i]
		if in.When == nil {
			c.add("it has no condition")
		}
		if in.Step.Retry.Times != 0 || len(in.Step.Else) > 0 || in.Step.Optional {
			c.add("it has a retry, an else, or is optional: what it interrupts is resumed however it ends")
		}
		c.step(&in.Step)
	}
}

func (c *checker) step(s *Step) {
	c.most(len(s.Else), MaxElse, "alternatives")
	if s.LimitTicks < 0 || s.Retry.Backoff < 0 || s.Retry.Times < 0 || s.Retry.Times > math.MaxInt16 {
		c.add("a limit of %d ticks, %d retries, a backoff of %d ticks: none may be negative, and retries at most %d",
			s.LimitTicks, s.Retry.Times, s.Retry.Backoff, math.MaxInt16)
	}
	c.call(&s.Call)
	for i := range s.Else {
		c.call(&s.Else[i])
	}
}

func (c *checker) call(call *Call) {
	for i := range call.Args {
		if call.Args[i].Value == nil {
			c.add("argument %d has no value", i+1)
			return
		}
	}
	switch call.Do.kind {
	case refActivity:
		if call.Do.id < 0 {
			c.add("there is no activity %d", call.Do.id)
		}
	case refGoal:
		c.args(call.Do.id, call.Args)
	default:
		c.add("it calls nothing: use Activity or Sub")
	}
}

// args compares arguments with the parameters of a goal.
func (c *checker) args(goal int32, args []Arg) {
	if goal < 0 || int(goal) >= len(c.cfg.Goals) {
		c.add("there is no goal %d", goal)
		return
	}
	g := &c.cfg.Goals[goal]
	if len(args) != len(g.Params) {
		c.add("%d arguments for goal %q, which takes %d", len(args), g.Name, len(g.Params))
		return
	}
	for i := range args {
		if have, want := args[i].Value.Type(), g.Params[i]; have.Kind != want.Kind || have.Kind == world.KindEnum && have.ID != want.ID {
			c.add("argument %d for goal %q is of another type than the parameter", i+1, g.Name)
		}
	}
}

func (c *checker) checkBrain(b *Brain) {
	c.at = fmt.Sprintf("brain %q: ", b.Name)
	c.most(len(b.Wants), MaxWants, "wants")
	c.most(len(b.Personalities), MaxPersonalities, "personalities")
	f := &b.Failures
	if min(b.Interval, b.Gap, f.Backoff, f.MaxBackoff, f.GiveUp, int64(f.Limit)) < 0 {
		c.add("an interval, gap, backoff or limit is negative")
	}
	for i := range b.Inputs {
		c.number(b.Inputs[i].Value, fmt.Sprintf("input %q", b.Inputs[i].Name))
	}
	if b.Orders != nil {
		c.number(b.Orders, "what orders are worth")
	}
	for i := range b.Wants {
		c.at = fmt.Sprintf("brain %q: want %q: ", b.Name, b.Wants[i].Name)
		c.want(b, &b.Wants[i])
	}
	for i := range b.Personalities {
		c.personality(b, &b.Personalities[i])
	}
	if len(c.wrong) > 0 {
		return
	}
	trial := brain{Brain: b}
	if err := trial.compile(); err != nil {
		c.at = fmt.Sprintf("brain %q: ", b.Name)
		c.add("%v", err)
	}
}

func (c *checker) want(b *Brain, w *Want) {
	for i := range w.Args {
		if w.Args[i].Value == nil {
			c.add("argument %d has no value", i+1)
			return
		}
	}
	c.args(int32(w.Goal), w.Args)
	if w.Cooldown < 0 {
		c.add("a cooldown of %d ticks", w.Cooldown)
	}
	if w.Targeted && w.Target.Width() > 1 {
		c.add("a target is one word")
	}
	c.worth(b, &w.Worth)
}

// worth checks what utility.Compile does not.
func (c *checker) worth(b *Brain, w *Worth) {
	if w.Score != nil {
		if c.number(w.Score, "the score"); len(w.Considerations) > 0 {
			c.add("it has a score and considerations")
		}
		if !(w.Weight >= 0 && w.Weight <= math.MaxInt32) {
			c.add("weight %v", w.Weight)
		}
	}
	for _, k := range w.Considerations {
		if k.Input < 0 || k.Input >= len(b.Inputs) {
			c.add("there is no input %d", k.Input)
		}
	}
}

// number wants a value of which a number can be made.
func (c *checker) number(v Value, what string) {
	if v == nil {
		c.add("%s has no value", what)
		return
	}
	if k := v.Type().Kind; k == world.KindVec2 || k == world.KindObject {
		c.add("%s is not a number", what)
	}
}

func (c *checker) personality(b *Brain, p *Personality) {
	c.at = fmt.Sprintf("brain %q: personality %q: ", b.Name, p.Name)
	seen := map[int]bool{}
	for i := range p.Traits {
		t := &p.Traits[i]
		if t.Want < 0 || t.Want >= len(b.Wants) || seen[t.Want] {
			c.add("there is no want %d, or it has two traits", t.Want)
		}
		if seen[t.Want] = true; !(t.Scale >= 0) || math.IsInf(t.Scale, 0) {
			c.add("a scale of %v", t.Scale)
		}
		if t.Replace != nil {
			c.worth(b, t.Replace)
		}
	}
}
