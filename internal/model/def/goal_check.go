package def

import (
	"math"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// Limits of goals: those of package goal.
const (
	MaxGoals      = 4096 // of a model
	MaxWays       = 16   // of a goal: each has a counter in every active goal
	MaxSteps      = 256  // of a way
	MaxElse       = 16   // alternatives of a step
	MaxInterrupts = 16   // of a goal: each has a bit in every active goal
	MaxGoalFrame  = 64   // words of parameters of a goal: each active goal has room for the largest frame
	MaxTries      = math.MaxUint8
	MaxRetries    = math.MaxInt16
)

// goalSignature resolves the parameters of a goal.
func (c *checker) goalSignature(e *entry) {
	d := e.decl.(*Goal)
	slots := c.slots(d.Params, expr.ResolveArgument)
	e.goal = &GoalInfo{Decl: d, ID: int32(len(c.info.Goals)), Name: e.name, Params: slots, Frame: frame(slots)}
	if e.goal.Frame > MaxGoalFrame {
		c.diags.Errorf(diag.TooManyParts, e.at, "the parameters of goal %q take %d words, at most %d", e.name, e.goal.Frame, MaxGoalFrame)
	}
	if e.lost {
		return
	}
	if c.info.Goals = append(c.info.Goals, e.goal); len(c.info.Goals) == MaxGoals+1 {
		c.diags.Errorf(diag.TooManyParts, e.at, "there are more than %d goals", MaxGoals)
	}
}

// checkGoals checks the goals. They may call each other in circles: how deep they nest is bounded while they run.
func (c *checker) checkGoals() {
	for _, e := range c.entriesOf(kindGoal) {
		c.checkGoal(e.goal)
	}
}

func (c *checker) checkGoal(g *GoalInfo) {
	d := g.Decl
	sc := c.scope(g.Params)
	c.clauses(GoalTable.Body, d, g, sc)
	c.checkBare(g)
	names := map[string]*Way{}
	for _, w := range d.Ways {
		if w == nil {
			continue
		}
		if first := names[w.Name]; first != nil && w.Name != "" {
			d := c.diags.Errorf(diag.DeclaredTwice, headSpan(&w.Head), "goal %q already has a way %q", g.Name, w.Name)
			d.Related = []diag.Related{{Span: headSpan(&first.Head), Message: "first declared here"}}
		} else {
			names[w.Name] = w
		}
		g.Ways = append(g.Ways, c.checkWay(w, sc))
	}
	for _, in := range d.Interrupts {
		if in != nil {
			g.Interrupts = append(g.Interrupts, c.checkInterrupt(in, sc))
		}
	}
	c.most(len(g.Ways), MaxWays, "ways", g)
	c.most(len(g.Interrupts), MaxInterrupts, "interrupts", g)
}

// most reports a goal with more of something than the maximum.
func (c *checker) most(n, limit int, what string, g *GoalInfo) {
	if n > limit {
		c.diags.Errorf(diag.TooManyParts, headSpan(&g.Decl.Head), "goal %q has %d %s, more than %d", g.Name, n, what, limit)
	}
}

// checkBare reports steps in the goal's body itself, next to ways.
func (c *checker) checkBare(g *GoalInfo) {
	for _, w := range g.Decl.Ways {
		if w == nil || !w.Bare {
			continue
		}
		if len(g.Decl.Ways) > 1 {
			c.diags.Errorf(diag.GoalPart, headSpan(&w.Head), "goal %q has both steps and ways", g.Name).Hint = "write way { ... } around them"
			return
		}
		if w.Name != "" || w.When != nil || w.Tries != nil {
			c.diags.Errorf(diag.GoalPart, headSpan(&w.Head), "steps in the body of a goal cannot have a name, when or tries; ways can").Hint = "write way { ... } around them"
		}
	}
}

func (c *checker) checkWay(d *Way, sc *Scope) *WayInfo {
	w := &WayInfo{Decl: d, Name: d.Name}
	c.clauses(WayTable.Head, d, w, sc)
	for _, s := range d.Steps {
		if s != nil {
			w.Steps = append(w.Steps, c.checkStep(s, sc))
		}
	}
	if n := len(w.Steps); n > MaxSteps {
		c.diags.Errorf(diag.TooManyParts, headSpan(&d.Head), "%d steps are more than %d", n, MaxSteps)
	}
	return w
}

func (c *checker) checkInterrupt(d *Interrupt, sc *Scope) *InterruptInfo {
	info := &InterruptInfo{Decl: d}
	c.clauses(InterruptTable.Head, d, info, sc)
	if d.When == nil && !c.partial {
		c.diags.Errorf(diag.PartMissing, headSpan(&d.Head), "the interrupt has no condition").Hint = "interrupt when CONDITION { ... }"
	}
	s := d.Step
	if s == nil {
		if !c.partial {
			c.diags.Errorf(diag.PartMissing, headSpan(&d.Head), "the interrupt has no step")
		}
		return info
	}
	for _, part := range []struct {
		word string
		has  bool
	}{{"retry", s.Retry != nil}, {"else", len(s.Else) > 0}, {"optional", s.Optional}} {
		if part.has {
			d := c.diags.Errorf(diag.GoalPart, headSpan(&s.Head), "the step of an interrupt cannot have %s: the interrupted step continues however it ends", part.word)
			d.Hint = "put it in a goal, and call the goal in the interrupt"
		}
	}
	info.Step = c.checkStep(s, sc)
	return info
}

func (c *checker) checkStep(d *GoalStep, sc *Scope) *StepInfo {
	s := &StepInfo{Decl: d}
	s.Call = c.stepCall(&d.Call, sc)
	c.clauses(StepTable.Head, d, s, sc)
	if d.Backoff != nil && d.Retry == nil && !c.partial {
		c.diags.Errorf(diag.GoalPart, d.Backoff.Span(), "a backoff needs a retry").Hint = "retry 2 backoff ..."
	}
	if s.Best && s.Call != nil && s.Call.Task == nil && s.Call.Operator == nil {
		c.diags.Errorf(diag.GoalPart, headSpan(&d.Head), "best is for steps that are planned for, and %q is not", d.Call.Call.Name.Name).Hint = "it stands behind a task: plan travel best"
	}
	for _, other := range d.Else {
		if other != nil {
			s.Else = append(s.Else, c.stepCall(other, sc))
		}
	}
	if n := len(s.Else); n > MaxElse {
		c.diags.Errorf(diag.TooManyParts, headSpan(&d.Head), "%d alternatives are more than %d", n, MaxElse)
	}
	return s
}

// stepCall checks what a step carries out. Of several things of the name it is an action first, then a tree, a goal, a
// task, an operator; behind plan a task or an operator. Nil after a mistake.
func (c *checker) stepCall(d *GoalCall, sc *Scope) *StepCall {
	s := &StepCall{When: c.term(d.When, sc, expr.BoolType)}
	kinds, want := []kind{kindAction, kindTree, kindGoal, kindTask, kindOperator}, "an action, a tree, a goal, a task or an operator"
	if d.Plan {
		kinds, want = []kind{kindTask, kindOperator}, "a task or operator"
	}
	e := c.callee(&d.Call, want, kinds...)
	switch {
	case e == nil:
		if d.Plan {
			c.hint(&d.Call, "leave out plan", kindAction, kindTree, kindGoal)
		}
		c.looseArgs(&d.Call, sc)
		return nil
	case e.kind == kindAction:
		s.Do = c.actionCall(&d.Call, sc)
	case e.kind == kindTree:
		s.Do = c.treeDone(&d.Call, e, "goal", sc)
	default:
		s.Goal, s.Task, s.Operator = e.goal, e.task, e.operator
		args, ok := c.placed(&d.Call, e, sc)
		if s.Args = args; !ok {
			return nil
		}
		return s
	}
	if s.Do == nil {
		return nil
	}
	return s
}

// calls returns all that a step may carry out.
func (s *StepInfo) calls() []*StepCall { return append([]*StepCall{s.Call}, s.Else...) }

// eachStep calls visit for the steps of a goal, those of interrupts included.
func (g *GoalInfo) eachStep(visit func(*StepInfo)) {
	for _, w := range g.Ways {
		for _, s := range w.Steps {
			visit(s)
		}
	}
	for _, in := range g.Interrupts {
		if in.Step != nil {
			visit(in.Step)
		}
	}
}

// eachCall calls visit for all that the steps of a goal carry out; those at fault are omitted.
func (g *GoalInfo) eachCall(visit func(*StepCall)) {
	g.eachStep(func(s *StepInfo) {
		for _, call := range s.calls() {
			if call != nil {
				visit(call)
			}
		}
	})
}

// terms calls visit for the expressions of a goal. Those that it does not have are nil.
func (g *GoalInfo) terms(visit func(*expr.Term)) {
	eachClauseTerm(GoalTable.Body, g, visit)
	for _, w := range g.Ways {
		eachClauseTerm(WayTable.Head, w, visit)
	}
	for _, in := range g.Interrupts {
		eachClauseTerm(InterruptTable.Head, in, visit)
	}
	g.eachStep(func(s *StepInfo) { eachClauseTerm(StepTable.Head, s, visit) })
	g.eachCall(func(s *StepCall) {
		visit(s.When)
		args := s.Args
		if s.Do != nil {
			args = s.Do.Args
		}
		for _, t := range args {
			visit(t)
		}
	})
}
