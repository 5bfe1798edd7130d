package expr

import "github.com/karakuri-ai/karakuri/world"

// target is a cell that an effect may write, or all cells of a symbol.
type target struct {
	sym   *world.Symbol
	at    cell
	whole bool
}

// targetsOf returns what effects may write, if the addresses follow from the frame alone.
func targetsOf(list []*EffectTerm) (targets []target, ok bool) {
	ok = true
	eachEffect(list, func(e *EffectTerm) {
		if e.Symbol == nil {
			return
		}
		for _, a := range e.Args {
			if !isKnownTerm(a, nil) {
				targets = append(targets, target{sym: e.Symbol, whole: true})
				return
			}
		}
		g := newGen(e.Args...)
		at, absent, direct := g.cell(e.Symbol, e.Args)
		if ok = ok && direct && len(g.code) == 0; !absent {
			targets = append(targets, target{sym: e.Symbol, at: at})
		}
	})
	return targets, ok
}

// Targets appends the cells that the effects may write with a frame to dst, whichever of their conditions hold; ok is
// false where finding them takes [Effects.Footprint]. They are the same, except for their order.
func (e *Effects) Targets(fr []world.Word, dst []Access) (list []Access, ok bool) {
	if !e.isKnown {
		return dst, false
	}
	for i := range e.targets {
		switch t := &e.targets[i]; {
		case t.whole:
			dst = append(dst, Access{Sym: t.sym, Addr: t.sym.Base, Whole: true})
		case t.at.guard == 0 || t.at.exists(fr):
			dst = append(dst, Access{Sym: t.sym, Addr: t.at.addr(fr)})
		}
	}
	return dst, true
}
