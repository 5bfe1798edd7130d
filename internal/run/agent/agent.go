package agent

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec/pool"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// ID identifies an agent of a crowd. 0 is no agent.
type ID = action.AgentID

// An ID holds a slot number in its low slotBits, and above them how many agents had the slot before, so that no ID is
// given twice.
const (
	slotBits = 24
	slotMask = 1<<slotBits - 1
)

// SlotOf returns the slot of an agent, a small index that is reused after the agent leaves. Use it to index per-agent
// slices: it is less than the greatest number of agents that were in the crowd at once. It is -1 for the zero ID.
func SlotOf(id ID) int { return int(id&slotMask) - 1 }

// MaxAgents is the maximum number of agents of a crowd at one time: their slot must fit an ID.
const MaxAgents = slotMask

// agent is a slot of a crowd. Its memory is reused after the agent has left, unless much lies idle.
type agent struct {
	id       ID // 0: free
	kind     int32
	hostMark int32 // how far the log of state has been read: the host has written what follows
	born     int64 // tick in which it was spawned; it acts from the next tick on
	number   int64 // its place in the order of spawning, from 1
	runner   runner.Runner
	*extras  // its own, or the empty one that agents without extras share
	state    world.State
}

// extras is state that most agents of a large crowd lack. They share an empty one, which is never written to: see
// [agent.own].
type extras struct {
	history *ktrace.Ring // nil: none is kept
	parts   *parts       // its reactions and layers; nil: its kind has none

	body     world.Object // its body; 0: none
	team     int64
	heard    int    // how many events of its memory have been read
	noted    []note // objects that state shows as remembered, in the order of the facts
	observer int32  // observer ID + 1; 0: it has no senses
	turnover bool   // facts have been added or removed since memory was last written to the state

	guise int32 // 1 + the number of the mind that it was given; 0: that of its kind
	squad ID    // the squad that it is a member of; 0: none
	band  *band // if it is a squad; see squads.bandOf
}

var noExtras extras

// own returns the agent's own extras, for writing.
func (a *agent) own() *extras {
	if a.extras == &noExtras {
		a.extras = &extras{}
	}
	return a.extras
}

func (a *agent) setTeam(team int64) {
	if a.team != team {
		a.own().team = team
	}
}

func (a *agent) setGuise(guise int32) {
	if a.guise != guise {
		a.own().guise = guise
	}
}

func (a *agent) setSquad(squad ID) {
	if a.squad != squad {
		a.own().squad = squad
	}
}

func (a *agent) dropBody() {
	if a.body != 0 {
		a.body = 0
	}
}

func (a *agent) dropNoted() {
	if len(a.noted) > 0 {
		a.noted = a.noted[:0]
	}
}

func (a *agent) dropObserver() {
	if a.observer != 0 {
		a.observer = 0
	}
}

// slot returns the number of the agent's slot.
func (a *agent) slot() int { return SlotOf(a.id) }

// newSlot returns the lowest free slot.
func (c *Crowd) newSlot() *agent {
	if a := c.agents.vacant(); a != nil {
		return a
	}
	if len(c.agents.list) == MaxAgents {
		return nil
	}
	a := c.agents.add()
	c.addTurns(a)
	return a
}

// addTurns makes room for the turns of the agent in the last slot.
func (c *Crowd) addTurns(a *agent) {
	c.core.schedule.Add(&a.state)
	c.routines.add()
}

// Spawn adds an agent of a kind that the model declares and returns its ID. It takes part from the next tick on.
// Without room for another agent ([MaxAgents]), or for the object that is its body, it returns 0. It panics when the
// model declares no such kind.
func (c *Crowd) Spawn(kind string) ID {
	k, ok := c.core.model.Script.Kind(kind)
	if !ok {
		panic("karakuri: Spawn: the model declares no agent " + kind + c.kindNames())
	}
	a := c.newSlot()
	if a == nil {
		return 0
	}
	i := c.agents.free - 1
	a.setTeam(0)
	a.setGuise(0)
	a.dropNoted()
	if a.kind = k; !c.objects.embody(a) {
		c.agents.free = i
		return 0
	}
	c.agents.used[i]++
	a.id, a.born = ID(c.agents.used[i])<<slotBits|ID(i+1), c.core.tick
	c.agents.welcome(i)
	c.journal.voices.forget(i)
	c.objects.accompany(a)
	a.state.CopyFrom(c.core.world)
	c.exchange.begin(i)
	a.state.Remember(c.core.remembers(a.kind))
	c.core.schedule.Begin(int32(i), c.core.tick)
	a.runner.Reset(c.core.model.Script, k, a.id, c.core.runnerOptions())
	c.reflexes.equip(a)
	c.agents.count++
	c.journal.introduce(a)
	c.objects.enroll(a)
	c.perception.add(a)
	c.squads.form(a)
	return a.id
}

func (c *Crowd) kindNames() string {
	text := ""
	for _, a := range c.core.model.Info.Agents {
		text += " " + a.Name
	}
	if text == "" {
		return "; it declares none"
	}
	return "; it declares" + text
}

// Remove takes an agent out of the crowd and aborts its activities. During a tick that happens at the end of the tick.
// It returns false if the agent has already left.
func (c *Crowd) Remove(id ID) bool {
	a := c.agents.slot(id)
	if a == nil || c.agents.leaves(a) {
		return false
	}
	if c.journal.tape != nil {
		c.journal.tape.removing(a)
	}
	c.routines.passUp(a.slot())
	c.routines.endRoutine(a.slot())
	if c.agents.leaving.Raise(a.slot()); c.core.ticking {
		c.agents.leavers = append(c.agents.leavers, id)
	} else {
		c.net.surely(func() { c.release(a) })
		c.squads.applyPosts()
		if len(c.objects.deaths) > 0 {
			c.journal.flushAgents(ktrace.Leave)
			c.objects.applyObjects()
		}
	}
	return true
}

func (c *Crowd) release(a *agent) {
	c.net.enter(a)
	before := a.state.Mark()
	a.runner.PassOver(c.core.tick)
	c.reflexes.abortAll(a, action.AgentRemoved)
	c.net.leave(a, a.slot())
	c.journal.flush(ktrace.Leave, nil)
	c.exchange.collect(&a.state, before)
	c.squads.post(a, before)
	c.squads.dissolve(a)
	c.perception.remove(a)
	c.objects.disembody(a)
	c.agents.free = min(c.agents.free, a.slot())
	c.agents.forgetOrigin(a.id)
	a.id = 0
	if c.agents.count--; pool.IsPlenty(len(c.agents.list)-c.agents.count, c.agents.count) {
		c.core.stage.Worker.Free(&a.runner)
		a.extras = &noExtras
		a.state.Shrink()
	}
}

// Len returns the number of agents.
func (c *Crowd) Len() int { return c.agents.Len() }

// Running returns the number of actions that are running, of all agents together.
func (c *Crowd) Running() int { return c.core.stage.Instances.Running() }

// Has reports whether an agent is in the crowd.
func (c *Crowd) Has(id ID) bool { return c.agents.Has(id) }

// SpawnCount returns the number of agents that were added so far, including those that have left.
func (c *Crowd) SpawnCount() int64 { return c.agents.SpawnCount() }

// All calls yield for each agent in order until it returns false.
func (c *Crowd) All(yield func(ID) bool) { c.agents.All(yield) }

// KindOf returns the kind of an agent, or "" when it has left.
func (c *Crowd) KindOf(id ID) string { return c.agents.KindOf(id) }
