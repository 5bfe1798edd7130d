package gbfs

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
)

// replay repeats the way to a plan and records its decompositions.
type replay struct {
	s       *search
	state   int32
	network int32
	cost    float64
	plan    lifted.Plan
	tasks   []int32 // plan nodes of the network's tasks, in its order; -1: the condition of a method
	methods []int32 // of each plan node: the instance of its method
}

func newReplay(s *search) *replay {
	r := &replay{s: s, network: s.nets.single(s.p.Root)}
	clear(s.set)
	for _, f := range s.p.Init {
		put(s.set, f)
	}
	r.state = s.states.intern(s.set)
	r.tasks = []int32{r.node(s.p.Root)}
	return r
}

// run makes the forced moves, and at choices the next of the given moves, from the end of the list.
func (r *replay) run(moves []move) *lifted.Plan {
	r.forced()
	for _, m := range slices.Backward(moves) {
		r.do(m)
		r.forced()
	}
	for n := len(r.plan.Nodes) - 1; n >= 0; n-- { // children come after their parents
		r.close(&r.plan.Nodes[n], r.methods[n])
	}
	return &r.plan
}

// close binds the arguments of a task that its instance left open: to the object of the subtask that decides it, or to
// any that fits.
func (r *replay) close(node *lifted.PlanNode, method int32) {
	for i, a := range node.Args {
		if a >= 0 {
			continue
		}
		node.Args[i] = r.s.p.Lifted.Types[^a].List[0]
		if node.Method < 0 {
			continue
		}
		m := &r.s.p.Lifted.Methods[node.Method]
		if t := m.TaskArgs[i]; t.IsVar() {
			node.Args[i] = r.value(node, m, t, r.s.p.Methods[method].Args[t])
		} else {
			node.Args[i] = t.Object()
		}
	}
}

// value returns the object of a method's variable: that of its instance, or one of the type if the instance left it
// open.
func (r *replay) value(node *lifted.PlanNode, m *lifted.Method, v lifted.Term, said lifted.Object) lifted.Object {
	if said >= 0 {
		return said
	}
	for i := range m.Subtasks {
		for j, t := range m.Subtasks[i].Args {
			if t == v {
				return r.plan.Nodes[node.Subtasks[i]].Args[j]
			}
		}
	}
	return r.s.p.Lifted.Types[^said].List[0]
}

func (r *replay) forced() {
	for r.network != 0 {
		m, single, _ := r.s.onlyMove(r.state, r.network)
		if !single {
			return
		}
		r.do(m)
	}
}

func (r *replay) do(m move) {
	i := r.s.nets.index(r.network, m.at)
	task := r.s.nets.task(r.network, m.at)
	switch {
	case m.method >= 0:
		r.tasks = slices.Replace(r.tasks, i, i+1, r.decompose(r.tasks[i], m.method)...)
	case r.s.p.IsAction(task):
		r.plan.Steps = append(r.plan.Steps, r.tasks[i])
		fallthrough
	default:
		r.tasks = slices.Delete(r.tasks, i, i+1)
	}
	r.network, r.state = r.s.make(m, r.state, r.network, &r.cost)
}

// decompose records the method of a plan node and returns the nodes that replace it in the network.
func (r *replay) decompose(n, method int32) []int32 {
	m := &r.s.p.Methods[method]
	var below, list []int32
	for _, t := range m.Subtasks {
		below = append(below, r.node(t))
	}
	if r.s.nets.checks(method) {
		list = append(list, -1)
	}
	node := &r.plan.Nodes[n]
	node.Method, node.Subtasks = m.Lifted, below
	r.methods[n] = method
	return append(list, below...)
}

// node makes a plan node for a task.
func (r *replay) node(task int32) int32 {
	t := &r.s.p.Tasks[task]
	params := len(r.s.p.Lifted.Tasks[t.Lifted].Params)
	r.plan.Nodes = append(r.plan.Nodes, lifted.PlanNode{Task: t.Lifted, Args: slices.Clone(t.Args[:params]), Method: -1})
	r.methods = append(r.methods, -1)
	return int32(len(r.plan.Nodes) - 1)
}
