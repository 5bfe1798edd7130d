package lang

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

var squadRules = tableRules(def.SquadTable.Body,
	clauseRule[*def.Squad]{"plan", func(p *parser, d *def.Squad, h def.Head) { d.Plans = append(d.Plans, p.planLine(h)) }},
	clauseRule[*def.Squad]{"role", (*parser).squadRole},
	clauseRule[*def.Squad]{"token", (*parser).squadToken},
	clauseRule[*def.Squad]{"slot", (*parser).squadSlot},
)

// roleRules are the rules of the clauses after the number of members of a role.
var roleRules = tableRules[*def.Role](def.RoleTable.Head)

// role pointman 1..1 each m: soldier score courage(m) bonus 0.3
func (p *parser) squadRole(d *def.Squad, h def.Head) {
	r := &def.Role{Head: h}
	n := p.name("the name of a role")
	r.Name, r.NameAt = n.Name, n.At
	if p.Failed() || p.AtEnd() || findClause(roleRules, p.Text(p.Tok())) != nil {
		p.FailExpected("how many members have the role").Hint = "write role " + expr.NameText(r.Name) + " 1..2"
	} else if r.Min = p.Expr(); !p.Failed() && p.Accept(expr.TokDots) {
		r.Max = p.Expr()
	}
	lineClauses(p, r, roleRules)
	p.finish(&r.Head)
	d.Roles = append(d.Roles, r)
}

const wordLease = "lease"

// token shoot_at_player 2 lease 3s
func (p *parser) squadToken(d *def.Squad, h def.Head) {
	t := &def.Token{Head: h}
	n := p.name("the name of a token")
	t.Name, t.NameAt = n.Name, n.At
	t.Count = p.holders()
	p.clausesInOrder(def.TokenTable.Head[2:], t)
	p.finish(&t.Head)
	d.Tokens = append(d.Tokens, t)
}

// slot cover 1 lease 10s
func (p *parser) squadSlot(d *def.Squad, h def.Head) {
	s := &def.SlotLine{Head: h}
	s.Type = p.name("an object type")
	s.NameAt = s.Type.At
	s.Count = p.holders()
	p.clausesInOrder(def.SlotTable.Head[2:], s)
	p.finish(&s.Head)
	d.Slots = append(d.Slots, s)
}

// holders reads how many members may hold a token or slot at once; nil if the file does not say.
func (p *parser) holders() expr.Node {
	if p.Failed() || p.AtEnd() || p.IsWord(wordLease) {
		return nil
	}
	return p.Expr()
}
