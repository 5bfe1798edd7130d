package agent

// byAgent lists the slots of a driver that belong to each agent, the last one added first.
type byAgent struct {
	heads []int32 // by slot of agent: its first slot + 1; 0: it has none
}

// link is a slot's place in the list of its agent.
type link struct {
	agent      int32 // slot of the agent
	prev, next int32 // -1: none
}

// linked is a driver whose slots have links.
type linked interface {
	link(slot int32) *link
}

// first returns the first slot of an agent; -1: it has none.
func (b *byAgent) first(agent int) int32 {
	if agent >= len(b.heads) {
		return -1
	}
	return b.heads[agent] - 1
}

func (b *byAgent) add(d linked, id ID, slot int32) {
	agent := int(id&slotMask) - 1
	for len(b.heads) <= agent {
		b.heads = append(b.heads, 0)
	}
	l := d.link(slot)
	l.agent, l.prev, l.next = int32(agent), -1, b.heads[agent]-1
	if l.next >= 0 {
		d.link(l.next).prev = slot
	}
	b.heads[agent] = slot + 1
}

func (b *byAgent) remove(d linked, slot int32) {
	l := d.link(slot)
	if l.prev >= 0 {
		d.link(l.prev).next = l.next
	} else {
		b.heads[l.agent] = l.next + 1
	}
	if l.next >= 0 {
		d.link(l.next).prev = l.prev
	}
}

func (b *byAgent) clear() { clear(b.heads) }
