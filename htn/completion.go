package htn

import "github.com/karakuri-ai/karakuri/world"

// repeats reports whether a task comes up again on the way down under the state in which it was expanded, with more left to
// do afterwards, and cannot be completed from here at all. It is asked only where nothing else may come in between: among
// unordered subtasks another one may yet change the state.
func (p *Planner) repeats(task, parent, frame int32) bool {
	first := p.growing.first(p.growingKey(task, frame))
	if first < 0 {
		return false
	}
	state := p.state.Hash()
	words := p.d.tasks[task].params
	for n := parent; n >= first; n = p.nodes[n].parent {
		p.growing.steps++
		a := &p.nodes[n]
		if a.task == task && a.state == state && equalWords(p.frame(a.frame, words), p.frame(frame, words)) {
			// Where the task being judged comes up again, its derivation contains a shorter one.
			return p.nesting > 0 && a.parent < 0 || !p.completable(task, p.frame(frame, words))
		}
	}
	return false
}

func equalWords(a, b []world.Word) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// completable judges whether a task alone has a plan from the present state. When that takes too long the answer is yes:
// the search then goes on, and may end at its depth limit.
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
