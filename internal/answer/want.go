package answer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// whyWant answers about a want of the agent's brain.
func (k *asker) whyWant(s *subject) (out []explain.Finding) {
	m := k.view.Mind(k.id)
	if m == nil {
		return []explain.Finding{{Verdict: explain.Postponed, Subject: k.title(s), Note: "the agent has not had a turn"}}
	}
	if f, ok := k.pursued(s, m); ok {
		return []explain.Finding{f}
	}
	w := k.kind.Mind.Brain.Wants[s.want]
	if s.args != nil && w.Each != nil {
		if f, is := k.notOffered(s, w); is {
			return k.withOrder(m, s, []explain.Finding{f})
		}
	}
	r := comparison(k)
	if r == nil {
		return []explain.Finding{{Verdict: explain.HostFaulted, Subject: k.title(s), Note: "its wants cannot be compared: a function of the game panics, or an expression takes longer than its limit"}}
	}
	none, offered := true, 0
	for i := range r.Candidates {
		c := &r.Candidates[i]
		if c.Want != int32(s.want) {
			continue
		}
		if offered++; !k.isTarget(s, w, c.Target) {
			continue
		}
		none = false
		out = append(out, k.candidateFinding(s, m, r, c))
	}
	switch {
	case none && offered == goal.MaxTargets:
		out = append(out, explain.Finding{Verdict: explain.CutByLimit, Subject: k.title(s), Place: w.Decl.At, By: fmt.Sprintf("the limit of %d targets", goal.MaxTargets), Looked: offered,
			Note: "a brain compares the first targets of a want; this one comes later"})
	case none:
		out = append(out, k.noTarget(s, w))
	}
	out = best(out)
	return k.withOrder(m, s, out)
}

// comparison compares the wants as they are, in the next tick: a brain does not compare again in the present one. Nil:
// they cannot be compared.
func comparison(k *asker) *goal.Report {
	return k.view.CandidatesAt(k.id, k.state, k.crowd.Tick()+1)
}

// best sorts the findings on a want's targets: those that scored first, by their score.
func best(list []explain.Finding) []explain.Finding {
	for i := 1; i < len(list); i++ {
		for n := i; n > 0 && list[n].Scored && (!list[n-1].Scored || list[n].Score > list[n-1].Score); n-- {
			list[n], list[n-1] = list[n-1], list[n]
		}
	}
	return list[:min(len(list), maxUnder)]
}

// withOrder puts the order first that goes before all wants, where one is carried out.
func (k *asker) withOrder(m *goal.Mind, s *subject, list []explain.Finding) []explain.Finding {
	if m.Len() == 0 {
		return list
	}
	top := m.Pursued(m.Len() - 1)
	if top.Order == 0 || k.kind.Mind.Brain.Orders != nil {
		return list
	}
	f := explain.Finding{Verdict: explain.Outranked, Subject: k.title(s), By: k.pursuitText(top), Note: "orders go before all wants"}
	return append([]explain.Finding{f}, list...)
}

// pursuitText names what a brain pursues: "hold, as order 2 says".
func (k *asker) pursuitText(p goal.Pursued) string {
	text := pursuedGoal(k, p)
	if p.Order > 0 {
		text += ", as order " + number(p.Order) + " says"
	}
	return text
}

func pursuedGoal(k *asker, p goal.Pursued) string {
	id, args := p.Goal()
	return k.call(k.info.Goals[id].Name, k.info.Goals[id].Params, args)
}

// isTarget reports whether a target is one that was asked for.
func (k *looker) isTarget(s *subject, w *def.WantInfo, t utility.Target) bool {
	if s.args == nil || w.Each == nil || t == utility.NoTarget {
		return true
	}
	return k.isCalled(w.Each.Type, []world.Word{world.Word(t)}, s.args[0])
}

// pursued reports a want that the brain pursues, or has interrupted.
func (k *asker) pursued(s *subject, m *goal.Mind) (f explain.Finding, ok bool) {
	w := k.kind.Mind.Brain.Wants[s.want]
	return pursuedIf(k, s.want, m, func(t utility.Target) bool { return k.isTarget(s, w, t) })
}

