package runner

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// Text returns an event as text, without tick and agent: "step started: move(crate, home)". Kind is the agent's, and st
// its state, for the names of objects. Call it only while the event is delivered: Args is a view.
func (s *Script) Text(e Event, kind int32, st *world.State) string {
	_, text := s.Describe(e, kind, st)
	return text
}

// Describe is [Script.Text], and also returns what the event is about: a goal, a step, a method with its bindings, a
// reaction or a layer.
func (s *Script) Describe(e Event, kind int32, st world.Names) (of fact.Subject, text string) {
	of = s.subject(&e, kind, st)
	if of.Cause, of.Brief = s.cause(&e), brief(&e, of.Call); e.Kind == Alerted || e.Kind == Calmed {
		of.Brief = s.alertText(&e, st)
	}
	return of, s.text(&e, of)
}

// subject returns what an event is about.
func (s *Script) subject(e *Event, kind int32, st world.Names) fact.Subject {
	switch {
	case e.Kind == Said:
		of := fact.Named(s.info.Barks[e.Step].Of)
		of.Object = s.SaidText(e)
		return of
	case e.Kind == Alerted || e.Kind == Calmed:
		return fact.Named(s.alertLevel(e.Step))
	case e.Kind.isOfPlan():
		if e.Line < 0 {
			return fact.Subject{}
		}
		g := s.plannedFor(e, kind)
		return fact.Subject{Name: s.nameOf(g), Call: s.GoalText(g, st)}
	case e.Kind.isOfStep():
		return fact.Subject{Name: s.info.Operators[e.Operator].Name, Call: s.operatorText(e.Operator, e.Args, st)}
	case (e.Kind == MethodBanned || e.Kind == BanLifted) && e.Task < 0:
		return fact.Subject{Name: s.info.Operators[e.Operator].Name, Call: s.bannedText(e.Operator, e.Args, st)}
	case e.Kind == MethodBanned || e.Kind == BanLifted || e.Kind == MethodStopped:
		t := s.info.Tasks[e.Task]
		return fact.Subject{Name: t.Name + "/" + t.Methods[e.Method].Name, Call: s.methodText(e, st)}
	case e.Kind >= LayerStarted && e.Kind <= LayerAborted:
		return fact.Named(s.kinds[kind].info.Layers[e.Step].Name)
	case e.Kind >= ReactionStarted && e.Kind <= MindResumed:
		return fact.Named(s.kinds[kind].info.Reactions[e.Step].Do.Name())
	}
	return fact.Subject{}
}

// text returns an event as text, given its subject.
func (s *Script) text(e *Event, about fact.Subject) string {
	of, why := orNothing(about.Call), about.Cause
	switch e.Kind {
	case PlanAdopted, PlanKept, PlanRepaired:
		return e.Kind.String() + ": " + about.Brief
	case PlanMerged:
		return e.Kind.String() + " " + about.Brief
	case PlanNone, PlanLimit:
		return about.Brief
	case PlanEnded:
		return "plan ended: " + of
	case PlanFailed:
		return fmt.Sprintf("plan failed at step %d of %d", e.Step+1, e.Steps)
	case PlanAborted:
		return "plan aborted: " + why
	case PlanOutdated:
		return fmt.Sprintf("plan outdated: %s is planned anew", of)
	case StepStarted, StepExpecting:
		return fmt.Sprintf("%s: %s", e.Kind, of)
	case StepEnded:
		if why == "" {
			return "step ended: " + of
		}
		return "step ended: " + of + ": " + why
	case StepRetried:
		return fmt.Sprintf("step retried: %s: %s, retry %d of %d", of, why, e.Count, s.operators[e.Operator].retries)
	case StepFailed, StepAborted, BanLifted, MethodStopped:
		return fmt.Sprintf("%s: %s: %s", e.Kind, of, why)
	case IdleStarted:
		return "idle: " + why
	case IdleEnded:
		return "idle action ended: " + e.Status.String()
	case IdleAborted:
		return "idle action aborted: " + why
	case MethodBanned:
		text := fmt.Sprintf("%s banned%s: %s", bannedKind(e), s.banSpan(e), of)
		if e.Count > 0 {
			text += fmt.Sprintf(", failure %d in a row", e.Count+1)
		}
		return text
	case AgentQuarantined:
		return fmt.Sprintf("agent quarantined for %gs", s.seconds(e.Ticks))
	case AgentReleased:
		return "agent released from quarantine"
	case Said:
		return s.saidText(e)
	case Alerted, Calmed:
		return about.Brief
	}
	if e.Kind >= ReactionStarted && e.Kind <= LayerAborted {
		return s.besideText(e, of)
	}
	text := e.Kind.String() + ": " + why
	if (e.Cause == Overran || e.Cause == ValueRefused) && e.Fault != nil {
		text += ": " + e.Fault.Message
	}
	return text
}

// cause returns why something happened, as text; empty if an event of this kind has no reason.
func (s *Script) cause(e *Event) string {
	switch e.Kind {
	case PlanKept:
		return e.Keep.String()
	case PlanAborted, StepAborted, IdleAborted, ReactionAborted, LayerAborted:
		return e.Reason.String()
	case StepEnded:
		if e.By == ByItself {
			return ""
		}
		return e.By.String()
	case StepFailed, StepRetried, Faulted, MethodStopped:
		return e.Cause.String()
	case IdleStarted:
		return e.Why.String()
	case BanLifted:
		if of := s.way(e); e.Lift == BanChanged && s.banRule(of).until != nil {
			return s.untilText(of)
		}
		return e.Lift.String()
	}
	return ""
}

