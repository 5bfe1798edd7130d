package answer

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/sorting"
	"github.com/karakuri-ai/karakuri/world"
)

// maxUnder is the maximum number of failures within something that are reported.
const maxUnder = 6

// ranked is a finding with how far the search had got.
type ranked struct {
	explain.Finding
	length, depth, id int
}

// furthest sorts findings: those first whose way got furthest. Among those that were not reached, the one of the
// earliest choice comes first.
func furthest(list []ranked) (out []explain.Finding) {
	sorting.By(list, func(a, b ranked) int {
		if x, y := a.Verdict == explain.NotReached, b.Verdict == explain.NotReached; x || y {
			return cmp.Or(cmp.Compare(world.Bool(x), world.Bool(y)), cmp.Compare(a.id, b.id))
		}
		return cmp.Or(cmp.Compare(b.length, a.length), cmp.Compare(b.depth, a.depth), cmp.Compare(a.id, b.id))
	})
	for i := range list {
		out = append(out, list[i].Finding)
	}
	return out
}

// whyInPlanning answers about something that a planning can reach.
func (k *asker) whyInPlanning(s *subject, p *planned) (out []explain.Finding) {
	if p.fault {
		return []explain.Finding{{Verdict: explain.HostFaulted, Subject: k.title(s), Within: []string{k.goalText(p.it.Goal)}}}
	}
	chosen, on := eventsOn(k, s, p)
	var list []explain.Finding
	if chosen < 0 {
		list = distinct(p.furthest(on), func(i int) (explain.Finding, bool) { return k.eventOn(s, p, i) })
	}
	switch {
	case chosen >= 0:
		f, _ := k.eventOn(s, p, chosen)
		if out = []explain.Finding{f}; p.it.Runner != nil {
			out[0] = k.notCarried(out[0], s, p)
		}
	case len(list) > 0:
		out = list
		if f, ok := k.otherBinding(s, p); ok {
			out = append(out, f)
		}
	default:
		if f, ok := k.otherBinding(s, p); ok {
			out = []explain.Finding{f}
			break
		}
		out = furthest(k.gates(s, p, map[string]bool{}))
	}
	switch {
	case len(out) == 0:
		out = []explain.Finding{cutOr(k, s, p)}
	case p.limit != htn.NoBound && !p.found && (len(on) > 1 || len(on) == 0) && out[0].Verdict != explain.CutByLimit:
		out = append([]explain.Finding{cutOr(k, s, p)}, out...)
	}
	for i := range out {
		if k.crowd != nil {
			out[i].Decided = p.decided(k.crowd.Tick())
		}
	}
	return dedupe(out)
}

// eventsOn returns the events on the subject, and the first of them that is in the plan that was found; -1: none is.
func eventsOn(k *asker, s *subject, p *planned) (chosen int, on []int) {
	for i := range p.events {
		e := &p.events[i]
		if !k.isOn(s, e) {
			continue
		}
		if on = append(on, i); e.Kind != htn.EventCandidates && (p.inPlan[i] || e.Kind == htn.EventTask && methodTaken(k, p, i) >= 0) {
			return i, on
		}
	}
	return -1, on
}

// methodTaken returns the method by which a task that came up is in the plan that was found; -1: by none.
func methodTaken(k *asker, p *planned, i int) int {
	e := &p.events[i]
	for n := i + 1; n < len(p.events); n++ {
		x := &p.events[n]
		if x.Parent != e.Parent {
			continue
		}
		if x.Kind == htn.EventTask {
			break
		}
		if p.inPlan[n] && x.Kind == htn.EventMethod && x.Task == e.Task {
			return n
		}
	}
	return -1
}

// furthest sorts events, by their places: those first whose way got furthest.
func (p *planned) furthest(list []int) []int {
	slices.SortFunc(list, func(a, b int) int {
		return cmp.Or(cmp.Compare(p.length[b], p.length[a]), cmp.Compare(p.events[b].Depth, p.events[a].Depth), cmp.Compare(a, b))
	})
	return list
}

