// Code generated from the table of package def by: go run ./internal/tools/table. DO NOT EDIT.

package builder

// Uses says: uses hands
//
// Resources it occupies while it runs. Several calls are one list.
func (a *Action) Uses(resources ...string) *Action {
	if a != nil {
		a.say(caller(), "uses", resources)
	}
	return a
}

// Grace says: grace 0.5s
//
// How long it may continue when a reaction interrupts it or a tree aborts it; left out: none. It is a constant expression such as "6s", or a [time.Duration].
func (a *Action) Grace(time any) *Action {
	if a != nil {
		a.say(caller(), "grace", time)
	}
	return a
}

// Composite says: composite
//
// It occurs in trees only, has children, and decides which of them run.
func (a *Action) Composite() *Action {
	if a != nil {
		a.say(caller(), "composite", nil)
	}
	return a
}

// Decorator says: decorator
//
// It occurs in trees only, has one child, and decides when it runs.
func (a *Action) Decorator() *Action {
	if a != nil {
		a.say(caller(), "decorator", nil)
	}
	return a
}

// When says: when money >= price
//
// What must hold; left out: nothing.
func (o *Operator) When(condition string) *Operator {
	if o != nil {
		o.say(caller(), "when", condition)
	}
	return o
}

// Claim says: claim p, q priority 2
//
// The parameters whose objects the step claims exclusively within its squad or team; left out: none. Several calls are one list.
func (o *Operator) Claim(parameters ...string) *Operator {
	if o != nil {
		o.say(caller(), "claim", parameters)
	}
	return o
}

// ClaimWorld says more of [Operator.Claim], which comes before it: It binds everybody: what it claims is used up as a thing, like a stove; left out: the squad, or the team where there is none.
func (o *Operator) ClaimWorld() *Operator {
	if o != nil {
		o.sayMore(caller(), "claim", "world", nil)
	}
	return o
}

// ClaimPriority says more of [Operator.Claim], which comes before it: Who waits for an object gets it in this order, the lowest first; left out: 0. It is an int, a float64 or a constant expression.
func (o *Operator) ClaimPriority(number any) *Operator {
	if o != nil {
		o.sayMore(caller(), "claim", "priority", number)
	}
	return o
}

// Until says: until distance(e) < 10
//
// The step succeeds as soon as it holds.
func (o *Operator) Until(condition string) *Operator {
	if o != nil {
		o.say(caller(), "until", condition)
	}
	return o
}

// While says: while alive(e)
//
// The step fails as soon as it does not hold.
func (o *Operator) While(condition string) *Operator {
	if o != nil {
		o.say(caller(), "while", condition)
	}
	return o
}

// SucceedAfter says: succeed_after 6s
//
// The time after which the step succeeds, without its effects. It is a constant expression such as "6s", or a [time.Duration].
func (o *Operator) SucceedAfter(time any) *Operator {
	if o != nil {
		o.say(caller(), "succeed_after", time)
	}
	return o
}

// FailAfter says: fail_after 8s
//
// The time after which the step fails. It is a constant expression such as "6s", or a [time.Duration].
func (o *Operator) FailAfter(time any) *Operator {
	if o != nil {
		o.say(caller(), "fail_after", time)
	}
	return o
}

// Retry says: retry 2
//
// How often its actions start again after they have failed, before the step fails; left out: never. It is an int, a float64 or a constant expression.
func (o *Operator) Retry(number any) *Operator {
	if o != nil {
		o.say(caller(), "retry", number)
	}
	return o
}

// Effect says: effect money -= price
//
// What it changes; left out: nothing. Several calls are one list.
func (o *Operator) Effect(effects ...string) *Operator {
	if o != nil {
		o.say(caller(), "effect", effects)
	}
	return o
}

// Cost says: cost 2
//
// What it costs; left out: 1.
func (o *Operator) Cost(value string) *Operator {
	if o != nil {
		o.say(caller(), "cost", value)
	}
	return o
}

// Cooldown says: cooldown 20s shared grenade wait 3s
//
// The time after its end in which it cannot start again. It is a constant expression such as "6s", or a [time.Duration].
func (o *Operator) Cooldown(time any) *Operator {
	if o != nil {
		o.say(caller(), "cooldown", time)
	}
	return o
}

// Commit says: commit 4s
//
// The time from its start in which no better plan replaces it. It is a constant expression such as "6s", or a [time.Duration].
func (o *Operator) Commit(time any) *Operator {
	if o != nil {
		o.say(caller(), "commit", time)
	}
	return o
}

// Ban says: ban 30s until has_key by d
//
// How long the operator is not taken after it has failed, in every method that holds it; left out: the method is banned. It is a constant expression such as "6s", or a [time.Duration].
func (o *Operator) Ban(time any) *Operator {
	if o != nil {
		o.say(caller(), "ban", time)
	}
	return o
}

// NoBan says more of [Operator.Ban], also without it: Nothing is banned.
func (o *Operator) NoBan() *Operator {
	if o != nil {
		o.sayMore(caller(), "ban", "none", nil)
	}
	return o
}

// BanUntil says more of [Operator.Ban], also without it: It ends when this holds; left out: when what the step failed on holds.
func (o *Operator) BanUntil(condition string) *Operator {
	if o != nil {
		o.sayMore(caller(), "ban", "until", condition)
	}
	return o
}

// BanBy says more of [Operator.Ban], also without it: Only these parameters and variables count; left out: all. Several calls are one list.
func (o *Operator) BanBy(texts ...string) *Operator {
	if o != nil {
		o.sayMore(caller(), "ban", "by", texts)
	}
	return o
}

