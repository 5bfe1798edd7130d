package lang

import "github.com/karakuri-ai/karakuri/internal/model/def"

var operatorRules = tableRules[*def.Operator](def.OperatorTable.Body)

// operator buy { when money >= price; do move_to(shop); effect money -= price; cost 2 }
func (p *parser) operatorDecl(h def.Head) def.Decl {
	d := &def.Operator{Head: h}
	n := p.name("the name of an operator")
	d.Name, d.NameAt = n.Name, n.At
	d.Params = p.params(false)
	d.End = clauses(p, &d.Head, "operator "+d.Name, "an operator", operatorRules, d)
	p.finish(&d.Head)
	return d
}