// maxTaken is the maximum number of events of a planning from which the findings of an answer are made: a planning may
// have a hundred thousand, and each finding names the way to it.
const maxTaken = 4 * maxUnder

// distinct makes findings of the first events, until there are enough that differ.
func distinct(list []int, of func(i int) (explain.Finding, bool)) (out []explain.Finding) {
	for _, i := range list[:min(len(list), maxTaken)] {
		if f, ok := of(i); ok {
			out = append(out, f)
		}
	}
	return dedupe(out)
}

// failures makes findings of the failures among events, the way that got furthest first.
func failures(k *asker, p *planned, list []int) (out []explain.Finding) {
	for _, i := range p.furthest(list) {
		if f, ok := k.failure(p, i); ok {
			if out = append(out, f); len(out) == maxUnder {
				break
			}
		}
	}
	return out
}

// dedupe omits findings that say the same again.
func dedupe(list []explain.Finding) (out []explain.Finding) {
	seen := map[string]bool{}
	for i := range list {
		if text := list[i].Text(); !seen[text] {
			seen[text] = true
			out = append(out, list[i])
		}
	}
	return out[:min(len(out), maxUnder)]
}

// cutOr is the finding for something that never came up, if no way to it is known to have failed.
func cutOr(k *asker, s *subject, p *planned) explain.Finding {
	f := explain.Finding{Subject: k.title(s), Within: []string{k.goalText(p.it.Goal)}}
	if p.limit != htn.NoBound {
		f.Verdict, f.By = explain.CutByLimit, p.limit.String()
	} else if s.args != nil && len(s.ways(k)) == 0 {
		f.Verdict, f.Note = explain.LineInactive, "no method asks for it with these arguments"
	} else {
		f.Note = "the search did not reach it"
	}
	return f
}

// notCarried is the finding for something that planning finds, but that is not carried out.
func (k *asker) notCarried(f explain.Finding, s *subject, p *planned) explain.Finding {
	r := p.it.Runner
	plan, _ := r.Plan()
	failure := r.Failure()
	switch {
	case plan != nil && committed(k, &f, p):
	case plan != nil && p.it.Seen:
		f.Verdict, f.By = explain.LowerPriority, k.planText(p)
		f.Note = "the running plan was kept"
	case plan != nil:
		f.Verdict, f.Note = explain.WouldBeChosen, "a plan made now would contain it"
	case failure.Tick >= r.Planned() && failure.Tick > 0:
		o := k.info.Operators[failure.Operator]
		f.Verdict, f.By = explain.TriedFailed, k.call(o.Name, o.Params, failure.Args)+": "+failure.Cause.String()
		if failure.Cause == runner.Unmet {
			f.Verdict = explain.ExpectationUnmet
		}
	case r.Why() == runner.AllDone:
		f.Verdict = explain.DoneAlready
	case p.it.Seen && r.Planned() > 0 && r.Why() == runner.NotIdle:
		f.Verdict, f.Note = explain.DoneAlready, "the plan that contained it has ended"
	default:
		f.Verdict, f.Note = explain.WouldBeChosen, "it is planned in its next turn"
		if next := r.NextPlanning(); next > k.crowd.Tick() {
			f.Until = k.seconds(next - k.crowd.Tick())
		}
	}
	return f
}

// committed reports whether the running step holds off every other plan, and says in a finding which step, and for how
// long.
func committed(k *asker, f *explain.Finding, p *planned) bool {
	for _, w := range p.waits() {
		if w.Kind == runner.WaitCommit {
			f.Verdict, f.Until, f.Note = explain.Kept, k.seconds(w.Ticks), "the running step is committed"
			plan, _ := p.it.Runner.Plan()
			st := plan.Step(w.Step)
			o := k.info.Operators[st.Operator]
			f.By = k.call(o.Name, o.Params, st.Args)
			return true
		}
	}
	return false
}

