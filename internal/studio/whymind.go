package studio

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// whyMind answers why something is not done that is no part of a plan: a want, a node of a tree, a reaction, a plan line, an action. Not ok: nothing is called so.
func whyMind(stage Stage, j *journal, id agent.ID, name string) (a *htn.Answer, ok bool) {
	w := whyAnswer{holds: func(text string) (*Cause, bool) { return conditionOf(stage, j, id, text) }, Answer: htn.Answer{Name: name, Cases: []htn.Case{}}, asked: strings.ToLower(strings.TrimSpace(name))}
	m := mindOf(stage, j, id)
	instead := ""
	if r := stage.Crowd().View().Candidates(id); r != nil {
		instead = stage.Crowd().View().PursuedInstead(id, r)
	}
	w.wants(m, instead)
	for i, t := range stage.Crowd().View().Trees(id) {
		w.nodes(&m.Trees[i], func(n int) *Cause { return falseAt(stage.Crowd(), t, id, n) })
	}
	if m.Control != nil {
		w.parts(m.Control)
	}
	w.lines(m)
	w.goals(j.info, stage.Crowd().View().Pursuits(id))
	w.actions(j, m)
	if len(w.Cases) == 0 {
		w.targetless(j.info, m)
	}
	if len(w.Cases) == 0 {
		w.others(j, m, id, stage.Crowd())
	}
	if len(w.Cases) == 0 {
		w.condition(name)
	}
	slices.SortStableFunc(w.Cases, func(a, b htn.Case) int { return rankOf(a.Outcome) - rankOf(b.Outcome) })
	if len(w.Cases) == 0 {
		return nil, false
	}
	w.judge()
	if w.kinds[0] == "condition" {
		w.Kind, w.Summary, w.Cases = "condition", w.Cases[0].Text, []htn.Case{}
		return &w.Answer, true
	}
	w.Kind = strings.Join(w.kinds, " and ")
	what := w.Kind + " " + fmt.Sprintf("%q", name)
	switch first := &w.Cases[0]; {
	case w.InPlan:
		w.Summary = what + " is what " + m.Agent + " is doing"
	case len(w.Cases) == 1:
		w.Summary = what + " is not what " + m.Agent + " is doing: " + first.Text
		w.Cases = nil
	default:
		w.Summary = what + " is not what " + m.Agent + " is doing"
	}
	if w.Cases == nil {
		w.Cases = []htn.Case{}
	}
	return &w.Answer, true
}

// judge gives the answer its verdict.
func (w *whyAnswer) judge() {
	switch {
	case w.InPlan:
		w.Verdict = htn.VerdictInPlan
	case slices.ContainsFunc(w.Cases, func(c htn.Case) bool { return c.Outcome != "never" }):
		w.Verdict = htn.VerdictTried
	default:
		w.Verdict = htn.VerdictUnreached
	}
}

// rankOf has what is done stand first.
func rankOf(outcome string) int {
	if outcome == "chosen" {
		return 0
	}
	return 1
}

// whyAnswer is an answer in the making.
type whyAnswer struct {
	htn.Answer
	asked string
	kinds []string
	holds func(condition string) (*Cause, bool)
}

// named reports whether something is what was asked about, by one of the names that it goes by.
func (w *whyAnswer) named(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return strings.ToLower(name) == w.asked })
}

func (w *whyAnswer) add(kind, within, outcome, text string, now bool) {
	if !slices.Contains(w.kinds, kind) {
		w.kinds = append(w.kinds, kind)
	}
	w.InPlan = w.InPlan || now
	w.Cases = append(w.Cases, htn.Case{ID: -1, Within: within, Outcome: outcome, Text: text})
}

// wants tells how the candidates of a brain compare with the one that is worth the most; instead is what it pursues in place of that.
func (w *whyAnswer) wants(m *Mind, instead string) {
	var best *Want
	for i := range m.Wants {
		if m.Wants[i].Chosen {
			best = &m.Wants[i]
		}
	}
	for i := range m.Wants {
		c := &m.Wants[i]
		if !w.named(c.Text, c.Name, c.called) {
			continue
		}
		text, outcome := fmt.Sprintf("%s scores %.3f", c.Text, c.Score), "rejected"
		switch {
		case c.Chosen && instead != "":
			text += ", the most, but it pursues " + instead
		case c.Chosen:
			text, outcome = text+", the most", "chosen"
		case c.Cooling:
			text = c.Text + " is cooling down"
		case c.Why != "":
			if text = c.Text + ": " + c.Why; c.Blame != "" {
				text += ": " + c.Blame
			}
		case best != nil:
			text += fmt.Sprintf(", %s scores %.3f", best.Text, best.Score)
		}
		w.add("want", "", outcome, text, outcome == "chosen")
	}
}

