package agent

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
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
	core     *core
	agents   *population
	families *families
	net      *net
	journal  *journal

	starts  []func() // of all but the caller's
	workers []*runner.Worker
	done    sync.WaitGroup
	next    atomic.Int64 // the first shard that nobody has taken
	helps   []func()     // of all but the caller's, for what has nothing to do with deciding
	many    int
	do      func(i int)

	turn   sync.Mutex // of lapses
	lapses []lapsed
}

// newCrew returns a crew of n with the caller's.
func (c *Crowd) newCrew(n int) *crew {
	crew := &crew{core: &c.core, agents: &c.agents, families: &c.families, net: &c.net, journal: &c.journal}
	for range n - 1 {
		w := c.core.stage.Worker.Fork()
		crew.workers = append(crew.workers, w)
		crew.starts = append(crew.starts, func() {
			defer crew.done.Done()
			crew.work(w, 0, 0)
		})
		crew.helps = append(crew.helps, func() {
			defer crew.done.Done()
			crew.help(0, 0)
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
	defer crew.done.Wait()
	crew.help(0, 0)
}

// help does what is to be done from one number to another, and takes shards of the others until there are no more. Where that ends the goroutine, what is left
// is done on its way out.
func (crew *crew) help(i, end int) {
	done := false
	defer func() {
		if !done {
			crew.help(i+1, end)
		}
	}()
	for {
		for ; i < end; i++ {
			crew.do(i)
		}
		if i = int(crew.next.Add(1)-1) * shardAgents; i >= crew.many {
			break
		}
		end = min(i+shardAgents, crew.many)
	}
	done = true
}

// decideAll lets every agent decide that does not sleep. Agents touch only what is their own here, so that it does not matter which goroutine
// does it for which of them, and when.
func (crew *crew) decideAll() {
	crew.journal.gather()
	crew.core.schedule.Share()
	shards := (len(crew.core.schedule.Awake()) + shardAgents - 1) / shardAgents
	helpers := max(0, min(len(crew.starts), shards-1))
	crew.next.Store(0)
	crew.done.Add(helpers)
	for _, start := range crew.starts[:helpers] {
		go start()
	}
	crew.work(crew.core.stage.Worker, 0, 0)
}

// decided waits until all have decided. Those that something went wrong with which is not their planning are wrecked.
func (crew *crew) decided() {
	crew.done.Wait()
	crew.journal.gathered()
	if len(crew.lapses) == 0 {
		return
	}
	list := crew.lapses
	crew.lapses = nil
	slices.SortFunc(list, func(a, b lapsed) int { return int(a.slot - b.slot) })
	crew.net.all(len(list), func(i int) { crew.net.wreck(crew.agents.list[list[i].slot], list[i].fault, 0) })
}

// work decides for agents that are awake, from one to another, and takes shards of the others until there are no more. Where a function of the host ends the
// goroutine, what is left is done on its way out.
func (crew *crew) work(w *runner.Worker, k, end int) {
	done := false
	defer func() {
		if !done {
			defer crew.work(w, k+1, end)
			crew.lapse(crew.core.schedule.Awake()[k], recover())
		}
	}()
	awake, shared := crew.core.schedule.Awake(), crew.core.schedule.IsShared()
	for {
		for ; k < end; k++ {
			a := crew.agents.list[awake[k]]
			crew.core.allow(w.Allowed())
			if shared {
				a.runner.Ration(crew.core.schedule.HasShare(k), crew.core.tick)
			}
			crew.families.notice(a, w)
			a.hostMark = 0 // the log is forgotten, also where this does not come back
			a.runner.Decide(w, &a.state, crew.core.tick)
		}
		if k = int(crew.next.Add(1)-1) * shardAgents; k >= len(awake) {
			break
		}
		end = min(k+shardAgents, len(awake))
	}
	w.Allowed().Refill(0)
	done = true
}

// lapsed is an agent for which something panicked while it decided.
type lapsed struct {
	slot  int32
	fault action.Fault
}

// lapse keeps a panic for when all have decided.
func (crew *crew) lapse(slot int32, v any) {
	if v == nil {
		return // the runner has seen to it
	}
	crew.turn.Lock()
	defer crew.turn.Unlock()
	crew.lapses = append(crew.lapses, lapsed{slot, action.NewFault("deciding", v)})
}
