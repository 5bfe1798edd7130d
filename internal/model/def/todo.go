package def

import (
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// A placeholder, todo "strike it", is a declaration that is not written yet: where a subtask is expected it is an
// operator, where a want needs a goal it is one, and both do what a step of a goal or an operator does that is itself a
// placeholder: a tree of one node, which fails and says so. So it is planned, carried out, saved, recorded and
// explained like what will take its place. The names have backquotes in them, which no name in a file can have.

// Todo is a place where something is still to be done.
type Todo struct {
	At   diag.Span
	Text string
}

// TodoName returns the name of the declaration that a placeholder replaces.
func TodoName(text string) string { return expr.WordTodo + " `" + text + "`" }

// todoKey identifies placeholders: the same text for the same kind is one placeholder.
type todoKey struct {
	kind kind
	name string
}

// todoKinds are the kinds that a placeholder can replace, in order of preference.
var todoKinds = []kind{kindTree, kindOperator, kindGoal}

// todo returns the declaration that a placeholder replaces, of one of some kinds; nil after a mistake.
func (r *resolver) todo(call *Call, kinds []kind) *entry {
	at := slices.IndexFunc(todoKinds, func(k kind) bool { return slices.Contains(kinds, k) })
	if at < 0 {
		r.diags.Errorf(diag.FaultyTodo, call.At, "a todo is not allowed here").Hint = "it can replace a subtask, a node, a step of a goal, the action of an operator, or the goal of a want"
		return nil
	}
	key := todoKey{todoKinds[at], TodoName(call.Todo)}
	e := r.names.todos[key]
	if e == nil && r.newTodo != nil {
		e = &entry{kind: key.kind, name: key.name, at: call.At}
		r.names.todos[key] = e
		r.newTodo(e, call)
	}
	if e == nil {
		r.diags.Errorf(diag.UnknownDecl, call.At, "there is no such todo in the model")
		return nil
	}
	r.todos = append(r.todos, Todo{call.At, call.Todo})
	return e
}

// declareTodo makes the declaration of a placeholder and checks it.
func declareTodo(c *checker, e *entry, call *Call) {
	h, said := Head{At: call.At, NameAt: call.At}, len(c.todos)
	switch e.kind {
	case kindTree:
		e.decl = &Tree{Head: h, Name: e.name, Root: &Node{Head: h, Kind: NodeTodo, Text: call.Todo}}
		c.treeSignature(e)
		c.checkTree(e.tree)
	case kindOperator:
		e.decl = &Operator{Head: h, Name: e.name, Deed: Deed{Do: call}}
		c.info.addOperator(e, nil)
		c.checkOperator(e.operator)
	case kindGoal:
		step := &GoalStep{Head: h, Call: GoalCall{Call: *call}}
		e.decl = &Goal{Head: h, Name: e.name, Ways: []*Way{{Head: h, Bare: true, Steps: []*GoalStep{step}}}}
		c.goalSignature(e)
		c.checkGoal(e.goal)
	}
	c.todos = c.todos[:said]
}

// lintTodos warns of everything that is still to be done. It ignores names that only tests mention.
func lintTodos(list []Todo, ds *diag.List) {
	for _, t := range list {
		ds.Warnf(diag.Todo, t.At, "todo: %s", t.Text)
	}
}
