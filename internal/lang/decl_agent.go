package lang

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

var agentRules = tableRules(def.AgentTable.Body,
	clauseRule[*def.Agent]{"plan", (*parser).agentPlan},
	clauseRule[*def.Agent]{"tree", (*parser).agentTree},
	clauseRule[*def.Agent]{"sense", (*parser).agentSense},
	clauseRule[*def.Agent]{"memory", (*parser).agentMemory},
	clauseRule[*def.Agent]{"reaction", (*parser).agentReaction},
	clauseRule[*def.Agent]{"alert", agentAlert},
	clauseRule[*def.Agent]{"layer", (*parser).agentLayer},
)

var wordForever = def.PlanTable.Clause("once").Not

func (p *parser) agentPlan(d *def.Agent, h def.Head) { d.Plans = append(d.Plans, p.planLine(h)) }

// planLine reads: dine when hungry every 1s once
func (p *parser) planLine(h def.Head) *def.PlanLine {
	l := &def.PlanLine{Head: h}
	l.NameAt = p.Here()
	l.Task, _ = p.callHere("a task")
	for !p.Failed() && p.Kind() == expr.TokName {
		c, forever := def.PlanTable.Clause(p.Text(p.Tok())), p.IsWord(wordForever)
		if c == nil && !forever || p.NewLine() && (forever || c.Takes == def.TakesFlag) {
			break
		}
		if p.Next(); forever {
			l.Once = false
		} else {
			p.clause(c, l, def.Head{})
		}
	}
	p.tail = append(def.Words(def.PlanTable.Head), wordForever)
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