// pursuedIf reports a want that the brain pursues, or has interrupted, on one of some targets.
func pursuedIf(k *asker, want int, m *goal.Mind, is func(utility.Target) bool) (f explain.Finding, ok bool) {
	w := k.kind.Mind.Brain.Wants[want]
	for i := m.Len() - 1; i >= 0; i-- {
		p := m.Pursued(i)
		if p.Want != int32(want) || !is(p.Target) {
			continue
		}
		f = explain.Finding{Verdict: explain.RunsNow, Subject: k.wantText(w, p.Target)}
		if k.kind.Mind.Brain.Select.Rule == def.SelectWeighted {
			k.drawn(&f, int32(want), p.Target)
		}
		if i < m.Len()-1 {
			f.Verdict, f.By = explain.SuspendedBy, k.pursuitText(m.Pursued(m.Len()-1))
		} else if p.Suspended() {
			f.Verdict, f.By = explain.SuspendedBy, k.interrupter()
		}
		return f, true
	}
	return f, false
}

// interrupter names the reaction that runs in front of the mind.
func (k *asker) interrupter() string {
	for _, p := range k.view.Parts(k.id) {
		if !p.Layer && p.Running {
			return "reaction " + p.Name
		}
	}
	return ""
}

func (k *looker) wantText(w *def.WantInfo, t utility.Target) string {
	if w.Each == nil || t == utility.NoTarget {
		return "want " + w.Name
	}
	return "want " + w.Name + "(" + k.word(w.Each.Type, []world.Word{world.Word(t)}) + ")"
}

// targetFrame is the frame of a want.
func targetFrame(t utility.Target) []world.Word {
	if t == utility.NoTarget {
		return []world.Word{0}
	}
	return []world.Word{world.Word(t)}
}

// candidateFinding reports what became of a want on a target.
func (k *asker) candidateFinding(s *subject, m *goal.Mind, r *goal.Report, c *goal.Candidate) explain.Finding {
	w := k.kind.Mind.Brain.Wants[c.Want]
	f := explain.Finding{Subject: k.wantText(w, c.Target), Place: w.Decl.At}
	switch c.Why {
	case goal.NoThought:
		if g, is := k.conditionFalse(f.Subject, w.When, targetFrame(c.Target)); is {
			g.Place = f.Place
			return g
		}
		f.Verdict = explain.ConditionFalse
		return f
	case goal.Resting:
		f.Verdict, f.Note = explain.Banned, "its goal has failed, and it rests"
		if c.Until > k.crowd.Tick() && c.Until < 1<<60 {
			f.Until = k.seconds(c.Until - k.crowd.Tick())
		} else {
			f.Note += " until it is forgiven"
		}
		return f
	case goal.NotForIt:
		f.Verdict, f.By = explain.NeverPersonality, "personality "+k.personality()
		return f
	case goal.CannotBe:
		return k.cannotBe(f, w, c.Target)
	}
	return k.scored(f, m, r, c)
}

func (k *looker) personality() string {
	if u := k.crowd.View().MindOf(k.id); u.Personality >= 0 {
		return u.Brain.Personalities[u.Personality].Name
	}
	return "of none"
}

// cannotBe reports why the goal of a want cannot be activated.
func (k *asker) cannotBe(f explain.Finding, w *def.WantInfo, t utility.Target) explain.Finding {
	frame, ok := k.arguments(w, t)
	if !ok {
		f.Verdict = explain.HostFaulted
		return f
	}
	if g, is := k.goalFalse(w.Goal, frame); is {
		g.Subject, g.Place, g.Note = f.Subject, f.Place, "goal "+w.Goal.Name+" cannot be activated"
		return g
	}
	f.Verdict, f.Note = explain.SubtaskFailed, "goal "+w.Goal.Name+" cannot be activated"
	return f
}

// arguments evaluates the arguments of a want's goal.
func (k *looker) arguments(w *def.WantInfo, t utility.Target) (frame []world.Word, ok bool) {
	defer func() { ok = recover() == nil }()
	for _, a := range w.Args {
		v := evaluate(a, &k.machine, targetFrame(t))
		frame = append(frame, v[:a.Type.Width()]...)
	}
	for len(frame) < w.Goal.Frame {
		frame = append(frame, 0)
	}
	return frame, true
}

