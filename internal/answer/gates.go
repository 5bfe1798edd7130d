package answer

import (
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// gates reports, for what never came up in a planning, what blocks the way to it.
func (k *asker) gates(s *subject, p *planned, seen map[string]bool) (list []ranked) {
	key := k.title(s)
	if seen[key] || len(seen) > 4*maxWay {
		return nil
	}
	seen[key] = true
	if s.kind == subjectMethod {
		return k.gatesOfMethod(s, p, seen)
	}
	for _, way := range s.ways(k) {
		if found, came := k.gate(&way, p); came {
			list = append(list, found...)
		} else {
			list = append(list, k.gates(&way, p, seen)...)
		}
	}
	return list
}

// ways returns the methods that have the subject among their subtasks, with the arguments that were asked for.
func (s *subject) ways(k *asker) (list []subject) {
	for _, t := range k.info.Tasks {
		for i, m := range t.Methods {
			if args, is := leadsTo(k, s, t, m); is {
				list = append(list, subject{kind: subjectMethod, task: t, method: i, args: args})
			}
		}
	}
	return list
}

// gate reports what became of a method that leads to something; not came: its turn did not come.
func (k *asker) gate(way *subject, p *planned) (list []ranked, came bool) {
	var on []int
	for i := range p.events {
		if !k.isOn(way, &p.events[i]) {
			continue
		}
		if came = true; !p.inPlan[i] {
			on = append(on, i)
		}
	}
	on = p.furthest(on)
	for _, i := range on[:min(len(on), maxTaken)] {
		f, ok := k.finding(p, i, true), true
		if way.args != nil {
			f, ok = k.eventOn(way, p, i)
		}
		if ok {
			list = append(list, ranked{f, p.length[i], p.events[i].Depth, i})
		}
	}
	if f, ok := k.otherBinding(way, p); ok && len(list) == 0 {
		list = append(list, ranked{Finding: f})
	}
	return list, came
}

// leadsTo reports whether a method has the subject among its subtasks, with the arguments that were asked for; args are
// those of the method with which it would have: "_" for what the subject does not say, nil if that is all.
func leadsTo(k *asker, s *subject, t *def.TaskInfo, m *def.MethodInfo) (args []string, is bool) {
	eachItem(m.Body, func(it *def.ItemInfo) {
		if is || !s.isItem(it) {
			return
		}
		args, is = argsBy(k, s, t, m, it)
	})
	return args, is
}

// argsBy returns the arguments of a method, parameters of its task and then its variables, with which a subtask is the
// subject. ok is false if it never is, because it has other constants.
func argsBy(k *asker, s *subject, t *def.TaskInfo, m *def.MethodInfo, it *def.ItemInfo) (args []string, ok bool) {
	said := false
	slots := append(slices.Clone(t.Params), m.Each...)
	for range slots {
		args = append(args, "_")
	}
	for i, arg := range s.args {
		if i >= len(it.Args) || arg == "" || arg == "_" {
			continue
		}
		term := it.Args[i]
		switch at := slices.IndexFunc(slots, func(slot def.Slot) bool { return term.Kind == expr.TermVar && term.Slot == slot.Index }); {
		case at >= 0:
			args[at], said = arg, true
		case term.Kind == expr.TermConst && !k.isCalled(term.Type, term.Words[:term.Type.Width()], arg):
			return nil, false
		}
	}
	if !said {
		args = nil
	}
	return args, true
}

// gatesOfMethod reports which method was taken before one that was not tried, or what blocks its task.
func (k *asker) gatesOfMethod(s *subject, p *planned, seen map[string]bool) (list []ranked) {
	came, task := false, subject{kind: subjectTask, task: s.task}
	if n := len(s.task.Params); n > 0 && len(s.args) >= n {
		task.args = s.args[:n]
	}
	for i := range p.events {
		e := &p.events[i]
		if !k.isOn(&task, e) {
			continue
		}
		came = true
		if f, ok := k.before(s, p, i); ok {
			list = append(list, ranked{f, p.length[i], e.Depth, i})
		}
	}
	if !came {
		return k.gates(&task, p, seen)
	}
	return list
}

// before reports which method of a task was taken before another.
func (k *asker) before(s *subject, p *planned, came int) (f explain.Finding, ok bool) {
	task := &p.events[came]
	for n := came + 1; n < len(p.events); n++ {
		x := &p.events[n]
		if x.Kind == htn.EventPruned && n == came+1 {
			f = k.prunedOn(explain.Finding{Subject: k.title(s), Within: k.within(p, task)}, x)
			return f, true
		}
		if x.Kind == htn.EventMethod && x.Task == task.Task && x.Parent == task.Parent && x.Method < s.method && p.inPlan[n] {
			k.blameTaken(p, n)
			return explain.Finding{Verdict: explain.NotReached, Subject: k.title(s), Within: k.within(p, task), By: "method " + k.methodText(x), Note: "it comes first and led to a plan",
				Place: s.task.Methods[s.method].Decl.At}, true
		}
	}
	return f, false
}

// blameTaken notes the conditions by which a method is in the plan, with all that is planned within it: were one of
// them false, another method might be taken.
func (k *asker) blameTaken(p *planned, taken int) {
	if k.blamed == nil {
		return
	}
	k.blamePlan(p, taken)
}

// blamePlan notes the conditions of the steps within the method of an event, or -1: of all. Each holds in the state
// after the steps before it.
func (k *asker) blamePlan(p *planned, within int) {
	st, was := world.NewState(p.it.State.Schema()), k.machine.State
	st.CopyFrom(p.it.State)
	k.machine.State = st
	defer func() {
		k.machine.State = was
		_ = recover() // a function of the game panicked: what would come after it is not noted
	}()
	for i := range p.events {
		e := &p.events[i]
		if !p.inPlan[i] {
			continue
		}
		noted := within < 0 || k.isWithin(p, i, within)
		switch e.Kind {
		case htn.EventMethod:
			if m := k.method(e); noted {
				k.blameHolding(m.When, e.Args)
				k.blameHolding(m.Where, bound(m, e))
			}
		case htn.EventStep:
			o := k.info.Operators[e.Operator]
			if noted {
				k.blameHolding(o.When, e.Args)
			}
			if o.Effect != nil {
				expr.CompileEffects(o.Effect).Apply(&k.machine, e.Args)
			}
		}
	}
}

// bound returns the frame of a method with the bindings of its variables.
func bound(m *def.MethodInfo, e *htn.Event) []world.Word {
	frame := make([]world.Word, m.Frame)
	copy(frame, e.Args)
	if len(m.Each) > 0 {
		copy(frame[m.Each[0].Index:], e.Bound)
	}
	return frame
}

// isWithin reports whether an event happened within the method of another.
func (k *asker) isWithin(p *planned, i, method int) bool {
	for at := i; at >= 0; at = p.events[at].Parent {
		if at == method {
			return true
		}
	}
	return false
}

// blame notes a condition as one that would have to be otherwise.
func blame(k *asker, t *expr.Term, frame []world.Word) {
	switch list, ok := k.failing(t, frame); {
	case !ok:
	case len(list) == 0:
		k.blameHolding(t, frame)
	default:
		k.failings(list, nil)
	}
}

// blameHolding notes a condition that holds, as one that would have to be false: of a disjunction each part that holds.
func (k *asker) blameHolding(t *expr.Term, frame []world.Word) {
	if t == nil {
		return
	}
	var parts []expr.Failing
	either := []*expr.Term{t}
	if t.Kind == expr.TermOr {
		either = t.Args
	}
	for _, part := range either {
		if !evaluate(part, &k.machine, frame)[0].Bool() {
			continue
		}
		not := &expr.Term{Kind: expr.TermUnary, Op: expr.Not, Type: expr.BoolType, Args: []*expr.Term{part}}
		parts = append(parts, expr.Failing{Term: not, Frame: frame, Values: []expr.Operand{{Reads: expr.ReadBy(part, &k.machine, frame)}}})
	}
	*k.blamed = append(*k.blamed, parts)
}

// whyLine answers about parts of plans, if no plan of the agent leads to them.
func (k *asker) whyLine(s *subject) (out []explain.Finding) {
	for i := range k.kind.Plans {
		line := &k.kind.Plans[i]
		if !s.reaches(line.Call.Task, line.Call.Operator) {
			continue
		}
		f := k.lineFinding(i)
		if f.Verdict == explain.WouldBeChosen {
			out = append(out, notInPlanOf(k, s, i)...)
		}
		out = append(out, f)
	}
	if len(out) > 0 {
		return out
	}
	if out = k.nearest(k.holders(s)); len(out) > 0 {
		return out
	}
	f := explain.Finding{Verdict: explain.LineInactive, Subject: k.title(s), Note: "nothing that " + k.kind.Name + " does leads to it"}
	if lines := k.lines(); lines != "" {
		f.By = "it plans for " + lines
	}
	return []explain.Finding{f}
}

// notInPlanOf reports why the plan that the agent would make now for a plan line does not contain the subject; none if
// it does.
func notInPlanOf(k *asker, s *subject, line int) []explain.Finding {
	if p := k.take(k.view.PlanningOf(k.id, line), k.state); !p.fault {
		if list := k.whyInPlanning(s, p); !list[0].Verdict.IsDone() {
			return list
		}
	}
	return nil
}

func (k *looker) lines() string {
	var names []string
	for i := range k.kind.Plans {
		names = append(names, k.lineName(i))
	}
	return strings.Join(names, ", ")
}

// lineFinding reports why a plan line is not planned for, or that it is.
func (k *asker) lineFinding(i int) explain.Finding {
	line, r := &k.kind.Plans[i], k.view.Runner(k.id)
	subject := "plan line " + k.lineName(i)
	if d, on := r.CurrentOrder(); on {
		return explain.Finding{Verdict: explain.Outranked, Subject: subject, By: "order " + number(orderNumber(d)) + " of its squad"}
	}
	if r.IsQuarantined() {
		return explain.Finding{Verdict: explain.Quarantined, Subject: subject, By: r.Fault().Message, Until: k.seconds(max(0, r.RestsUntil()-k.crowd.Tick()))}
	}
	if f, is := k.conditionFalse(subject, line.When, nil); is {
		f.Place = line.Decl.At
		return f
	}
	switch now := r.Line(); {
	case now == i:
		return k.lineNow(i)
	case now >= 0 && now < i:
		return explain.Finding{Verdict: explain.LineInactive, Subject: subject, By: "plan line " + k.lineName(now), Note: "it comes first and its condition holds"}
	case line.Once && (runner.IsSpent(r, i) || r.Why() == runner.AllDone):
		return explain.Finding{Verdict: explain.UsedUp, Subject: subject, Note: "it runs only once"}
	}
	return explain.Finding{Verdict: explain.WouldBeChosen, Subject: subject, Note: "its condition holds"}
}

// lineNow reports the plan line that is planned for.
func (k *asker) lineNow(i int) explain.Finding {
	r := k.view.Runner(k.id)
	f := explain.Finding{Verdict: explain.RunsNow, Subject: "plan line " + k.lineName(i)}
	if plan, _ := r.Plan(); plan != nil {
		return f
	}
	switch r.Why() {
	case runner.NoPlan:
		f.Verdict = explain.SubtaskFailed
		list := k.view.Plannings(k.id)
		for n := range list {
			if list[n].Runner == r {
				p := k.planning(n, list)
				var all []int
				for e := range p.events {
					if isFailure(&p.events[e]) {
						all = append(all, e)
					}
				}
				f.Under = failures(k, p, all)
				f.Decided = p.decided(k.crowd.Tick())
			}
		}
	case runner.HitLimit:
		f.Verdict, f.By = explain.CutByLimit, r.Limit().String()
	case runner.Broken, runner.TooLong:
		f.Verdict, f.By = explain.HostFaulted, r.Fault().Message
	case runner.AllDone:
		f.Verdict = explain.DoneAlready
	default:
		f.Verdict, f.Note = explain.WouldBeChosen, "the agent is about to plan for it"
	}
	return f
}

// holders answers by what could bring the subject about other than a plan line: nodes of trees that plan, steps of
// goals, and orders.
func (k *asker) holders(s *subject) (out []explain.Finding) {
	key := "what holds " + k.title(s)
	if k.asked[key] || len(k.asked) > maxWay {
		return nil
	}
	k.asked[key] = true
	k.eachNode(func(n subject, _ ...string) {
		if n.kind != subjectNode || len(out) >= maxUnder {
			return
		}
		if info, _ := n.program.Node(n.node); (info.Task != nil || info.Operator != nil) && s.isPlanned() && s.reaches(info.Task, info.Operator) || s.kind == subjectGoal && info.Goal == s.goal {
			out = append(out, k.gateway(s, k.whyNode(&n))...)
		}
	})
	for _, g := range k.info.Goals {
		found := false
		eachStepCall(g, func(c *def.StepCall) {
			found = found || s.isPlanned() && (c.Task != nil || c.Operator != nil) && s.reaches(c.Task, c.Operator) || s.kind == subjectGoal && c.Goal == s.goal ||
				s.kind == subjectTree && c.Do != nil && c.Do.Tree == s.tree || s.kind == subjectAction && c.Do != nil && c.Do.Action == s.action
		})
		if found && len(out) < maxUnder {
			why := k.whyGoal(&subject{kind: subjectGoal, goal: g})
			if isRunning := len(why) > 0 && why[0].Verdict == explain.RunsNow; isRunning {
				out = append(k.gateway(s, why), out...) // what runs has it, and is at another part
			} else {
				out = append(out, k.gateway(s, why)...)
			}
		}
	}
	return out
}

// gateway omits what says that what leads to the subject happens: then that the subject does not is for another reason.
func (k *asker) gateway(s *subject, list []explain.Finding) (out []explain.Finding) {
	for _, f := range list {
		if f.Verdict.IsDone() {
			note := "it is at another part of that"
			switch f.Verdict {
			case explain.InPlan:
				note = join("its turn has not come", f.Note)
			case explain.DoneAlready:
				note = join("that has ended", f.Note)
			}
			f = explain.Finding{Verdict: explain.NotReached, Subject: k.title(s), By: f.Subject, Note: note}
		}
		out = append(out, f)
	}
	return out
}
