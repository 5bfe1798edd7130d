package studio

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

// TreeView shows a running tree, node by node.
type TreeView struct {
	Name  string     `json:"name"`
	Nodes []NodeView `json:"nodes"`
}

// NodeView is a node of a tree.
type NodeView struct {
	Label   string  `json:"label"`
	Kind    string  `json:"kind"`
	Detail  string  `json:"detail,omitempty"` // its label without the kind
	Parent  int32   `json:"parent"`
	Running bool    `json:"running,omitempty"`
	Last    *Result `json:"last,omitempty"` // how it last ended

	Fired    *abort        `json:"fired,omitempty"` // the last abort that it fired
	Left     float64       `json:"left,omitempty"`  // seconds that are left of its time
	Score    *float64      `json:"score,omitempty"` // for a child of a utility selector
	Services []ServiceView `json:"services,omitempty"`
	Runs     string        `json:"runs,omitempty"` // the plan, goal or action that it started
	Line     *int          `json:"line,omitempty"` // index of that plan in Mind.Lines

	info *def.NodeInfo
}

// ServiceView is a service of a node. Times are seconds.
type ServiceView struct {
	Name    string   `json:"name"`
	Every   float64  `json:"every"`
	Running bool     `json:"running,omitempty"`
	Last    *float64 `json:"last,omitempty"` // since its last run
	Next    *float64 `json:"next,omitempty"` // until its next run
}

// abort is an abort that a node's watch fired, and its cause.
type abort struct {
	Tick  int64  `json:"tick"`
	Cause string `json:"cause"` // the change
}

// treeView returns the view of a running tree.
func treeView(t *bt.Tree, j *journal, crowd *agent.Crowd, id agent.ID) TreeView {
	p := t.Program()
	v := TreeView{Name: p.Info.Name, Nodes: make([]NodeView, p.Len())}
	tick, seconds := crowd.Tick(), func(ticks int64) float64 { return float64(ticks) / float64(crowd.TPS()) }
	m := expr.Machine{State: crowd.State(id)}
	plans := crowd.View().Plannings(id)
	if len(plans) > 0 {
		m.Funcs = plans[0].Options.Funcs
	}
	doings, who := crowd.View().Running(id), j.who(id)
	for n := range int32(p.Len()) {
		info, parent := p.Node(n)
		node := &v.Nodes[n]
		*node = NodeView{Label: p.Label(n), Kind: info.Kind.String(), Detail: bt.Detail(info), Parent: parent, info: info, Running: t.Status(n) == bt.Running, Left: seconds(t.Left(n, tick))}
		node.Last, node.Fired = j.results.of(&j.known.lately[who], p.ID(), n), j.results.aborted(who, p.ID(), n)
		for _, s := range t.Services(nil, n, crowd.TPS()) {
			one := ServiceView{Name: s.Name, Every: s.Every, Running: s.Running}
			if node.Running && s.Last >= 0 {
				one.Last, one.Next = ptrTo(seconds(tick-s.Last)), ptrTo(seconds(max(0, s.Due-tick)))
			}
			node.Services = append(node.Services, one)
		}
		node.Score = scoreOf(t, &m, n)
		if h := t.Runs(n); !h.IsZero() {
			for i := range doings {
				if doings[i].Handle == h {
					node.Runs, node.Line = doings[i].Kind.String()+" "+doings[i].Name, lineOf(plans, doings[i].Task)
				}
			}
		}
	}
	return v
}

// scoreOf returns the score of a node; nil: it has none, or its score calls functions of the host that are unknown
// here.
func scoreOf(t *bt.Tree, m *expr.Machine, n int32) (score *float64) {
	defer func() {
		if recover() != nil {
			score = nil
		}
	}()
	if v, ok := t.Score(m, n); ok {
		return ptrTo(finite(v))
	}
	return nil
}

// lineOf returns the index of a task among the agent's plans.
func lineOf(plans []agent.Planning, task *runner.Task) *int {
	for i := range plans {
		if task != nil && plans[i].Runner == &task.Runner {
			return &i
		}
	}
	return nil
}