// goalFalse reports which condition keeps a goal from being activated.
func (k *looker) goalFalse(g *def.GoalInfo, frame []world.Word) (f explain.Finding, is bool) {
	for _, c := range []condition{{g.When, "when"}, {g.While, "while"}} {
		if f, is = k.conditionFalse("goal "+g.Name, c.term, frame); is {
			return f, true
		}
	}
	for i, w := range g.Ways {
		u, false_ := k.conditionFalse("way "+wayName(w, i), w.When, frame)
		if !false_ {
			return f, false
		}
		if f.Under = append(f.Under, u); i == 0 {
			f.Verdict, f.Condition, f.Failing = u.Verdict, u.Condition, u.Failing
		}
	}
	return f, len(f.Under) > 0
}

func wayName(w *def.WayInfo, i int) string {
	if w.Name != "" {
		return w.Name
	}
	return number(int64(i + 1))
}

// scored reports how a want that was compared ranks against the chosen one.
func (k *asker) scored(f explain.Finding, m *goal.Mind, r *goal.Report, c *goal.Candidate) explain.Finding {
	f.Score, f.Best, f.Scored = c.Scored.Score, r.Choice.Score, true
	var chosen *goal.Candidate
	for i := range r.Candidates {
		if r.Candidates[i].Why == goal.Chosen {
			chosen = &r.Candidates[i]
			f.By = k.candidateText(chosen)
		}
	}
	switch {
	case c.Scored.Cooling:
		f.Verdict, f.Scored, f.By = explain.CoolingDown, false, ""
		f.Note = "its cooldown of " + trim(k.kind.Mind.Brain.Wants[c.Want].Cooldown) + "s has not ended"
	case c == chosen:
		if k.kind.Mind.Brain.Select.Rule == def.SelectWeighted {
			f.Odds, f.Drawn = odds(r, c), r.Drawn
		}
		return k.notTakenUp(f, m)
	case c.Scored.Score <= 0:
		f.Verdict, f.Note = explain.NotReached, "a want with a score of 0 is never chosen"
	case k.kind.Mind.Brain.Select.Rule == def.SelectFirst && c.Scored.Score < k.kind.Mind.Brain.Select.Over:
		f.Verdict, f.Note = explain.NotReached, "the brain takes only what scores at least "+trim(k.kind.Mind.Brain.Select.Over)
	case k.kind.Mind.Brain.Select.Rule == def.SelectFirst && chosen != nil:
		f.Verdict, f.Note = explain.NotReached, "the brain takes the first want that scores at least "+trim(k.kind.Mind.Brain.Select.Over)
	case chosen != nil && c.Scored.Rank < chosen.Scored.Rank && k.kind.Mind.Brain.Select.Ranked:
		f.Verdict, f.Scored, f.Note = explain.NotReached, false, "its rank is "+number(int64(c.Scored.Rank))+", that of the chosen one "+number(int64(chosen.Scored.Rank))
	case c.Scored.InDraw && chosen != nil && chosen.Scored.InDraw:
		f.Verdict, f.Odds, f.Drawn = explain.Chance, odds(r, c), r.Drawn
		if top := k.top(m); top != "" {
			f.By, f.Drawn = top, max(r.Last, 0)
		}
	case k.kind.Mind.Brain.Select.Rule == def.SelectWeighted && chosen != nil && chosen.Scored.InDraw:
		f.Verdict, f.Note = explain.NotReached, "it takes no part in the draw"+limitsOf(&k.kind.Mind.Brain.Select)
	case chosen != nil && chosen.Scored.Inertia > 1 && c.Scored.Score*chosen.Scored.Inertia > chosen.Scored.Score:
		f.Verdict, f.Note = explain.Kept, "without inertia, which is "+trim(chosen.Scored.Inertia)+" times, the chosen one would score "+trim(chosen.Scored.Score/chosen.Scored.Inertia)
	default:
		f.Verdict = explain.NotReached
	}
	if top := k.top(m); top != "" && f.Verdict == explain.NotReached && top != f.By {
		f.Note = join(f.Note, "the agent pursues "+top)
	}
	return f
}

// candidateText names a candidate of a brain.
func (k *asker) candidateText(c *goal.Candidate) string {
	if c.Want < 0 {
		return c.Text
	}
	return k.wantText(k.kind.Mind.Brain.Wants[c.Want], c.Target)
}

