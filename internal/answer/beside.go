package answer

import (
	"slices"
	"strconv"

	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/sorting"
	"github.com/karakuri-ai/karakuri/world"
)

// condition is a condition with the word that it stands behind.
type condition struct {
	term *expr.Term
	word string
}

func evaluate(t *expr.Term, m *expr.Machine, frame []world.Word) [2]world.Word {
	return expr.EvalTerm(t, m, frame)
}

func number(n int64) string { return strconv.FormatInt(n, 10) }

// trim writes a number with up to four digits.
func trim(f float64) string { return strconv.FormatFloat(f, 'g', 4, 64) }

// whyReaction answers about a reaction.
func (k *asker) whyReaction(i int) []explain.Finding {
	it := &k.kind.Reactions[i]
	parts := k.view.Parts(k.id)
	f := explain.Finding{Subject: "reaction " + it.Do.Name(), Place: it.Decl.At}
	if i >= len(parts) {
		f.Verdict, f.Note = explain.Postponed, "the agent has not had a turn"
		return []explain.Finding{f}
	}
	p := parts[i]
	switch {
	case p.Running:
		f.Verdict = explain.RunsNow
	case p.Waiting && p.Rests > 0:
		f.Verdict, f.Until = explain.CoolingDown, p.Rests
	case p.Waiting:
		f.Verdict, f.By = explain.WaitsFor, k.view.WaitsOn(k.id, i)
	default:
		if g, is := k.conditionFalse(f.Subject, it.On, nil); is {
			g.Place = it.Decl.At
			return k.withRest(g, p)
		}
		switch {
		case p.Rests > 0:
			f.Verdict, f.Until = explain.CoolingDown, p.Rests
		case it.On == nil:
			f.Verdict, f.Note = explain.NotPerceived, "the agent has perceived nothing that it reacts to"
		default:
			f.Verdict, f.Note = explain.DoneAlready, it.On.String()+" holds, and it has reacted to that; it starts again when the condition becomes true anew"
		}
	}
	return []explain.Finding{f}
}

// withRest adds that a reaction rests as well.
func (k *asker) withRest(f explain.Finding, p agent.Part) []explain.Finding {
	out := []explain.Finding{f}
	if p.Rests > 0 {
		out = append(out, explain.Finding{Verdict: explain.CoolingDown, Subject: f.Subject, Until: p.Rests})
	}
	return out
}

// whyLayer answers about a layer.
func (k *asker) whyLayer(i int) []explain.Finding {
	it := &k.kind.Layers[i]
	parts := k.view.Parts(k.id)
	f := explain.Finding{Subject: "layer " + it.Name, Place: it.Decl.At}
	at := len(k.kind.Reactions) + i
	if at >= len(parts) {
		f.Verdict, f.Note = explain.Postponed, "the agent has not had a turn"
		return []explain.Finding{f}
	}
	switch p := parts[at]; {
	case p.Running:
		f.Verdict = explain.RunsNow
	case p.Waiting:
		f.Verdict, f.By = explain.ResourceHeld, k.holderOf(it.Do, at)
	default:
		f.Verdict, f.Note = explain.WouldBeChosen, "it starts in the agent's next turn"
	}
	return []explain.Finding{f}
}

// holderOf names what runs of higher parts and uses what a call needs.
func (k *asker) holderOf(c *def.ActionCall, part int) (by string) {
	uses := c.Uses()
	for _, d := range k.view.Running(k.id) {
		if d.Part >= part {
			continue
		}
		for _, u := range d.Uses {
			if len(uses) == 0 || slices.Contains(uses, u) {
				return u + " by " + d.Kind.String() + " " + d.Name
			}
		}
	}
	return ""
}

