package studio

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// person is somebody that the journal has been told of.
type person struct{ name, kind string }

// lately is what there is to know of somebody whenever an event comes: few bytes that lie together, since they are not at hand where agents are ticked.
type lately struct {
	planned int64        // number among events of plans of its last planning that is chained; 0: there is none
	goal    int32        // with arguments that was planned for last, as goalKey has it
	named   int32        // number of its name; 0: it has none
	args    []world.Word // of it
	results []result     // the last of all nodes of all trees; nil: there are none yet
}

// goalKey is what a plan is for, but for its arguments: the number of a task, or after them that of an operator.
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

// people gives numbers to those of whom the journal is told.
type people struct {
	list    []person
	lately  []lately // by number too
	named   map[[2]string]int32
	present []presence // by place in the crowd
}

// presence is who an agent is; one that has left is not looked for.
type presence struct {
	id     agent.ID
	number int32
}

func newPeople() people { return people{named: map[[2]string]int32{}} }

// of returns the number of an agent; -1: it has none yet.
func (p *people) of(id agent.ID) int32 {
	if at := agent.SlotOf(id); uint(at) < uint(len(p.present)) && p.present[at].id == id {
		return p.present[at].number
	}
	return -1
}

// meet returns the number of an agent that has none: who comes back as another agent has the one of before.
func (p *people) meet(id agent.ID, s Stage) int32 {
	key := [2]string{s.Name(id), s.Crowd().KindOf(id)}
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

// follow takes over whom another journal knows, and what they planned last. What is planned for has other numbers now.
func (p *people) follow(was *people) {
	p.list, p.lately, p.named = was.list, was.lately, was.named
	for i := range p.lately {
		p.lately[i].named, p.lately[i].results = 0, nil
	}
}
