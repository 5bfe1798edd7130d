package graph

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// Plan returns the graph of a plan: each task with its chosen method and bindings, down to the steps, numbered in the
// order in which they were found. The pairs in order name steps of which the first must end before the second begins;
// they are drawn if the steps are not in sequence. The state supplies the names of objects.
func Plan(info *def.Info, pl *htn.Plan, st *world.State, order [][2]int) *Graph {
	b := newBuilder(info)
	subtasks := make([][]subtask, pl.Nodes())
	for i := range pl.Nodes() {
		n := pl.Node(i)
		t := info.Tasks[n.Task]
		m := t.Methods[n.Method]
		x := b.box("task", strconv.Itoa(i), htn.CallText(st, t.Name, t.Params, n.Args), t.Decl.At)
		x.Name = t.Name
		x.Lines[x.line("method", m.Name, bindings(st, m, n.Bound), m.Decl.At)].nth = n.Method + 1
		if n.Parent >= 0 {
			subtasks[n.Parent] = append(subtasks[n.Parent], subtask{n.Ordinal, x.ID})
		}
	}
	for i := range pl.Len() {
		s := pl.Step(i)
		o := info.Operators[s.Operator]
		x := b.box("step", strconv.Itoa(i), fmt.Sprintf("%d  %s", i, htn.StepText(pl, i, st)), o.Decl.At)
		x.Name = o.Name
		if s.Node >= 0 {
			subtasks[s.Node] = append(subtasks[s.Node], subtask{s.Ordinal, x.ID})
		}
	}
	for i, list := range subtasks {
		slices.SortStableFunc(list, func(a, b subtask) int { return cmp.Compare(a.ordinal, b.ordinal) })
		for _, it := range list {
			b.edge("task "+strconv.Itoa(i), 0, it.box, "calls")
		}
	}
	if !inTurn(order) {
		for _, o := range order {
			b.edge("step "+strconv.Itoa(o[0]), -1, "step "+strconv.Itoa(o[1]), "then")
		}
	}
	return &b.Graph
}

// subtask is a box of a plan, in the order in which its method calls it.
type subtask struct {
	ordinal int
	box     string
}

func inTurn(order [][2]int) bool {
	for i, o := range order {
		if o != [2]int{i, i + 1} {
			return false
		}
	}
	return true
}

// bindings returns the values of a method's free variables: "e = kane".
func bindings(st *world.State, m *def.MethodInfo, bound []world.Word) string {
	var parts []string
	for _, v := range m.Each {
		at := v.Index - m.Each[0].Index
		parts = append(parts, v.Name+" = "+world.FormatRounded(st.Schema(), st, v.Type, bound[at:at+v.Type.Width()]))
	}
	return strings.Join(parts, ", ")
}

// From returns the part of the graph that is reachable from a box, given by ID or name; false if there is no such box.
func (g *Graph) From(name string) (*Graph, bool) {
	start := ""
	for i := range g.Boxes {
		if g.Boxes[i].ID == name || start == "" && g.Boxes[i].Name == name {
			start = g.Boxes[i].ID
		}
	}
	if start == "" {
		return nil, false
	}
	seen, rest := map[string]bool{start: true}, []string{start}
	for len(rest) > 0 {
		at := rest[0]
		rest = rest[1:]
		for _, e := range g.Edges {
			if e.From == at && !seen[e.To] {
				seen[e.To] = true
				rest = append(rest, e.To)
			}
		}
	}
	out := &Graph{Boxes: []Box{}, Edges: []Edge{}}
	for _, b := range g.Boxes {
		if seen[b.ID] {
			out.Boxes = append(out.Boxes, b)
		}
	}
	for _, e := range g.Edges {
		if seen[e.From] && seen[e.To] {
			out.Edges = append(out.Edges, e)
		}
	}
	return out, true
}
