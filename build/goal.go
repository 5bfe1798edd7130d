package build

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/expr"
)

// Goal is something to achieve, with subgoals.
//
//	d.Goal("get_item(i: item)").While("remembered(i)").
//		Do("move_to(i)").FailAfter("20s").
//		Do("pick_up(i)")
//	d.Goal("kill(e: enemy)").
//		Way("close").When("near(e)").Do("strike(e)").Retry(2).Else("shoot(e)").
//		Way("").Tries(3).Do("approach(e)").Do("strike(e)").
//		Interrupt("ammo == 0", "reload")
type Goal struct {
	d    *Domain
	decl *def.Goal
}

// Goal declares a goal: "wander", or with parameters "get_item(i: item)". What is said of the goal itself comes first, then its steps or ways.
func (d *Domain) Goal(signature string) *Goal {
	d, at := d.live(), caller()
	sig := d.signature(at, signature, plain)
	decl := &def.Goal{Head: sig.head, Name: sig.name, Params: sig.params}
	d.declare(decl)
	return &Goal{d, decl}
}

// When gives the condition under which the goal can be activated.
func (g *Goal) When(condition string) *Goal {
	if g == nil {
		return nil
	}
	return g.expr(caller(), condition, "When", &g.decl.When, &g.decl.WhenHead)
}

// While gives the condition without which the goal makes no sense: it fails, or is dropped where it was interrupted.
func (g *Goal) While(condition string) *Goal {
	if g == nil {
		return nil
	}
	return g.expr(caller(), condition, "While", &g.decl.While, &g.decl.WhileHead)
}

// Until gives the condition under which the goal is achieved, whatever its steps do.
func (g *Goal) Until(condition string) *Goal {
	if g == nil {
		return nil
	}
	return g.expr(caller(), condition, "Until", &g.decl.Until, &g.decl.UntilHead)
}

// Backoff gives the time from the failure of a way until the goal plans again: a constant expression such as "1s", or a [time.Duration]; so
// do all times of goals, wants, brains, senses and memories.
func (g *Goal) Backoff(time any) *Goal {
	if g == nil {
		return nil
	}
	at := caller()
	if text, ok := g.d.time(at, time, "time"); ok {
		return g.expr(at, text, "Backoff", &g.decl.Backoff, &g.decl.BackoffHead)
	}
	return g
}

// Do adds a step to a goal without ways: an action, a tree, a goal, or a task or operator that is planned for; "plan dine" is a task or
// operator also where an action has the same name. A condition may follow: "shoot(e) when ammo > 0".
func (g *Goal) Do(step string) *Step {
	if g == nil {
		return nil
	}
	return g.do(caller(), step)
}

// Way adds a way to achieve the goal; those added first are preferred. Its name is for traces and views, and may be empty.
func (g *Goal) Way(name string) *Way {
	if g == nil {
		return nil
	}
	return g.way(caller(), name)
}

// Interrupt adds what goes in front of the steps each time its condition begins to hold. What follows speaks of its step, which has no Retry, Else or
// Optional: the goal goes on however it ends.
func (g *Goal) Interrupt(condition, step string) *Step {
	if g == nil {
		return nil
	}
	return g.interrupt(caller(), condition, step)
}

// do adds a step to the way that stands in the goal's body itself.
func (g *Goal) do(at place, step string) *Step {
	ways := g.decl.Ways
	if len(ways) == 0 {
		ways = []*def.Way{{Head: def.Head{At: at.span(step)}, Bare: true}}
		g.decl.Ways = ways
	}
	if !ways[0].Bare {
		g.mixed(at, step)
		return &Step{g, &def.Way{}, &def.GoalStep{}}
	}
	return g.step(at, ways[0], step)
}

func (g *Goal) way(at place, name string) *Way {
	w := &def.Way{Head: def.Head{At: at.span(name)}, Name: name}
	if name != "" {
		w.NameAt = w.At
	}
	if len(g.decl.Ways) > 0 && g.decl.Ways[0].Bare {
		g.mixed(at, name)
	} else {
		g.decl.Ways = append(g.decl.Ways, w)
	}
	return &Way{g, w}
}

func (g *Goal) mixed(at place, text string) {
	g.d.findings.Errorf(diag.BuildOrder, at.span(text), "goal %s has both ways and steps of its own", g.decl.Name).Hint =
		`put the steps into a way: Way("").Do(...)`
}

func (g *Goal) interrupt(at place, condition, step string) *Step {
	in := &def.Interrupt{Head: def.Head{At: at.span(condition)}, When: g.d.expr(at, condition)}
	in.Step = g.d.goalStep(at, step)
	g.decl.Interrupts = append(g.decl.Interrupts, in)
	return &Step{g, nil, in.Step}
}

// step adds a step to a way.
func (g *Goal) step(at place, w *def.Way, text string) *Step {
	s := g.d.goalStep(at, text)
	w.Steps = append(w.Steps, s)
	return &Step{g, w, s}
}

// expr keeps a clause that is one expression.
func (g *Goal) expr(at place, text, method string, n *expr.Node, h *def.Head) *Goal {
	if g.d.once(at, text, *n != nil, method+" of "+g.decl.Name) {
		*n, h.At = g.d.expr(at, text), at.span(text)
	}
	return g
}

// Way is one way to achieve a goal: steps in order.
type Way struct {
	goal *Goal
	decl *def.Way
}

// When gives the condition under which the way is taken.
func (w *Way) When(condition string) *Way {
	if w == nil {
		return nil
	}
	if at := caller(); w.once(at, condition, w.decl.When != nil, "When") {
		w.decl.When = w.goal.d.expr(at, condition)
	}
	return w
}

// Tries gives how often the way is taken while the goal is active, if it fails: an int, or a constant expression; without it once.
func (w *Way) Tries(times any) *Way {
	if w == nil {
		return nil
	}
	at := caller()
	if text, ok := w.goal.d.number(at, times); ok && w.once(at, text, w.decl.Tries != nil, "Tries") {
		w.decl.Tries = w.goal.d.expr(at, text)
	}
	return w
}

// Do adds a step: see [Goal.Do].
func (w *Way) Do(step string) *Step {
	if w == nil {
		return nil
	}
	return w.goal.step(caller(), w.decl, step)
}

// Way adds the next way to achieve the same goal.
func (w *Way) Way(name string) *Way {
	if w == nil {
		return nil
	}
	return w.goal.way(caller(), name)
}

// Interrupt adds an interrupt to the same goal: see [Goal.Interrupt].
func (w *Way) Interrupt(condition, step string) *Step {
	if w == nil {
		return nil
	}
	return w.goal.interrupt(caller(), condition, step)
}

func (w *Way) once(at place, text string, given bool, method string) bool {
	what := "a way of " + w.goal.decl.Name
	if w.decl.Name != "" {
		what = fmt.Sprintf("way %q", w.decl.Name)
	}
	return w.goal.d.once(at, text, given, method+" of "+what)
}
