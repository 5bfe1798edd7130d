package studio

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// person is an agent that the journal knows.
type person struct{ name, kind string }

// lately is the journal's data about an agent for every event. It is small and contiguous, because cache misses
// dominate the cost of an event.
type lately struct {
	planned int64        // number of its last linked planning among the plan events; 0: none
	goal    int32        // goalKey of the last goal with arguments that it planned for
	named   int32        // number of that goal's name; 0: none
	args    []world.Word // of that goal
	results []result     // the last results of all nodes of all trees; nil: none yet
}

// goalKey identifies a goal without its arguments: the number of a task, or after all tasks that of an operator.
func goalKey(info *def.Info, g *htn.Goal) int32 {
	if g.IsOperator {
		return int32(len(info.Tasks)) + int32(g.Operator)
	}
	return int32(g.Task)
}

// isFor reports whether the last planning for a goal with arguments was for this one.
func (l *lately) isFor(info *def.Info, g *htn.Goal) bool {
	return l.named > 0 && l.goal == goalKey(info, g) && slices.Equal(l.args, g.Args)
}

// people numbers the agents that the journal knows.
type people struct {
	list    []person
	lately  []lately // by number
	named   map[[2]string]int32
	present []presence // by slot in the crowd
}

// presence is the agent in a slot. It is not cleared when the agent leaves.
type presence struct {
	id     agent.ID
	number int32
}

func newPeople() people { return people{named: map[[2]string]int32{}} }

// of returns the number of an agent, or -1.
func (p *people) of(id agent.ID) int32 {
	if at := agent.SlotOf(id); uint(at) < uint(len(p.present)) && p.present[at].id == id {
		return p.present[at].number
	}
	return -1
}

// meet numbers an agent. An agent that takes the name of an earlier one gets that one's number.
func (p *people) meet(id agent.ID, s Stage) int32 {
	key := [2]string{nameOf(s, id), s.Crowd().KindOf(id)}
	n, ok := p.named[key]
	if !ok {
		n = int32(len(p.list))
		p.list, p.lately = append(p.list, person{key[0], key[1]}), append(p.lately, lately{})
		p.named[key] = n
	}
	if at := agent.SlotOf(id); at >= 0 {
		if at >= len(p.present) {
			p.present = append(p.present, make([]presence, at+1-len(p.present))...)
		}
		p.present[at] = presence{id, n}
	}
	return n
}

// follow takes over the agents of another journal. It drops their last goals, because another program numbers goals
// differently.
func (p *people) follow(was *people) {
	p.list, p.lately, p.named = was.list, was.lately, was.named
	for i := range p.lately {
		p.lately[i].named, p.lately[i].results = 0, nil
	}
}
