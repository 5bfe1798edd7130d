package goal

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/curve"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Program is a compiled configuration. Immutable; shared by any number of pursuits, minds and goroutines.
type Program struct {
	cfg    Config
	goals  []goal
	brains []brain
	frame  int // words of the largest frame
}

// goal is a goal, made ready.
type goal struct {
	*Goal
	params, words int
	types         []world.Type // of the words of its frame; zero for the second of a vec2
	watched       bool         // something must be judged in each tick
}

// brain is a brain, made ready.
type brain struct {
	*Brain
	id       int32
	utility  *utility.Program
	scores   []Value // by input beyond those of the brain
	wants    []int32 // by behaviour of the utility program; -1: orders
	orders   int     // the behaviour that orders are; -1: they are not compared with wants
	variants [][]variant
}

// variant is a want as one personality has it.
type variant struct {
	behaviour int
	factor    float64
	never     bool
}

// Compile checks a configuration and makes a program of it. The error joins all mistakes. The configuration must not
// be changed afterwards.
func Compile(cfg Config) (*Program, error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	p := &Program{cfg: cfg}
	for i := range cfg.Goals {
		p.addGoal(&cfg.Goals[i])
	}
	for i := range cfg.Brains {
		b := brain{Brain: &cfg.Brains[i], id: int32(i)}
		if err := b.compile(); err != nil {
			return nil, err
		}
		p.brains = append(p.brains, b)
	}
	return p, nil
}

// addGoal makes a goal ready.
func (p *Program) addGoal(of *Goal) {
	g := goal{Goal: of}
	g.params, g.words = width(g.Params), width(g.Params)+width(g.Vars)
	for _, list := range [][]world.Type{g.Params, g.Vars} {
		for _, t := range list {
			if g.types = append(g.types, t); t.Width() > 1 {
				g.types = append(g.types, world.Type{})
			}
		}
	}
	g.watched = g.While != nil || g.Until != nil || g.Hooks.Process != nil
	p.goals, p.frame = append(p.goals, g), max(p.frame, g.words)
}

func width(types []world.Type) (n int) {
	for _, t := range types {
		n += t.Width()
	}
	return n
}

// Config returns what the program was compiled from. It is not to be changed.
func (p *Program) Config() *Config { return &p.cfg }

// compile makes the utility program of a brain: a behaviour for each want, and one for each that a personality
// replaces.
func (b *brain) compile() (err error) {
	cfg := utility.Config{Selection: b.Selection, Inertia: b.Inertia, Repetition: b.Repetition}
	for i := range b.Inputs {
		cfg.Inputs = append(cfg.Inputs, b.Inputs[i].Input)
	}
	for i := range b.Wants {
		b.add(&cfg, i, &b.Wants[i].Worth)
	}
	plain := make([]variant, len(b.Wants))
	for i := range plain {
		plain[i] = variant{behaviour: i, factor: 1}
	}
	b.variants = append(b.variants, plain)
	for i := range b.Personalities {
		own := slices.Clone(plain)
		for k := range b.Personalities[i].Traits {
			t := &b.Personalities[i].Traits[k]
			v := &own[t.Want]
			if v.never = t.Never; t.Scale != 0 {
				v.factor = t.Scale
			}
			if t.Replace != nil {
				v.behaviour = b.add(&cfg, t.Want, t.Replace)
			}
		}
		b.variants = append(b.variants, own)
	}
	b.addOrders(&cfg)
	b.utility, err = utility.Compile(cfg)
	return err
}

// add adds a behaviour for a want. A score that is an expression is a consideration of its own: scaled to 0..1, and the
// weight scales it back.
func (b *brain) add(cfg *utility.Config, want int, w *Worth) int {
	of := &b.Wants[want]
	v := utility.Behaviour{Name: of.Name, Targeted: of.Targeted, Rank: of.Rank, CooldownTicks: of.Cooldown,
		Considerations: w.Considerations, Aggregation: w.Aggregation, Weight: w.Weight}
	if w.Score != nil {
		v.Aggregation = utility.Product
		v.Weight = orOne(w.Weight) * MaxScore
		v.Considerations = []utility.Consideration{{Input: len(cfg.Inputs), Max: MaxScore, Curve: curve.Linear.Curve()}}
		b.scores = append(b.scores, w.Score)
		cfg.Inputs = append(cfg.Inputs, utility.Input{Name: "score", Self: !of.Targeted, Cost: 1})
	}
	cfg.Behaviours = append(cfg.Behaviours, v)
	b.wants = append(b.wants, int32(want))
	return len(cfg.Behaviours) - 1
}

func orOne(f float64) float64 {
	if f == 0 {
		return 1
	}
	return f
}

// source returns what an input of the utility program is computed by.
func (b *brain) source(input int) Value {
	if input < len(b.Inputs) {
		return b.Inputs[input].Value
	}
	return b.scores[input-len(b.Inputs)]
}

// call returns alternative alt of a step; 0 is the step itself.
func (s *Step) call(alt int16) *Call {
	if alt == 0 {
		return &s.Call
	}
	return &s.Else[alt-1]
}

// holds reports whether a condition holds; one that does not exist does.
func holds(c Cond, m *expr.Machine, frame []world.Word) bool { return c == nil || c.Eval(m, frame) }
