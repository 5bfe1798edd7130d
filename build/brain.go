package build

import (
	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/expr"
)

// Brain arbitrates among wants.
//
//	d.Brain("gatherer").Inertia(0.1).Fade("5s").Select(build.Weighted().Top(3)).
//		Want("get_item(i)").Each("i in remembered item").Score("quadratic(1 - energy) * energy_of(i)").
//		Want("wander").Score("0.05")
type Brain struct {
	d    *Domain
	decl *def.Brain
}

// Brain declares a brain. What is said of the brain itself comes first, then its wants. Numbers are an int, a float64 or a constant expression,
// here and in all that follows.
func (d *Domain) Brain(name string) *Brain {
	d, at := d.live(), caller()
	decl := &def.Brain{}
	decl.Head, decl.Name = d.named(at, name)
	d.declare(decl)
	return &Brain{d, decl}
}

// Inertia gives the share by which the score of what is pursued counts for more, 0.1 for a tenth; [Brain.Fade] may follow.
func (b *Brain) Inertia(bonus any) *Brain {
	if b == nil {
		return nil
	}
	at := caller()
	text, _ := b.d.number(at, bonus)
	if b.once(at, text, b.decl.Inertia != nil, "Inertia") {
		b.decl.Inertia = &def.InertiaClause{Head: def.Head{At: at.span(text)}, Bonus: b.d.expr(at, text)}
	}
	return b
}

// Fade gives the time in which the inertia fades; without it the inertia stays.
func (b *Brain) Fade(time any) *Brain {
	if b == nil {
		return nil
	}
	b.follow(caller(), time, "Fade", "Inertia", b.decl.Inertia != nil, func() *expr.Node { return &b.decl.Inertia.Fade })
	return b
}

// Select gives the rule by which one of the scored is chosen; without it the best is.
func (b *Brain) Select(s *Selection) *Brain {
	if b == nil || s == nil {
		return b
	}
	if at := caller(); b.once(at, s.rule, b.decl.Select != nil, "Select") {
		b.decl.Select = s.in(b.d)
	}
	return b
}

// Every gives how often the brain arbitrates; [Brain.Gap] may follow.
func (b *Brain) Every(interval any) *Brain {
	if b == nil {
		return nil
	}
	at := caller()
	text, _ := b.d.time(at, interval, "interval")
	if b.once(at, text, b.decl.Every != nil, "Every") {
		b.decl.Every = &def.EveryClause{Head: def.Head{At: at.span(text)}, Seconds: b.d.expr(at, text)}
	}
	return b
}

// Gap gives how soon after the last time the brain arbitrates on a relevant change; without it as soon as possible.
func (b *Brain) Gap(time any) *Brain {
	if b == nil {
		return nil
	}
	b.follow(caller(), time, "Gap", "Every", b.decl.Every != nil, func() *expr.Node { return &b.decl.Every.Gap })
	return b
}

// Repetition says that each time that an option is among the last ones left takes a share of its score, the penalty.
func (b *Brain) Repetition(penalty, last any) *Brain {
	if b == nil {
		return nil
	}
	at := caller()
	text, good := b.d.number(at, penalty)
	of, ok := b.d.number(at, last)
	if good && ok && b.once(at, text, b.decl.Repetition != nil, "Repetition") {
		b.decl.Repetition = &def.RepetitionClause{Head: def.Head{At: at.span(text)}, Penalty: b.d.expr(at, text), Last: b.d.expr(at, of)}
	}
	return b
}

// Backoff gives how long a want rests after its goal has failed: twice as long after each further failure; [Brain.MaxBackoff] may follow.
func (b *Brain) Backoff(time any) *Brain {
	if b == nil {
		return nil
	}
	at := caller()
	text, _ := b.d.time(at, time, "time")
	if b.once(at, text, b.decl.Backoff != nil, "Backoff") {
		b.decl.Backoff = &def.BackoffClause{Head: def.Head{At: at.span(text)}, Seconds: b.d.expr(at, text)}
	}
	return b
}

// MaxBackoff gives the longest time that a want rests; without it there is none.
func (b *Brain) MaxBackoff(time any) *Brain {
	if b == nil {
		return nil
	}
	b.follow(caller(), time, "MaxBackoff", "Backoff", b.decl.Backoff != nil, func() *expr.Node { return &b.decl.Backoff.Most })
	return b
}

// GiveUp gives after how many failures without a success a want is given up; [Brain.GiveUpFor] may follow.
func (b *Brain) GiveUp(failures any) *Brain {
	if b == nil {
		return nil
	}
	at := caller()
	text, _ := b.d.number(at, failures)
	if b.once(at, text, b.decl.GiveUp != nil, "GiveUp") {
		b.decl.GiveUp = &def.GiveUpClause{Head: def.Head{At: at.span(text)}, After: b.d.expr(at, text)}
	}
	return b
}

// GiveUpFor gives for how long; without it for good.
func (b *Brain) GiveUpFor(time any) *Brain {
	if b == nil {
		return nil
	}
	b.follow(caller(), time, "GiveUpFor", "GiveUp", b.decl.GiveUp != nil, func() *expr.Node { return &b.decl.GiveUp.For })
	return b
}

// Orders gives what orders of a squad are worth, compared with the scores of wants; without it they go before all wants.
func (b *Brain) Orders(score string) *Brain {
	if b == nil {
		return nil
	}
	if at := caller(); b.once(at, score, b.decl.Orders != nil, "Orders") {
		b.decl.Orders = &def.OrdersLine{Head: def.Head{At: at.span(score)}, Score: b.d.expr(at, score)}
	}
	return b
}

// Want adds a goal that may be worth pursuing: "wander", or with what it is bound to "get_item(i)".
func (b *Brain) Want(goal string) *Want {
	if b == nil {
		return nil
	}
	return b.want(caller(), goal)
}

func (b *Brain) want(at place, goal string) *Want {
	w := &def.Want{Head: def.Head{At: at.span(goal)}}
	if call := b.d.call(at, goal); call != nil {
		w.Goal = *call
		b.decl.Wants = append(b.decl.Wants, w)
	}
	return &Want{b, w}
}

func (b *Brain) once(at place, text string, given bool, method string) bool {
	return b.d.once(at, text, given, method+" of brain "+b.decl.Name)
}

// follow keeps a time that says more of a clause, which must be there.
func (b *Brain) follow(at place, value any, method, clause string, there bool, to func() *expr.Node) {
	text, ok := b.d.time(at, value, "time")
	switch {
	case !ok:
	case !there:
		b.d.noClause(at, text, method, clause)
	case b.once(at, text, *to() != nil, method):
		*to() = b.d.expr(at, text)
	}
}

// noClause reports a method that says more of something that has not been given.
func (d *Domain) noClause(at place, text, method, clause string) {
	d.findings.Errorf(diag.BuildOrder, at.span(text), "%s follows no %s", method, clause).Hint = "call " + clause + " first"
}