// whyIdle answers about the idle action.
func (k *asker) whyIdle() []explain.Finding {
	f := explain.Finding{Subject: "idle action " + k.kind.Idle.Name()}
	for _, d := range k.view.Running(k.id) {
		if d.Kind == agent.DoingAction && d.Parent < 0 && d.Part < 0 && d.Name == k.kind.Idle.Name() {
			f.Verdict = explain.RunsNow
			return []explain.Finding{f}
		}
	}
	f.Verdict, f.Note = explain.NotReached, "it runs only when the agent has nothing else to do"
	f.By = k.view.DoingText(k.id)
	if k.blamed != nil {
		for i := range k.kind.Plans {
			if holds, ok := k.holds(k.kind.Plans[i].When, nil); ok && holds {
				k.blameHolding(k.kind.Plans[i].When, nil)
			}
		}
	}
	return []explain.Finding{f}
}

// whyAction answers about an action of the game: whether it runs, or what could bring it about.
func (k *asker) whyAction(s *subject) (out []explain.Finding) {
	for _, d := range k.view.Running(k.id) {
		if d.Kind != agent.DoingAction || d.Name != s.action.Name {
			continue
		}
		f := explain.Finding{Verdict: explain.RunsNow, Subject: k.title(s)}
		if len(d.Needs) > 0 {
			f.Verdict, f.By = explain.WaitsFor, d.Needs[0]
		}
		return []explain.Finding{f}
	}
	for _, o := range k.info.Operators {
		if slices.ContainsFunc(o.Do, func(c *def.ActionCall) bool { return c.Action == s.action }) && len(out) < maxUnder {
			out = append(out, k.notThat(s, k.whyPlanned(&subject{kind: subjectOperator, operator: o}))...)
		}
	}
	k.eachNode(func(n subject, _ ...string) {
		if n.kind != subjectNode || len(out) >= maxUnder {
			return
		}
		if info, _ := n.program.Node(n.node); info.Action != nil && info.Action.Action == s.action {
			out = append(out, k.notThat(s, k.whyNode(&n))...)
		}
	})
	out = append(out, k.holders(s)...)
	for i := range k.kind.Reactions {
		if k.kind.Reactions[i].Do.Action == s.action {
			out = append(out, k.notThat(s, k.whyReaction(i))...)
		}
	}
	for i := range k.kind.Layers {
		if k.kind.Layers[i].Do.Action == s.action {
			out = append(out, k.notThat(s, k.whyLayer(i))...)
		}
	}
	if k.kind.Idle != nil && k.kind.Idle.Action == s.action {
		out = append(out, k.whyIdle()...)
	}
	if f, is := k.overridden(s); is {
		return append([]explain.Finding{f}, k.nearest(out)...)
	}
	if len(out) == 0 {
		if f, is := disabled(k, s.action.Name); is {
			return []explain.Finding{f}
		}
		out = []explain.Finding{{Verdict: explain.LineInactive, Subject: k.title(s), Note: "nothing that " + k.kind.Name + " does uses it"}}
	}
	return k.nearest(out)
}

// overridden reports an action that another action of the agent replaces.
func (k *asker) overridden(s *subject) (f explain.Finding, is bool) {
	if k.kind.Decl == nil || k.kind.Decl.Tree == nil {
		return f, false
	}
	for _, o := range k.kind.Decl.Tree.Overrides {
		if o.What.Name == s.action.Name {
			return explain.Finding{Verdict: explain.Overridden, Subject: k.title(s), By: o.With.Name, Place: o.At, Note: "the tree line of " + k.kind.Name + " says so"}, true
		}
	}
	return f, false
}

// nearest sorts by how near things are to happening: first those in the plan, then those that a condition keeps from
// it, and, if there are none of these, those that nothing leads to.
func (k *asker) nearest(list []explain.Finding) []explain.Finding {
	rank := func(f explain.Finding) int {
		switch f.Verdict {
		case explain.InPlan:
			return 0
		case explain.LineInactive:
			return 2
		}
		return 1
	}
	sorting.By(list, func(a, b explain.Finding) int { return rank(a) - rank(b) })
	if end := slices.IndexFunc(list, func(f explain.Finding) bool { return rank(f) == 2 }); end > 0 {
		list = list[:end]
	}
	return dedupe(list)
}

