package build

import (
	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/expr"
)

// Want is a goal that may be worth pursuing: a standing one, or one for each target. What is said of the want itself comes first, then what it
// considers.
//
//	Want("kill(e)").As("finish").Each("e in remembered enemy").Where("wounded(e)").When("power > 0").Combine("product").
//		Consider("distance(e)").As("near").From(20).To(0).Through("logistic(exponent: 2)").
//		Consider("power")
type Want struct {
	brain *Brain
	decl  *def.Want
}

// As gives the want a name of its own; without it, it has that of the goal.
func (w *Want) As(name string) *Want {
	if w == nil {
		return nil
	}
	if at := caller(); w.once(at, name, w.decl.As.Name != "", "As") {
		w.decl.As = w.brain.d.name(at, name)
	}
	return w
}

// Each says that there is one such want for each target: "i in remembered item" of those that the agent remembers, "e: enemy" of all.
func (w *Want) Each(variable string) *Want {
	if w == nil {
		return nil
	}
	at := caller()
	if w.once(at, variable, w.decl.Each != nil, "Each") {
		w.decl.Each = w.brain.d.oneVariable(at, variable, "a want")
	}
	return w
}

// Where gives which targets are meant; without it all are.
func (w *Want) Where(condition string) *Want {
	if w == nil {
		return nil
	}
	return w.expr(caller(), condition, "Where", &w.decl.Where, nil)
}

// When gives the condition without which the want is not worth a thought. It may speak of the target.
func (w *Want) When(condition string) *Want {
	if w == nil {
		return nil
	}
	return w.expr(caller(), condition, "When", &w.decl.When, nil)
}

// Score gives how much it is wanted: a number. Considerations may be given instead.
func (w *Want) Score(value string) *Want {
	if w == nil {
		return nil
	}
	return w.expr(caller(), value, "Score", &w.decl.Score, &w.decl.ScoreHead)
}

// Combine gives how considerations become one score: one of [def.Combines]; without it "compensated".
func (w *Want) Combine(how string) *Want {
	if w == nil {
		return nil
	}
	if at := caller(); w.once(at, how, w.decl.Combine.Name != "", "Combine") {
		w.decl.Combine, w.decl.CombineHead.At = w.brain.d.name(at, how), at.span(how)
	}
	return w
}

// Weight gives a factor of the score of the considerations: a constant.
func (w *Want) Weight(factor any) *Want {
	if w == nil {
		return nil
	}
	return w.number(caller(), factor, "Weight", &w.decl.Weight, &w.decl.WeightHead)
}

// Rank gives the rank for a ranked selection: a constant; without it 0.
func (w *Want) Rank(rank any) *Want {
	if w == nil {
		return nil
	}
	return w.number(caller(), rank, "Rank", &w.decl.Rank, &w.decl.RankHead)
}

// Cooldown gives the time from when its goal is left until the want is chosen again.
func (w *Want) Cooldown(time any) *Want {
	if w == nil {
		return nil
	}
	at := caller()
	if text, ok := w.brain.d.time(at, time, "time"); ok {
		return w.expr(at, text, "Cooldown", &w.decl.Cooldown, &w.decl.CooldownHead)
	}
	return w
}

// Interrupts says that what is pursued when the want is chosen is suspended, and resumed afterwards.
func (w *Want) Interrupts() *Want {
	if w != nil {
		w.decl.Interrupts, w.decl.InterruptsHead.At = true, caller().span("interrupts")
	}
	return w
}

// ForgetWhen gives the condition under which the target is forgotten when the goal has failed or was dropped.
func (w *Want) ForgetWhen(condition string) *Want {
	if w == nil {
		return nil
	}
	return w.expr(caller(), condition, "ForgetWhen", &w.decl.ForgetWhen, &w.decl.ForgetHead)
}

// Consider adds a number or truth value that makes part of the score.
func (w *Want) Consider(value string) *Consideration {
	if w == nil {
		return nil
	}
	return w.consider(caller(), value)
}

// Want adds the next want of the same brain.
func (w *Want) Want(goal string) *Want {
	if w == nil {
		return nil
	}
	return w.brain.want(caller(), goal)
}

func (w *Want) consider(at place, value string) *Consideration {
	c := &def.Consider{Head: def.Head{At: at.span(value)}, Value: w.brain.d.expr(at, value)}
	w.decl.Considers = append(w.decl.Considers, c)
	return &Consideration{w, c}
}

func (w *Want) once(at place, text string, given bool, method string) bool {
	return w.brain.d.once(at, text, given, method+" of want "+w.decl.Goal.Name.Name)
}

// expr keeps a clause that is one expression.
func (w *Want) expr(at place, text, method string, n *expr.Node, h *def.Head) *Want {
	if !w.once(at, text, *n != nil, method) {
		return w
	}
	if *n = w.brain.d.expr(at, text); h != nil {
		h.At = at.span(text)
	}
	return w
}

// number keeps a clause that is a number.
func (w *Want) number(at place, value any, method string, n *expr.Node, h *def.Head) *Want {
	if text, ok := w.brain.d.number(at, value); ok {
		return w.expr(at, text, method, n, h)
	}
	return w
}