// top names what the brain is at.
func (k *asker) top(m *goal.Mind) string {
	if m.Len() == 0 {
		return ""
	}
	p := m.Pursued(m.Len() - 1)
	if p.Want >= 0 {
		return k.wantText(k.kind.Mind.Brain.Wants[p.Want], p.Target)
	}
	return "order " + number(p.Order)
}

// odds returns how likely a candidate was to be drawn.
func odds(r *goal.Report, c *goal.Candidate) float64 {
	sum := 0.0
	for i := range r.Candidates {
		if s := r.Candidates[i].Scored; s != nil && s.InDraw {
			sum += s.Score
		}
	}
	if sum == 0 {
		return 0
	}
	return c.Scored.Score / sum
}

// limitsOf says among which options a weighted choice draws: ", which is among the best 2".
func limitsOf(s *def.SelectInfo) string {
	var limits []string
	if s.Top > 0 {
		limits = append(limits, "the best "+number(int64(s.Top)))
	}
	if s.TopPercent > 0 {
		limits = append(limits, "the best "+trim(s.TopPercent)+"%")
	}
	if s.Within > 0 {
		limits = append(limits, "those with at least "+trim(1-s.Within)+" times the best score")
	}
	if len(limits) == 0 {
		return ""
	}
	return ", which is among " + strings.Join(limits, " and ")
}

// drawn adds to a finding about the running want how likely it is to be drawn.
func (k *asker) drawn(f *explain.Finding, want int32, target utility.Target) {
	r := comparison(k)
	if r == nil {
		return
	}
	for i := range r.Candidates {
		if c := &r.Candidates[i]; c.Want == want && c.Target == target && c.Scored != nil && c.Scored.InDraw {
			f.Odds, f.Drawn = odds(r, c), max(r.Last, 0)
		}
	}
}

// notTakenUp reports why what would be chosen is not pursued.
func (k *asker) notTakenUp(f explain.Finding, m *goal.Mind) explain.Finding {
	f.By = ""
	if m.Len() > 0 {
		top := m.Pursued(m.Len() - 1)
		f.By = k.pursuitText(top)
		switch {
		case top.Uninterrupted():
			f.Verdict, f.Note = explain.Kept, "its step must not be interrupted"
			return f
		case top.Order > 0:
			f.Verdict = explain.Outranked
			return f
		}
	}
	f.Verdict, f.Note = explain.WouldBeChosen, "the brain has not decided again"
	if due := m.Due(); due > k.crowd.Tick() {
		f.Until = k.seconds(due - k.crowd.Tick())
	}
	return f
}

// notOffered reports why the want is not on a target that was asked for: it is not remembered, or its where does not
// hold.
func (k *asker) notOffered(s *subject, w *def.WantInfo) (f explain.Finding, is bool) {
	o, ok := k.object(w.Each.Type, s.args[0])
	if !ok {
		return explain.Finding{Verdict: explain.Gone, Subject: k.title(s), Note: "there is no " + world.FormatType(k.info.Schema, w.Each.Type) + " of that name"}, true
	}
	frame := []world.Word{world.Word(o)}
	if w.From != nil {
		switch list, known := k.returned(w.From); {
		case !known:
			return explain.Finding{Verdict: explain.HostFaulted, Subject: k.title(s), Place: w.Decl.At, Note: w.From.String()}, true
		case !slices.Contains(list, world.Word(o)):
			return explain.Finding{Verdict: explain.NoCandidate, Subject: k.title(s), Place: w.Decl.At, Looked: len(list), Note: w.From.String() + " does not return it"}, true
		}
	}
	if w.Remembered != nil {
		if at, has := w.Remembered.Addr(o); !has || !k.state.Get(at).Bool() {
			return explain.Finding{Verdict: explain.NotPerceived, Subject: k.title(s), Place: w.Decl.At, Failing: []explain.Failing{{Itself: true, Text: "remembered(" + k.word(w.Each.Type, frame) + ")",
				Values: []explain.Value{{Symbol: "remembered(" + k.word(w.Each.Type, frame) + ")", Value: "false"}}}}}, true
		}
	}
	f, is = k.conditionFalse(k.title(s), w.Where, frame)
	f.Place = w.Decl.At
	return f, is
}