// notThat says of what could bring an action about and happens, that the action itself does not.
func (k *asker) notThat(s *subject, list []explain.Finding) []explain.Finding {
	for i := range list {
		if list[i].Verdict == explain.RunsNow {
			list[i].Verdict, list[i].Note = explain.DoneAlready, "this action of it has ended"
		}
	}
	return list
}

// whyOrder answers about an order: one that the agent has, or one that its squad could give.
func (k *asker) whyOrder(s *subject) []explain.Finding {
	if s.number > 0 {
		return k.whyGiven(s)
	}
	o := k.info.Orders[s.index]
	return k.ordersOf(func(x *def.OrderInfo) bool { return x.Name() == o.Name() }, s)
}

// orderNumber is the number by which a squad and its member call an order; the runner's also says which squad it is.
func orderNumber(d runner.Order) int64 { return d.Number & (1<<32 - 1) }

func mindLen(m *goal.Mind) int {
	if m == nil {
		return 0
	}
	return m.Len()
}

// whyGiven answers about an order by its number.
func (k *asker) whyGiven(s *subject) []explain.Finding {
	f := explain.Finding{Subject: k.title(s)}
	m := k.view.Mind(k.id)
	for i := range mindLen(m) {
		p := m.Pursued(i)
		if p.Order != s.number {
			continue
		}
		if f.Verdict, f.Note = explain.RunsNow, "it says "+pursuedGoal(k, p); p.Suspended() || i < m.Len()-1 {
			f.Verdict, f.By = explain.SuspendedBy, k.suspender()
		}
		return []explain.Finding{f}
	}
	for i, o := range k.view.WaitingOrders(k.id) {
		if o.Number != s.number {
			continue
		}
		f.Verdict, f.Note = explain.WaitsFor, "it says "+o.Text+", and is number "+number(int64(i+1))+" in the queue"
		if mindLen(m) > 0 {
			f.By = k.pursuitText(m.Pursued(m.Len() - 1))
		}
		return []explain.Finding{f}
	}
	if d, on := k.view.Runner(k.id).CurrentOrder(); on && orderNumber(d) == s.number {
		f.Verdict, f.Note = explain.RunsNow, "it says "+k.view.OrderText(k.id)
		return []explain.Finding{f}
	}
	f.Verdict, f.Note = explain.OrderRefused, "the agent has no such order"
	if view, ok := k.view.LookAtSquad(squadIDOf(k)); ok && s.number <= view.Given {
		f.Note += ": it is over, or another member's"
	} else if ok {
		f.Note += ": its squad has given " + number(view.Given) + " so far"
	}
	return []explain.Finding{f}
}

// squadIDOf returns the squad of the agent, or the agent itself if it is a squad.
func squadIDOf(k *asker) agent.ID {
	if k.kind.Leads != nil {
		return k.id
	}
	return k.view.SquadOf(k.id)
}