// planText lists the steps of a plan.
func (k *asker) planText(p *planned) string {
	var parts []string
	for _, s := range p.steps {
		o := k.info.Operators[s.operator]
		parts = append(parts, k.call(o.Name, o.Params, s.args))
	}
	return strings.Join(parts, ", ")
}

// within names the methods on the way to an event.
func (k *looker) within(p *planned, e *htn.Event) (names []string) {
	for at := e.Parent; at >= 0; at = p.events[at].Parent {
		names = append(names, k.methodText(&p.events[at]))
	}
	slices.Reverse(names)
	if left := len(names) - 2*maxNamed; left > 1 {
		names = append(append(names[:maxNamed:maxNamed], "... "+number(int64(left))+" more"), names[len(names)-maxNamed:]...)
	}
	return names
}

// maxNamed is the maximum number of methods that are named at each end of the way to something: recursion makes it
// long.
const maxNamed = 4

func (k *looker) method(e *htn.Event) *def.MethodInfo { return k.info.Tasks[e.Task].Methods[e.Method] }

// methodText names the method of an event, with its task's arguments and the bindings of its variables.
func (k *looker) methodText(e *htn.Event) string {
	t := k.info.Tasks[e.Task]
	text := k.call(t.Name, t.Params, e.Args) + "/" + t.Methods[e.Method].Name
	if bound := k.bound(e); len(bound) > 0 {
		text += " with " + strings.Join(bound, ", ")
	}
	return text
}

func (k *looker) bound(e *htn.Event) []string {
	m := k.method(e)
	if len(m.Each) == 0 || len(e.Bound) == 0 {
		return nil
	}
	return k.slots(m.Each, e.Bound, m.Each[0].Index)
}

// isOn reports whether an event is about the subject.
func (k *asker) isOn(s *subject, e *htn.Event) bool {
	switch s.kind {
	case subjectOperator:
		return (e.Kind == htn.EventStep || e.Kind == htn.EventFailed) && int(e.Operator) == int(s.operator.ID) && k.matches(s, s.operator.Params, e.Args, 0)
	case subjectTask:
		return e.Kind == htn.EventTask && int(e.Task) == int(s.task.ID) && k.matches(s, s.task.Params, e.Args, 0)
	}
	if int(e.Task) != int(s.task.ID) || e.Method != s.method {
		return false
	}
	switch e.Kind {
	case htn.EventMethod:
		return k.matchesMethod(s, e.Args, e.Bound)
	case htn.EventRejected:
		return len(e.Bound) == 0 && (s.args == nil || len(s.args) > len(s.task.Params) || len(s.task.Params) == 0 || k.matches(s, s.task.Params, e.Args, 0)) || len(e.Bound) > 0 && k.matchesMethod(s, e.Args, e.Bound)
	case htn.EventCandidates:
		return e.Count == 0 || s.args != nil
	}
	return false
}

// eventOn is the finding of an event on the subject.
func (k *asker) eventOn(s *subject, p *planned, i int) (f explain.Finding, ok bool) {
	e := &p.events[i]
	if !k.isOn(s, e) {
		return f, false
	}
	if e.Kind == htn.EventCandidates && s.args != nil {
		return k.candidateOn(s, p, e)
	}
	if p.inPlan[i] {
		return explain.Finding{Verdict: explain.InPlan, Subject: k.title(s), Within: k.within(p, e)}, true
	}
	if e.Kind == htn.EventTask {
		return k.taskOn(s, p, i)
	}
	return k.finding(p, i, true), true
}

// candidateOn reports why a binding that was asked for was not a candidate.
func (k *asker) candidateOn(s *subject, p *planned, e *htn.Event) (f explain.Finding, ok bool) {
	m := k.method(e)
	for i := range e.Candidates {
		c := &e.Candidates[i]
		if len(c.Failing) == 0 || !k.matchesMethod(s, e.Args, c.Bound) {
			continue
		}
		return explain.Finding{Verdict: verdictOf(c.Failing), Subject: k.title(s), With: k.slots(m.Each, c.Bound, m.Each[0].Index), Within: k.within(p, e), Condition: m.Where.String(),
			Failing: k.failings(c.Failing, p.by(&k.looker, e)), Place: m.Decl.At}, true
	}
	return f, false
}

