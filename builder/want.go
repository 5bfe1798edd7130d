package builder

import "github.com/karakuri-ai/karakuri/internal/model/def"

// Want is a goal that a brain may pursue: a standing one, or one for each target. Call the methods for the want itself
// first, then add its considerations.
//
//	Want("kill(e)").As("finish").Each("e in remembered enemy").Where("wounded(e)").When("power > 0").Combine("product").
//	Consider("distance(e)").As("near").From(20).To(0).Through("logistic(exponent: 2)").
//	Consider("power")
type Want struct {
	brain *Brain
	decl  *def.Want
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

// say gives the want a clause.
func (w *Want) say(at place, word string, value any) {
	w.brain.d.say(at, def.WantTable.Clause(word), w.decl, "want "+w.decl.Goal.Name.Name, value)
}

// sayMore gives a clause of the want one more part.
func (w *Want) sayMore(at place, word, part string, value any) {
	w.brain.d.sayMore(at, def.WantTable.Clause(word), part, w.decl, "want "+w.decl.Goal.Name.Name, value)
}
