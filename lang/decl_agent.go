package lang

import (
	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/expr"
)

var agentRules = []clauseRule[*def.Agent]{
	{"plan", (*parser).agentPlan},
	{"tree", (*parser).agentTree},
	{"brain", (*parser).agentBrain},
	{"idle", (*parser).agentIdle},
	{"sense", (*parser).agentSense},
	{"memory", (*parser).agentMemory},
	{"body", (*parser).agentBody},
	{"squad", (*parser).agentSquad},
	{"reaction", (*parser).agentReaction},
	{"layer", (*parser).agentLayer},
}

// agent villager { plan dine when hungry every 1s; idle wander }
func (p *parser) agentDecl(h def.Head) def.Decl {
	d := &def.Agent{Head: h}
	n := p.name("the name of a kind of agent")
	d.Name, d.NameAt = n.Name, n.At
	d.End = clauses(p, &d.Head, "agent "+d.Name, "an agent", agentRules, d)
	p.finish(&d.Head)
	return d
}

func (p *parser) agentPlan(d *def.Agent, h def.Head) { d.Plans = append(d.Plans, p.planLine(h)) }

// planLine reads: dine when hungry every 1s once
func (p *parser) planLine(h def.Head) *def.PlanLine {
	l := &def.PlanLine{Head: h}
	l.NameAt = p.Here()
	l.Task, _ = p.callHere("a task")
	for !p.Failed() {
		switch {
		case p.IsWord("when"):
			p.Next()
			l.When = p.Expr()
			continue
		case p.IsWord("every"):
			p.Next()
			l.Every = p.Expr()
			continue
		case p.IsWord("once") && !p.NewLine():
			p.Next()
			l.Once = true
			continue
		case p.IsWord("forever") && !p.NewLine():
			p.Next()
			l.Once = false
			continue
		}
		break
	}
	p.tail = []string{"when", "every", "once", "forever"}
	p.finish(&l.Head)
	return l
}

// tree guard(4, 1) once { override chase = keep_range }
func (p *parser) agentTree(d *def.Agent, h def.Head) {
	if d.Tree != nil {
		p.once("tree", &d.Tree.Head, h)
	}
	l := &def.TreeLine{Head: h}
	l.NameAt = p.Here()
	l.Call = p.namedCallHere("a tree")
	if !p.Failed() && p.IsWord("once") && !p.NewLine() {
		p.Next()
		l.Once = true
	}
	if p.tail = []string{"once"}; !p.Failed() && p.Kind() == expr.TokLBrace {
		l.Overrides, l.End = p.overrides(&l.Head, "tree "+l.Call.Name.Name)
	}
	p.finish(&l.Head)
	d.Tree = l
}

// idle wander
func (p *parser) agentIdle(d *def.Agent, h def.Head) {
	if d.Idle != nil {
		p.once("idle", &d.Idle.Head, h)
	}
	d.Idle = p.idleLine(h)
}

func (p *parser) idleLine(h def.Head) *def.IdleLine {
	l := &def.IdleLine{Head: h}
	l.NameAt = p.Here()
	l.Do, _ = p.callHere("an action")
	p.finish(&l.Head)
	return l
}

// brain gatherer as brave
func (p *parser) agentBrain(d *def.Agent, h def.Head) {
	if d.Brain != nil {
		p.once("brain", &d.Brain.Head, h)
	}
	l := p.brainLine(h)
	p.finish(&l.Head)
	d.Brain = l
}

// brainLine reads what stands behind the word: gatherer as brave
func (p *parser) brainLine(h def.Head) *def.BrainLine {
	l := &def.BrainLine{Head: h}
	l.Brain = p.name("a brain")
	l.NameAt = l.Brain.At
	if !p.Failed() && p.Is(expr.TokName) && p.IsWord("as") {
		p.Next()
		l.Personality = p.name("a personality")
	}
	p.tail = []string{"as"}
	return l
}

// sense sight
func (p *parser) agentSense(d *def.Agent, h def.Head) {
	d.Senses = append(d.Senses, p.useLine(h, "a sense"))
}

// memory short
func (p *parser) agentMemory(d *def.Agent, h def.Head) {
	d.Memories = append(d.Memories, p.useLine(h, "a memory"))
}

func (p *parser) useLine(h def.Head, what string) *def.UseLine {
	l := &def.UseLine{Head: h}
	l.What = p.name(what)
	l.NameAt = l.What.At
	p.finish(&l.Head)
	return l
}

// body person
func (p *parser) agentBody(d *def.Agent, h def.Head) {
	if d.Body != nil {
		p.once("body", &d.Body.Head, h)
	}
	l := &def.BodyLine{Head: h}
	l.Type = p.name("an object type")
	l.NameAt = l.Type.At
	p.finish(&l.Head)
	d.Body = l
}
