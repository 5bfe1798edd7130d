// Code generated from the table of package def by: go run ./internal/tools/table. DO NOT EDIT.

package builder

// Uses adds the clause: uses hands
//
// Resources it occupies while it runs. Several calls are one list.
func (a *Action) Uses(resources ...string) *Action {
	if a != nil {
		a.say(caller(), "uses", resources)
	}
	return a
}

// Grace adds the clause: grace 0.5s
//
// How long it may continue when a reaction interrupts it or a tree aborts it. Default: none. It is a constant expression such as "6s", or a [time.Duration].
func (a *Action) Grace(time any) *Action {
	if a != nil {
		a.say(caller(), "grace", time)
	}
	return a
}

// Composite adds the clause: composite
//
// It occurs in trees only, has children, and decides which of them run.
func (a *Action) Composite() *Action {
	if a != nil {
		a.say(caller(), "composite", nil)
	}
	return a
}

// Decorator adds the clause: decorator
//
// It occurs in trees only, has one child, and decides when it runs.
func (a *Action) Decorator() *Action {
	if a != nil {
		a.say(caller(), "decorator", nil)
	}
	return a
}

// When adds the clause: when money >= price
//
// The condition. Default: nothing.
func (o *Operator) When(condition string) *Operator {
	if o != nil {
		o.say(caller(), "when", condition)
	}
	return o
}

// Claim adds the clause: claim p, q priority 2
//
// The parameters whose objects the step claims exclusively within its squad or team. Default: none. Several calls are one list.
func (o *Operator) Claim(parameters ...string) *Operator {
	if o != nil {
		o.say(caller(), "claim", parameters)
	}
	return o
}

// ClaimWorld extends the clause of [Operator.Claim], which must precede it. The claim holds for all agents, for objects that only one agent at a time can use, such as a stove. Default: the squad, or the team if there is no squad.
func (o *Operator) ClaimWorld() *Operator {
	if o != nil {
		o.sayMore(caller(), "claim", "world", nil)
	}
	return o
}

// ClaimPriority extends the clause of [Operator.Claim], which must precede it. Waiting agents get the object in this order, the lowest first. Default: 0. It is an int, a float64 or a constant expression.
func (o *Operator) ClaimPriority(number any) *Operator {
	if o != nil {
		o.sayMore(caller(), "claim", "priority", number)
	}
	return o
}

// Until adds the clause: until distance(e) < 10
//
// The step succeeds as soon as it holds.
func (o *Operator) Until(condition string) *Operator {
	if o != nil {
		o.say(caller(), "until", condition)
	}
	return o
}

// While adds the clause: while alive(e)
//
// The step fails as soon as it does not hold.
func (o *Operator) While(condition string) *Operator {
	if o != nil {
		o.say(caller(), "while", condition)
	}
	return o
}

// SucceedAfter adds the clause: succeed_after 6s
//
// The time after which the step succeeds, without its effects. It is a constant expression such as "6s", or a [time.Duration].
func (o *Operator) SucceedAfter(time any) *Operator {
	if o != nil {
		o.say(caller(), "succeed_after", time)
	}
	return o
}

// FailAfter adds the clause: fail_after 8s
//
// The time after which the step fails. It is a constant expression such as "6s", or a [time.Duration].
func (o *Operator) FailAfter(time any) *Operator {
	if o != nil {
		o.say(caller(), "fail_after", time)
	}
	return o
}

// Retry adds the clause: retry 2
//
// How often its actions start again after they have failed, before the step fails. Default: never. It is an int, a float64 or a constant expression.
func (o *Operator) Retry(number any) *Operator {
	if o != nil {
		o.say(caller(), "retry", number)
	}
	return o
}

// Effect adds the clause: effect money -= price
//
// Its effects. Default: nothing. Several calls are one list.
func (o *Operator) Effect(effects ...string) *Operator {
	if o != nil {
		o.say(caller(), "effect", effects)
	}
	return o
}

// Cost adds the clause: cost 2
//
// Its cost. Default: 1.
func (o *Operator) Cost(value string) *Operator {
	if o != nil {
		o.say(caller(), "cost", value)
	}
	return o
}

// Cooldown adds the clause: cooldown 20s shared grenade wait 3s
//
// The time after its end in which it cannot start again. It is a constant expression such as "6s", or a [time.Duration].
func (o *Operator) Cooldown(time any) *Operator {
	if o != nil {
		o.say(caller(), "cooldown", time)
	}
	return o
}

