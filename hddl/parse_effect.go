package hddl

var changeOps = map[string]ChangeOp{
	"assign": Assign, "increase": Increase, "decrease": Decrease, "scale-up": ScaleUp, "scale-down": ScaleDown,
}

// effectOrEmpty reads an effect; one with a mistake becomes an empty one.
func (p *parser) effectOrEmpty(n int32) Effect {
	if e := p.effect(n); e != nil {
		return e
	}
	return &AndEffect{At: p.at(n)}
}

// effect reads an effect; nil: there is a mistake in it, which is reported.
func (p *parser) effect(n int32) Effect {
	at := p.at(n)
	switch {
	case !p.nodes[n].list:
		p.expected("an effect in parentheses", n)
		return nil
	case p.isEmpty(n):
		return &AndEffect{At: at}
	}
	it := p.items(n)
	word := p.keyword(it.next)
	if op, ok := changeOps[word]; ok {
		it.take()
		return p.change(op, it)
	}
	switch word {
	case "and":
		it.take()
		return &AndEffect{at, it.effects()}
	case "not":
		it.take()
		if parts := it.fixed(1, "(not (PREDICATE ...))"); parts != nil {
			if a := p.effectAtom(parts[0]); a != nil {
				return &Delete{at, a}
			}
		}
		return nil
	case "forall":
		vars, body := it.quantified("EFFECT")
		if body < 0 {
			return nil
		}
		if e := p.effect(body); e != nil {
			return &ForallEffect{at, vars, e}
		}
		return nil
	case "when":
		return p.when(it)
	}
	if a := p.effectAtom(n); a != nil {
		return &Add{a}
	}
	return nil
}

// effects reads the rest of a list, leaving out those with mistakes.
func (it *items) effects() []Effect {
	var list []Effect
	for it.more() {
		if e := it.p.effect(it.take()); e != nil {
			list = append(list, e)
		}
	}
	return list
}

// effectAtom reads the atom that an effect makes true or false.
func (p *parser) effectAtom(n int32) *Atom {
	if word := p.headWord(n); word != "" && reserved(word) {
		d := p.expected("a predicate", n)
		switch word {
		case "or", "exists", "imply":
			d.Hint = "effects are built with and, not, forall and when"
		case "=":
			d.Hint = "change numbers with (assign ...), (increase ...) and the like"
		}
		return nil
	}
	return p.atom(n)
}

func (p *parser) when(it items) Effect {
	at := it.at()
	it.take()
	parts := it.fixed(2, "(when CONDITION EFFECT)")
	if parts == nil {
		return nil
	}
	f, e := p.formula(parts[0]), p.effect(parts[1])
	if f == nil || e == nil {
		return nil
	}
	return &When{at, f, e}
}

// change reads "(increase (f ?x) NUMBER)" after its first word.
func (p *parser) change(op ChangeOp, it items) Effect {
	at := it.at()
	parts := it.fixed(2, "("+op.String()+" FUNCTION NUMBER)")
	if parts == nil {
		return nil
	}
	target, value := p.fluent(parts[0]), p.number(parts[1])
	if target == nil || value == nil {
		return nil
	}
	return &Change{at, op, target, value}
}