// brief returns the details of an event of planning, as text; empty for other events.
func brief(e *Event, of string) string {
	of = orNothing(of)
	switch e.Kind {
	case PlanAdopted:
		if e.Steps == 0 {
			return "nothing is left to do for " + of
		}
		return fmt.Sprintf("%s in %s", of, steps(e.Steps)) + soFar(e.Limit)
	case PlanKept:
		return e.Keep.String()
	case PlanNone:
		return "no plan for " + of + times(e.Count)
	case PlanLimit:
		return fmt.Sprintf("no plan for %s within the limit of %s", of, e.Limit) + times(e.Count)
	case PlanMerged:
		return fmt.Sprintf("at step %d of %d: %s continues, the rest is replaced", e.Step+1, e.Steps, of) + soFar(e.Limit)
	case PlanRepaired:
		text := fmt.Sprintf("%s in %s", of, steps(e.Steps))
		if e.Step >= 0 {
			text += fmt.Sprintf(", from step %d on", e.Step+1)
		}
		return text + soFar(e.Limit)
	}
	return ""
}

// orNothing returns of, or "nothing" for a plan that is for none of the agent's plan lines.
func orNothing(of string) string {
	if of == "" {
		return "nothing"
	}
	return of
}

// FailureText returns a failure as text.
func (s *Script) FailureText(f Failure, st *world.State) string {
	return s.operatorText(f.Operator, f.Args, st) + ": " + f.Cause.String()
}

func (s *Script) operatorText(id htn.OperatorID, args []world.Word, st world.Names) string {
	o := s.info.Operators[id]
	return htn.CallText(st, o.Name, o.Params, args)
}

// methodText returns the method instance of an event: `fight(e1), "close in" by e2`.
func (s *Script) methodText(e *Event, st world.Names) string {
	t := s.info.Tasks[e.Task]
	m := t.Methods[e.Method]
	if len(e.Args)+len(e.Bound) == 0 && len(t.Params)+len(m.Each) > 0 {
		return fmt.Sprintf("%s, %q, whatever it is about", t.Name, m.Name)
	}
	text := fmt.Sprintf("%s, %q", countedText(t.Name, t.Params, e.Args, m.Ban.By, st), m.Name)
	if len(m.Each) > 0 {
		text += " by " + strings.Join(countedTexts(m.Each, e.Bound, m.Ban.By, st), ", ")
	}
	return text
}

// countedText returns a call as text. Arguments that do not count for bans are "any".
func countedText(name string, params []def.Slot, args []world.Word, by []int, st world.Names) string {
	if by == nil || len(params) == 0 {
		return htn.CallText(st, name, params, args)
	}
	return name + "(" + strings.Join(countedTexts(params, args, by, st), ", ") + ")"
}

func countedTexts(slots []def.Slot, words []world.Word, by []int, st world.Names) []string {
	texts := make([]string, len(slots))
	for i, v := range slots {
		at := v.Index - slots[0].Index
		if texts[i] = "any"; by == nil || slices.Contains(by, v.Index) {
			texts[i] = world.FormatRounded(st.Schema(), st, v.Type, words[at:at+v.Type.Width()])
		}
	}
	return texts
}

func (s *Script) seconds(ticks int64) float64 { return float64(ticks) / float64(s.tps) }

// GoalText returns a goal as text: "fight(e1)".
func (s *Script) GoalText(g htn.Goal, st world.Names) string {
	if g.IsOperator {
		return s.operatorText(g.Operator, g.Args, st)
	}
	t := s.info.Tasks[g.Task]
	return htn.CallText(st, t.Name, t.Params, g.Args)
}

// plannedFor returns the goal of an event about a whole plan.
func (s *Script) plannedFor(e *Event, kind int32) htn.Goal {
	if e.Level == 0 {
		return s.kinds[kind].lines[e.Line].goal
	}
	return htn.Goal{Task: e.Task, Operator: e.Operator, IsOperator: e.Task < 0, Args: e.Args}
}

// nameOf returns the name of the task or operator of a goal.
func (s *Script) nameOf(g htn.Goal) string {
	if g.IsOperator {
		return s.info.Operators[g.Operator].Name
	}
	return s.info.Tasks[g.Task].Name
}

func steps(n int32) string {
	if n == 1 {
		return "1 step"
	}
	return fmt.Sprintf("%d steps", n)
}

// soFar returns a text that says that a plan is the cheapest found within a limit, if one was hit.
func soFar(limit htn.Bound) string {
	if limit == htn.NoBound {
		return ""
	}
	return fmt.Sprintf(", the cheapest found within the limit of %s", limit)
}

// times returns a text for the number of plannings in a series that has ended.
func times(n int32) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", %d times in a row", n)
}

// bannedKind returns what an event of a ban is about: "method" or "operator".
func bannedKind(e *Event) string {
	if e.Task < 0 {
		return "operator"
	}
	return "method"
}

// banSpan returns how long a ban lasts, as text.
func (s *Script) banSpan(e *Event) string {
	b, text := s.way(e), ""
	if e.Ticks > 0 {
		text = fmt.Sprintf(" for %gs", s.seconds(e.Ticks))
	}
	if s.banRule(b).until == nil {
		return text
	}
	if text != "" {
		text += " or"
	}
	return text + " until " + s.untilText(b)
}

// way returns the way of a ban's event. Without arguments and bindings, it covers all instances.
func (s *Script) way(e *Event) *htn.Ban {
	none := len(e.Args)+len(e.Bound) == 0
	if e.Task < 0 {
		return &htn.Ban{Operator: e.Operator, IsOperator: true, All: none && len(s.info.Operators[e.Operator].Params) > 0}
	}
	t := s.info.Tasks[e.Task]
	return &htn.Ban{Task: e.Task, Method: int(e.Method), All: none && len(t.Params)+len(t.Methods[e.Method].Each) > 0}
}
