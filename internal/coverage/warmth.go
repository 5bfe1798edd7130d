package coverage

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// Heat holds the counts of a program's declarations in a run: how often each was chosen and rejected, and why. Keys are
// the IDs of the boxes of package graph, and for their lines ID and number: "task serve/0". Declarations without counts
// are missing.
type Heat struct {
	Seconds    float64            `json:"seconds"`
	Plannings  int64              `json:"plannings"`
	Nodes      int64              `json:"nodes"`
	Backtracks int64              `json:"backtracks"`
	Of         map[string]*Warmth `json:"of"`
}

// Warmth holds the counts of one declaration. Facts says what chosen means: part of a plan that was found, started,
// activated.
type Warmth struct {
	Chosen   int64    `json:"chosen"`
	Tried    int64    `json:"tried"`
	Rejected int64    `json:"rejected"`
	Reasons  []Number `json:"reasons,omitempty"` // reasons for rejections, the most frequent first
	Facts    []Number `json:"facts,omitempty"`
}

// Tell converts the counts to text, with the nodes of the named trees. The tally must belong to the same crowd.
func (h *Counter) Tell(tally *htn.Tally, trees []string) *Heat {
	t := teller{h.info, tally, &Heat{Of: map[string]*Warmth{}}}
	t.tasks()
	t.operators(h)
	t.minds(h)
	t.trees(h, trees)
	return t.out
}

// teller converts counts to text.
type teller struct {
	info  *def.Info
	tally *htn.Tally
	out   *Heat
}

// at returns the counts of a box, or of its line if line >= 0.
func (t *teller) at(box string, line int) *Warmth {
	if line >= 0 {
		box += "/" + strconv.Itoa(line)
	}
	w := t.out.Of[box]
	if w == nil {
		w = &Warmth{}
		t.out.Of[box] = w
	}
	return w
}

// add appends the counts that are not 0.
func add(list []Number, more ...Number) []Number {
	for _, n := range more {
		if n.Count > 0 {
			list = append(list, n)
		}
	}
	return list
}

func byCount(list []Number) []Number {
	slices.SortStableFunc(list, func(a, b Number) int { return cmp.Compare(b.Count, a.Count) })
	return list
}

// partsOf returns the failed parts of a condition with their counts.
func partsOf(parts []*expr.Term, failed []int64) []Number {
	var out []Number
	for i, n := range failed {
		if n == 0 {
			continue
		}
		text := parts[i].Refusal()
		if text == "" {
			text = parts[i].String()
		}
		out = append(out, reason(text, n))
	}
	return out
}

// tasks adds methods and plannings.
func (t *teller) tasks() {
	for i, info := range t.info.Tasks {
		box := "task " + info.Name
		g := *t.tally.Task(htn.TaskID(i))
		t.planned(box, g)
		var chosen, tried int64
		for k := range info.Methods {
			m := t.tally.Method(htn.TaskID(i), k)
			chosen, tried = chosen+m.Chosen, tried+m.Tried
			if m.Tried == 0 {
				continue
			}
			w := t.at(box, k)
			w.Chosen, w.Tried, w.Rejected = m.Chosen, m.Tried, m.Rejected+m.Empty+m.Hopeless
			w.Reasons = byCount(add(partsOf(t.tally.MethodParts(htn.TaskID(i), k), m.Failed), reason("nothing to bind "+boundNames(info.Methods[k])+" to", m.Empty),
				reason("no way through it ever ends", m.Hopeless), reason("banned, since it had failed", m.Banned)))
			w.Facts = add(nil, count(InPlan, m.Chosen), count(TakenBack, m.Abandoned()))
		}
		if tried > 0 {
			w := t.at(box, -1)
			w.Chosen, w.Tried = chosen, tried
		}
	}
}

func boundNames(m *def.MethodInfo) string {
	text := ""
	for i, v := range m.Each {
		text += [...]string{"", ", "}[min(i, 1)] + v.Name
	}
	return text
}

// planned adds the outcomes of plannings for a goal.
func (t *teller) planned(box string, g htn.GoalTally) {
	if g.Plannings == 0 {
		return
	}
	t.out.Plannings, t.out.Nodes, t.out.Backtracks = t.out.Plannings+g.Plannings, t.out.Nodes+g.Nodes, t.out.Backtracks+g.Backtracks
	w := t.at(box, -1)
	w.Facts = add(w.Facts, count(PlannedFor, g.Plannings-g.Repairs), count(PlannedAnew, g.Repairs), count(PlanFound, g.Found), count(NoPlan, g.None),
		count(LimitHit, g.Limit), count(NodesSearched, g.Nodes), count(Backtracks, g.Backtracks))
}

