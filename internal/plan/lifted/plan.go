package lifted

import (
	"bufio"
	"io"
	"strconv"
)

// Plan is a solution: the tree of decompositions, hidden tasks and methods included. [Problem.WritePlan] leaves them
// out.
type Plan struct {
	Nodes []PlanNode // node 0 is the root task
	Steps []int32    // the nodes of actions, in the order of execution
}

// PlanNode is an instance of a task.
type PlanNode struct {
	Task     int32
	Args     []Object
	Method   int32   // -1: an action
	Subtasks []int32 // nodes, one for each subtask of the method, in the method's order
}

// Visible returns the nodes of the steps that a plan shows: all but the goal.
func (p *Problem) Visible(plan *Plan) []int32 {
	var list []int32
	for _, n := range plan.Steps {
		if !p.Tasks[plan.Nodes[n].Task].Hidden {
			list = append(list, n)
		}
	}
	return list
}

// Shown returns the visible nodes below a node: its subtasks, or if they are hidden, their visible nodes.
func (p *Problem) Shown(plan *Plan, node int32) []int32 {
	var list []int32
	for _, n := range plan.Nodes[node].Subtasks {
		for p.Tasks[plan.Nodes[n].Task].Hidden && plan.Nodes[n].Method >= 0 {
			n = plan.Nodes[n].Subtasks[0]
		}
		if !p.Tasks[plan.Nodes[n].Task].Hidden {
			list = append(list, n)
		}
	}
	return list
}

// WritePlan writes a plan in the competition's format: the actions in the order of execution, the initial tasks, and
// the decompositions from the top down. The error is that of the writer.
func (p *Problem) WritePlan(w io.Writer, plan *Plan) error {
	out := &planWriter{p: p, plan: plan, w: bufio.NewWriter(w), ids: make([]int, len(plan.Nodes))}
	out.number()
	out.text("==>\n")
	for _, n := range p.Visible(plan) {
		out.task(n)
		out.text("\n")
	}
	out.text("root")
	out.refs(0)
	for todo := []int32{0}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		shown := p.Shown(plan, n)
		for i := len(shown) - 1; i >= 0; i-- {
			if plan.Nodes[shown[i]].Method >= 0 {
				todo = append(todo, shown[i])
			}
		}
		if n != 0 {
			out.decomposition(n)
		}
	}
	out.text("<==\n")
	return out.w.Flush()
}

type planWriter struct {
	p    *Problem
	plan *Plan
	w    *bufio.Writer
	ids  []int
}

// number numbers the steps from 0, and the decomposed tasks after them.
func (out *planWriter) number() {
	for i := range out.ids {
		out.ids[i] = -1
	}
	next := 0
	for _, n := range out.p.Visible(out.plan) {
		out.ids[n] = next
		next++
	}
	for n := range out.ids {
		if out.ids[n] < 0 {
			out.ids[n] = next
			next++
		}
	}
}

func (out *planWriter) text(s string) { _, _ = out.w.WriteString(s) } // Flush returns errors

func (out *planWriter) task(n int32) {
	node := &out.plan.Nodes[n]
	out.text(strconv.Itoa(out.ids[n]))
	out.text(" ")
	out.text(out.p.Tasks[node.Task].Name)
	for _, o := range node.Args {
		out.text(" ")
		out.text(out.p.Objects[o])
	}
}

func (out *planWriter) refs(n int32) {
	for _, sub := range out.p.Shown(out.plan, n) {
		out.text(" ")
		out.text(strconv.Itoa(out.ids[sub]))
	}
	out.text("\n")
}

func (out *planWriter) decomposition(n int32) {
	out.task(n)
	out.text(" -> ")
	out.text(out.p.Methods[out.plan.Nodes[n].Method].Name)
	out.refs(n)
}

// Cost returns the cost of a plan: the sum of the costs of its actions, or their number if no action of the problem has
// a cost.
func (p *Problem) Cost(plan *Plan) float64 {
	sum, costly := 0.0, p.HasCosts()
	for _, n := range p.Visible(plan) {
		node := &plan.Nodes[n]
		if !costly {
			sum++
		} else if cost, known := p.Actions[p.Tasks[node.Task].Action].Cost.Of(node.Args); known {
			sum += cost
		}
	}
	return sum
}

// HasCosts reports whether actions of the domain have costs, including actions that are never possible.
func (p *Problem) HasCosts() bool { return p.costly }