// Commit adds the clause: commit 4s
//
// The time from its start in which no better plan replaces it. It is a constant expression such as "6s", or a [time.Duration].
func (o *Operator) Commit(time any) *Operator {
	if o != nil {
		o.say(caller(), "commit", time)
	}
	return o
}

// Ban adds the clause: ban 30s until has_key by d
//
// How long the operator is not taken after it has failed, in every method that holds it. Default: the method is banned. It is a constant expression such as "6s", or a [time.Duration].
func (o *Operator) Ban(time any) *Operator {
	if o != nil {
		o.say(caller(), "ban", time)
	}
	return o
}

// NoBan extends the clause of [Operator.Ban], but does not need it. Nothing is banned.
func (o *Operator) NoBan() *Operator {
	if o != nil {
		o.sayMore(caller(), "ban", "none", nil)
	}
	return o
}

// BanUntil extends the clause of [Operator.Ban], but does not need it. It ends when this holds. Default: when the condition that failed holds.
func (o *Operator) BanUntil(condition string) *Operator {
	if o != nil {
		o.sayMore(caller(), "ban", "until", condition)
	}
	return o
}

// BanBy extends the clause of [Operator.Ban], but does not need it. Only these parameters and variables count. Default: all. Several calls are one list.
func (o *Operator) BanBy(texts ...string) *Operator {
	if o != nil {
		o.sayMore(caller(), "ban", "by", texts)
	}
	return o
}

// Say adds the clause: say "flanking!", "going round!" gap 8s squad 3s
//
// What the agent says when the step starts; if the operator gives an order, what each member says that receives it. Default: nothing. Several calls are one list.
func (o *Operator) Say(texts ...string) *Operator {
	if o != nil {
		o.say(caller(), "say", texts)
	}
	return o
}

// SayAs extends the clause of [Operator.Say], which must precede it. What agents who hear it know it as: a value of the enum that the remembered symbol said is of. Default: they hear a voice.
func (o *Operator) SayAs(value string) *Operator {
	if o != nil {
		o.sayMore(caller(), "say", "as", value)
	}
	return o
}

// SayGap extends the clause of [Operator.Say], which must precede it. The time in which the same agent does not say it again. Default: 5s. It is a constant expression such as "6s", or a [time.Duration].
func (o *Operator) SayGap(time any) *Operator {
	if o != nil {
		o.sayMore(caller(), "say", "gap", time)
	}
	return o
}

// SaySquad extends the clause of [Operator.Say], which must precede it. The time in which no member of its squad says it again. Default: 2s. It is a constant expression such as "6s", or a [time.Duration].
func (o *Operator) SaySquad(time any) *Operator {
	if o != nil {
		o.sayMore(caller(), "say", "squad", time)
	}
	return o
}

// When adds the clause: when has_meal
//
// The condition, evaluated before variables are bound. Default: nothing.
func (m *Method) When(condition string) *Method {
	if m != nil {
		m.say(caller(), "when", condition)
	}
	return m
}

// Each adds the clause: each e: enemy
//
// Free variables: the method is tried with each of their bindings. With from, a variable takes the values that a function of the host returns, as in each p: place from near(pos).
func (m *Method) Each(variables string) *Method {
	if m != nil {
		m.say(caller(), "each", variables)
	}
	return m
}

// Where adds the clause: where visible(e)
//
// The condition that filters bindings. Default: all.
func (m *Method) Where(condition string) *Method {
	if m != nil {
		m.say(caller(), "where", condition)
	}
	return m
}

// Order adds the clause: order distance(e)
//
// The lowest value first. Default: in canonical order.
func (m *Method) Order(value string) *Method {
	if m != nil {
		m.say(caller(), "order", value)
	}
	return m
}

// Margin adds the clause: margin 2
//
// How much better another binding must be before it replaces a chosen one. Default: 0. It is an int, a float64 or a constant expression.
func (m *Method) Margin(number any) *Method {
	if m != nil {
		m.say(caller(), "margin", number)
	}
	return m
}

// While adds the clause: while alive(e)
//
// The condition that must hold when the method is chosen and until its last step has ended; otherwise the agent plans its task again. Default: nothing.
func (m *Method) While(condition string) *Method {
	if m != nil {
		m.say(caller(), "while", condition)
	}
	return m
}

// FailAfter adds the clause: fail_after 20s
//
// The time from the start of its first step after which it has failed. Default: never. It is a constant expression such as "6s", or a [time.Duration].
func (m *Method) FailAfter(time any) *Method {
	if m != nil {
		m.say(caller(), "fail_after", time)
	}
	return m
}

