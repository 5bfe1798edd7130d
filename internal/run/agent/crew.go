package agent

import (
	"sync"
	"sync/atomic"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/sorting"
)

const (
	// MaxWorkers is the maximum number of goroutines that decide for a crowd. More goroutines than processors bring
	// nothing.
	MaxWorkers = 256
	// shardAgents is the number of agents that a goroutine takes at a time: enough that taking them costs little
	// compared to planning, few enough that all goroutines finish at about the same time.
	shardAgents = 16
)

// crew is the goroutines that decide for the agents of a crowd. They live for one tick, so that nothing has to end
// them; starting one costs less than a planning.
type crew struct {
	core     *core
	agents   *population
	families *families
	net      *net
	journal  *journal

	starts  []func() // for each goroutine but the caller's
	workers []*runner.Worker
	done    sync.WaitGroup
	next    atomic.Int64 // the first shard that no goroutine has taken
	helps   []func()     // for each goroutine but the caller's, for work other than deciding
	many    int
	do      func(i int)

	turn   sync.Mutex // guards lapses
	lapses []lapsed
}

// newCrew returns a crew of n goroutines, including the caller's.
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

// each calls do for all numbers below n, in shards.
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

// help calls do for the numbers from i to end, and then takes further shards until none is left. If do ends the
// goroutine, a deferred call does the rest.
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

// decideAll decides for every agent that is awake. Deciding writes only the agent's own data, so it does not matter
// which goroutine decides for which agent, and when.
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

// decided waits until all agents have decided. Agents whose deciding failed outside of planning are wrecked.
func (crew *crew) decided() {
	crew.done.Wait()
	crew.journal.gathered()
	if len(crew.lapses) == 0 {
		return
	}
	list := crew.lapses
	crew.lapses = nil
	sorting.By(list, func(a, b lapsed) int { return int(a.slot - b.slot) })
	crew.net.all(len(list), func(i int) { crew.net.wreck(crew.agents.list[list[i].slot], list[i].fault, 0) })
}

// work decides for the awake agents from k to end, and then takes further shards until none is left. If a function of
// the host ends the goroutine, a deferred call does the rest.
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
			a.hostMark = 0 // the log is dropped, also if deciding panics
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

// lapsed is an agent whose deciding panicked.
type lapsed struct {
	slot  int32
	fault action.Fault
}

// lapse keeps a panic until all agents have decided.
func (crew *crew) lapse(slot int32, v any) {
	if v == nil {
		return // the runner has handled it
	}
	crew.turn.Lock()
	defer crew.turn.Unlock()
	crew.lapses = append(crew.lapses, lapsed{slot, action.NewFault("deciding", v)})
}
