package agent

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/run/schedule"
	"github.com/karakuri-ai/karakuri/world"
)

// spare is memory that a rollback has put aside for the next one.
type spare struct {
	instances *action.Instances // may be nil
	world     *world.State
	agents    population
	schedule  *schedule.Schedule
	routines  []routine
	glances   world.Flags
}

// Rollback takes the crowd back to a snapshot of it, or of another crowd of its program: everything is as it was then,
// and agents and objects added since no longer exist. Actions that run now are dropped without a call; the hooks of
// those that ran then are called ([action.OnRestored]). With an error nothing has changed: damaged bytes, another
// program ([ErrOtherSnapshot]), or a crowd that is being recorded ([ErrRecordRestored]). Rollback panics within a tick.
func (c *Crowd) Rollback(data []byte) error {
	c.snapshots.checkSavable("Rollback")
	if c.journal.tape != nil {
		return fmt.Errorf("karakuri: Rollback: %w", ErrRecordRestored)
	}
	payload, err := codec.Open(data, crowdMagic, SnapshotVersion)
	if err != nil {
		return fmt.Errorf("karakuri: Rollback: %w", err)
	}
	l := &loader{Reader: codec.NewReader(payload), known: c.snapshots.program(), strict: true}
	before, read := *c, false
	defer func() {
		if !read { // it has panicked, or a state that reads itself has ended the goroutine
			*c = before
			c.spare = spare{}
		}
	}()
	l.head(c.core.model.Info)
	if err = l.err(); err == nil && (!l.report.Same || l.program.tps != c.core.options.TPS || l.program.seed != c.core.options.Seed) {
		err = ErrOtherSnapshot
	}
	if err == nil {
		l.useSpare(c)
		l.revive(c.core.stage.Instances)
		l.crowd(c)
		err = l.err()
	}
	if err != nil { // the memory of the spare may be given away in part
		return fmt.Errorf("karakuri: Rollback: %w", err)
	}
	read = true
	c.spare = spare{before.core.stage.Instances, before.core.world, before.agents, before.core.schedule, before.routines.list, before.routines.glances}
	l.finish()
	return nil
}

// useSpare gives the crowd other memory than its own, which stays as it is until the snapshot has been read.
func (l *loader) useSpare(c *Crowd) {
	if c.spare.instances == nil {
		c.core.stage.Instances = c.core.stage.Instances.Fresh()
		c.core.world = &world.State{}
		c.agents.use(population{})
		c.core.schedule = c.core.options.newSchedule()
		c.routines.use(nil, world.Flags{})
		return
	}
	c.spare.instances.Clear()
	c.core.stage.Instances, c.core.world = c.spare.instances, c.spare.world
	l.pool = append(l.pool, c.spare.agents.list...)
	c.agents.use(c.spare.agents)
	c.core.schedule = c.spare.schedule
	c.core.schedule.Clear()
	c.routines.use(c.spare.routines, c.spare.glances)
}
