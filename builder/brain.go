package builder

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// Brain arbitrates among wants.
//
//	d.Brain("gatherer").Inertia(0.1).Fade("5s").Select(builder.Weighted().Top(3)).
//		Want("get_item(i)").Each("i in remembered item").Score("quadratic(1 - energy) * energy_of(i)").
//		Want("wander").Score("0.05")
type Brain struct {
	d    *Domain
	decl *def.Brain
}

// Brain declares a brain. Call the methods for the brain itself first, then add its wants. Numbers are an int, a
// float64 or a constant expression, here and in all methods below.
func (d *Domain) Brain(name string) *Brain {
	d, at := d.live(), caller()
	decl := &def.Brain{}
	decl.Head, decl.Name = d.named(at, name)
	d.declare(decl)
	return &Brain{d, decl}
}

// Select sets the rule for choosing one of the scored options. By default, the brain chooses the best.
func (b *Brain) Select(s *Selection) *Brain {
	if b == nil || s == nil {
		return b
	}
	if at := caller(); b.once(at, s.rule, b.decl.Select != nil, "Select") {
		b.decl.Select = s.in(b.d)
	}
	return b
}

// Repetition lowers an option's score by the penalty, a share of it, for each time that the option is among the last
// ones left.
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

// Want adds a goal: "wander", or "get_item(i)" with its arguments.
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

// say gives the brain a clause.
func (b *Brain) say(at place, word string, value any) {
	b.d.say(at, def.BrainTable.Clause(word), b.decl, "brain "+b.decl.Name, value)
}

// sayMore gives a clause of the brain one more part.
func (b *Brain) sayMore(at place, word, part string, value any) {
	b.d.sayMore(at, def.BrainTable.Clause(word), part, b.decl, "brain "+b.decl.Name, value)
}

func (b *Brain) once(at place, text string, given bool, method string) bool {
	return b.d.once(at, text, given, method+" of brain "+b.decl.Name)
}

// noClause reports a method that extends a clause which is missing.
func (d *Domain) noClause(at place, text, method, clause string) {
	d.findings.Errorf(diag.BuildOrder, at.span(text), "%s follows no %s", method, clause).Hint = "call " + clause + " first"
}
