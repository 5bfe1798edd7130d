package runner

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// Names are the names of a script's kinds of agents, tasks and operators at the time when runners were saved.
type Names struct {
	domain *htn.Names
	kinds  []savedKind
	goals  []savedGoal
	schema *world.Schema

	firstTask, firstGoal int32 // activities that can be ordered
}

// savedGoal is a goal that can be ordered.
type savedGoal struct {
	name   string
	params []world.Type
}

type savedKind struct {
	name  string
	goals []htn.Goal // of the plan lines
}

func slotTypes(slots []def.Slot) (types []world.Type) {
	for i := range slots {
		types = append(types, slots[i].Type)
	}
	return types
}

// AppendNames appends the names of the script for [ReadNames].
func (s *Script) AppendNames(b []byte) []byte {
	n := &Names{domain: s.Domain.Names(), schema: s.info.Schema}
	n.firstTask = int32(len(s.info.Actions) + len(s.info.Trees))
	for i, g := range s.info.Goals {
		if i == 0 {
			n.firstGoal = s.info.GoalActivity(g)
		}
		n.goals = append(n.goals, savedGoal{g.Name, slotTypes(g.Params)})
	}
	for i := range s.kinds {
		k := savedKind{name: s.kinds[i].info.Name}
		for l := range s.kinds[i].lines {
			k.goals = append(k.goals, s.kinds[i].lines[l].goal)
		}
		n.kinds = append(n.kinds, k)
	}
	c := codec.NewWriter(b)
	n.code(c)
	return c.Written()
}

// ReadNames reads what [Script.AppendNames] has written; schema is that of then. After a mistake, which the reader then
// has, the result is of no use.
func ReadNames(r *codec.Reader, schema *world.Schema) *Names {
	n := &Names{domain: htn.NewNames(schema), schema: schema}
	n.code(r.Coder())
	return n
}

func (n *Names) code(c *codec.Coder) {
	n.domain.Code(c)
	for k := range codec.Each(c, &n.kinds, codec.NoLimit) {
		c.Text(&k.name)
		for g := range codec.Each(c, &k.goals, codec.NoLimit) {
			n.domain.CodeGoal(c, g)
		}
	}
	codec.AllBelow(c, 1<<30, &n.firstTask, &n.firstGoal)
	for g := range codec.Each(c, &n.goals, codec.NoLimit) {
		c.Text(&g.name)
		for t := range codec.Each(c, &g.params, codec.NoLimit) {
			def.CodeType(c, n.schema, t)
		}
	}
}

// Plans returns how many kinds of plans there may have been within trees and goals: one of each goal, and a cheapest
// one.
func (n *Names) Plans() int { return 2 * n.domain.CountGoals() }

// PlanNow returns the present number of a plan within a tree or a goal, for [Task.Reset], with its arguments. Fits is
// false if the saved arguments do not fit the saved goal, and why has the reason if the plan no longer exists.
func (n *Names) PlanNow(number int32, args []world.Word, d *htn.Domain, m *world.Migration) (now int32, words []world.Word, fits bool, why string) {
	count := int32(n.domain.CountGoals())
	g, fits := n.domain.PlanGoal(number%count, args)
	if !fits {
		return 0, nil, false, ""
	}
	goal, why := n.domain.Goal(g, d, m)
	if now = int32(goal.Task); goal.IsOperator {
		now = int32(len(d.Info.Tasks)) + int32(goal.Operator)
	}
	if number < count || why != "" {
		return now, goal.Args, true, why
	}
	if d.Info.CountPlans() == d.Info.CountGoals() {
		return now, goal.Args, true, "nothing asks for a cheapest plan any more"
	}
	return now + int32(d.Info.CountGoals()), goal.Args, true, ""
}

// Kinds returns how many kinds of agents there were.
func (n *Names) Kinds() int { return len(n.kinds) }

// Kind returns the name of a kind of agent.
func (n *Names) Kind(kind int32) string { return n.kinds[kind].name }

// linesNow returns for each plan line of a kind which line of a script's kind it is now, the one for the same goal; -1:
// none.
func (n *Names) linesNow(was int32, now *kind, d *htn.Domain, m *world.Migration) []int {
	out := make([]int, len(n.kinds[was].goals))
	for i, g := range n.kinds[was].goals {
		out[i] = -1
		goal, why := n.domain.Goal(g, d, m)
		for l := range now.lines {
			if why == "" && out[i] < 0 && sameGoal(now.lines[l].goal, goal) && !slices.Contains(out[:i], l) {
				out[i] = l
			}
		}
	}
	return out
}

func sameGoal(a, b htn.Goal) bool {
	return a.IsOperator == b.IsOperator && a.Task == b.Task && a.Operator == b.Operator && slices.Equal(a.Args, b.Args)
}