// ordersOf answers about orders of a kind: whether the agent has one, and if not, why its squad gives none.
func (k *asker) ordersOf(is func(*def.OrderInfo) bool, s *subject) (out []explain.Finding) {
	var kinds []*def.OrderInfo
	for _, o := range k.info.Orders {
		if is(o) {
			kinds = append(kinds, o)
		}
	}
	squadID := squadIDOf(k)
	if len(kinds) == 0 || squadID == 0 {
		return nil
	}
	view, ok := k.view.LookAtSquad(squadID)
	if !ok {
		return nil
	}
	role := k.view.RoleOf(k.id)
	for i := range view.Orders {
		o := &view.Orders[i]
		if o.Ended {
			continue // snapshots do not keep it, and what keeps the order from being given now is said below
		}
		if name, _ := splitArgs(o.Text); !slices.ContainsFunc(kinds, func(x *def.OrderInfo) bool { return x.Name() == name }) || o.Member != k.id && k.kind.Leads == nil {
			continue
		}
		f := orderFinding(o)
		if f.Verdict == explain.RunsNow && isSuspended(k, o.Member) {
			f.Verdict, f.By, f.Note = explain.SuspendedBy, k.of(o.Member).suspender(), ""
		}
		return []explain.Finding{f}
	}
	if k.depth > 0 || k.asked["orders"] {
		return nil
	}
	k.asked["orders"] = true
	leader := k.of(squadID)
	leader.depth = k.depth + 1
	for _, op := range k.info.Operators {
		for _, c := range op.Do {
			if c.Order == nil || !slices.Contains(kinds, c.Order) || len(out) >= maxUnder {
				continue
			}
			if k.kind.Leads == nil && c.Order.Role != role {
				out = append(out, explain.Finding{Verdict: explain.LineInactive, Subject: k.title(s), By: "its role is " + orNone(role), Note: "operator " + op.Name + " of its squad gives this order to role " + c.Order.Role})
				continue
			}
			for _, f := range leader.whyPlanned(&subject{kind: subjectOperator, operator: op}) {
				f.Note = join(f.Note, "of "+k.view.NameOf(squadID))
				if f.Verdict == explain.RunsNow {
					f.Verdict = explain.OrderRefused
					f.Note = join(f.Note, "the squad's step still runs, but the order has ended")
				}
				out = append(out, f)
			}
		}
	}
	return k.nearest(out)
}

// isSuspended reports whether the order that the brain of a member carries out is interrupted.
func isSuspended(k *asker, member agent.ID) bool {
	m := k.view.Mind(member)
	for i := range mindLen(m) {
		if p := m.Pursued(i); p.Order > 0 {
			return p.Suspended()
		}
	}
	return false
}

