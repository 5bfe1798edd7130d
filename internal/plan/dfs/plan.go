package dfs

import "github.com/karakuri-ai/karakuri/internal/plan/lifted"

// plan returns the plan that the machine has reached, or nil if the time is up or the search was cancelled. Each
// variable that is still open gets the first object of its type.
func (m *machine) plan() *lifted.Plan {
	plan := &lifted.Plan{Nodes: make([]lifted.PlanNode, 1, m.nodes.Len())}
	from := []int32{0} // of each node of the plan: the machine's node
	for i := 0; i < len(plan.Nodes); i++ {
		if i%planStretch == 0 && i > 0 {
			if m.stopped = m.lim.passed(); m.stopped != "" {
				return nil
			}
		}
		nd := m.nodes.At(from[i])
		out := lifted.PlanNode{Task: nd.task, Args: m.objectsOf(nd), Method: none}
		if m.p.Tasks[nd.task].Action < 0 {
			out.Method = nd.schema
			for sub := range m.p.Methods[nd.schema].Subtasks {
				out.Subtasks = append(out.Subtasks, int32(len(from)))
				from = append(from, nd.first+int32(sub))
				plan.Nodes = append(plan.Nodes, lifted.PlanNode{})
			}
		}
		plan.Nodes[i] = out
	}
	at := make([]int32, m.nodes.Len())
	for i, n := range from {
		at[n] = int32(i)
	}
	for i := range m.steps.Len() {
		plan.Steps = append(plan.Steps, at[*m.steps.At(i)])
	}
	return plan
}
