package builder

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
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

// Goal declares a goal: "wander", or with parameters "get_item(i: item)". Call the methods for the goal itself first,
// then add its steps or ways.
func (d *Domain) Goal(signature string) *Goal {
	d, at := d.live(), caller()
	sig := d.signature(at, signature, plain)
	decl := &def.Goal{Head: sig.head, Name: sig.name, Params: sig.params}
	d.declare(decl)
	return &Goal{d, decl}
}

// Do adds a step to a goal without ways: an action, a tree, a goal, or a task or operator that is planned for; "plan
// dine" is a task or operator even if an action has the same name. A condition may follow: "shoot(e) when ammo > 0".
func (g *Goal) Do(step string) *Step {
	if g == nil {
		return nil
	}
	return g.do(caller(), step)
}

// Way adds a way to achieve the goal; those added first are preferred. Its name is for traces and views, and may be
// empty.
func (g *Goal) Way(name string) *Way {
	if g == nil {
		return nil
	}
	return g.way(caller(), name)
}

// Interrupt inserts a step before the others each time its condition begins to hold. It returns that step, which has
// no Retry, Else or Optional: the goal continues however it ends.
func (g *Goal) Interrupt(condition, step string) *Step {
	if g == nil {
		return nil
	}
	return g.interrupt(caller(), condition, step)
}

// do adds a step to the way that is the goal's body itself.
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

// Way is one way to achieve a goal: steps in order.
type Way struct {
	goal *Goal
	decl *def.Way
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

// say gives the goal a clause.
func (g *Goal) say(at place, word string, value any) {
	g.d.say(at, def.GoalTable.Clause(word), g.decl, g.decl.Name, value)
}

// say gives the way a clause.
func (w *Way) say(at place, word string, value any) {
	owner := "a way of " + w.goal.decl.Name
	if w.decl.Name != "" {
		owner = fmt.Sprintf("way %q", w.decl.Name)
	}
	w.goal.d.say(at, def.WayTable.Clause(word), w.decl, owner, value)
}