// orderFinding reports an order that a squad has given and that has not ended.
func orderFinding(o *agent.OrderView) explain.Finding {
	return explain.Finding{Verdict: explain.RunsNow, Subject: "order " + o.Text, Note: o.State}
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// whyRole answers about a role of the agent's squad.
func (k *asker) whyRole(s *subject) []explain.Finding {
	f := explain.Finding{Subject: k.title(s)}
	id := k.view.SquadOf(k.id)
	if k.kind.Leads != nil {
		id = k.id
	}
	view, ok := k.view.LookAtSquad(id)
	if !ok {
		f.Verdict, f.Note = explain.LineInactive, "it is in no squad"
		return []explain.Finding{f}
	}
	role := &k.info.Agent(k.crowd.KindOf(id)).Leads.Roles[s.index]
	held := 0
	for i := range view.Members {
		m := &view.Members[i]
		c := explain.Candidate{Text: k.view.NameOf(m.ID), Taken: m.Role == s.index}
		if m.Scores != nil {
			c.Key = "score " + trim(m.Scores[s.index])
		}
		f.Candidates = append(f.Candidates, c)
		if m.Role == s.index {
			held++
			if m.ID == k.id {
				f.Verdict, f.Candidates = explain.RunsNow, nil
				return []explain.Finding{f}
			}
		}
	}
	f.Looked, f.Candidates = len(view.Members), listed(f.Candidates, func(i int) bool { return view.Members[i].ID == k.id })
	if list, known := suitedIn(k, id, role); known && !slices.Contains(list, world.Word(k.crowd.Body(k.id))) {
		f.Verdict, f.Note = explain.NoCandidate, role.From.String()+" does not return it"
		return []explain.Finding{f}
	}
	switch {
	case held >= role.Max:
		f.Verdict, f.Note = explain.NotReached, "the role is full (at most "+number(int64(role.Max))+")"
	default:
		f.Verdict, f.Note = explain.NotReached, "the squad fills its roles in their order"
	}
	if now := k.view.RoleOf(k.id); now != "" {
		f.By = "it is " + now
	}
	return []explain.Finding{f}
}

// suitedIn returns the members that the function of a role returns in its squad; known is false if it has none, or that
// panics.
func suitedIn(k *asker, squad agent.ID, role *def.RoleInfo) (list []world.Word, known bool) {
	st := k.crowd.State(squad)
	if role.From == nil || st == nil {
		return nil, false
	}
	was := k.machine.State
	k.machine.State = st
	defer func() { k.machine.State = was }()
	return k.returned(role.From)
}

// whyBinding answers about an object that something could be about: by the first choice of the plannings, or want, that
// looked at it.
func (k *asker) whyBinding(s *subject) (out []explain.Finding) {
	name := k.nameOf(s)
	typ := k.state.TypeOf(s.object)
	list := k.view.Plannings(k.id)
	for i := range list {
		if !k.isActive(&list[i]) {
			continue
		}
		p := k.planning(i, list)
		seen := map[string]bool{}
		for n := range p.events {
			e := &p.events[n]
			if e.Kind != 0 && e.Candidates == nil {
				continue
			}
			m := k.method(e)
			if len(m.Each) == 0 || !k.info.Schema.Types[max(0, m.Each[0].Type.ID)].Has(typ) || m.Each[0].Type.Kind != world.KindObject {
				continue
			}
			way := subject{kind: subjectMethod, task: k.info.Tasks[e.Task], method: e.Method, args: []string{name}}
			if key := k.title(&way); !seen[key] {
				seen[key] = true
				if f, ok := k.carried(&way, &list[i]); ok {
					return []explain.Finding{f}
				}
				out = append(out, k.whyInPlanning(&way, p)...)
			}
		}
	}
	if k.kind.Mind != nil {
		for i, w := range k.kind.Mind.Brain.Wants {
			if w.Each != nil && w.Each.Type.Kind == world.KindObject && k.info.Schema.Types[w.Each.Type.ID].Has(typ) {
				fs := k.whyWant(&subject{kind: subjectWant, want: i, args: []string{name}})
				if len(fs) > 0 && fs[0].Verdict.IsDone() {
					return fs
				}
				out = append(out, fs...)
			}
		}
	}
	if found := nodesAbout(k, s.object); len(found) > 0 {
		if found[0].Verdict.IsDone() {
			return found[:1]
		}
		out = append(out, found...)
	}
	if len(out) == 0 {
		out = []explain.Finding{{Verdict: explain.LineInactive, Subject: k.title(s), Note: "no present decision depends on it"}}
	}
	return dedupe(out)
}

// nodesAbout answers about the leaves of running trees that are about an object by an argument, the one that runs
// first.
func nodesAbout(k *asker, o world.Object) (out []explain.Finding) {
	for _, t := range k.view.Trees(k.id) {
		p := t.Program()
		for n := range int32(p.Len()) {
			info, _ := p.Node(n)
			args := info.Args
			if info.Action != nil {
				args = info.Action.Args
			}
			if !isAmong(k, o, args, t.Frame()) || len(out) == maxUnder {
				continue
			}
			if f := k.nodeFinding(t, n); f.Verdict.IsDone() {
				out = append([]explain.Finding{f}, out...)
			} else {
				out = append(out, f)
			}
		}
	}
	return out
}

// isAmong reports whether one of some arguments is an object at the moment. One whose evaluation panics is not.
func isAmong(k *asker, o world.Object, args []*expr.Term, frame []world.Word) (is bool) {
	defer func() {
		if recover() != nil {
			is = false
		}
	}()
	for _, a := range args {
		if a.Type.Kind == world.KindObject && world.Object(evaluate(a, &k.machine, frame)[0]) == o {
			return true
		}
	}
	return false
}

// whyPlanLine answers about a plan line.
func (k *asker) whyPlanLine(s *subject) []explain.Finding {
	return []explain.Finding{k.lineFinding(s.index)}
}
