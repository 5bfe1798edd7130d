package goal

import "github.com/karakuri-ai/karakuri/world"

// EachMention calls visit with the words that name the objects which its goals are about.
func (p *Pursuit) EachMention(visit func([]world.Word)) {
	if p.fresh {
		visit(p.frames[:p.p.goals[p.root].words])
	}
	for i := range p.levels {
		if p.levels[i].goal >= 0 {
			visit(p.frame(i))
		}
	}
}

// EachMention calls words with those that name the objects which the mind pursues something about, or is ordered to,
// and word with single ones.
func (m *Mind) EachMention(words func([]world.Word), word func(world.Word)) {
	for i := range m.stack {
		l := &m.stack[i]
		if l.want >= 0 {
			word(world.Word(l.target))
		}
		l.EachMention(words)
	}
	for i := range m.orders {
		words(m.orders[i].words)
	}
}
