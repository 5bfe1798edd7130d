package lang

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// Squads, and what agents and actions have to do with them, in the JSON form, both ways.

// variable reads a variable with its type; nil for none.
func (d *jsonDecoder) variable(v *jsonValue) (each *expr.Var) {
	d.text(v, func(p *parser) {
		one := p.Var()
		each = &one
	})
	return each
}

func (d *jsonDecoder) needs(list *jsonValue) []*def.Need {
	var needs []*def.Need
	for _, v := range list.list() {
		var n *def.Need
		if d.text(v, func(p *parser) { n = p.need() }) {
			needs = append(needs, n)
		}
	}
	return needs
}

// deed reads what an operator does; nil after a mistake.
func (d *jsonDecoder) deed(v *jsonValue) *def.Call {
	var c def.Call
	if !d.text(v, func(p *parser) { c = p.deed("a call such as move_to(shop)") }) {
		return nil
	}
	return &c
}
