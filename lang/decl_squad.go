package lang

import (
	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/expr"
)

var squadRules = []clauseRule[*def.Squad]{
	{"plan", func(p *parser, d *def.Squad, h def.Head) { d.Plans = append(d.Plans, p.planLine(h)) }},
	{"idle", (*parser).squadIdle},
	{"role", (*parser).squadRole},
	{"token", (*parser).squadToken},
	{"slot", (*parser).squadSlot},
	{"squad", (*parser).squadSuperior},
}

// squad fireteam { plan hold_area every 2s; role pointman 1..1; token shoot_at_player 2 lease 3s }
func (p *parser) squadDecl(h def.Head) def.Decl {
	d := &def.Squad{Head: h}
	n := p.name("the name of a squad")
	d.Name, d.NameAt = n.Name, n.At
	d.End = clauses(p, &d.Head, "squad "+d.Name, "a squad", squadRules, d)
	p.finish(&d.Head)
	return d
}

// idle regroup
func (p *parser) squadIdle(d *def.Squad, h def.Head) {
	if d.Idle != nil {
		p.once("idle", &d.Idle.Head, h)
	}
	d.Idle = p.idleLine(h)
}

// roleRules are what stands behind the number of members of a role, in the order of the layout.
var roleRules = []clauseRule[*def.Role]{
	{"each", func(p *parser, r *def.Role, _ def.Head) {
		r.Each = p.oneVariable(p.Vars(), "a role", "it is the member")
	}},
	{"score", func(p *parser, r *def.Role, _ def.Head) { r.Score = p.Expr() }},
	{"bonus", func(p *parser, r *def.Role, _ def.Head) { r.Bonus = p.Expr() }},
}

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
	t.Count, t.Lease = p.lending()
	p.finish(&t.Head)
	d.Tokens = append(d.Tokens, t)
}

// slot cover 1 lease 10s
func (p *parser) squadSlot(d *def.Squad, h def.Head) {
	s := &def.SlotLine{Head: h}
	s.Type = p.name("an object type")
	s.NameAt = s.Type.At
	s.Count, s.Lease = p.lending()
	p.finish(&s.Head)
	d.Slots = append(d.Slots, s)
}

// lending reads how many may hold something at once, and for how long: 2 lease 3s. Both may be missing.
func (p *parser) lending() (count, lease expr.Node) {
	if !p.Failed() && !p.AtEnd() && !p.IsWord(wordLease) {
		count = p.Expr()
	}
	if !p.Failed() && p.IsWord(wordLease) && !p.NewLine() {
		p.Next()
		lease = p.Expr()
	}
	p.tail = []string{wordLease}
	return count, lease
}

// squad company
func (p *parser) squadSuperior(d *def.Squad, h def.Head) {
	if d.Superior != nil {
		p.once("squad", &d.Superior.Head, h)
	}
	d.Superior = p.useLine(h, "a squad")
}