// taskOn reports why no method of a task that came up led to a plan.
func (k *asker) taskOn(s *subject, p *planned, i int) (f explain.Finding, ok bool) {
	e := &p.events[i]
	f = explain.Finding{Verdict: explain.SubtaskFailed, Subject: k.title(s), Within: k.within(p, e)}
	var list []int
	for n := i + 1; n < len(p.events); n++ {
		x := &p.events[n]
		if x.Kind == htn.EventTask && x.Parent == e.Parent {
			break
		}
		if x.Kind == htn.EventPruned && n == i+1 {
			return k.prunedOn(f, x), true
		}
		if p.inPlan[n] && x.Kind == htn.EventMethod && x.Parent == e.Parent && x.Task == e.Task {
			f.Verdict = explain.InPlan
			return f, true
		}
		if isFailure(x) {
			list = append(list, n)
		}
	}
	f.Under = failures(k, p, list)
	return f, true
}

// prunedOn makes a finding say why a way was not pursued.
func (k *asker) prunedOn(f explain.Finding, e *htn.Event) explain.Finding {
	f.Note = e.Reason.String()
	switch e.Code() {
	case "seen", "dead", "endless":
		f.Verdict = explain.Recursion
	case "depth", "limit":
		f.Verdict = explain.CutByLimit
	case "cost":
		f.Verdict = explain.LowerPriority
	case "gone":
		f.Verdict = explain.Gone
	case "claimed":
		f.Verdict = explain.ClaimedBy
	case htn.ReasonBanned:
		f.Verdict = explain.Banned
	}
	return f
}

// failure is the finding of an event about something that failed, without its parts.
func (k *asker) failure(p *planned, i int) (f explain.Finding, ok bool) {
	if !isFailure(&p.events[i]) || k.isPassed(p, i) {
		return f, false
	}
	return k.finding(p, i, false), true
}

// isFailure reports whether an event says that something failed.
func isFailure(e *htn.Event) bool {
	switch e.Kind {
	case htn.EventRejected, htn.EventFailed, htn.EventPruned:
		return true
	case htn.EventCandidates:
		return e.Count == 0
	}
	return false
}

// isPassed reports whether something rejected did not matter: another method of its task was taken next.
func (k *asker) isPassed(p *planned, i int) bool {
	e := &p.events[i]
	if e.Kind != htn.EventRejected && e.Kind != htn.EventCandidates {
		return false
	}
	for n := i + 1; n < len(p.events); n++ {
		switch x := &p.events[n]; {
		case x.Kind == htn.EventRejected || x.Kind == htn.EventCandidates:
		default:
			return x.Kind == htn.EventMethod && x.Task == e.Task && x.Parent == e.Parent
		}
	}
	return false
}

// by reports which step of the plan so far had set a cell that an event read.
func (p *planned) by(k *looker, e *htn.Event) func(world.Addr) (written, bool) {
	return func(at world.Addr) (w written, ok bool) {
		for _, x := range e.Writers {
			if x.Addr == at {
				return written{x.Step + 1, p.stepText(k, e, x.Step)}, true
			}
		}
		return w, false
	}
}

// stepText names the operator that was a step when an event happened.
func (p *planned) stepText(k *looker, e *htn.Event, step int) (text string) {
	for i := range p.events {
		x := &p.events[i]
		if x == e {
			break
		}
		if x.Kind == htn.EventStep && x.Count == step {
			o := k.info.Operators[x.Operator]
			text = k.call(o.Name, o.Params, x.Args)
		}
	}
	return text
}

