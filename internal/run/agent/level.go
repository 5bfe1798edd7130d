package agent

import (
	"math"

	"github.com/karakuri-ai/karakuri/action"
)

const (
	// MaxLevels is the most levels of detail: games have near, far, out of sight and asleep, and some in between.
	MaxLevels = 8
	// MaxLevelSeconds is the longest time between two turns of an agent that does not sleep.
	MaxLevelSeconds = 3600
	// Asleep is the Seconds of a level whose agents have no turn unless they are woken.
	Asleep = -1
	// MaxUnheard is how many changes may be written to the state of an agent that does not listen before it has a turn all the same: what is
	// written has to be kept until it is heard.
	MaxUnheard = 4096
	// SignificanceSeconds is how often [Options].Significance is asked about an agent.
	SignificanceSeconds = 1.0
)

// Level is a level of detail: how often agents of some significance have a turn, in which they decide and let their actions go on. Turns
// of a level are spread over the ticks by the slots of the agents, so that each tick has as many.
//
// Between two turns nothing of an agent goes on: its actions are updated once in each turn, with [action.Ctx.DT] saying how much time the turn stands for. What
// takes time by the tick (time-outs, cooldowns, intervals) takes as long as ever, and shows in the first turn when it is over. Its claims hold.
//
// An agent is woken, and has a turn in the next tick, when something is written to its state other than by its own actions, unless it is Deaf; when it
// is given an order, its level becomes a finer one, or the host says so ([Crowd.Wake]).
type Level struct {
	Name string // for statistics
	// Seconds is the time between two turns, in whole ticks; 0: each tick has one; [Asleep]: there is none. At most MaxLevelSeconds.
	Seconds float64
	// Significance is the least that an agent of this level has. An agent has the first level that it is significant enough for, else the last.
	Significance float64
	// Deaf keeps what is written to its state from waking an agent: it hears of it in its next turn. It is for levels whose agents are told
	// every tick where they are.
	Deaf bool
}

// class is a level in ticks.
type class struct {
	name     string
	interval int32 // 0: no turns
	least    float64
	deaf     bool
}

// classes returns the levels of the options in ticks.
func (o *Options) classes() []class {
	if o.levels == nil {
		o.levels = classesOf(o.Levels, o.TPS)
	}
	return o.levels
}

// classesOf returns levels in ticks, which have been checked.
func classesOf(levels []Level, tps int) []class {
	var list []class
	for _, l := range levels {
		ticks := int32(0)
		if l.Seconds >= 0 {
			ticks = int32(max(1, math.Round(float64(l.Seconds*float64(tps)))))
		}
		list = append(list, class{l.Name, ticks, l.Significance, l.Deaf})
	}
	return list
}

// levelFor returns the level for a significance.
func (c *Crowd) levelFor(significance float64) uint8 {
	for i := range c.levels {
		if significance >= c.levels[i].least {
			return uint8(i)
		}
	}
	return uint8(max(0, len(c.levels)-1))
}

// SetSignificance tells how much it matters what an agent does, which gives it a level ([Options].Levels): 0 is what it begins with, unless there is a
// rule. It returns false, and changes nothing, when the agent has left, there are no levels, or the significance is NaN.
func (c *Crowd) SetSignificance(id ID, significance float64) bool {
	a := c.slot(id)
	if a == nil || len(c.levels) == 0 || math.IsNaN(significance) {
		return false
	}
	p := &c.naps.paces[a.slot()]
	if p.significance == significance {
		return true
	}
	if c.tape != nil {
		c.tape.weighing(a, significance)
	}
	p.significance = significance
	c.passUp(a.slot())
	c.naps.grade(int32(a.slot()), c.levelFor(significance), c.levels, c.tick)
	return true
}

// Significance returns how much it matters what an agent does; 0 where there are no levels, or it has left.
func (c *Crowd) Significance(id ID) float64 {
	if a := c.slot(id); a != nil && len(c.levels) > 0 {
		return c.naps.paces[a.slot()].significance
	}
	return 0
}

// LevelOf returns the index of the level of an agent in [Options].Levels; 0 where there are none, or it has left.
func (c *Crowd) LevelOf(id ID) int {
	if a := c.slot(id); a != nil && len(c.levels) > 0 {
		return int(c.naps.paces[a.slot()].level)
	}
	return 0
}

// Wake gives an agent a turn in the next tick, whatever its level. It returns false when the agent has left.
func (c *Crowd) Wake(id ID) bool {
	a := c.slot(id)
	if a == nil {
		return false
	}
	if c.tape != nil {
		c.tape.waking(a)
	}
	c.naps.wake(int32(a.slot()))
	return true
}

// weigh asks the rule of the host about those whose turn it is to be asked about, and those who have come. The answers are written down as the
// host's, so that running again needs no rule.
func (c *Crowd) weigh() {
	rule := c.options.Significance
	if rule == nil || len(c.levels) == 0 {
		return
	}
	every := max(1, int(SignificanceSeconds*float64(c.options.TPS)))
	first, n := int(c.tick)%every, c.naps
	c.all((max(0, len(c.agents)-first)+every-1)/every, func(i int) { c.ask(first+i*every, rule) })
	for from := 0; from < len(n.fresh); {
		c.all(len(n.fresh)-from, func(i int) { c.ask(int(n.fresh[from+i]), rule) })
		from = len(n.fresh)
	}
	n.fresh = n.fresh[:0]
}

// ask asks about one agent. Where the rule does not answer, or with no number, the agent matters as much as before.
func (c *Crowd) ask(slot int, rule func(*Crowd, ID) float64) {
	a := c.agents[slot]
	if a.id == 0 {
		return
	}
	back := false
	defer func() {
		if !back {
			c.blame(a, action.NewFault("Options.Significance", recover()))
		}
	}()
	significance := rule(c, a.id)
	if back = true; math.IsNaN(significance) {
		c.blame(a, action.Fault{Action: "Options.Significance", Message: "it answered NaN; it must answer a number"})
		return
	}
	c.SetSignificance(a.id, significance)
}
