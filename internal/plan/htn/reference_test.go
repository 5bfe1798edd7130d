package htn_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// reference is the slow and obvious planner that the real one must agree with: it copies the state for every step,
// keeps the network as a tree of slices, compares networks and states in full, and reads the checked model with the
// reference interpreter. It shares no code with package htn.
type reference struct {
	info  *def.Info
	depth int
	nodes int // budget
	bans  []htn.Ban

	again   int  // how often a task may come up again below itself under one state, if nothing else may come in between
	refused bool // that kept it from something

	cut  bool // the depth limit kept it from something
	over bool // the budget is used up
	path []string
	plan []refStep
	made []*refNode
}

type refStep struct {
	op     *def.OperatorInfo
	args   []world.Word
	parent *refNode
}

// refNode is a method instance in the derivation.
type refNode struct {
	parent  *refNode
	ordinal int
	depth   int
	method  int
	call    string // its task with the arguments, and the state
}

// refElem is a subtask that waits, or branches without order.
type refElem struct {
	item     *def.ItemInfo
	args     []world.Word
	parent   *refNode
	ordinal  int
	branches [][]refElem
	needs    [][]int // of each branch: those that must be done before; nil: none
	par      bool
}

// blocked reports whether a branch must wait for others.
func (e *refElem) blocked(branch int) bool {
	return e.needs != nil && slices.ContainsFunc(e.needs[branch], func(i int) bool { return len(e.branches[i]) > 0 })
}

func (e refElem) String() string {
	if e.par {
		parts := []string{}
		for _, b := range e.branches {
			if len(b) > 0 {
				parts = append(parts, fmt.Sprint(b))
			}
		}
		slices.Sort(parts)
		return "{" + strings.Join(parts, "|") + "}"
	}
	if e.item.Task != nil {
		return fmt.Sprint("t", e.item.Task.ID, e.args)
	}
	return fmt.Sprint("o", e.item.Operator.ID, e.args)
}

// solve returns whether a plan was found; it then is in r.plan and r.made.
func (r *reference) solve(st *world.State, task *def.TaskInfo) bool {
	return r.run([]refElem{{item: &def.ItemInfo{Task: task}}}, st)
}

// run does the same for a network. Tasks may come up again below themselves once, and twice as often each time that
// nothing comes of it.
func (r *reference) run(net []refElem, st *world.State) bool {
	for r.again = 1; ; r.again *= 2 {
		r.refused = false
		if r.search(net, st) {
			return true
		}
		if !r.refused || r.over || r.again >= r.depth {
			return false
		}
	}
}

// open lists the subtasks that may come next, each with how to put something in its place.
func open(net []refElem, put func([]refElem) []refElem, yield func(e refElem, put func([]refElem) []refElem) bool) bool {
	head, rest := net[0], net[1:]
	if !head.par {
		return yield(head, func(now []refElem) []refElem { return put(append(slices.Clone(now), rest...)) })
	}
	for i, b := range head.branches {
		if len(b) == 0 || head.blocked(i) {
			continue
		}
		inner := func(now []refElem) []refElem {
			copied := head
			copied.branches = slices.Clone(head.branches)
			copied.branches[i] = now
			return put(append([]refElem{copied}, rest...))
		}
		if !open(b, inner, yield) {
			return false
		}
	}
	return true
}

// tidy removes branches that are done.
func tidy(net []refElem) []refElem {
	for len(net) > 0 && net[0].par {
		busy := false
		branches := make([][]refElem, len(net[0].branches))
		for i, b := range net[0].branches {
			branches[i] = tidy(b)
			busy = busy || len(branches[i]) > 0
		}
		if busy {
			head := net[0]
			head.branches = branches
			return append([]refElem{head}, net[1:]...)
		}
		net = net[1:]
	}
	return net
}

// size counts the subtasks that wait.
func size(net []refElem) int {
	n := 0
	for _, e := range net {
		n++
		for _, b := range e.branches {
			n += size(b)
		}
	}
	return n
}

func (r *reference) search(net []refElem, st *world.State) bool {
	net = tidy(net)
	if len(net) == 0 {
		return true
	}
	if r.nodes--; r.nodes < 0 || size(net) > 24 {
		r.over = true
		return false
	}
	if net[0].par {
		here := fmt.Sprint("order", net, dump(st))
		if slices.Contains(r.path, here) {
			return false
		}
		r.path = append(r.path, here)
		defer func() { r.path = r.path[:len(r.path)-1] }()
	}
	found, turn := false, 0
	open(net, func(n []refElem) []refElem { return n }, func(e refElem, put func([]refElem) []refElem) bool {
		if e.item.Operator != nil {
			found = r.apply(e, put, st)
		} else {
			found = r.expand(fmt.Sprint(turn, net), e, put, st, !net[0].par)
		}
		turn++
		return !found && !r.over
	})
	return found
}

func (r *reference) apply(e refElem, put func([]refElem) []refElem, st *world.State) bool {
	op := e.item.Operator
	if op.When != nil && expr.EvalTerm(op.When, &expr.Machine{State: st}, e.args)[0] == 0 {
		return false
	}
	after := world.NewState(st.Schema())
	after.CopyFrom(st)
	expr.ApplyTerms(op.Effect, &expr.Machine{State: after}, e.args)
	r.plan = append(r.plan, refStep{op, e.args, e.parent})
	if r.search(put(nil), after) {
		return true
	}
	r.plan = r.plan[:len(r.plan)-1]
	return false
}