func verdictOf(list []expr.Failing) explain.Verdict {
	v := explain.ConditionFalse
	for i := range list {
		v = verdictOfPart(&list[i], v)
	}
	return v
}

// finding reports an event that failed; deep: with what failed within.
func (k *asker) finding(p *planned, i int, deep bool) explain.Finding {
	e := &p.events[i]
	f := explain.Finding{Within: k.within(p, e)}
	switch e.Kind {
	case htn.EventStep, htn.EventFailed:
		o := k.info.Operators[e.Operator]
		f.Subject, f.Place = "operator "+k.call(o.Name, o.Params, e.Args), o.Decl.At
		if o.When != nil {
			f.Condition = o.When.String()
		}
	case htn.EventPruned:
		return k.prunedOn(f, e)
	default:
		m := k.method(e)
		f.Subject, f.With, f.Place = "method "+k.methodSubject(e), k.bound(e), m.Decl.At
		if m.When != nil {
			f.Condition = m.When.String()
		}
	}
	switch {
	case e.Reason != 0:
		f = k.prunedOn(f, e)
		if f.Verdict == explain.Banned {
			k.banned(&f, p, e)
		} else if e.Ban != "" {
			f.By, f.Note = e.Ban, ""
		}
	case e.Kind == htn.EventCandidates:
		k.noCandidate(&f, p, e)
	case p.isDearer(i, &f):
	case e.Kind == htn.EventMethod || e.Kind == htn.EventStep:
		f.Verdict = explain.SubtaskFailed
		if deep {
			f.Under = k.under(p, i)
		}
	default:
		f.Verdict, f.Failing = verdictOf(e.Failing), k.failings(e.Failing, p.by(&k.looker, e))
		if f.Verdict == explain.CoolingDown {
			k.cooling(&f, p, e)
		}
	}
	return f
}

// isDearer reports whether a search for the cheapest plan found a plan with an event in it and then a cheaper one, and
// says in a finding what they cost.
func (p *planned) isDearer(i int, f *explain.Finding) bool {
	if e := &p.events[i]; e.Kind != htn.EventMethod && e.Kind != htn.EventStep {
		return false
	}
	for n := i + 1; n < len(p.events) && !p.isTakenBack(i, n); n++ {
		if cost := p.events[n].Cost; cost != nil {
			f.Verdict = explain.LowerPriority
			f.Note = "a plan with it costs " + costText(*cost) + ", the chosen one " + costText(p.cost())
			return true
		}
	}
	return false
}

// isTakenBack reports whether an event takes back the choice of an earlier one.
func (p *planned) isTakenBack(choice, at int) bool {
	e, x := &p.events[choice], &p.events[at]
	return x.Kind == htn.EventBacktrack && (x.Depth < e.Depth || x.Depth == e.Depth && e.Kind == htn.EventMethod && x.Task == e.Task)
}

// cost returns the cost of the plan that a search for the cheapest one found last.
func (p *planned) cost() (cost float64) {
	for i := range p.events {
		if c := p.events[i].Cost; c != nil {
			cost = *c
		}
	}
	return cost
}

func (k *looker) methodSubject(e *htn.Event) string {
	t := k.info.Tasks[e.Task]
	return k.call(t.Name, t.Params, e.Args) + "/" + t.Methods[e.Method].Name
}

// noCandidate reports, for each object that was considered, why it was not a candidate.
func (k *asker) noCandidate(f *explain.Finding, p *planned, e *htn.Event) {
	m := k.method(e)
	f.Verdict, f.Looked = explain.NoCandidate, len(e.Candidates)
	if m.Where != nil {
		f.Condition = m.Where.String()
	}
	for i := range e.Candidates {
		c := &e.Candidates[i]
		if i == maxListed {
			break
		}
		f.Candidates = append(f.Candidates, explain.Candidate{Text: strings.Join(k.slots(m.Each, c.Bound, m.Each[0].Index), ", "), Failing: k.failings(c.Failing, p.by(&k.looker, e))})
	}
	if len(e.Candidates) == 0 {
		f.Note = "there are none"
	}
}

