package htn

import "github.com/karakuri-ai/karakuri/world"

// repeats counts how often a task has come up already on the way down under the present state, which nothing has
// changed since: up to one more than it may ([Planner.again]). It is asked only if nothing else may come in between:
// among unordered subtasks another may yet change the state.
func (p *Planner) repeats(task, parent, frame int32) (count int) {
	first := p.growing.first(p.growingKey(task, frame))
	if first < 0 {
		return 0
	}
	state := p.state.Hash()
	words := p.d.tasks[task].params
	for n := parent; n >= first; n = p.nodes[n].parent {
		p.growing.steps++
		a := &p.nodes[n]
		if a.task == task && a.state == state && equalWords(p.frame(a.frame, words), p.frame(frame, words)) {
			if p.nesting > 0 && a.parent < 0 { // if the judged task comes up again, its derivation contains a shorter one
				return judged
			}
			if count++; count > p.again {
				return count
			}
		}
	}
	return count
}

// judged is the count of a task that is being judged and comes up again.
const judged = -1

// retry begins the search anew if it failed and has refused tasks that came up again and again: they may come up twice
// as often. It reports whether there is anything to be had from that.
func (p *Planner) retry() bool {
	if p.refused == 0 || p.halt != NoBound || p.again >= p.limits.Depth {
		return false
	}
	p.again, p.refused, p.cut = 2*p.again, 0, NoBound
	p.restore(&p.origin)
	p.choices, p.back = p.choices[:0], false
	p.seen.clear()
	if p.o.Record != nil {
		p.o.Record.restart()
		if p.repair.active {
			p.o.Record.takeOver(int(p.repair.base))
		}
	}
	return true
}

// setOut notes the start of the search.
func (p *Planner) setOut() {
	p.remember()
	last := len(p.choices) - 1
	p.origin, p.choices = p.choices[last], p.choices[:last]
}

func equalWords(a, b []world.Word) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// completable judges whether a task alone has a plan from the present state. When that takes too long the answer is
// yes: the search then continues, and may end at its depth limit.
func (p *Planner) completable(task int32, args []world.Word) bool {
	if p.nesting >= completionNesting {
		return true
	}
	if p.completion == nil {
		p.completion = NewPlanner(p.d, Options{})
		p.completion.nesting = p.nesting + 1
	}
	c := p.completion
	limits := p.limits
	limits.Nodes = min(completionNodes, max(1, p.limits.Nodes-p.stats.Nodes))
	c.notes = p.notes
	c.Configure(Options{Funcs: p.o.Funcs, Reads: p.o.Reads, Bans: p.o.Bans, Limits: limits})
	c.Begin(p.state, Goal{Task: TaskID(task), Args: args})
	r := c.Run(limits.Nodes)
	if p.o.Reads != nil {
		p.notes.Unnest()
	}
	p.stats.Nodes += r.Stats.Nodes
	if c.halt != NoBound && c.halt != BoundNodes {
		p.halt, p.stop = c.halt, 0
	}
	return r.Status != None
}