func (r *reference) expand(net string, e refElem, put func([]refElem) []refElem, st *world.State, alone bool) bool {
	depth := 1
	if e.parent != nil {
		depth = e.parent.depth + 1
	}
	if depth > r.depth {
		r.cut = true
		return false
	}
	call, count := e.String()+"@"+dump(st), 0
	for n := e.parent; n != nil; n = n.parent {
		if n.call == call {
			count++
		}
	}
	if alone && count > r.again {
		r.refused = true
		return false
	}
	here := net + "@" + dump(st)
	if slices.Contains(r.path, here) {
		return false
	}
	r.path = append(r.path, here)
	defer func() { r.path = r.path[:len(r.path)-1] }()
	for i, m := range e.item.Task.Methods {
		mach := &expr.Machine{State: st}
		if m.When != nil && expr.EvalTerm(m.When, mach, e.args)[0] == 0 {
			continue
		}
		for _, fr := range candidates(m, e.args, mach) {
			if r.banned(e, i, fr) {
				continue
			}
			n := &refNode{parent: e.parent, ordinal: e.ordinal, depth: depth, method: i, call: call}
			r.made = append(r.made, n)
			if r.search(put(instantiate(m, n, fr, mach)), st) {
				return true
			}
			r.made = r.made[:len(r.made)-1]
			if r.over {
				return false
			}
		}
	}
	return false
}

// banned reports whether a method with the bindings in a frame is banned.
func (r *reference) banned(e refElem, method int, frame []world.Word) bool {
	return slices.ContainsFunc(r.bans, func(b htn.Ban) bool {
		return int32(b.Task) == e.item.Task.ID && b.Method == method && slices.Equal(b.Args, e.args) && slices.Equal(b.Bound, frame[len(e.args):])
	})
}

// candidates returns a frame for each binding, in order.
func candidates(m *def.MethodInfo, args []world.Word, mach *expr.Machine) [][]world.Word {
	frames := [][]world.Word{append(slices.Clone(args), make([]world.Word, m.Frame-len(args))...)}
	for _, v := range m.Each {
		var next [][]world.Word
		for _, fr := range frames {
			for o := mach.State.NextMember(v.Type.ID, 0); o != 0; o = mach.State.NextMember(v.Type.ID, o) {
				fr := slices.Clone(fr)
				fr[v.Index] = o
				next = append(next, fr)
			}
		}
		frames = next
	}
	if m.Where != nil {
		frames = slices.DeleteFunc(frames, func(fr []world.Word) bool { return expr.EvalTerm(m.Where, mach, fr)[0] == 0 })
	}
	if m.Order != nil {
		slices.SortStableFunc(frames, func(a, b []world.Word) int {
			return int(expr.EvalTerm(m.Order, mach, a)[0] - expr.EvalTerm(m.Order, mach, b)[0])
		})
	}
	return frames
}

func instantiate(m *def.MethodInfo, n *refNode, fr []world.Word, mach *expr.Machine) []refElem {
	ordinal := 0
	return elems(m.Body, n, fr, mach, &ordinal)
}

func elems(b *def.BlockInfo, n *refNode, fr []world.Word, mach *expr.Machine, ordinal *int) []refElem {
	var list []refElem
	for i := range b.Items {
		it := &b.Items[i]
		if it.Block != nil {
			list = append(list, elems(it.Block, n, fr, mach, ordinal)...)
			continue
		}
		e := refElem{item: it, parent: n, ordinal: *ordinal}
		*ordinal++
		for _, a := range it.Args {
			e.args = append(e.args, expr.EvalTerm(a, mach, fr)[0])
		}
		list = append(list, e)
	}
	if !b.Unordered {
		return list
	}
	par := refElem{par: true}
	for i := range b.Items {
		// Elements of a nested block stay together in one branch.
		k := 1
		if b.Items[i].Block != nil {
			panic("the generator nests ordered blocks in unordered ones by tasks only")
		}
		par.branches = append(par.branches, list[:k])
		list = list[k:]
	}
	return []refElem{par}
}

// mtr is the method traversal record in declaration order.
func (r *reference) mtr() []int {
	nodes := slices.Clone(r.made)
	slices.SortStableFunc(nodes, func(a, b *refNode) int { return slices.Compare(a.address(), b.address()) })
	out := []int{}
	for _, n := range nodes {
		out = append(out, n.method)
	}
	return out
}

func (n *refNode) address() []int {
	if n == nil {
		return nil
	}
	return append(n.parent.address(), n.ordinal)
}

func (r *reference) text(st *world.State) []string {
	out := []string{}
	for _, s := range r.plan {
		out = append(out, htn.CallText(st, s.op.Name, s.op.Params, s.args))
	}
	return out
}

// dump is the whole of a state as text.
func dump(st *world.State) string {
	b := &strings.Builder{}
	for i := range st.Schema().Symbols {
		sym := &st.Schema().Symbols[i]
		st.Cells(sym, func(args, value []world.Word) bool {
			fmt.Fprint(b, sym.Name, args, value, ";")
			return true
		})
	}
	return b.String()
}

// follow carries steps out one after the other, in the given order, with the reference interpreter; -1: all conditions
// held.
func follow(info *def.Info, st *world.State, steps []htn.Step) int {
	now := world.NewState(st.Schema())
	now.CopyFrom(st)
	mach := &expr.Machine{State: now}
	for i, s := range steps {
		op := info.Operators[s.Operator]
		if op.When != nil && expr.EvalTerm(op.When, mach, s.Args)[0] == 0 {
			return i
		}
		expr.ApplyTerms(op.Effect, mach, s.Args)
	}
	return -1
}