// maxListed is the maximum number of candidates that are reported one by one.
const maxListed = 8

// under reports what failed between a choice and its being taken back, the way that got furthest first.
func (k *asker) under(p *planned, i int) []explain.Finding {
	var list []int
	for n := i + 1; n < len(p.events); n++ {
		x := &p.events[n]
		if p.isTakenBack(i, n) {
			break
		}
		if isFailure(x) {
			list = append(list, n)
		}
	}
	return failures(k, p, list)
}

// banned reports by what and until when something is banned.
func (k *asker) banned(f *explain.Finding, p *planned, e *htn.Event) {
	f.Note, f.By = "", strings.TrimPrefix(e.Ban, "banned: ")
	for _, w := range p.waits() {
		if w.Kind != runner.WaitBan {
			continue
		}
		same := w.Ban.IsOperator == (e.Kind == htn.EventFailed)
		if same && (w.Ban.IsOperator && w.Ban.Operator == e.Operator && slices.Equal(w.Ban.Args, e.Args) ||
			!w.Ban.IsOperator && w.Ban.Task == e.Task && w.Ban.Method == e.Method && slices.Equal(w.Ban.Bound, e.Bound)) {
			f.Until = k.seconds(w.Ticks)
		}
	}
}

// cooling reports how long a cooldown still lasts.
func (k *asker) cooling(f *explain.Finding, p *planned, e *htn.Event) {
	o := k.info.Operators[e.Operator]
	if e.Kind != htn.EventFailed || o.Cooling == nil {
		return
	}
	waits := p.waits()
	if k.view != nil {
		waits = k.view.Runner(k.id).Waits(waits, p.it.State)
	}
	for _, w := range waits {
		if (w.Kind == runner.WaitCooldown || w.Kind == runner.WaitStart) && w.Cooldown == o.Cooling {
			f.Until = k.seconds(w.Ticks)
		}
	}
}

// otherBinding reports that the subject's method or operator is in the plan with something else.
func (k *asker) otherBinding(s *subject, p *planned) (f explain.Finding, ok bool) {
	if s.args == nil {
		return f, false
	}
	any := *s
	any.args = nil
	for i := range p.events {
		e := &p.events[i]
		if !p.inPlan[i] || !k.isOn(&any, e) || isFixed(k, s, p, i) {
			continue
		}
		f = explain.Finding{Verdict: explain.OtherBinding, Subject: k.title(s), Within: k.within(p, e), By: k.eventText(e)}
		k.keys(&f, s, p, i)
		return f, true
	}
	return f, false
}

// isFixed reports whether the method of an event in the plan never has the subject with the arguments that were asked
// for, whatever its variables are bound to: it has other constants.
func isFixed(k *asker, s *subject, p *planned, i int) bool {
	at := p.events[i].Parent
	if at < 0 || s.kind == subjectMethod || p.events[at].Kind != htn.EventMethod {
		return false
	}
	e := &p.events[at]
	_, is := leadsTo(k, s, k.info.Tasks[e.Task], k.method(e))
	return !is
}

// eventText names what an event is about.
func (k *looker) eventText(e *htn.Event) string {
	switch e.Kind {
	case htn.EventStep, htn.EventFailed:
		o := k.info.Operators[e.Operator]
		return k.call(o.Name, o.Params, e.Args)
	case htn.EventTask:
		t := k.info.Tasks[e.Task]
		return k.call(t.Name, t.Params, e.Args)
	}
	return k.methodText(e)
}

