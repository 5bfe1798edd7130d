package dfs

import "github.com/karakuri-ai/karakuri/internal/plan/lifted"

// plan returns the decomposition that the machine stands at. Variables that nothing asked for get the first object of
// their type.
func (m *machine) plan() *lifted.Plan {
	plan := &lifted.Plan{Nodes: make([]lifted.PlanNode, 1, len(m.nodes))}
	from := []int32{0} // of each node of the plan, the machine's
	for i := 0; i < len(plan.Nodes); i++ {
		nd := &m.nodes[from[i]]
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
	at := make([]int32, len(m.nodes))
	for i, n := range from {
		at[n] = int32(i)
	}
	for _, n := range m.steps {
		plan.Steps = append(plan.Steps, at[n])
	}
	return plan
}