// Ban adds the clause: ban 30s until has_key by d
//
// How long it is not taken after a step of it has failed. Default: 5s, twice as long each time. It is a constant expression such as "6s", or a [time.Duration].
func (m *Method) Ban(time any) *Method {
	if m != nil {
		m.say(caller(), "ban", time)
	}
	return m
}

// NoBan extends the clause of [Method.Ban], but does not need it. Nothing is banned.
func (m *Method) NoBan() *Method {
	if m != nil {
		m.sayMore(caller(), "ban", "none", nil)
	}
	return m
}

// BanUntil extends the clause of [Method.Ban], but does not need it. It ends when this holds. Default: when the condition that failed holds.
func (m *Method) BanUntil(condition string) *Method {
	if m != nil {
		m.sayMore(caller(), "ban", "until", condition)
	}
	return m
}

// BanBy extends the clause of [Method.Ban], but does not need it. Only these parameters and variables count. Default: all. Several calls are one list.
func (m *Method) BanBy(texts ...string) *Method {
	if m != nil {
		m.sayMore(caller(), "ban", "by", texts)
	}
	return m
}

// Say adds the clause: say "flanking!", "going round!" gap 8s squad 3s
//
// What the agent says when it adopts a plan with this method. Default: nothing. Several calls are one list.
func (m *Method) Say(texts ...string) *Method {
	if m != nil {
		m.say(caller(), "say", texts)
	}
	return m
}

// SayAs extends the clause of [Method.Say], which must precede it. What agents who hear it know it as: a value of the enum that the remembered symbol said is of. Default: they hear a voice.
func (m *Method) SayAs(value string) *Method {
	if m != nil {
		m.sayMore(caller(), "say", "as", value)
	}
	return m
}

// SayGap extends the clause of [Method.Say], which must precede it. The time in which the same agent does not say it again. Default: 5s. It is a constant expression such as "6s", or a [time.Duration].
func (m *Method) SayGap(time any) *Method {
	if m != nil {
		m.sayMore(caller(), "say", "gap", time)
	}
	return m
}

// SaySquad extends the clause of [Method.Say], which must precede it. The time in which no member of its squad says it again. Default: 2s. It is a constant expression such as "6s", or a [time.Duration].
func (m *Method) SaySquad(time any) *Method {
	if m != nil {
		m.sayMore(caller(), "say", "squad", time)
	}
	return m
}

// Best adds the clause: best
//
// Search for the cheapest plan within the agent's limits, by the costs of its steps. Default: the first in the order of the methods.
func (p *Plan) Best() *Plan {
	if p != nil {
		p.say(caller(), "best", nil)
	}
	return p
}

// When adds the clause: when hungry
//
// The condition. Default: always.
func (p *Plan) When(condition string) *Plan {
	if p != nil {
		p.say(caller(), "when", condition)
	}
	return p
}

// Every adds the clause: every 1s
//
// Replan interval. Default: 0.5s, of squads 2s. It is a constant expression such as "6s", or a [time.Duration].
func (p *Plan) Every(interval any) *Plan {
	if p != nil {
		p.say(caller(), "every", interval)
	}
	return p
}

// Once adds the clause: once
//
// It does not restart after it has ended.
func (p *Plan) Once() *Plan {
	if p != nil {
		p.say(caller(), "once", nil)
	}
	return p
}

// Best adds the clause: best
//
// Search for the cheapest plan within the agent's limits, by the costs of its steps. Default: the first in the order of the methods.
func (s *SquadPlan) Best() *SquadPlan {
	if s != nil {
		s.say(caller(), "best", nil)
	}
	return s
}

// When adds the clause: when hungry
//
// The condition. Default: always.
func (s *SquadPlan) When(condition string) *SquadPlan {
	if s != nil {
		s.say(caller(), "when", condition)
	}
	return s
}

// Every adds the clause: every 1s
//
// Replan interval. Default: 0.5s, of squads 2s. It is a constant expression such as "6s", or a [time.Duration].
func (s *SquadPlan) Every(interval any) *SquadPlan {
	if s != nil {
		s.say(caller(), "every", interval)
	}
	return s
}

// Once adds the clause: once
//
// It does not restart after it has ended.
func (s *SquadPlan) Once() *SquadPlan {
	if s != nil {
		s.say(caller(), "once", nil)
	}
	return s
}

// Each adds the clause: each m: soldier
//
// The body of a member, for the score. With from, only members whose bodies a function of the host returns suit, as in each m: soldier from medics(ward).
func (r *Role) Each(variable string) *Role {
	if r != nil {
		r.say(caller(), "each", variable)
	}
	return r
}