// targetless tells of wants that have no candidates, since there is nothing that they could be about.
func (w *whyAnswer) targetless(info *def.Info, m *Mind) {
	a := info.Agent(m.Kind)
	if a == nil || a.Mind == nil {
		return
	}
	for _, want := range a.Mind.Brain.Wants {
		if want.Each == nil || !w.named(want.Name) {
			continue
		}
		text := "there is no " + want.Each.Name + ": " + world.FormatType(info.Schema, want.Each.Type)
		if want.Remembered != nil {
			text = "there is no " + want.Each.Name + " in remembered " + world.FormatType(info.Schema, want.Each.Type)
		}
		if want.Where != nil {
			text += " where " + want.Where.String()
		}
		w.add("want", "", "never", text, false)
	}
}

// nodes tells of nodes of a tree what kept them from running: the last result of those before them, and of those around them.
func (w *whyAnswer) nodes(t *TreeView, judge func(n int) *Cause) {
	for n := range t.Nodes {
		node := &t.Nodes[n]
		if node.Label == "" || !w.named(node.Label, node.called()) {
			continue
		}
		if node.Running {
			w.add("node", t.Name, "chosen", node.Label+" runs", true)
			continue
		}
		if blame := t.blame(n, judge); blame != "" {
			w.add("node", t.Name, "rejected", blame, false)
		} else if node.Last != nil {
			w.add("node", t.Name, "rejected", "it ended with "+strings.ToLower(node.Last.Status), false)
		} else {
			w.add("node", t.Name, "never", "its turn has not come", false)
		}
	}
}

// blame tells which node before another one, or before one that it is in, keeps it from running; empty: none does.
func (t *TreeView) blame(n int, judge func(n int) *Cause) string {
	for at := n; t.Nodes[at].Parent >= 0; at = int(t.Nodes[at].Parent) {
		parent := t.Nodes[at].Parent
		inOrder := isSequence(t.Nodes[parent].info.Kind)
		for i := range t.Nodes {
			o := &t.Nodes[i]
			if o.Parent != parent || i == at {
				continue
			}
			failed := o.Last != nil && o.Last.status == bt.Failure
			switch {
			case i < at && inOrder && failed && !o.Running:
				if c := judge(i); c != nil {
					return "it needs " + o.needs() + ": " + c.Text
				}
				return t.title(i) + " before it failed"
			case i < at && o.Running && !t.Nodes[at].Running:
				return t.title(i) + " before it runs"
			}
		}
	}
	return ""
}

// isSequence reports whether a node of a kind goes on with a child only where those before it have succeeded.
func isSequence(k def.NodeKind) bool {
	switch k {
	case def.NodeSequence, def.NodeReactiveSequence, def.NodeResumeSequence, def.NodeRandomSequence:
		return true
	}
	return false
}

// called is what a node does, without arguments: "walk", "plan dine".
func (v *NodeView) called() string {
	switch {
	case v.info.Kind == def.NodePlan || v.info.Kind == def.NodeGoal:
		return v.Kind + " " + v.info.Name
	case v.info.Action != nil:
		return v.info.Name
	}
	return v.Label
}

// needs names a condition: by the name that the node was given, or as it is written.
func (v *NodeView) needs() string {
	if v.info.Kind == def.NodeIf && v.info.Decl.Name == "" {
		return v.info.Cond.String()
	}
	return v.Label
}

// falseAt tells why the condition of a node does not hold; nil: it has none, it holds, or what it asks the host is not known here.
func falseAt(crowd *agent.Crowd, t *bt.Tree, id agent.ID, n int) (c *Cause) {
	defer func() {
		if recover() != nil {
			c = nil
		}
	}()
	node, _ := t.Program().Node(int32(n))
	if node.Cond == nil {
		return nil
	}
	return whyFalse(&expr.Machine{State: crowd.State(id), Funcs: crowd.Funcs()}, node.Cond)
}

// title is what a node is called: of one without a label its first child that has one.
func (t *TreeView) title(n int) string {
	for i := n; i < len(t.Nodes); i++ {
		if t.Nodes[i].Label != "" {
			if i == n {
				return t.Nodes[i].Label
			}
			return t.Nodes[n].Kind + " of " + t.Nodes[i].Label
		}
	}
	return t.Nodes[n].Kind
}

// parts tells of reactions and layers.
func (w *whyAnswer) parts(c *Control) {
	for i := range c.Parts {
		p := &c.Parts[i]
		if p.Kind == partMind || !w.named(p.Name) {
			continue
		}
		text := p.State
		switch {
		case p.State == "ready" && p.On != "":
			text = p.On + " does not hold"
		case p.Why != "":
			text += ": " + p.Why
		case p.Rest > 0:
			text += fmt.Sprintf(" for %.1fs", p.Rest)
		}
		outcome := "rejected"
		if p.State == "runs" {
			outcome = "chosen"
		}
		w.add(string(p.Kind), "", outcome, text, p.State == "runs")
	}
}

// lines tells of plan lines.
func (w *whyAnswer) lines(m *Mind) {
	var now string
	for i := range m.Chances {
		c := &m.Chances[i]
		if c.Now {
			now = c.Goal
		}
		if !w.named(c.Goal, c.called) {
			continue
		}
		switch {
		case c.Now:
			w.add("plan line", "", "chosen", c.Goal+" is planned for", true)
		case c.Cause != nil:
			w.add("plan line", "", "rejected", c.Cause.Text, false)
		default:
			w.add("plan line", "", "rejected", now+" stands before it and holds", false)
		}
	}
}

