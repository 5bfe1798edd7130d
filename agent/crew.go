package agent

import (
	"sync"
	"sync/atomic"

	"github.com/karakuri-ai/karakuri/runner"
	"github.com/karakuri-ai/karakuri/world"
)

const (
	// MaxWorkers is the most goroutines that a crowd decides with: more than one for each processor is of no use.
	MaxWorkers = 256
	// shardAgents is how many agents a goroutine takes at a time: enough that taking them costs little beside planning for one, few enough
	// that all goroutines are done at about the same time.
	shardAgents = 16
)

// crew is the goroutines that decide for the agents of a crowd. They live for a tick: so nobody has to end them, and starting one costs
// less than a planning.
type crew struct {
	starts  []func() // of all but the caller's
	workers []*runner.Worker
	done    sync.WaitGroup
	next    atomic.Int64 // the first shard that nobody has taken
	helps   []func()     // of all but the caller's, for what has nothing to do with deciding
	many    int
	do      func(i int)
}

// newCrew returns a crew of n with the caller's.
func (c *Crowd) newCrew(n int) *crew {
	crew := &crew{}
	for range min(n, MaxWorkers) - 1 {
		w := c.stage.Worker.Fork()
		crew.workers = append(crew.workers, w)
		crew.starts = append(crew.starts, func() {
			defer crew.done.Done()
			c.work(w)
		})
		crew.helps = append(crew.helps, func() {
			defer crew.done.Done()
			crew.help()
		})
	}
	return crew
}

// each does something for all numbers below n, shard by shard.
func (crew *crew) each(n int, do func(i int)) {
	crew.many, crew.do = n, do
	helpers := max(0, min(len(crew.helps), (n+shardAgents-1)/shardAgents-1))
	crew.next.Store(0)
	crew.done.Add(helpers)
	for _, help := range crew.helps[:helpers] {
		go help()
	}
	crew.help()
	crew.done.Wait()
}

// help takes shards and does what is to be done, until there are no more.
func (crew *crew) help() {
	for {
		from := int(crew.next.Add(1)-1) * shardAgents
		if from >= crew.many {
			return
		}
		for i := from; i < min(from+shardAgents, crew.many); i++ {
			crew.do(i)
		}
	}
}

// decide lets every agent decide that does not sleep. Agents touch only what is their own here, so that it does not matter which goroutine
// does it for which of them, and when.
func (c *Crowd) decide() {
	c.gather()
	c.share()
	shards := (len(c.naps.awake) + shardAgents - 1) / shardAgents
	helpers := max(0, min(len(c.crew.starts), shards-1))
	c.crew.next.Store(0)
	c.crew.done.Add(helpers)
	for _, start := range c.crew.starts[:helpers] {
		go start()
	}
	c.work(c.stage.Worker)
	c.crew.done.Wait()
	c.gathered()
}

// work takes shards of the agents that are awake, and decides for them, until there are no more.
func (c *Crowd) work(w *runner.Worker) {
	for {
		from := int(c.crew.next.Add(1)-1) * shardAgents
		if from >= len(c.naps.awake) {
			return
		}
		for k, i := range c.naps.awake[from:min(from+shardAgents, len(c.naps.awake))] {
			a := c.agents[i]
			c.naps.ration(from+k, &a.runner, c.tick)
			c.notice(a, w)
			a.runner.Decide(w, a.state, c.tick)
			a.told = world.Mark{}
		}
	}
}
