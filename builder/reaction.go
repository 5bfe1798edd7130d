package builder

import "github.com/karakuri-ai/karakuri/internal/model/def"

// Squad names the kind of squads that the agent can be a member of.
func (a *Agent) Squad(squad string) *Agent {
	if a == nil {
		return nil
	}
	if at := caller(); a.d.once(at, squad, a.decl.Squad != nil, "Squad of "+a.decl.Name) {
		a.decl.Squad = a.d.useLine(at, squad)
	}
	return a
}

// Layer adds a tree, an action or a goal that runs at the same time as the mind, with constant arguments:
// Layer("voice", "chatter(0.5)").
func (a *Agent) Layer(name, do string) *Agent {
	if a == nil {
		return nil
	}
	at := caller()
	l := &def.Layer{}
	l.Head, l.Name = a.d.named(at, name)
	if call := a.d.placedCall(at, do); call != nil {
		l.Do = *call
		a.decl.Layers = append(a.decl.Layers, l)
	}
	return a
}

// Reaction adds a tree, an action or a goal, with constant arguments, that may interrupt the mind when a condition
// begins to hold, or at a percept of a kind of sense: Reaction("hit_reaction", "damage").
func (a *Agent) Reaction(do, on string) *Reaction {
	if a == nil {
		return nil
	}
	return a.reaction(caller(), do, on)
}

func (a *Agent) reaction(at place, do, on string) *Reaction {
	span := at.span(do)
	r := &def.Reaction{Head: def.Head{At: span, NameAt: span}, On: a.d.expr(at, on)}
	if call := a.d.placedCall(at, do); call != nil {
		r.Do = *call
		a.decl.Reactions = append(a.decl.Reactions, r)
	}
	return &Reaction{a, r}
}

// Reaction is an activity that may interrupt the mind of an agent, which continues afterwards.
type Reaction struct {
	agent *Agent
	decl  *def.Reaction
}

// Reaction adds the next reaction of the same agent: see [Agent.Reaction].
func (r *Reaction) Reaction(do, on string) *Reaction {
	if r == nil {
		return nil
	}
	return r.agent.reaction(caller(), do, on)
}

// say gives the reaction a clause.
func (r *Reaction) say(at place, word string, value any) {
	r.agent.d.say(at, def.ReactionTable.Clause(word), r.decl, "reaction "+r.decl.Do.Name.Name, value)
}

// sayMore gives a clause of the reaction one more part.
func (r *Reaction) sayMore(at place, word, part string, value any) {
	r.agent.d.sayMore(at, def.ReactionTable.Clause(word), part, r.decl, "reaction "+r.decl.Do.Name.Name, value)
}
