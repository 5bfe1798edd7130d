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

// Counts holds the counts of a program's declarations in a run: how often each was chosen and rejected, and why. Keys
// are the IDs of the boxes of package graph, and for their lines ID and number: "task serve/0". Declarations without
// counts are missing.
type Counts struct {
	Seconds    float64                `json:"seconds"`
	Plannings  int64                  `json:"plannings"`
	Nodes      int64                  `json:"nodes"`
	Backtracks int64                  `json:"backtracks"`
	Of         map[string]*DeclCounts `json:"of"`
}

// DeclCounts holds the counts of one declaration. Facts says what chosen means: part of a plan that was found, started,
// activated.
type DeclCounts struct {
	Chosen   int64    `json:"chosen"`
	Tried    int64    `json:"tried"`
	Rejected int64    `json:"rejected"`
	Reasons  []Number `json:"reasons,omitempty"` // reasons for rejections, the most frequent first
	Facts    []Number `json:"facts,omitempty"`
}

// Counts converts the counts to text, with the nodes of the named trees. The tally must belong to the same crowd.
func (c *Counter) Counts(tally *htn.Tally, trees []string) *Counts {
	r := reporter{c.info, tally, &Counts{Of: map[string]*DeclCounts{}}}
	r.tasks()
	r.operators(c)
	r.minds(c)
	r.trees(c, trees)
	return r.out
}

// reporter converts counts to text.
type reporter struct {
	info  *def.Info
	tally *htn.Tally
	out   *Counts
}

// at returns the counts of a box, or of its line if line >= 0.
func (r *reporter) at(box string, line int) *DeclCounts {
	if line >= 0 {
		box += "/" + strconv.Itoa(line)
	}
	w := r.out.Of[box]
	if w == nil {
		w = &DeclCounts{}
		r.out.Of[box] = w
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
func (r *reporter) tasks() {
	for i, info := range r.info.Tasks {
		box := "task " + info.Name
		g := *r.tally.Task(htn.TaskID(i))
		r.planned(box, g)
		var chosen, tried int64
		for k := range info.Methods {
			m := r.tally.Method(htn.TaskID(i), k)
			chosen, tried = chosen+m.Chosen, tried+m.Tried
			if m.Tried == 0 {
				continue
			}
			w := r.at(box, k)
			w.Chosen, w.Tried, w.Rejected = m.Chosen, m.Tried, m.Rejected+m.Empty+m.Hopeless
			w.Reasons = byCount(add(partsOf(r.tally.MethodParts(htn.TaskID(i), k), m.Failed), reason("nothing to bind "+boundNames(info.Methods[k])+" to", m.Empty),
				reason("no way through it ever ends", m.Hopeless), reason("banned, since it had failed", m.Banned)))
			w.Facts = add(nil, count(InPlan, m.Chosen), count(TakenBack, m.Abandoned()))
		}
		if tried > 0 {
			w := r.at(box, -1)
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
func (r *reporter) planned(box string, g htn.GoalTally) {
	if g.Plannings == 0 {
		return
	}
	r.out.Plannings, r.out.Nodes, r.out.Backtracks = r.out.Plannings+g.Plannings, r.out.Nodes+g.Nodes, r.out.Backtracks+g.Backtracks
	w := r.at(box, -1)
	w.Facts = add(w.Facts, count(PlannedFor, g.Plannings-g.Repairs), count(PlannedAnew, g.Repairs), count(PlanFound, g.Found), count(NoPlan, g.None),
		count(LimitHit, g.Limit), count(NodesSearched, g.Nodes), count(Backtracks, g.Backtracks))
}

// operators adds operators, in plans and in execution.
func (r *reporter) operators(counter *Counter) {
	for i, info := range r.info.Operators {
		o, s := r.tally.Operator(htn.OperatorID(i)), &counter.steps[i]
		r.planned("operator "+info.Name, *r.tally.Alone(htn.OperatorID(i)))
		if o.Tried+s.begun == 0 {
			continue
		}
		w := r.at("operator "+info.Name, -1)
		w.Chosen, w.Tried, w.Rejected = max(o.Chosen, s.begun), o.Tried, o.Rejected
		w.Reasons = byCount(partsOf(r.tally.OperatorParts(htn.OperatorID(i)), o.Failed))
		w.Facts = add(w.Facts, count(InPlan, o.Chosen), count(Begun, s.begun), count(EndedWell, s.ended), count(Aborted, s.aborted))
		for c, n := range s.failed {
			if n > 0 {
				w.Facts = append(w.Facts, countOf(Failed, runner.Cause(c).String(), n))
			}
		}
	}
}

// minds adds agents' lines, wants and goals.
func (r *reporter) minds(counter *Counter) {
	for i, a := range r.info.Agents {
		box := "agent " + a.Name
		first := map[string]int{"reaction": 0}
		if a.Leads != nil {
			box = "squad " + a.Name
			first["reaction"] = len(a.Leads.Roles)
		}
		first["plan"] = first["reaction"] + len(a.Reactions) + one(a.Mind != nil)
		first["layer"] = first["plan"] + len(a.Plans) + one(a.Tree != nil)
		for l, n := range counter.plans[i] {
			w := r.at(box, first[l.kind]+int(l.line))
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
	for i, b := range r.info.Brains {
		for k, c := range counter.wants[i] {
			if c != (wantCounts{}) {
				w := r.at("brain "+b.Name, k)
				w.Chosen, w.Tried, w.Rejected = c.chosen, c.chosen+c.refused, c.refused
				w.Facts = add(nil, count(Chosen, c.chosen), count(Failed, c.failed))
				w.Reasons = add(nil, reason("chosen, and could not be activated", c.refused))
			}
		}
	}
	for i, g := range r.info.Goals {
		c := &counter.goals[i]
		if c.activated+c.failed > 0 {
			w := r.at("goal "+g.Name, -1)
			w.Chosen, w.Tried = c.activated, c.activated
			w.Facts = add(nil, count(Activated, c.activated), count(Completed, c.completed), count(Failed, c.failed))
		}
		for k, n := range c.ways {
			if n > 0 {
				w := r.at("goal "+g.Name, k)
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
func (r *reporter) trees(counter *Counter, named []string) {
	for i, info := range r.info.Trees {
		nodes := counter.nodes[i]
		if len(nodes) == 0 {
			continue
		}
		*r.at("tree "+info.Name, -1) = *countsOf(&nodes[0])
		if !slices.Contains(named, info.Name) {
			continue
		}
		for n := range nodes {
			if nodes[n] == (nodeCounts{}) {
				continue
			}
			w := r.at("node "+info.Name+" "+strconv.Itoa(n), -1)
			*w = *countsOf(&nodes[n])
			for c, count := range counter.fired[i] {
				if c.node != int32(n) {
					continue
				}
				if sym := r.info.Schema.SymbolAt(c.cell); !c.fired {
					w.Facts = append(w.Facts, countOf(Aborted, c.reason.String(), count))
				} else if sym != nil {
					w.Facts = append(w.Facts, countOf(AbortFired, sym.Name+" changed", count))
				}
			}
			slices.SortFunc(w.Facts, func(a, b Number) int { return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Text, b.Text)) })
		}
	}
}

func countsOf(n *nodeCounts) *DeclCounts {
	w := &DeclCounts{Chosen: max(n.started, n.success+n.aborted), Tried: max(n.started, n.success+n.failure+n.aborted), Rejected: n.failure}
	w.Facts = add(nil, count(EndedWell, n.success), count(Failed, n.failure), count(Aborted, n.aborted), count(AbortFired, n.fired))
	return w
}