// When says: when has_meal
//
// What must hold before the variables are bound; left out: nothing.
func (m *Method) When(condition string) *Method {
	if m != nil {
		m.say(caller(), "when", condition)
	}
	return m
}

// Each says: each e: enemy
//
// Free variables: the method is tried with each of their bindings. With from, one takes the values that a function of the host returns, as in each p: place from near(pos).
func (m *Method) Each(variables string) *Method {
	if m != nil {
		m.say(caller(), "each", variables)
	}
	return m
}

// Where says: where visible(e)
//
// Which bindings are tried; left out: all.
func (m *Method) Where(condition string) *Method {
	if m != nil {
		m.say(caller(), "where", condition)
	}
	return m
}

// Order says: order distance(e)
//
// The least first; left out: in canonical order.
func (m *Method) Order(value string) *Method {
	if m != nil {
		m.say(caller(), "order", value)
	}
	return m
}

// Margin says: margin 2
//
// How much better another binding must be before it replaces a chosen one; left out: 0. It is an int, a float64 or a constant expression.
func (m *Method) Margin(number any) *Method {
	if m != nil {
		m.say(caller(), "margin", number)
	}
	return m
}

// While says: while alive(e)
//
// What must hold where it is chosen and until its last step has ended: else its task is planned anew; left out: nothing.
func (m *Method) While(condition string) *Method {
	if m != nil {
		m.say(caller(), "while", condition)
	}
	return m
}

// FailAfter says: fail_after 20s
//
// The time from the start of its first step after which it has failed; left out: never. It is a constant expression such as "6s", or a [time.Duration].
func (m *Method) FailAfter(time any) *Method {
	if m != nil {
		m.say(caller(), "fail_after", time)
	}
	return m
}

// Ban says: ban 30s until has_key by d
//
// How long it is not taken after a step of it has failed; left out: 5s, twice as long each time. It is a constant expression such as "6s", or a [time.Duration].
func (m *Method) Ban(time any) *Method {
	if m != nil {
		m.say(caller(), "ban", time)
	}
	return m
}

// NoBan says more of [Method.Ban], also without it: Nothing is banned.
func (m *Method) NoBan() *Method {
	if m != nil {
		m.sayMore(caller(), "ban", "none", nil)
	}
	return m
}

// BanUntil says more of [Method.Ban], also without it: It ends when this holds; left out: when what the step failed on holds.
func (m *Method) BanUntil(condition string) *Method {
	if m != nil {
		m.sayMore(caller(), "ban", "until", condition)
	}
	return m
}

// BanBy says more of [Method.Ban], also without it: Only these parameters and variables count; left out: all. Several calls are one list.
func (m *Method) BanBy(texts ...string) *Method {
	if m != nil {
		m.sayMore(caller(), "ban", "by", texts)
	}
	return m
}

// Best says: best
//
// Search for the cheapest plan within the agent's limits, by the costs of its steps; left out: the first in the order of the methods.
func (p *Plan) Best() *Plan {
	if p != nil {
		p.say(caller(), "best", nil)
	}
	return p
}

// When says: when hungry
//
// What must hold; left out: always.
func (p *Plan) When(condition string) *Plan {
	if p != nil {
		p.say(caller(), "when", condition)
	}
	return p
}

// Every says: every 1s
//
// Replan interval; left out: 0.5s, of squads 2s. It is a constant expression such as "6s", or a [time.Duration].
func (p *Plan) Every(interval any) *Plan {
	if p != nil {
		p.say(caller(), "every", interval)
	}
	return p
}

// Once says: once
//
// It does not restart after it has ended.
func (p *Plan) Once() *Plan {
	if p != nil {
		p.say(caller(), "once", nil)
	}
	return p
}

// Best says: best
//
// Search for the cheapest plan within the agent's limits, by the costs of its steps; left out: the first in the order of the methods.
func (s *SquadPlan) Best() *SquadPlan {
	if s != nil {
		s.say(caller(), "best", nil)
	}
	return s
}

// When says: when hungry
//
// What must hold; left out: always.
func (s *SquadPlan) When(condition string) *SquadPlan {
	if s != nil {
		s.say(caller(), "when", condition)
	}
	return s
}

// Every says: every 1s
//
// Replan interval; left out: 0.5s, of squads 2s. It is a constant expression such as "6s", or a [time.Duration].
func (s *SquadPlan) Every(interval any) *SquadPlan {
	if s != nil {
		s.say(caller(), "every", interval)
	}
	return s
}

// Once says: once
//
// It does not restart after it has ended.
func (s *SquadPlan) Once() *SquadPlan {
	if s != nil {
		s.say(caller(), "once", nil)
	}
	return s
}

// Each says: each m: soldier
//
// The body of a member, for the score. With from, only members whose bodies a function of the host returns suit, as in each m: soldier from medics(ward).
func (r *Role) Each(variable string) *Role {
	if r != nil {
		r.say(caller(), "each", variable)
	}
	return r
}

// Score says: score courage(m)
//
// How well a member suits; left out: all alike.
func (r *Role) Score(value string) *Role {
	if r != nil {
		r.say(caller(), "score", value)
	}
	return r
}

// Bonus says: bonus 0.3
//
// By how much the score of who has the role counts more; left out: 0.2. It is an int, a float64 or a constant expression.
func (r *Role) Bonus(number any) *Role {
	if r != nil {
		r.say(caller(), "bonus", number)
	}
	return r
}

// Cooldown says: cooldown 1s
//
// The time from its end until it can start again. It is a constant expression such as "6s", or a [time.Duration].
func (r *Reaction) Cooldown(time any) *Reaction {
	if r != nil {
		r.say(caller(), "cooldown", time)
	}
	return r
}
