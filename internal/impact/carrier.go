package impact

import (
	"bytes"
	"slices"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// carrier translates what a planning depends on into another program, by names.
type carrier struct {
	was, now  *def.Info
	alike     bool             // states are laid out alike
	same      bool             // and all names have the same numbers
	moved     *world.Migration // of the last state; nil: states are laid out alike
	operators []int32          // by number then; -1: gone
	tasks     []int32          // likewise
	methods   [][]int32        // by task and method then
	funcs     []expr.Func
}

// newCarrier returns a carrier. The error is a [*world.MigrationError]: a symbol has become something else.
func newCarrier(was, now *def.Info) (*carrier, error) {
	c := &carrier{was: was, now: now}
	if _, err := world.NewMigration(was.Schema, now.Schema); err != nil {
		return nil, err
	}
	c.alike = bytes.Equal(was.Schema.Append(nil), now.Schema.Append(nil))
	c.same = c.alike && len(was.Operators) == len(now.Operators) && len(was.Tasks) == len(now.Tasks)
	for i, o := range was.Operators {
		at := slices.IndexFunc(now.Operators, func(p *def.OperatorInfo) bool { return p.Name == o.Name })
		c.operators = append(c.operators, int32(at))
		c.same = c.same && at == i
	}
	for _, t := range was.Tasks {
		at := slices.IndexFunc(now.Tasks, func(u *def.TaskInfo) bool { return u.Name == t.Name })
		c.tasks = append(c.tasks, int32(at))
		methods := make([]int32, len(t.Methods))
		for k, m := range t.Methods {
			methods[k] = -1
			if at >= 0 {
				methods[k] = int32(slices.IndexFunc(now.Tasks[at].Methods, func(n *def.MethodInfo) bool { return n.Name == m.Name && len(n.Each) == len(m.Each) }))
			}
		}
		c.methods = append(c.methods, methods)
	}
	c.same = c.same && c.keepsMethods()
	return c, nil
}

// state returns a state as the changed program has it. It is valid until the next call.
func (c *carrier) state(st *world.State) *world.State {
	if c.alike {
		return st
	}
	m, err := world.NewMigration(st.Schema(), c.now.Schema)
	if err != nil {
		panic(err) // newCarrier has tried it
	}
	c.moved = m
	to := world.NewState(c.now.Schema)
	m.Objects(to, c.now.Initial, st, c.was.Initial)
	m.Cells(to, st)
	return to
}

// goal translates a goal; why says that it is gone.
func (c *carrier) goal(g htn.Goal) (out htn.Goal, why string) {
	out = g
	if g.IsOperator {
		name := c.was.Operators[g.Operator].Name
		at := c.operators[g.Operator]
		if at < 0 || len(c.now.Operators[at].Params) != len(c.was.Operators[g.Operator].Params) {
			return out, "nothing: operator " + name + " is gone, or has other parameters"
		}
		out.Operator = htn.OperatorID(at)
		out.Args = c.words(c.was.Operators[g.Operator].Params, g.Args)
		return out, ""
	}
	name, at := c.was.Tasks[g.Task].Name, c.tasks[g.Task]
	if at < 0 || len(c.now.Tasks[at].Params) != len(c.was.Tasks[g.Task].Params) {
		return out, "nothing: task " + name + " is gone, or has other parameters"
	}
	out.Task = htn.TaskID(at)
	out.Args = c.words(c.was.Tasks[g.Task].Params, g.Args)
	return out, ""
}

// words translates arguments that belong to the last state.
func (c *carrier) words(params []def.Slot, args []world.Word) []world.Word {
	m := c.moved
	if m == nil {
		return args
	}
	out := slices.Clone(args)
	at := 0
	for i := range params {
		t := params[i].Type
		now, ok := m.TypeNow(t)
		if !ok || at+t.Width() > len(args) {
			return out
		}
		var w [2]world.Word
		copy(w[:], args[at:at+t.Width()])
		w, _, _ = m.Words(t, now, w)
		copy(out[at:at+t.Width()], w[:])
		at += t.Width()
	}
	return out
}

// options translates options of a planning.
func (c *carrier) options(o *htn.Options) htn.Options {
	out := *o
	if c.funcs == nil {
		c.funcs = []expr.Func{}
		for _, f := range agent.FunctionsNow(c.now, c.was, o.Funcs) {
			c.funcs = append(c.funcs, expr.Func(f))
		}
	}
	out.Funcs = c.funcs
	if c.same {
		return out
	}
	if out.Bans = nil; c.moved != nil {
		out.Claimed = nil
		for _, object := range o.Claimed {
			if now, ok := c.moved.Object(object); ok {
				out.Claimed = append(out.Claimed, now)
			}
		}
		slices.Sort(out.Claimed)
	}
	for _, b := range o.Bans {
		if now, ok := c.ban(b); ok {
			out.Bans = append(out.Bans, now)
		}
	}
	if o.Waits != nil {
		out.Waits = make([]bool, len(c.now.Operators))
		for i, at := range c.operators {
			if at >= 0 && i < len(o.Waits) {
				out.Waits[at] = o.Waits[i]
			}
		}
	}
	return out
}

// keepsMethods reports whether all methods have the numbers that they had.
func (c *carrier) keepsMethods() bool {
	for i, list := range c.methods {
		if c.tasks[i] != int32(i) || len(list) != len(c.now.Tasks[i].Methods) {
			return false
		}
		for k, at := range list {
			if at != int32(k) {
				return false
			}
		}
	}
	return true
}

// ban translates a ban; false: what it is of is gone.
func (c *carrier) ban(b htn.Ban) (htn.Ban, bool) {
	if b.IsOperator {
		was := c.was.Operators[b.Operator]
		b.Operator = htn.OperatorID(c.operators[b.Operator])
		if b.Operator < 0 {
			return b, false
		}
		b.Args = c.words(was.Params, b.Args)
		return b, true
	}
	was, method := c.was.Tasks[b.Task], c.methods[b.Task][b.Method]
	if method < 0 {
		return b, false
	}
	b.Bound = c.words(was.Methods[b.Method].Each, b.Bound)
	b.Args, b.Task, b.Method = c.words(was.Params, b.Args), htn.TaskID(c.tasks[b.Task]), int(method)
	return b, true
}