// Score adds the clause: score courage(m)
//
// How well a member suits. Default: all members suit equally.
func (r *Role) Score(value string) *Role {
	if r != nil {
		r.say(caller(), "score", value)
	}
	return r
}

// Bonus adds the clause: bonus 0.3
//
// The bonus on the score of the member that has the role, as a fraction. Default: 0.2. It is an int, a float64 or a constant expression.
func (r *Role) Bonus(number any) *Role {
	if r != nil {
		r.say(caller(), "bonus", number)
	}
	return r
}

// Cooldown adds the clause: cooldown 1s
//
// The time from its end until it can start again. It is a constant expression such as "6s", or a [time.Duration].
func (r *Reaction) Cooldown(time any) *Reaction {
	if r != nil {
		r.say(caller(), "cooldown", time)
	}
	return r
}

// Say adds the clause: say "flanking!", "going round!" gap 8s squad 3s
//
// What the agent says when it starts. Default: nothing. Several calls are one list.
func (r *Reaction) Say(texts ...string) *Reaction {
	if r != nil {
		r.say(caller(), "say", texts)
	}
	return r
}

// SayAs extends the clause of [Reaction.Say], which must precede it. What agents who hear it know it as: a value of the enum that the remembered symbol said is of. Default: they hear a voice.
func (r *Reaction) SayAs(value string) *Reaction {
	if r != nil {
		r.sayMore(caller(), "say", "as", value)
	}
	return r
}

// SayGap extends the clause of [Reaction.Say], which must precede it. The time in which the same agent does not say it again. Default: 5s. It is a constant expression such as "6s", or a [time.Duration].
func (r *Reaction) SayGap(time any) *Reaction {
	if r != nil {
		r.sayMore(caller(), "say", "gap", time)
	}
	return r
}

// SaySquad extends the clause of [Reaction.Say], which must precede it. The time in which no member of its squad says it again. Default: 2s. It is a constant expression such as "6s", or a [time.Duration].
func (r *Reaction) SaySquad(time any) *Reaction {
	if r != nil {
		r.sayMore(caller(), "say", "squad", time)
	}
	return r
}

// On adds the clause: on sight, hearing
//
// Kinds of senses whose percepts raise the agent to the level, and missed: an object is not where the agent remembers it. Default: only time leads to the level, from a higher one. Several calls are one list.
func (a *Alert) On(kinds ...string) *Alert {
	if a != nil {
		a.say(caller(), "on", kinds)
	}
	return a
}

// Each adds the clause: each x: intruder
//
// The object that is perceived, with its type. Default: any object.
func (a *Alert) Each(variable string) *Alert {
	if a != nil {
		a.say(caller(), "each", variable)
	}
	return a
}

// Where adds the clause: where loud(x)
//
// The condition under which a percept counts. Default: always.
func (a *Alert) Where(condition string) *Alert {
	if a != nil {
		a.say(caller(), "where", condition)
	}
	return a
}

// Hold adds the clause: hold 8s
//
// How long the level lasts after the last such percept. Then the agent falls to the next lower level that it has a line for. Default: 10s. It is a constant expression such as "6s", or a [time.Duration].
func (a *Alert) Hold(time any) *Alert {
	if a != nil {
		a.say(caller(), "hold", time)
	}
	return a
}

// Say adds the clause: say "flanking!", "going round!" gap 8s squad 3s
//
// What the agent says when the line raises its level. Default: nothing. Several calls are one list.
func (a *Alert) Say(texts ...string) *Alert {
	if a != nil {
		a.say(caller(), "say", texts)
	}
	return a
}

// SayAs extends the clause of [Alert.Say], which must precede it. What agents who hear it know it as: a value of the enum that the remembered symbol said is of. Default: they hear a voice.
func (a *Alert) SayAs(value string) *Alert {
	if a != nil {
		a.sayMore(caller(), "say", "as", value)
	}
	return a
}

// SayGap extends the clause of [Alert.Say], which must precede it. The time in which the same agent does not say it again. Default: 5s. It is a constant expression such as "6s", or a [time.Duration].
func (a *Alert) SayGap(time any) *Alert {
	if a != nil {
		a.sayMore(caller(), "say", "gap", time)
	}
	return a
}

// SaySquad extends the clause of [Alert.Say], which must precede it. The time in which no member of its squad says it again. Default: 2s. It is a constant expression such as "6s", or a [time.Duration].
func (a *Alert) SaySquad(time any) *Alert {
	if a != nil {
		a.sayMore(caller(), "say", "squad", time)
	}
	return a
}