// keys reports the order keys of the candidates of the method that bound the taken instance: the event's own method, or
// one around it.
func (k *asker) keys(f *explain.Finding, s *subject, p *planned, i int) {
	for at := i; at >= 0; at = p.events[at].Parent {
		e := &p.events[at]
		if e.Kind != htn.EventMethod || len(e.Bound) == 0 {
			continue
		}
		m := k.method(e)
		for n := at - 1; n >= 0; n-- {
			x := &p.events[n]
			if x.Kind != htn.EventCandidates || x.Task != e.Task || x.Method != e.Method || x.Parent != e.Parent {
				continue
			}
			f.Candidates, f.Looked = k.candidates(m, x, e.Bound, s, p), len(x.Candidates)
			k.refused(f, s, p, x)
			putBack(k, f, s, p, n, at)
			return
		}
	}
}

// refused says of what was asked for that it was examined and was no candidate.
func (k *asker) refused(f *explain.Finding, s *subject, p *planned, x *htn.Event) {
	m := k.method(x)
	for i := range x.Candidates {
		c := &x.Candidates[i]
		if len(c.Failing) == 0 || len(m.Each) != 1 {
			continue
		}
		for _, arg := range s.args {
			if arg != "_" && k.isCalled(m.Each[0].Type, c.Bound, arg) {
				f.Verdict, f.Condition, f.Failing = verdictOf(c.Failing), m.Where.String(), k.failings(c.Failing, p.by(&k.looker, x))
				f.By += " was taken"
				return
			}
		}
	}
}

// putBack says of what was asked for that another agent has claimed it, or that it is banned, where that is why the
// binding was not taken between two events.
func putBack(k *asker, f *explain.Finding, s *subject, p *planned, from, to int) {
	for n := from; n < len(p.events) && (n < to || p.events[n].Parent == p.events[to].Parent); n++ {
		x := &p.events[n]
		if x.Kind != htn.EventRejected || x.Reason == 0 || x.Task != p.events[to].Task || x.Method != p.events[to].Method {
			continue
		}
		m := k.method(x)
		for _, arg := range s.args {
			if arg != "_" && len(m.Each) == 1 && k.isCalled(m.Each[0].Type, x.Bound, arg) {
				g := k.finding(p, n, false)
				f.Verdict, f.Until = g.Verdict, g.Until
				f.Note = join(g.Note, g.By)
				f.By += " was taken"
				return
			}
		}
	}
}

func (k *asker) candidates(m *def.MethodInfo, x *htn.Event, taken []world.Word, s *subject, p *planned) (out []explain.Candidate) {
	isTaken := func(i int) bool { return slices.Equal(x.Candidates[i].Bound, taken) }
	asked := func(i int) bool {
		return len(m.Each) == 1 && slices.ContainsFunc(s.args, func(arg string) bool { return arg != "_" && k.isCalled(m.Each[0].Type, x.Candidates[i].Bound, arg) })
	}
	for _, i := range places(len(x.Candidates), func(i int) bool { return isTaken(i) || asked(i) }) {
		c := &x.Candidates[i]
		one := explain.Candidate{Text: strings.Join(k.slots(m.Each, c.Bound, m.Each[0].Index), ", "), Taken: isTaken(i), Failing: k.failings(c.Failing, p.by(&k.looker, x))}
		if m.Order != nil && len(c.Failing) == 0 {
			one.Key = m.Order.String() + " = " + k.word(m.Order.Type, []world.Word{c.Key})
		}
		out = append(out, one)
	}
	return out
}

// listed returns the candidates that are reported.
func listed(all []explain.Candidate, asked func(i int) bool) (out []explain.Candidate) {
	for _, i := range places(len(all), func(i int) bool { return all[i].Taken || asked(i) }) {
		out = append(out, all[i])
	}
	return out
}

// places returns which of n candidates are reported, in their order: those that matter, because they were taken or
// asked for, and the first others.
func places(n int, matters func(i int) bool) (out []int) {
	others := maxListed
	for i := range n {
		if matters(i) {
			others--
		}
	}
	for i := range n {
		if is := matters(i); is && len(out) < 2*maxListed {
			out = append(out, i)
		} else if !is && others > 0 {
			out = append(out, i)
			others--
		}
	}
	return out
}

func costText(cost float64) string { return strconv.FormatFloat(cost, 'g', 6, 64) }
