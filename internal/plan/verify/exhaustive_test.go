package verify_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/hddl"
	"github.com/karakuri-ai/karakuri/internal/plan/verify"
)

// exhaustive judges a plan by trying everything: for each compound task every assignment of its children to subtasks,
// every binding of all parameters to all objects and every point, and all of these against one another. It shares
// nothing with the package but the reader. Only for the smallest plans.
type exhaustive struct {
	d      *hddl.Domain
	p      *hddl.Problem
	f      *verify.File
	strict bool

	objects map[string]hddl.Type
	states  []map[string]bool
	values  []map[string]float64

	byID     map[int]*verify.Line
	parentOf map[int]int
}

// way is one way to read a decomposition: which orders it asks for between its children, by id, and at which points.
type way struct {
	edges  [][2]int
	points map[int]bool
}

const rootID = -1

func judgeExhaustively(d *hddl.Domain, p *hddl.Problem, f *verify.File, strict bool) bool {
	x := &exhaustive{d: d, p: p, f: f, strict: strict, objects: map[string]hddl.Type{}, byID: map[int]*verify.Line{}, parentOf: map[int]int{}}
	for _, o := range slices.Concat(d.Constants, p.Objects) {
		x.objects[o.Name.Text] = o.Type
	}
	return x.isTree() && x.linesFit() && x.executes() && x.decomposes()
}

func (x *exhaustive) isTree() bool {
	var lines []*verify.Line
	for i := range x.f.Actions {
		lines = append(lines, &x.f.Actions[i])
	}
	for i := range x.f.Methods {
		lines = append(lines, &x.f.Methods[i])
	}
	for _, l := range lines {
		if x.byID[l.ID] != nil {
			return false
		}
		x.byID[l.ID] = l
	}
	count := 0
	var visit func(parent int, refs []verify.Ref) bool
	visit = func(parent int, refs []verify.Ref) bool {
		for _, r := range refs {
			l := x.byID[r.ID]
			if count++; l == nil || count > len(lines) {
				return false
			}
			if _, again := x.parentOf[r.ID]; again {
				return false
			}
			x.parentOf[r.ID] = parent
			if !visit(r.ID, l.Subtasks) {
				return false
			}
		}
		return true
	}
	return visit(rootID, x.f.Root.Subtasks) && count == len(lines)
}

func (x *exhaustive) sub(name, above string) bool {
	if name == above || above == "object" {
		return true
	}
	for _, t := range x.d.Types {
		for _, parent := range t.Parents.Names {
			if t.Name.Text == name && parent.Text != name && x.sub(parent.Text, above) {
				return true
			}
		}
	}
	return false
}

func (x *exhaustive) isOf(object string, t hddl.Type) bool {
	own, known := x.objects[object]
	if !known {
		return false
	}
	name := "object"
	if len(own.Names) > 0 {
		name = own.Names[0].Text
	}
	if len(t.Names) == 0 {
		return true
	}
	for _, want := range t.Names {
		if x.sub(name, want.Text) {
			return true
		}
	}
	return false
}

func (x *exhaustive) linesFit() bool {
	fit := func(l *verify.Line, params []hddl.Param) bool {
		ok := len(params) == len(l.Args)
		for i := 0; ok && i < len(params); i++ {
			ok = x.isOf(l.Args[i].Text, params[i].Type)
		}
		return ok
	}
	for i := range x.f.Actions {
		a := x.action(x.f.Actions[i].Name.Text)
		if a == nil || !fit(&x.f.Actions[i], a.Params) {
			return false
		}
	}
	for i := range x.f.Methods {
		ok := false
		for _, t := range x.d.Tasks {
			ok = ok || t.Name.Text == x.f.Methods[i].Name.Text && fit(&x.f.Methods[i], t.Params)
		}
		if !ok {
			return false
		}
	}
	return true
}

func (x *exhaustive) action(name string) *hddl.Action {
	for i := range x.d.Actions {
		if x.d.Actions[i].Name.Text == name {
			return &x.d.Actions[i]
		}
	}
	return nil
}

func ground(name string, args []hddl.Name, env map[string]string) string {
	out := name
	for _, a := range args {
		if a.IsVar() {
			out += " " + env[a.Text]
		} else {
			out += " " + a.Text
		}
	}
	return out
}

