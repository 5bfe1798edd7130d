package def

import (
	"cmp"
	"fmt"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// callee returns what a call names, if it is of one of the kinds; else it reports what stands there. The call is no
// order.
func (r *resolver) callee(call *Call, want string, kinds ...kind) *entry {
	if call.isOrder() {
		r.strayOrder(call, want)
		return nil
	}
	if call.Todo != "" {
		return r.todo(call, kinds)
	}
	if e := r.names.find(call.Name.Name, kinds...); e != nil {
		r.names.use(e)
		return e
	}
	at := call.Name.At
	if at.Src == nil {
		at = call.At
	}
	name := call.Name.Name
	e := cmp.Or(r.names.entries[name], r.names.actions[name])
	switch {
	case name == "" && r.partial:
	case e == nil && r.names.values[name] != nil:
		r.diags.Errorf(diag.WrongKind, at, "%q is a value of an enum, not %s", name, want)
	case e == nil:
		r.diags.Errorf(diag.UnknownDecl, at, "expected %s, but nothing is called %q", want, name).Meant(name, r.suggest(name, kinds...))
	default:
		d := r.diags.Errorf(diag.WrongKind, at, "%q is %s, not %s", name, e.kind, want)
		d.Related = []diag.Related{{Span: e.at, Message: "declared here"}}
	}
	return nil
}

// hint gives the last finding, that a call does not name what it should, a hint if it names something of one of the
// kinds.
func (r *resolver) hint(call *Call, text string, kinds ...kind) {
	if !call.isOrder() && r.names.find(call.Name.Name, kinds...) != nil && len(r.diags.All) > 0 {
		r.diags.All[len(r.diags.All)-1].Hint = text
	}
}

// arity reports a wrong number of arguments.
func (r *resolver) arity(call *Call, e *entry, params int) bool {
	if len(call.ArgNames) > 0 && e.kind != kindTree && e.kind != kindAction {
		r.diags.Errorf(diag.FaultyArgument, call.At, "arguments of %s are positional and have no names", e.kind)
		return false
	}
	if len(call.Args) == params {
		return true
	}
	d := r.diags.Errorf(diag.WrongArity, call.At, "%q takes %s, found %d", e.name, count(params, "argument"), len(call.Args))
	d.Related = []diag.Related{{Span: e.at, Message: "declared here"}}
	return false
}

// count returns a number with its noun.
func count(n int, noun string) string {
	switch n {
	case 0:
		return "no " + noun + "s"
	case 1:
		return "1 " + noun
	}
	if noun == "child" {
		return fmt.Sprintf("%d children", n)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// looseArgs checks arguments of which nothing is known but that they must make sense by themselves.
func (r *resolver) looseArgs(call *Call, sc *Scope) {
	for _, n := range call.Args {
		r.loose(n, sc)
	}
}

// loose checks an expression without an expected type. It accepts parts that only a type could explain: none, and
// values that several enums share.
func (r *resolver) loose(n expr.Node, sc *Scope) *expr.Term {
	switch n := n.(type) {
	case *expr.Lit:
		if n.Kind == expr.LitNone {
			return nil
		}
	case *expr.List:
		if len(n.Elems) == 0 {
			return nil
		}
	case *expr.Ref:
		if !n.Call && n.Qualifier == "" && len(sc.Lookup(n.Name)) > 1 {
			return nil
		}
	}
	return r.term(n, sc, none)
}

// argument checks an argument for a parameter, whose type may not be known.
func (r *resolver) argument(n expr.Node, sc *Scope, t world.Type) *expr.Term {
	if t == none {
		r.loose(n, sc)
		return nil
	}
	return r.term(n, sc, t)
}

// params returns the parameters of a task, operator or goal.
func (e *entry) params() []Slot {
	switch e.kind {
	case kindTask:
		return e.task.Params
	case kindGoal:
		return e.goal.Params
	}
	return e.operator.Params
}

// taskCall checks a call of a task or operator; nil terms stand for arguments at fault.
func (r *resolver) taskCall(call *Call, sc *Scope) (*entry, []*expr.Term) {
	e := r.callee(call, "a task or operator", kindTask, kindOperator)
	if e == nil {
		r.looseArgs(call, sc)
		return nil, nil
	}
	args, ok := r.placed(call, e, sc)
	if !ok {
		return nil, nil
	}
	return e, args
}

// placed checks the arguments of a task, operator or goal; nil terms replace faulty ones. It returns false if their
// number is wrong.
func (r *resolver) placed(call *Call, e *entry, sc *Scope) ([]*expr.Term, bool) {
	params := e.params()
	if !r.arity(call, e, len(params)) {
		r.looseArgs(call, sc)
		return nil, false
	}
	var args []*expr.Term
	for i, n := range call.Args {
		t := r.argument(n, sc, params[i].Type)
		if t == nil {
			r.missing(call.At, "an argument")
		}
		args = append(args, t)
	}
	return args, true
}

// goalCall checks a call of a goal, as taskCall does.
func (r *resolver) goalCall(call *Call, sc *Scope) (*GoalInfo, []*expr.Term) {
	e := r.callee(call, "a goal", kindGoal)
	if e == nil {
		r.hint(call, "put it in a goal: goal NAME { "+expr.NameText(call.Name.Name)+" }", kindAction, kindTree, kindTask, kindOperator)
		r.looseArgs(call, sc)
		return nil, nil
	}
	args, ok := r.placed(call, e, sc)
	if !ok {
		return nil, nil
	}
	return e.goal, args
}

// constCall checks a call of a task or operator with constant arguments.
func (r *resolver) constCall(call *Call, sc *Scope) (info CallInfo, ok bool) {
	e := r.callee(call, "a task or operator", kindTask, kindOperator)
	if e == nil || !r.arity(call, e, len(e.params())) {
		r.looseArgs(call, sc)
		return info, false
	}
	args, ok := r.constArgs(call, e.params(), sc)
	return CallInfo{Task: e.task, Operator: e.operator, Args: args}, ok
}

// constArgs computes constant arguments, laid out as the frame of the callee. Their number has been checked.
func (r *resolver) constArgs(call *Call, params []Slot, sc *Scope) (words []world.Word, ok bool) {
	words, ok = make([]world.Word, 0, frame(params)), true
	for i, n := range call.Args {
		if n == nil || params[i].Type == none {
			r.loose(n, sc)
			ok = false
			continue
		}
		value, _, valid := r.constant(n, sc, params[i].Type, "an argument here")
		ok = ok && valid
		words = append(words, value[:params[i].Type.Width()]...)
	}
	return words, ok
}