// object returns the member of a type that goes by a name.
func (k *looker) object(t world.Type, name string) (o world.Word, ok bool) {
	if t.Kind == world.KindEnum {
		for i := range k.info.Schema.Enums[t.ID].Values {
			if k.isCalled(t, []world.Word{world.Word(i)}, name) {
				return world.Word(i), true
			}
		}
		return 0, false
	}
	for o := k.state.NextMember(t.ID, 0); o != 0; o = k.state.NextMember(t.ID, o) {
		if k.isCalled(t, []world.Word{o}, name) {
			return o, true
		}
	}
	return 0, false
}

// noTarget reports that there is no target for a want, and for each object the reason.
func (k *asker) noTarget(s *subject, w *def.WantInfo) explain.Finding {
	f := explain.Finding{Verdict: explain.NoCandidate, Subject: k.title(s), Place: w.Decl.At}
	if w.Where != nil {
		f.Condition = w.Where.String()
	}
	if w.Each == nil || w.Each.Type.Kind != world.KindObject && w.From == nil {
		return f
	}
	list := membersOf(k, w)
	for _, o := range list {
		f.Looked++
		text := k.word(w.Each.Type, []world.Word{o})
		if o == world.Word(k.crowd.Body(k.id)) || len(f.Candidates) == maxListed {
			continue
		}
		one := *s
		one.args = []string{text}
		if g, is := k.notOffered(&one, w); is {
			f.Candidates = append(f.Candidates, explain.Candidate{Text: w.Each.Name + " = " + text, Failing: g.Failing, Note: g.Note})
		}
	}
	switch {
	case w.From != nil:
		f.Note = "from " + w.From.String()
	case f.Looked == 0:
		f.Note = "there is no " + world.FormatType(k.info.Schema, w.Each.Type) + " at all"
	}
	return f
}

// membersOf returns what a want could be about: all of a type of objects, or what the host's function returns.
func membersOf(k *asker, w *def.WantInfo) (list []world.Word) {
	if w.From != nil {
		list, _ = k.returned(w.From)
		return list
	}
	for o := k.state.NextMember(w.Each.Type.ID, 0); o != 0; o = k.state.NextMember(w.Each.Type.ID, o) {
		list = append(list, o)
	}
	return list
}

// whyGoal answers about a goal: whether it is pursued, or what leads to it.
func (k *asker) whyGoal(s *subject) (out []explain.Finding) {
	for _, p := range k.view.Pursuits(k.id) {
		for i := range p.Depth() {
			v := p.At(i)
			if v.Goal != s.goal.ID || !k.matches(s, s.goal.Params, v.Args, 0) {
				continue
			}
			f := explain.Finding{Verdict: explain.RunsNow, Subject: "goal " + k.call(s.goal.Name, s.goal.Params, v.Args)}
			if v.Suspended {
				f.Verdict, f.By = explain.SuspendedBy, k.suspender()
			} else if v.Until > k.crowd.Tick() {
				f.Verdict, f.By, f.Until = explain.WaitsFor, "its backoff after a failure", k.seconds(v.Until-k.crowd.Tick())
			}
			return []explain.Finding{f}
		}
	}
	key := k.title(s)
	if k.asked[key] || len(k.asked) > maxWay {
		return nil
	}
	k.asked[key] = true
	if k.kind.Mind != nil {
		for i, w := range k.kind.Mind.Brain.Wants {
			if w.Goal == s.goal {
				out = append(out, k.whyWant(&subject{kind: subjectWant, want: i, args: s.args})...)
			}
		}
	}
	out = append(out, k.holders(s)...)
	out = k.nearest(append(out, k.ordersOf(func(o *def.OrderInfo) bool { return o.Goal == s.goal }, s)...))
	if len(out) == 0 {
		out = []explain.Finding{{Verdict: explain.LineInactive, Subject: k.title(s), Note: "nothing that " + k.kind.Name + " wants leads to it"}}
	}
	return out
}

// suspender names what interrupts what is suspended.
func (k *asker) suspender() string {
	if by := k.interrupter(); by != "" {
		return by
	}
	if m := k.view.Mind(k.id); m != nil && m.Len() > 1 {
		return k.pursuitText(m.Pursued(m.Len() - 1))
	}
	return ""
}
