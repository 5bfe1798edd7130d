package bt

import (
	"math"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// A utility selector with a rule of selection works its children's scores out when it starts, and keeps them in its
// words. The first child is the choice of the rule; when it fails the next is the choice among those left. The lanes
// after the first hold which were chosen, in order, then zeros. If it has inertia, a lane behind them holds the child
// that ran last, and a word behind the scores the tick since which that is so.

// choice is the rule of a utility selector.
type choice struct {
	number int            // among those of the forest
	cfg    utility.Config // except for what depends on how many ticks a second has
	fade   float64        // seconds
}

// compileChoice compiles the rule of a utility selector; nil: it has none.
func (c *compiler) compileChoice(info *def.NodeInfo) *choice {
	if info.Select == nil {
		return nil
	}
	s := info.Select
	rule := utility.Selection{Rule: utility.Rule(s.Rule), Ranked: s.Ranked, Threshold: s.Over, Top: s.Top, TopPercent: s.TopPercent, Within: s.Within}
	ch := &choice{number: *c.choices, fade: info.Fade,
		cfg: utility.Config{Selection: rule, Inertia: utility.Inertia{Bonus: info.Bonus}, Behaviours: make([]utility.Behaviour, len(info.Children))}}
	*c.choices++
	if _, err := utility.Compile(ch.cfg); err != nil {
		c.ds.Errorf(diag.NotCompiled, info.Decl.At, "a node of tree %q does not compile: %v", c.Info.Name, err)
	}
	return ch
}

// lasts reports whether the child that ran last is favoured.
func (ch *choice) lasts() bool { return ch != nil && ch.cfg.Inertia.Bonus > 0 }

// draws reports whether the rule draws random numbers.
func (ch *choice) draws() bool {
	return ch != nil && ch.cfg.Selection.Rule == utility.WeightedRandom
}

// words returns how many words a node with the rule needs.
func (ch *choice) words() int32 {
	if ch == nil {
		return 0
	}
	return int32(len(ch.cfg.Behaviours)) + int32(world.Bool(ch.lasts()))
}

// lastLane and sinceWord are where inertia is kept.
func (nd *node) lastLane() int32  { return nd.lane + 1 + int32(len(nd.kids)) }
func (nd *node) sinceWord() int32 { return nd.word + int32(len(nd.kids)) }

// unscored is the score of a child that is new in a program that has changed: it is computed when the next child is
// chosen.
var unscored = world.Float(-math.MaxFloat64)

// chooser carries choices out, for one goroutine.
type chooser struct {
	of     *choice
	tps    int
	p      *utility.Program
	d      *utility.Decider
	memory *utility.Memory // of no tree: what counts is put in before each decision
}

// chooser returns what carries a choice out.
func (e *Env) chooser(ch *choice) *chooser {
	for len(e.choosers) <= ch.number {
		e.choosers = append(e.choosers, chooser{})
	}
	c := &e.choosers[ch.number]
	if c.of == ch && c.tps == e.Ctx.TPS() {
		return c
	}
	cfg := ch.cfg
	cfg.Inertia.FadeTicks = ticks(ch.fade, e.Ctx.TPS())
	p, err := utility.Compile(cfg)
	if err != nil {
		panic(err) // Compile has tried it
	}
	*c = chooser{ch, e.Ctx.TPS(), p, utility.NewDecider(p), utility.NewMemory(p)}
	return c
}

// startChoice begins a utility selector that has a rule.
func (x *run) startChoice(nd *node) Status {
	for i, c := range nd.kids {
		number := 0.0
		if score := x.nodes[c].score; score != nil {
			number = x.number(score)
		}
		x.memory[nd.word+int32(i)] = world.Float(number)
		x.setLane(nd.lane+1+int32(i), 0)
	}
	if s := x.inChoice(nd, 0, Skipped); s != Skipped || x.lane(nd.lane+1) != 0 {
		return s
	}
	return Failure
}

// inChoice is inOrder where the order grows as children fail: it continues from a place of it.
func (x *run) inChoice(nd *node, from int, all Status) Status {
	for i := from; i < len(nd.kids); i++ {
		c := int32(x.lane(nd.lane + 1 + int32(i)))
		if c == 0 {
			if c = x.chooseNext(nd); c == 0 {
				break
			}
			x.setLane(nd.lane+1+int32(i), uint32(c))
		}
		s := x.visit(c)
		if nd.choice.lasts() {
			x.noteLast(nd, c, s)
		}
		if s == Failure {
			all = s
		} else if s != Skipped {
			x.setCurrent(nd, c, all != Skipped)
			return s
		}
		x.pass(nd, c)
	}
	return all
}

// chooseNext returns the choice among the children that were not chosen yet; 0: none of them can be.
func (x *run) chooseNext(nd *node) int32 {
	e := x.env
	e.offers = e.offers[:0]
	for i, c := range nd.kids {
		if x.turn(nd, c) < len(nd.kids) {
			continue
		}
		if word := &x.memory[nd.word+int32(i)]; *word == unscored {
			*word = 0
			if score := x.nodes[c].score; score != nil {
				*word = world.Float(x.number(score))
			}
		}
		of := utility.Offer{Behaviour: i, Factor: x.memory[nd.word+int32(i)].Float()}
		if !(of.Factor > 0) {
			of.Factor = -1 // it counts among those on offer, but is not chosen
		}
		e.offers = append(e.offers, of)
	}
	ch := e.chooser(nd.choice)
	e.choosing = utility.Turn{Offers: e.offers, Now: x.tick}
	if nd.choice.lasts() {
		e.choosing.Memory = ch.memory
		ch.memory.Current, ch.memory.Since = x.lastOption(nd), int64(x.memory[nd.sinceWord()])
	}
	if !nd.choice.draws() {
		return nd.kid(ch.d.Decide(&e.choosing))
	}
	e.rand = e.Ctx.Stream(randomStream)
	e.rand.Counter = uint64(x.memory[x.p.draws])
	e.choosing.Random = &e.rand
	c := nd.kid(ch.d.Decide(&e.choosing))
	x.memory[x.p.draws] = world.Word(e.rand.Counter)
	return c
}

// kid returns the child that is chosen; 0: none is.
func (nd *node) kid(c utility.Choice) int32 {
	if !c.Found() {
		return 0
	}
	return nd.kids[c.Behaviour]
}

// lastOption returns the child that ran last as the rule knows it.
func (x *run) lastOption(nd *node) utility.Option {
	last := x.lane(nd.lastLane())
	for i, c := range nd.kids {
		if uint32(c) == last {
			return utility.Option{Behaviour: i, Target: utility.NoTarget}
		}
	}
	return utility.Option{Behaviour: utility.None, Target: utility.NoTarget}
}

// noteLast notes the result of a child that was visited: it is the one that ran last, unless it has failed.
func (x *run) noteLast(nd *node, c int32, s Status) {
	lane, since := nd.lastLane(), &x.memory[nd.sinceWord()]
	isLast := x.lane(lane) == uint32(c)
	switch {
	case s == Failure && isLast:
		x.setLane(lane, 0)
		*since = 0
	case (s == Running || s == Success) && !isLast:
		x.setLane(lane, uint32(c))
		*since = world.Word(x.tick)
	}
}