func (x *exhaustive) executes() bool {
	facts, values := map[string]bool{}, map[string]float64{}
	for _, f := range x.p.Init {
		switch f := f.(type) {
		case *hddl.Atom:
			facts[ground(f.Name.Text, f.Args, nil)] = true
		case *hddl.SetFact:
			values[ground(f.Fluent.Name.Text, f.Fluent.Args, nil)] = f.Value.Value
		}
	}
	x.states, x.values = append(x.states, facts), append(x.values, values)
	for i, l := range x.f.Actions {
		a := x.action(l.Name.Text)
		env := map[string]string{}
		for k, p := range a.Params {
			env[p.Name.Text] = l.Args[k].Text
		}
		if !x.truth(i, a.Precondition, env) {
			return false
		}
		next, nums := map[string]bool{}, map[string]float64{}
		for k, v := range x.values[i] {
			nums[k] = v
		}
		var add, del []string
		x.effects(i, a.Effect, env, &add, &del, nums)
		for k := range x.states[i] {
			if !slices.Contains(del, k) {
				next[k] = true
			}
		}
		for _, k := range add {
			next[k] = true
		}
		x.states, x.values = append(x.states, next), append(x.values, nums)
	}
	return x.truth(len(x.f.Actions), x.p.Goal, map[string]string{})
}

// envs returns all extensions of an environment by variables.
func (x *exhaustive) envs(vars []hddl.Param, env map[string]string) []map[string]string {
	if len(vars) == 0 {
		return []map[string]string{env}
	}
	var out []map[string]string
	for object := range x.objects {
		if x.isOf(object, vars[0].Type) {
			inner := map[string]string{vars[0].Name.Text: object}
			for k, v := range env {
				if k != vars[0].Name.Text {
					inner[k] = v
				}
			}
			out = append(out, x.envs(vars[1:], inner)...)
		}
	}
	return out
}

func (x *exhaustive) effects(state int, e hddl.Effect, env map[string]string, add, del *[]string, nums map[string]float64) {
	switch e := e.(type) {
	case *hddl.Add:
		*add = append(*add, ground(e.Atom.Name.Text, e.Atom.Args, env))
	case *hddl.Delete:
		*del = append(*del, ground(e.Atom.Name.Text, e.Atom.Args, env))
	case *hddl.AndEffect:
		for _, part := range e.Parts {
			x.effects(state, part, env, add, del, nums)
		}
	case *hddl.ForallEffect:
		for _, inner := range x.envs(e.Vars, env) {
			x.effects(state, e.Body, inner, add, del, nums)
		}
	case *hddl.When:
		if x.truth(state, e.If, env) {
			x.effects(state, e.Then, env, add, del, nums)
		}
	case *hddl.Change:
		key, v := ground(e.Fluent.Name.Text, e.Fluent.Args, env), x.number(state, e.Value, env)
		switch e.Op {
		case hddl.Assign:
			nums[key] = v
		case hddl.Increase:
			nums[key] += v
		case hddl.Decrease:
			nums[key] -= v
		default:
			panic("the test domains use no other change")
		}
	}
}

func (x *exhaustive) number(state int, n hddl.Number, env map[string]string) float64 {
	switch n := n.(type) {
	case *hddl.Literal:
		return n.Value
	case *hddl.Fluent:
		return x.values[state][ground(n.Name.Text, n.Args, env)]
	}
	panic("the test domains use no arithmetic")
}

func (x *exhaustive) truth(state int, f hddl.Formula, env map[string]string) bool {
	object := func(n hddl.Name) string { return strings.TrimSpace(ground("", []hddl.Name{n}, env)) }
	switch f := f.(type) {
	case *hddl.Atom:
		return x.states[state][ground(f.Name.Text, f.Args, env)]
	case *hddl.Equal:
		return object(f.Left) == object(f.Right)
	case *hddl.OfType:
		return x.isOf(object(f.Arg), f.Type)
	case *hddl.Compare:
		l, r := x.number(state, f.Left, env), x.number(state, f.Right, env)
		return [...]bool{l == r, l < r, l <= r, l > r, l >= r}[f.Op]
	case *hddl.Not:
		return !x.truth(state, f.Part, env)
	case *hddl.And:
		return !slices.ContainsFunc(f.Parts, func(p hddl.Formula) bool { return !x.truth(state, p, env) })
	case *hddl.Or:
		return slices.ContainsFunc(f.Parts, func(p hddl.Formula) bool { return x.truth(state, p, env) })
	case *hddl.Imply:
		return x.truth(state, f.Then, env) || !x.truth(state, f.If, env)
	case *hddl.Forall:
		return !slices.ContainsFunc(x.envs(f.Vars, env), func(e map[string]string) bool { return !x.truth(state, f.Body, e) })
	case *hddl.Exists:
		return slices.ContainsFunc(x.envs(f.Vars, env), func(e map[string]string) bool { return x.truth(state, f.Body, e) })
	}
	panic(fmt.Sprintf("%T", f))
}

