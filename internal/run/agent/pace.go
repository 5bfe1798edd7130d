package agent

import (
	"math"

	"github.com/karakuri-ai/karakuri/world"
)

// pace tells when the agent in a slot has its turns, where there are levels of detail or a bound on turns.
type pace struct {
	last         int64   // tick of the last turn
	due          int64   // tick of the next one, unless it is woken; 0: when its flag is raised
	significance float64 // as the host said
	interval     int32   // between turns, in ticks; 0: none
	span         int32   // the most ticks that the next turn stands for
	level        uint8
	deaf         bool
}

// turnAt returns the first turn of a slot from a tick on.
func (p *pace) turnAt(slot int32, tick int64) int64 {
	n := int64(p.interval)
	if n == 0 || tick == math.MaxInt64 {
		return math.MaxInt64
	}
	if late := (tick + int64(slot)) % n; late > 0 {
		return tick + n - late
	}
	return tick
}

// ticks returns how many ticks a turn stands for.
func (p *pace) ticks(tick int64) int32 {
	if p.interval == 1 {
		return p.span
	}
	return int32(max(1, min(tick-p.last, int64(p.span))))
}

// took notes that an agent has had its turn.
func (p *pace) took(tick int64) {
	p.last, p.due, p.span = tick, 0, max(1, p.interval)
}

// greet gives the agent that has come to a slot its first turn in the next tick.
func (n *naps) greet(i int32, c *Crowd) {
	if n.paced {
		n.paces[i] = pace{interval: 1, span: 1, last: c.tick}
	}
	if len(c.levels) > 0 {
		p := &n.paces[i]
		p.level = c.levelFor(0)
		p.interval, p.deaf = c.levels[p.level].interval, c.levels[p.level].deaf
		if c.options.Significance != nil {
			n.fresh = append(n.fresh, i)
		}
	}
	if n.rations.slices > 0 {
		n.rations.since[i] = 0
	}
	n.wake(i)
}

// pause lets an agent of a level whose turns are not every tick wait for the next one. What it has written to its own state it hears of then.
func (n *naps) pause(i int32, a *agent, tick int64) {
	p := &n.paces[i]
	n.stir(int(i))
	next := p.turnAt(i, tick+1)
	if n.flags.Raised(int(i)) {
		n.flags.Lower(int(i))
	} else if rests := a.restsUntil(); rests > next {
		next = p.turnAt(i, rests)
	}
	p.took(tick)
	n.await(i, next)
}

// await puts a slot into the wheel for a tick.
func (n *naps) await(i int32, tick int64) {
	n.rise(i)
	n.paces[i].due = tick
	n.hold(i, tick)
}

// grade gives a slot a level. Who is to have fewer turns waits for the next; who is to have more has one at once.
func (n *naps) grade(i int32, level uint8, list []class, tick int64) {
	p, now := &n.paces[i], &list[level]
	if p.level == level && p.interval == now.interval {
		return
	}
	before := p.interval
	switch before {
	case 0: // what did not go on in its sleep is not made up for
		p.last, p.span = tick, 1
	case 1: // nothing is owed but what was put off
		p.last = tick - int64(p.span-1)
	}
	p.level, p.interval, p.deaf = level, now.interval, now.deaf
	if p.span = max(p.span, p.interval); p.interval == 1 {
		p.span = int32(max(1, min(tick+1-p.last, int64(p.span))))
	}
	if before != 0 && (p.interval == 0 || p.interval >= before) {
		if before == 1 && n.list[i].until == tick+1 { // no different from one whose flag is raised
			n.wake(i)
		}
		n.stir(int(i))
		n.await(i, p.turnAt(i, tick+1)) // also where its flag is raised: a trace does not tell whether it was written to before or after
		return
	}
	n.wake(i)
}

// isPutOff reports whether an agent that was written to does not hear of it yet. Then its flag is down and its next turn known.
func (c *Crowd) isPutOff(i int, a *agent) bool {
	n := c.naps
	p := &n.paces[i]
	if !p.deaf || p.due <= c.tick || len(a.state.Changes(world.Mark{})) >= MaxUnheard {
		return false
	}
	n.flags.Lower(i)
	if next := p.turnAt(int32(i), c.tick+1); next < n.list[i].until {
		n.await(int32(i), next)
	}
	return true
}
