package agent

import (
	"errors"
	"fmt"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
)

// RestoreAgent adds an agent that [Crowd.SnapshotAgent] has written, of this crowd or another, as a new agent with a
// new ID. It continues its activities, with its timers counted from now. It plans again as soon as possible, because
// its surroundings differ. Symbols of squads and the world are those of this crowd. Objects carry over by their names;
// objects without a name, if they still exist. From another program, state carries over by names as with [Restore],
// with the same errors. RestoreAgent also refuses an agent whose kind no longer exists, and one of a crowd with another
// TPS. The ID is 0 with an error, and if there is no room for another agent ([MaxAgents]). RestoreAgent panics within a
// tick.
func (c *Crowd) RestoreAgent(data []byte) (ID, *Report, error) {
	c.snapshots.checkSavable("RestoreAgent")
	if c.journal.tape != nil {
		return 0, nil, fmt.Errorf("karakuri: RestoreAgent: %w", ErrRecordRestored)
	}
	payload, err := codec.Open(data, agentMagic, SnapshotVersion)
	if err != nil {
		return 0, nil, fmt.Errorf("karakuri: RestoreAgent: %w", err)
	}
	l := &loader{Reader: codec.NewReader(payload), known: c.snapshots.program(), byNames: true, c: c}
	begun := c.core.stage.Instances.Begun()
	id := l.single()
	if err := l.err(); err != nil {
		c.core.stage.Instances.BeginAfter(begun)
		return 0, nil, fmt.Errorf("karakuri: RestoreAgent: %w", err)
	}
	if id != 0 {
		l.restored(c.agents.slot(id))
	}
	return id, l.tell(), nil
}

// single reads one agent into a crowd that lives.
func (l *loader) single() ID {
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
	l.saved.Stage, l.saved.Shift, l.saved.Alone = &c.core.stage, c.core.tick-s.tick, true
	l.reads()
	c.families.alone = true
	defer func() {
		c.families.alone = false
		l.hasRead()
	}()
	a := c.newSlot()
	if a == nil {
		return 0
	}
	i := c.agents.free - 1
	if l.join(a, i, s.kind); l.err() != nil {
		a.runner.Drop(&c.core.stage)
		c.agents.free = i
		return 0
	}
	a.id, a.born = idOf(c.agents.used[i]+1, i), c.core.tick
	c.agents.welcome(i)
	a.setTeam(0)
	if !c.objects.embody(a) {
		l.refused = errors.New("there is no room for the object that is its body")
		a.runner.Drop(&c.core.stage)
		a.id, c.agents.free = 0, i
		return 0
	}
	c.agents.used[i]++
	c.core.schedule.Begin(int32(i), c.core.tick)
	c.agents.count++
	c.journal.introduce(a)
	c.objects.enroll(a)
	c.perception.add(a)
	c.perception.recollect(a)
	return a.id
}

func idOf(used int32, slot int) ID { return ID(used)<<slotBits | ID(slot+1) }

// lostAlone notes that the agent that is read lost something.
func (l *loader) lostAlone(of Loss) {
	of.Agents, of.Names = nil, nil
	l.report.note(world.Lost, "the agent", of.Text)
	l.report.Losses = append(l.report.Losses, of)
}

// join reads an agent of a kind into a free slot.
func (l *loader) join(a *agent, slot int, was int32) {
	c := l.c
	if here := l.kind(a, was); l.Failed() {
		return
	} else if !here {
		l.refused = fmt.Errorf("its kind %s is gone", l.saved.Names.Kind(was))
		return
	}
	a.runner.Reset(c.core.model.Script, a.kind, idOf(c.agents.used[slot]+1, slot), c.core.runnerOptions())
	if l.old.Read((*world.Reader)(l.Reader), l.from, l.declared); l.Failed() {
		return
	}
	l.migration.Match(c.core.world, &l.old)
	c.objects.accompany(a)
	a.state.CopyFrom(c.core.world)
	a.state.Remember(c.core.remembers(a.kind))
	l.migration.Cells(&a.state, &l.old, world.ScopeAgent)
	l.enter(a, idOf(c.agents.used[slot]+1, slot))
	lost := a.runner.Read(l.Reader, &l.saved, was, &a.state)
	l.parts(a, was)
	for _, part := range lost {
		l.lostAlone(lossOf(part))
	}
	for _, part := range c.families.lost {
		l.lostAlone(part)
	}
	c.families.lost = nil
	l.guiseAlone(a)
	l.End()
}
