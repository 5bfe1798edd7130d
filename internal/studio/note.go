package studio

// note is a copy of a planning from the journal with everything that its text needs, so that the text can be made while
// the simulation runs on.
type note struct {
	plan     *told[plainPlan]
	goalName string // the goal of the planning
	pool     pool
}

func (j *journal) note(t *told[plainPlan]) note {
	c := *t
	n := note{plan: &c, goalName: j.names.list[c.event.goal], pool: pool{people: []person{j.known.list[c.who]}, by: []*words{j.by[c.words()]}}}
	c.who, c.by = 0, 0
	if t.spelt() {
		n.pool.texts = map[int64]spelling{c.seq: j.texts[c.seq]}
		c.by = ^0
	}
	return n
}

// names numbers goals by their names.
type names struct {
	list    []string
	numbers map[string]int32
}

// maxNames limits the numbered names. Further goals have no name.
const maxNames = 1 << 16

func newNames() names { return names{list: []string{""}, numbers: map[string]int32{"": 0}} }

func (n *names) number(name string) int32 {
	at, ok := n.numbers[name]
	if !ok && len(n.list) < maxNames {
		at = int32(len(n.list))
		n.list = append(n.list, name)
		n.numbers[name] = at
	}
	return at
}