// operators adds operators, in plans and in execution.
func (t *teller) operators(h *Counter) {
	for i, info := range t.info.Operators {
		o, s := t.tally.Operator(htn.OperatorID(i)), &h.steps[i]
		t.planned("operator "+info.Name, *t.tally.Alone(htn.OperatorID(i)))
		if o.Tried+s.begun == 0 {
			continue
		}
		w := t.at("operator "+info.Name, -1)
		w.Chosen, w.Tried, w.Rejected = max(o.Chosen, s.begun), o.Tried, o.Rejected
		w.Reasons = byCount(partsOf(t.tally.OperatorParts(htn.OperatorID(i)), o.Failed))
		w.Facts = add(w.Facts, count(InPlan, o.Chosen), count(Begun, s.begun), count(EndedWell, s.ended), count(Aborted, s.aborted))
		for c, n := range s.failed {
			if n > 0 {
				w.Facts = append(w.Facts, countOf(Failed, runner.Cause(c).String(), n))
			}
		}
	}
}

// minds adds agents' lines, wants and goals.
func (t *teller) minds(h *Counter) {
	for i, a := range t.info.Agents {
		box := "agent " + a.Name
		first := map[string]int{"reaction": 0}
		if a.Leads != nil {
			box = "squad " + a.Name
			first["reaction"] = len(a.Leads.Roles)
		}
		first["plan"] = first["reaction"] + len(a.Reactions) + one(a.Mind != nil)
		first["layer"] = first["plan"] + len(a.Plans) + one(a.Tree != nil)
		for l, n := range h.plans[i] {
			w := t.at(box, first[l.kind]+int(l.line))
			if l.dropped {
				w.Rejected += n
				w.Facts = append(w.Facts, count(Dropped, n))
			} else {
				w.Chosen += n
				w.Facts = append(w.Facts, count(Begun, n))
			}
			w.Tried += n
		}
	}
	for i, b := range t.info.Brains {
		for k, c := range h.wants[i] {
			if c != (wantHeat{}) {
				w := t.at("brain "+b.Name, k)
				w.Chosen, w.Tried, w.Rejected = c.chosen, c.chosen+c.refused, c.refused
				w.Facts = add(nil, count(Chosen, c.chosen), count(Failed, c.failed))
				w.Reasons = add(nil, reason("chosen, and could not be activated", c.refused))
			}
		}
	}
	for i, g := range t.info.Goals {
		c := &h.goals[i]
		if c.activated+c.failed > 0 {
			w := t.at("goal "+g.Name, -1)
			w.Chosen, w.Tried = c.activated, c.activated
			w.Facts = add(nil, count(Activated, c.activated), count(Completed, c.completed), count(Failed, c.failed))
		}
		for k, n := range c.ways {
			if n > 0 {
				w := t.at("goal "+g.Name, k)
				w.Chosen, w.Tried, w.Facts = n, n, []Number{count(Taken, n)}
			}
		}
	}
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// trees adds trees, and the nodes of the named trees.
func (t *teller) trees(h *Counter, named []string) {
	for i, info := range t.info.Trees {
		nodes := h.nodes[i]
		if len(nodes) == 0 {
			continue
		}
		*t.at("tree "+info.Name, -1) = *warmthOf(&nodes[0])
		if !slices.Contains(named, info.Name) {
			continue
		}
		for n := range nodes {
			if nodes[n] == (nodeHeat{}) {
				continue
			}
			w := t.at("node "+info.Name+" "+strconv.Itoa(n), -1)
			*w = *warmthOf(&nodes[n])
			for c, count := range h.fired[i] {
				if c.node != int32(n) {
					continue
				}
				if sym := t.info.Schema.SymbolAt(c.cell); !c.fired {
					w.Facts = append(w.Facts, countOf(Aborted, c.reason.String(), count))
				} else if sym != nil {
					w.Facts = append(w.Facts, countOf(AbortFired, sym.Name+" changed", count))
				}
			}
			slices.SortFunc(w.Facts, func(a, b Number) int { return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Text, b.Text)) })
		}
	}
}

func warmthOf(n *nodeHeat) *Warmth {
	w := &Warmth{Chosen: max(n.started, n.success+n.aborted), Tried: max(n.started, n.success+n.failure+n.aborted), Rejected: n.failure}
	w.Facts = add(nil, count(EndedWell, n.success), count(Failed, n.failure), count(Aborted, n.aborted), count(AbortFired, n.fired))
	return w
}
