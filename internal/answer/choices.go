package answer

import (
	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

// Decider is a part of an agent that decides.
type Decider uint8

// The deciders, in order of precedence.
const (
	ByReactions Decider = iota
	ByOrders
	ByBrain
	ByGoals
	ByLines // plan lines
	ByTree
	ByLayers
	ByRoles // of its squad, or of itself if it is a squad
)

// Choice is something that an agent can do at a moment, with the finding about it.
type Choice struct {
	By      Decider
	Of      string   // the tree, brain or squad; empty: the agent has only one
	Agent   agent.ID // whom to ask about it
	Ask     string   // how a question names it: "want eat(pear)"
	Label   string
	Depth   int         // number of choices that contain it
	Tree    *bt.Program // of a node
	Node    int32       // of a node
	Line    int         // of a plan line: its index
	Finding explain.Finding
}

// MaxChoices is the maximum number of choices in one list: more nodes than the largest tree has.
const MaxChoices = 2000

// Choices lists everything that competes for control of an agent at the present moment of its crowd, in order of
// precedence, each with the finding that [Ask] has about it. Between ticks only. It stops when done is closed.
func Choices(done <-chan struct{}, c *agent.Crowd, id agent.ID) (list []Choice) {
	k := chooser{newAsker(c, id)}
	if k.done = done; k.kind == nil {
		return nil
	}
	for _, take := range []func() []Choice{k.reactions, k.orders, k.wants, k.goals, k.planLines, k.nodes, k.layers, k.roles} {
		a := &explain.Answer{}
		k.guard(a, func() { list = append(list, take()...) })
		if list = list[:min(len(list), MaxChoices)]; k.isStopped() {
			break
		}
	}
	return list
}

// chooser lists what competes for control of an agent, part by part.
type chooser struct{ *asker }

// isStopped reports whether no caller waits for the answer any more.
func (k chooser) isStopped() bool {
	select {
	case <-k.done:
		return true
	default:
		return false
	}
}

// choose returns the choice of a subject, with the first of the findings about it.
func (k chooser) choose(by Decider, s *subject, found []explain.Finding) Choice {
	c := Choice{By: by, Agent: k.id, Ask: k.title(s), Label: k.nameOf(s)}
	if len(found) > 0 {
		c.Finding = found[0]
	}
	return c
}

func (k chooser) reactions() (list []Choice) {
	for i := range k.kind.Reactions {
		list = append(list, k.choose(ByReactions, &subject{kind: subjectReaction, index: i}, k.whyReaction(i)))
	}
	return list
}

func (k chooser) layers() (list []Choice) {
	for i := range k.kind.Layers {
		list = append(list, k.choose(ByLayers, &subject{kind: subjectLayer, index: i}, k.whyLayer(i)))
	}
	return list
}

func (k chooser) planLines() (list []Choice) {
	for i := range k.kind.Plans {
		c := k.choose(ByLines, &subject{kind: subjectPlan, index: i}, k.whyPlanLine(&subject{kind: subjectPlan, index: i}))
		c.Ask, c.Line = "plan "+c.Label, i
		list = append(list, c)
	}
	return list
}

// orders lists the orders that a member has been given, or those that a squad has given.
func (k chooser) orders() (list []Choice) {
	id := k.view.SquadOf(k.id)
	if k.kind.Leads != nil {
		id = k.id
	}
	view, ok := k.view.LookAtSquad(id)
	if !ok {
		return nil
	}
	for i := range view.Orders {
		o := &view.Orders[i]
		if o.Member != k.id && k.kind.Leads == nil {
			continue
		}
		c := Choice{By: ByOrders, Of: k.view.NameOf(id), Agent: o.Member, Label: o.Text, Finding: orderFinding(o)}
		if k.kind.Leads != nil {
			c.Label = k.view.NameOf(o.Member) + ": " + o.Text
		}
		name, _ := splitArgs(o.Text)
		if c.Ask = "order " + name; o.Number > 0 {
			c.Ask = "order " + number(o.Number)
		}
		list = append(list, c)
	}
	return list
}

// wants lists the wants of the agent's brain on their targets, in the order of the file.
func (k chooser) wants() (list []Choice) {
	m := k.view.Mind(k.id)
	if k.kind.Mind == nil || m == nil {
		return nil
	}
	r := comparison(k.asker)
	brain := k.kind.Mind.Brain
	for i := range brain.Wants {
		w, any := brain.Wants[i], false
		s := subject{kind: subjectWant, want: i}
		for n := 0; r != nil && n < len(r.Candidates); n++ {
			c := &r.Candidates[n]
			if any = any || c.Want == int32(i); c.Want != int32(i) {
				continue
			}
			f, at := pursuedIf(k.asker, i, m, func(t utility.Target) bool { return t == c.Target })
			if !at {
				f = k.withOrder(m, &s, []explain.Finding{k.candidateFinding(&s, m, r, c)})[0]
			}
			if c.Scored != nil && !f.Scored {
				f.Score, f.Best = c.Scored.Score, c.Scored.Score // pages show both as bars
			}
			ask := k.wantText(w, c.Target)
			list = append(list, Choice{By: ByBrain, Of: brain.Name, Agent: k.id, Ask: ask, Label: ask[len("want "):], Finding: f})
		}
		if !any {
			c := k.choose(ByBrain, &s, k.whyWant(&s))
			c.Of = brain.Name
			list = append(list, c)
		}
	}
	return list
}

// goals lists the goals that the agent pursues, with their subgoals.
func (k chooser) goals() (list []Choice) {
	for _, p := range k.view.Pursuits(k.id) {
		depth := make([]int, p.Depth())
		for i := range p.Depth() {
			v := p.At(i)
			if v.Parent >= 0 {
				depth[i] = depth[v.Parent] + 1
			}
			if v.Goal < 0 {
				continue
			}
			s := subject{kind: subjectGoal, goal: k.info.Goals[v.Goal]}
			c := k.choose(ByGoals, &s, k.whyGoal(&s))
			c.Depth, c.Label = depth[i], k.call(s.goal.Name, s.goal.Params, v.Args)
			list = append(list, c)
		}
	}
	return list
}

// nodes lists the nodes of the trees that run, in the order in which they are ticked.
func (k chooser) nodes() (list []Choice) {
	for _, t := range k.view.Trees(k.id) {
		p := t.Program()
		depth := make([]int, p.Len())
		for n := range int32(p.Len()) {
			if len(list) == MaxChoices || k.isStopped() {
				return list
			}
			if _, above := p.Node(n); above >= 0 {
				depth[n] = depth[above] + 1
			}
			s := subject{kind: subjectNode, tree: p.Info, program: p, node: n}
			c := k.choose(ByTree, &s, []explain.Finding{k.nodeFinding(t, n)})
			c.Of, c.Label, c.Depth, c.Tree, c.Node = p.Info.Name, p.Label(n), depth[n], p, n
			list = append(list, c)
		}
	}
	return list
}

// roles lists the roles of a member's squad, or of a squad, with everybody who competes for them.
func (k chooser) roles() (list []Choice) {
	q := k.squad()
	if q == nil {
		return nil
	}
	if k.kind.Leads == nil {
		if _, ok := k.view.LookAtSquad(k.view.SquadOf(k.id)); !ok {
			return nil
		}
		for i := range q.Roles {
			s := subject{kind: subjectRole, index: i}
			c := k.choose(ByRoles, &s, k.whyRole(&s))
			c.Of = k.view.NameOf(k.view.SquadOf(k.id))
			list = append(list, c)
		}
		return list
	}
	view, _ := k.view.LookAtSquad(k.id)
	for i := range q.Roles {
		s := subject{kind: subjectRole, index: i}
		f := explain.Finding{Verdict: explain.RunsNow, Subject: k.title(&s)}
		if short := view.Roles[i].Short; short > 0 {
			f.Verdict, f.Note = explain.NoCandidate, number(int64(short))+" too few"
		}
		c := k.choose(ByRoles, &s, []explain.Finding{f})
		c.Of = k.view.NameOf(k.id)
		list = append(list, c)
		best := 0.0 // of those that hold it
		for n := range view.Members {
			if m := &view.Members[n]; m.Role == i && m.Scores != nil {
				best = max(best, m.Scores[i])
			}
		}
		for n := range view.Members {
			m := &view.Members[n]
			f := explain.Finding{Verdict: explain.NotReached, Subject: k.title(&s)}
			switch {
			case m.Role == i:
				f.Verdict = explain.RunsNow
			case m.Role >= 0:
				f.By = "it is " + view.Roles[m.Role].Name
			default:
				f.By = "it has no role"
			}
			if m.Scores != nil {
				f.Score, f.Best = m.Scores[i], best
			}
			list = append(list, Choice{By: ByRoles, Of: c.Of, Agent: m.ID, Ask: c.Ask, Label: k.view.NameOf(m.ID), Depth: 1, Finding: f})
		}
	}
	return list
}