// decomposes tries all ways of all nodes, with all points, against one another.
func (x *exhaustive) decomposes() bool {
	ids := []int{rootID}
	ways := map[int][]way{rootID: x.waysOf(x.p.HTN.Params, nil, &hddl.And{}, &x.p.HTN.Network, &x.f.Root)}
	for i := range x.f.Methods {
		l := &x.f.Methods[i]
		ids = append(ids, l.ID)
		for k := range x.d.Methods {
			m := &x.d.Methods[k]
			if m.Name.Text == l.Method.Text && m.Task.Name.Text == l.Name.Text {
				ways[l.ID] = append(ways[l.ID], x.waysOf(m.Params, &m.Task, m.Precondition, &m.Network, l)...)
			}
		}
	}
	// what is a point: of an action its number plus one half, of a decomposition the state; doubled
	points := map[int]int{}
	for i, l := range x.f.Actions {
		points[l.ID] = 2*i + 1
	}
	return x.try(ids, ways, points, nil)
}

func (x *exhaustive) try(ids []int, ways map[int][]way, points map[int]int, edges [][2]int) bool {
	if !x.consistent(points, edges) {
		return false
	}
	if len(ids) == 0 {
		return true
	}
	id := ids[0]
	for _, w := range ways[id] {
		for state := range x.states {
			if !w.points[state] {
				continue
			}
			points[id] = 2 * state
			if x.try(ids[1:], ways, points, slices.Concat(edges, w.edges)) {
				return true
			}
			delete(points, id)
		}
	}
	return false
}

// consistent checks the known points: parents come first, and ordered nodes are in order with everything below them.
func (x *exhaustive) consistent(points map[int]int, edges [][2]int) bool {
	below := func(id, above int) bool {
		for id != above && id != rootID {
			id = x.parentOf[id]
		}
		return id == above
	}
	for id, at := range points {
		if parent, known := points[x.parentOf[id]]; id != rootID && known && parent > at {
			return false
		}
		first := 2 * len(x.states)
		for other, otherAt := range points {
			if other != id && below(other, id) {
				if otherAt < at {
					return false
				}
				if otherAt%2 == 1 {
					first = min(first, otherAt)
				}
			}
		}
		if x.strict && id != rootID && at%2 == 0 && first < 2*len(x.states) && at != first-1 {
			return false
		}
	}
	for _, e := range edges {
		for a, aAt := range points {
			for b, bAt := range points {
				if below(a, e[0]) && below(b, e[1]) && aAt > bAt {
					return false
				}
			}
		}
	}
	return true
}

func (x *exhaustive) waysOf(params []hddl.Param, task *hddl.Call, pre hddl.Formula, n *hddl.Network, l *verify.Line) []way {
	var out []way
	if len(n.Subtasks) != len(l.Subtasks) {
		return nil
	}
	named := func(c hddl.Call, line *verify.Line, env map[string]string) bool {
		words := []string{line.Name.Text}
		for _, a := range line.Args {
			words = append(words, a.Text)
		}
		return ground(c.Name.Text, c.Args, env) == strings.Join(words, " ")
	}
	for _, env := range x.envs(params, map[string]string{}) {
		if task != nil && !named(*task, l, env) || !x.truth(0, n.Constraints, env) {
			continue
		}
		points := map[int]bool{}
		for state := range x.states {
			points[state] = x.truth(state, pre, env)
		}
		for _, perm := range permutations(len(n.Subtasks)) {
			ok := true
			labels := map[string]int{}
			var edges [][2]int
			for i, t := range n.Subtasks {
				id := l.Subtasks[perm[i]].ID
				ok = ok && named(t.Call, x.byID[id], env)
				labels[t.Label.Text] = id
				if n.Ordered && i > 0 {
					edges = append(edges, [2]int{l.Subtasks[perm[i-1]].ID, id})
				}
			}
			for _, o := range n.Ordering {
				edges = append(edges, [2]int{labels[o.Before.Text], labels[o.After.Text]})
			}
			w := way{edges, points}
			if ok && !slices.ContainsFunc(out, func(o way) bool { return fmt.Sprint(o) == fmt.Sprint(w) }) {
				out = append(out, w)
			}
		}
	}
	return out
}

func permutations(n int) [][]int {
	if n == 0 {
		return [][]int{{}}
	}
	var out [][]int
	for _, p := range permutations(n - 1) {
		for at := range n {
			out = append(out, slices.Insert(slices.Clone(p), at, n-1))
		}
	}
	return out
}
