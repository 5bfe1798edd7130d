package agent

import (
	"errors"
	"fmt"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
)

// RestoreAgent adds an agent that [Crowd.SnapshotAgent] has written, of this crowd or another, as a new agent with a
// new ID and a new body. It continues its activities, with all its times counted from now, and draws the random numbers
// that it would have drawn where it came from. It looks at everything again as soon as possible, because its
// surroundings differ. Symbols of squads and the world are those of this crowd. Its body becomes its new body, objects
// carry over by their names, and those without a name as what pair returns for them: 0, or no function, is nothing.
// What refers to other objects ends, or is forgotten. From another program, state carries over by names as with
// [Restore], with the same errors. RestoreAgent also refuses an agent whose kind no longer exists, and one of a crowd
// with another TPS. The ID is 0 with an error, and if there is no room for another agent ([MaxAgents]). RestoreAgent
// panics within a tick.
func (c *Crowd) RestoreAgent(data []byte, pair func(world.Object) world.Object) (ID, *Report, error) {
	c.snapshots.checkSavable("RestoreAgent")
	if c.journal.tape != nil {
		return 0, nil, fmt.Errorf("karakuri: RestoreAgent: %w", ErrRecordRestored)
	}
	payload, err := codec.Open(data, agentMagic, SnapshotVersion)
	if err != nil {
		return 0, nil, fmt.Errorf("karakuri: RestoreAgent: %w", err)
	}
	var l *loader
	var id ID
	for _, trial := range []bool{true, false} { // bytes that are refused must not leave a body behind
		l = &loader{Reader: codec.NewReader(payload), known: c.snapshots.program(), byNames: true, c: c}
		begun := c.core.stage.Instances.Begun()
		id = l.single(pair, trial)
		err := l.err()
		if err != nil || trial {
			c.core.stage.Instances.BeginAfter(begun)
		}
		if err != nil {
			return 0, nil, fmt.Errorf("karakuri: RestoreAgent: %w", err)
		}
	}
	if id != 0 {
		l.restored(c.agents.slot(id))
	}
	return id, l.tell(), nil
}

// single reads one agent into a crowd that lives. A trial only reads.
func (l *loader) single(pair func(world.Object) world.Object, trial bool) ID {
	c := l.c
	if l.head(c.core.model.Info); l.err() != nil {
		return 0
	}
	if tps := l.program.tps; tps != c.core.options.TPS {
		l.refused = fmt.Errorf("the agent is of a crowd with %d ticks in a second, this one has %d", tps, c.core.options.TPS)
		return 0
	}
	if l.revive(c.core.stage.Instances); l.Failed() {
		return 0
	}
	l.saved.Restorer.Renumber()
	var s savedAlone
	if s.code(l.Coder(), l.kinds()); l.Failed() {
		return 0
	}
	l.saved.Stage, l.saved.Shift = &c.core.stage, c.core.tick-s.tick
	l.saved.Alone = true
	l.reads()
	c.families.alone = true
	defer func() {
		c.families.alone, c.families.lost = false, nil
		l.hasRead()
	}()
	a := c.newSlot()
	if a == nil {
		return 0
	}
	i := c.agents.free - 1
	here := l.kind(a, s.kind)
	if !here && !l.Failed() {
		l.refused = fmt.Errorf("its kind %s is gone", l.saved.Names.Kind(s.kind))
	}
	if a.dropBody(); !trial && l.err() == nil && !c.objects.embody(a) {
		l.refused = errors.New("there is no room for the object that is its body")
	}
	var memory savedSenses
	if l.err() == nil {
		memory = l.join(a, i, &s, pair)
	}
	if l.err() != nil || trial {
		a.runner.Drop(&c.core.stage)
		c.reflexes.dropParts(a)
		if a.id, c.agents.free = 0, i; a.body != 0 {
			c.objects.condemn(a.body)
			c.objects.applyObjects()
			a.dropBody()
		}
		return 0
	}
	a.born = c.core.tick
	c.agents.welcome(i)
	c.journal.voices.forget(i)
	c.agents.used[i]++
	c.core.schedule.Begin(int32(i), c.core.tick)
	c.agents.count++
	c.journal.introduce(a)
	c.objects.enroll(a)
	a.setTeam(s.team)
	c.perception.add(a)
	l.memoryAlone(a, &memory)
	c.perception.recollect(a)
	s.origin.Ticks += s.tick - c.core.tick
	c.agents.comesFrom(a, s.origin)
	c.perception.setOrigin(a, c.agents.origin(a))
	return a.id
}

func idOf(used int32, slot int) ID { return ID(used)<<slotBits | ID(slot+1) }

// lostAlone notes that the agent that is read lost something.
func (l *loader) lostAlone(of Loss) {
	of.Agents, of.Names = nil, nil
	l.report.note(world.Lost, "the agent", of.Text)
	l.report.Losses = append(l.report.Losses, of)
}

// join reads an agent of a kind into a free slot. It returns what it perceives and remembers.
func (l *loader) join(a *agent, slot int, head *savedAlone, pair func(world.Object) world.Object) (memory savedSenses) {
	c := l.c
	a.id = idOf(c.agents.used[slot]+1, slot) // its parts ask for each other's
	a.runner.Reset(c.core.model.Script, a.kind, a.id, c.core.runnerOptions())
	if l.old.Read((*world.Reader)(l.Reader), l.from, l.declared); l.Failed() {
		return memory
	}
	l.migration.Match(c.core.world, &l.old, func(o world.Object) world.Object {
		switch {
		case o == world.Object(head.body):
			return a.body
		case pair == nil:
			return 0
		}
		return pair(o)
	})
	c.objects.accompany(a)
	a.state.CopyFrom(c.core.world)
	a.state.Remember(c.core.remembers(a.kind))
	l.migration.Cells(&a.state, &l.old, world.ScopeAgent)
	c.perception.alertness.carry(a, l.saved.Shift, l.migration.Object)
	l.enter(a, a.id)
	lost := a.runner.Read(l.Reader, &l.saved, head.kind, &a.state)
	l.parts(a, head.kind)
	for _, part := range lost {
		l.lostAlone(lossOf(part))
	}
	for _, part := range c.families.lost {
		l.lostAlone(part)
	}
	c.families.lost = nil
	if l.guiseAlone(a); !l.Failed() {
		memory.code(l.Coder())
	}
	l.End()
	return memory
}
