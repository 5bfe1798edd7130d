package studio

import (
	"github.com/karakuri-ai/karakuri/agent"
	"github.com/karakuri-ai/karakuri/htn"
)

// person is somebody that the journal has been told of.
type person struct {
	name, kind string
	planned    int64    // number among events of plans of its last planning; 0: there is none
	goal       htn.Goal // of its last planning, with arguments of its own
	named      int32    // number of its name; 0: it has none
}

// people gives numbers to those of whom the journal is told.
type people struct {
	list    []person
	numbers map[agent.ID]int32
	named   map[[2]string]int32     // likewise, by name and kind
	recent  [maxRecent]recentPerson // each at the place of its lowest bits: most of numbers, found faster
}

// maxRecent is a power of two.
const maxRecent = 1 << 12

type recentPerson struct {
	id     agent.ID
	number int32
}

func newPeople() people {
	return people{numbers: map[agent.ID]int32{}, named: map[[2]string]int32{}}
}

// of returns the number of an agent, and whether it is the first time.
func (p *people) of(id agent.ID, s Stage) (n int32, fresh bool) {
	r := &p.recent[id%maxRecent]
	if r.id == id && id != 0 {
		return r.number, false
	}
	n, ok := p.numbers[id]
	if !ok {
		n = p.add(s.Name(id), s.Crowd().KindOf(id))
		p.numbers[id] = n
	}
	*r = recentPerson{id, n}
	return n, !ok
}

// add returns the number of a name: who comes back as another agent has the one of before.
func (p *people) add(name, kind string) int32 {
	n, ok := p.named[[2]string{name, kind}]
	if !ok {
		n = int32(len(p.list))
		p.list = append(p.list, person{name: name, kind: kind})
		p.named[[2]string{name, kind}] = n
	}
	return n
}

// sweep forgets the numbers of agents that have left.
func (p *people) sweep(crowd *agent.Crowd) {
	for id := range p.numbers {
		if !crowd.Has(id) {
			delete(p.numbers, id)
		}
	}
	clear(p.recent[:])
}
