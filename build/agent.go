package build

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/def"
)

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

// Plan adds what the agent plans for: a task or operator, "dine". The first of its plans whose condition holds is taken.
func (a *Agent) Plan(task string) *Plan {
	if a == nil {
		return nil
	}
	return a.plan(caller(), task)
}

// Idle gives the action that the agent does while it has no plan.
func (a *Agent) Idle(action string) *Agent {
	if a == nil {
		return nil
	}
	return a.idle(caller(), action)
}

// Brain gives the brain that is the agent's mind.
func (a *Agent) Brain(brain string) *Agent {
	if a == nil {
		return nil
	}
	return a.brain(caller(), brain, "")
}

// BrainAs gives the brain that is the agent's mind, with a personality.
func (a *Agent) BrainAs(brain, personality string) *Agent {
	if a == nil {
		return nil
	}
	return a.brain(caller(), brain, personality)
}

// Body says that each agent of the kind is also an object of a type.
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
		what := d.reference(at, name)
		lines[i] = &def.UseLine{Head: def.Head{At: what.At}, What: what}
	}
	return lines
}

func (a *Agent) plan(at place, task string) *Plan {
	line := &def.PlanLine{Head: def.Head{At: at.span(task)}}
	if call := a.d.call(at, task); call != nil {
		line.Task = *call
		a.decl.Plans = append(a.decl.Plans, line)
	}
	return &Plan{a, line}
}

func (a *Agent) idle(at place, action string) *Agent {
	if a.d.once(at, action, a.decl.Idle != nil, "Idle of "+a.decl.Name) {
		if call := a.d.call(at, action); call != nil {
			a.decl.Idle = &def.IdleLine{Head: def.Head{At: at.span(action)}, Do: *call}
		}
	}
	return a
}

// Plan is what an agent plans for.
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

// Idle gives the action that the same agent does while it has no plan.
func (p *Plan) Idle(action string) *Agent {
	if p == nil {
		return nil
	}
	return p.agent.idle(caller(), action)
}

// When gives the condition under which the agent plans for it.
func (p *Plan) When(condition string) *Plan {
	if p == nil {
		return nil
	}
	if at := caller(); p.once(at, condition, p.decl.When != nil, "When") {
		p.decl.When = p.agent.d.expr(at, condition)
	}
	return p
}

// Every gives the replan interval: a constant expression such as "1s", or a [time.Duration].
func (p *Plan) Every(interval any) *Plan {
	if p == nil {
		return nil
	}
	at := caller()
	if text, ok := p.agent.d.time(at, interval, "interval"); ok && p.once(at, text, p.decl.Every != nil, "Every") {
		p.decl.Every = p.agent.d.expr(at, text)
	}
	return p
}

// Once says that the agent does not start it again after it has ended.
func (p *Plan) Once() *Plan {
	if p != nil {
		p.decl.Once = true
	}
	return p
}

func (p *Plan) once(at place, text string, given bool, method string) bool {
	return p.agent.d.once(at, text, given, fmt.Sprintf("%s of plan %s", method, p.decl.Task.Name.Name))
}
