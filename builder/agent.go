package builder

import "github.com/karakuri-ai/karakuri/internal/model/def"

// Agent is a kind of character.
type Agent struct {
	d    *Domain
	decl *def.Agent
}

// Agent declares a kind of character.
func (d *Domain) Agent(name string) *Agent {
	d, at := d.live(), caller()
	decl := &def.Agent{}
	decl.Head, decl.Name = d.named(at, name)
	d.declare(decl)
	return &Agent{d, decl}
}

// Plan adds a task or operator that the agent plans for: "dine". The agent uses the first plan whose condition holds.
func (a *Agent) Plan(task string) *Plan {
	if a == nil {
		return nil
	}
	return a.plan(caller(), task)
}

// Idle sets the action that the agent runs while it has no plan.
func (a *Agent) Idle(action string) *Agent {
	if a == nil {
		return nil
	}
	return a.idle(caller(), action)
}

// Brain makes a brain the agent's mind.
func (a *Agent) Brain(brain string) *Agent {
	if a == nil {
		return nil
	}
	return a.brain(caller(), brain, "")
}

// BrainAs makes a brain with a personality the agent's mind.
func (a *Agent) BrainAs(brain, personality string) *Agent {
	if a == nil {
		return nil
	}
	return a.brain(caller(), brain, personality)
}

// Body makes each agent of the kind an object of a type as well.
func (a *Agent) Body(typ string) *Agent {
	if a == nil {
		return nil
	}
	if at := caller(); a.d.once(at, typ, a.decl.Body != nil, "Body of "+a.decl.Name) {
		a.decl.Body = &def.BodyLine{Head: def.Head{At: at.span(typ)}, Type: a.d.reference(at, typ)}
	}
	return a
}

// Sense names senses that the agent has.
func (a *Agent) Sense(senses ...string) *Agent {
	if a != nil {
		a.decl.Senses = append(a.decl.Senses, a.d.uses(caller(), senses)...)
	}
	return a
}

// Memory names what the agent remembers with: at most one memory of each kind.
func (a *Agent) Memory(memories ...string) *Agent {
	if a != nil {
		a.decl.Memories = append(a.decl.Memories, a.d.uses(caller(), memories)...)
	}
	return a
}

func (a *Agent) brain(at place, brain, personality string) *Agent {
	if !a.d.once(at, brain, a.decl.Brain != nil, "Brain of "+a.decl.Name) {
		return a
	}
	line := &def.BrainLine{Head: def.Head{At: at.span(brain)}, Brain: a.d.reference(at, brain)}
	if personality != "" {
		line.Personality = a.d.reference(at, personality)
	}
	a.decl.Brain = line
	return a
}

// uses returns a line for each name.
func (d *Domain) uses(at place, names []string) []*def.UseLine {
	lines := make([]*def.UseLine, len(names))
	for i, name := range names {
		lines[i] = d.useLine(at, name)
	}
	return lines
}

func (d *Domain) useLine(at place, name string) *def.UseLine {
	what := d.reference(at, name)
	return &def.UseLine{Head: def.Head{At: what.At}, What: what}
}

func (a *Agent) plan(at place, task string) *Plan {
	line, ok := a.d.planLine(at, task)
	if ok {
		a.decl.Plans = append(a.decl.Plans, line)
	}
	return &Plan{a, line}
}

// planLine returns a line that plans for a task; ok is false after a mistake.
func (d *Domain) planLine(at place, task string) (line *def.PlanLine, ok bool) {
	line = &def.PlanLine{Head: def.Head{At: at.span(task)}}
	call := d.call(at, task)
	if call != nil {
		line.Task = *call
	}
	return line, call != nil
}

func (a *Agent) idle(at place, action string) *Agent {
	if a.d.once(at, action, a.decl.Idle != nil, "Idle of "+a.decl.Name) {
		a.decl.Idle = a.d.idleLine(at, action)
	}
	return a
}

// idleLine returns the idle line; nil after a mistake.
func (d *Domain) idleLine(at place, action string) *def.IdleLine {
	call := d.call(at, action)
	if call == nil {
		return nil
	}
	return &def.IdleLine{Head: def.Head{At: at.span(action)}, Do: *call}
}

// Plan is a task or operator that an agent plans for, and the rules for it.
type Plan struct {
	agent *Agent
	decl  *def.PlanLine
}

// Plan adds the next thing that the same agent plans for.
func (p *Plan) Plan(task string) *Plan {
	if p == nil {
		return nil
	}
	return p.agent.plan(caller(), task)
}

// Idle sets the action that the same agent runs while it has no plan.
func (p *Plan) Idle(action string) *Agent {
	if p == nil {
		return nil
	}
	return p.agent.idle(caller(), action)
}

// say gives the plan line a clause.
func (p *Plan) say(at place, word string, value any) {
	p.agent.d.sayPlan(at, word, p.decl, value)
}

// sayPlan gives a plan line a clause.
func (d *Domain) sayPlan(at place, word string, l *def.PlanLine, value any) {
	d.say(at, def.PlanTable.Clause(word), l, "plan "+l.Task.Name.Name, value)
}