// goals tells of goals that are pursued, with their subgoals.
func (w *whyAnswer) goals(info *def.Info, pursuits []*goal.Pursuit) {
	for _, p := range pursuits {
		for i := range p.Depth() {
			v := p.At(i)
			if v.Goal < 0 || !w.named(info.Goals[v.Goal].Name) {
				continue
			}
			if v.Suspended {
				w.add("goal", "", "rejected", "it is interrupted", false)
			} else {
				w.add("goal", "", "chosen", "it is pursued", true)
			}
		}
	}
}

// actions tells what an action of the host is done by: in plans by operators, which can be asked about.
func (w *whyAnswer) actions(j *journal, m *Mind) {
	var by []string
	for _, o := range j.info.Operators {
		for _, do := range o.Do {
			if do.Action != nil && w.named(do.Action.Name) && !slices.Contains(by, o.Name) {
				by = append(by, o.Name)
			}
		}
	}
	runs := m.Control != nil && slices.ContainsFunc(m.Control.Parts, func(p PartView) bool {
		return slices.ContainsFunc(p.Runs, func(r Run) bool { return r.Kind == "action" && w.named(r.Text) })
	})
	switch {
	case runs:
		w.add("action", "", "chosen", "it runs", true)
	case len(by) > 0 && !w.named(by...):
		w.add("action", "", "never", "no step of the plan does it now; ask about "+strings.Join(by, ", "), false)
	}
}

// others tells of what is declared and nothing has asked for: operators and tasks where nothing leads to a plan with them, trees, and what is done in idleness.
func (w *whyAnswer) others(j *journal, m *Mind, id agent.ID, crowd *agent.Crowd) {
	kind := ""
	for _, t := range j.info.Trees {
		if w.named(t.Name) {
			kind = "tree"
		}
	}
	called := "" // as it is declared
	for _, t := range j.info.Tasks {
		for _, m := range t.Methods {
			if w.named(m.Name) || w.named(t.Name+"/"+m.Name) {
				kind, called = "method", t.Name+"/"+m.Name
			}
		}
		if w.named(t.Name) {
			kind, called = "task", t.Name
		}
	}
	for _, o := range j.info.Operators {
		if w.named(o.Name) {
			kind, called = "operator", o.Name
		}
	}
	if a := j.info.Agent(m.Kind); a != nil && a.Idle != nil && a.Idle.Action != nil && w.named(a.Idle.Action.Name) {
		w.add("idle action", "", "never", "it is for when there is nothing else to do", false)
		return
	}
	if kind == "" {
		return
	}
	for i := range m.Trees {
		if w.named(m.Trees[i].Name) {
			w.add(kind, "", "chosen", "it runs", true)
			return
		}
	}
	doing, idle := doingOf(crowd, j.info, id)
	switch {
	case kind != "tree" && len(m.Lines) > 0:
		var goals []string
		for _, l := range m.Lines {
			goals = append(goals, l.Goal)
		}
		w.add(kind, "", "never", "it plans for "+strings.Join(goals, ", ")+", which does not lead to it", false)
	case idle && len(m.Chances) > 0:
		for _, c := range m.Chances {
			if c.Cause != nil && lineLeadsTo(j.info, c.called, called) {
				w.add(kind, c.Goal, "rejected", c.Cause.Text, false)
			}
		}
		if len(w.Cases) == 0 {
			w.add(kind, "", "never", "no plan line of "+m.Kind+" leads to it", false)
		}
	default:
		w.add(kind, "", "never", "nothing asks for it: what it does is "+doing, false)
	}
}

// lineLeadsTo reports whether planning for the task or operator of a plan line can come to something.
func lineLeadsTo(info *def.Info, line, name string) bool {
	if t := slices.IndexFunc(info.Tasks, func(t *def.TaskInfo) bool { return t.Name == line }); t >= 0 {
		return htn.LeadsTo(info, htn.Goal{Task: htn.TaskID(t)}, name)
	}
	return line == name
}

// condition tells whether a condition holds, and if not which part of it does not; of a symbol that is none, its value.
func (w *whyAnswer) condition(text string) {
	switch c, ok := w.holds(text); {
	case ok && c != nil:
		w.add("condition", "", "rejected", "it does not hold: "+c.Text, false)
	case ok:
		w.add("condition", "", "chosen", text+" holds", true)
	}
}

// conditionOf takes a condition apart as it is now for an agent; not ok: the text is none.
func conditionOf(stage Stage, j *journal, id agent.ID, text string) (c *Cause, ok bool) {
	var ds diag.List
	n := expr.ParseString(diag.NewSource("condition", text), &ds)
	if ds.HasErrors() {
		return nil, false
	}
	crowd := stage.Crowd()
	term := expr.Check(n, j.info.Scope().With(crowd.State(id)), expr.BoolType, &ds)
	if term == nil || ds.HasErrors() {
		return nil, false
	}
	return whyFalse(&expr.Machine{State: crowd.State(id), Funcs: crowd.Funcs()}, term), true
}
