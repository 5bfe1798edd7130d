package hddl

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// Check finds every mistake in a domain and a problem: unknown names, wrong numbers and types of arguments, duplicate
// declarations, cycles. With a nil problem it checks the domain alone. It skips what the parser has already refused, so
// you may call it whatever the parser found.
//
// An argument of a wider type than its parameter is no mistake: the parameter then narrows what the variable can be.
func Check(d *Domain, p *Problem) diag.List {
	c := &checker{types: NewHierarchy(d.Types), objects: map[string]*Object{}}
	c.requirements(d.Requirements)
	c.typeDecls(d.Types)
	c.declarations(d)
	c.objectDecls(d.Constants)
	c.actions(d.Actions)
	c.methods(d.Methods)
	if p != nil {
		c.problem(d, p)
	}
	c.ds.Sort()
	return c.ds
}

// checker holds the declarations; every name is looked up in it.
type checker struct {
	ds         diag.List
	types      *Hierarchy
	predicates signatures
	functions  signatures
	calls      signatures // tasks and actions
	methodsAt  signatures
	objects    map[string]*Object
	names      []string // of the objects, in order
	scope      scope
	where      place
	compared   int // names compared for hints
}

// place is the present place of the check, for messages.
type place struct {
	name   string
	params bool // it can have parameters
}

// maxCompared bounds the names that are compared for "did you mean": in a file of noise every name is unknown.
const maxCompared = 1 << 20

func (c *checker) didYouMean(name string, candidates []string) string {
	if c.compared += len(candidates); c.compared > maxCompared {
		return ""
	}
	return expr.DidYouMean(name, candidates)
}

// known are the requirements of HDDL and of the PDDL versions below it. All that can be read is read whatever is
// required.
var known = strings.Fields(`:strips :typing :equality :negative-preconditions :disjunctive-preconditions
	:existential-preconditions :universal-preconditions :quantified-preconditions :conditional-effects :adl :fluents
	:numeric-fluents :object-fluents :action-costs :constraints :preferences :durative-actions :derived-predicates
	:hierarchy :method-preconditions :htn :htn-method-prec :htn-method-pre-eff :htn-abstract-actions
	:htn-causal-links :typeof-predicate :universal-effects :partial-ordered-htn :total-ordered-htn :hierachie`)

func (c *checker) requirements(list []Name) {
	for _, r := range list {
		word := strings.ToLower(r.Text)
		if contains(known, word) {
			continue
		}
		c.ds.Warnf(diag.HDDLUnknownRequirement, r.At, "unknown requirement %s", quote(r.Text)).Hint = c.didYouMean(word, known)
	}
}

func contains(list []string, word string) bool {
	for _, w := range list {
		if w == word {
			return true
		}
	}
	return false
}

// declarations enters predicates, functions, tasks and actions, and checks their parameters.
func (c *checker) declarations(d *Domain) {
	for i := range d.Predicates {
		x := &d.Predicates[i]
		c.declare(&c.predicates, x.Name, "predicate", x.Params)
	}
	for i := range d.Functions {
		x := &d.Functions[i]
		c.declare(&c.functions, x.Name, "function", x.Params)
	}
	for i := range d.Tasks {
		x := &d.Tasks[i]
		c.declare(&c.calls, x.Name, "task", x.Params)
	}
	for i := range d.Actions {
		x := &d.Actions[i]
		c.declare(&c.calls, x.Name, "action", x.Params)
	}
	for i := range d.Methods {
		x := &d.Methods[i]
		c.declare(&c.methodsAt, x.Name, "method", x.Params)
	}
}

func (c *checker) declare(to *signatures, name Name, kind string, params []Param) {
	c.params(params)
	if name.Text == "" {
		return
	}
	if earlier, twice := to.add(name, signature{kind: kind, params: params}); twice {
		c.twice(name, kind, earlier.kind, earlier.at)
	}
}

func (c *checker) twice(name Name, kind, earlier string, at diag.Span) {
	message := kind + " %s is declared twice"
	if kind != earlier {
		message = kind + " %s is also the name of " + diag.WithArticle(earlier)
	}
	c.ds.Errorf(diag.HDDLDeclared, name.At, message, quote(name.Text)).
		Related = []diag.Related{{Span: at, Message: "first declared here"}}
}

// params checks the types of variables, and that each has a name of its own.
func (c *checker) params(list []Param) {
	var first map[string]diag.Span
	for i := range list {
		p := &list[i]
		c.typ(p.Type)
		if at, twice := first[p.Name.Text]; twice {
			c.twice(p.Name, "variable", "variable", at)
			continue
		}
		if first == nil {
			first = make(map[string]diag.Span, len(list))
		}
		first[p.Name.Text] = p.Name.At
	}
}

// typ checks that the alternatives of a type are declared.
func (c *checker) typ(t Type) {
	for _, n := range t.Names {
		if n.Text != "" && !c.types.Known(n.Text) {
			c.ds.Errorf(diag.HDDLUnknownType, n.At, "unknown type %s", quote(n.Text)).Hint = c.didYouMean(n.Text, c.types.Names())
		}
	}
}

// objectDecls enters constants or objects.
func (c *checker) objectDecls(list []Object) {
	for i := range list {
		o := &list[i]
		if o.Name.Text == "" {
			continue
		}
		c.typ(o.Type)
		earlier := c.objects[o.Name.Text]
		switch {
		case earlier == nil:
			c.objects[o.Name.Text] = o
			c.names = append(c.names, o.Name.Text)
		case !c.types.Fits(earlier.Type, o.Type) || !c.types.Fits(o.Type, earlier.Type):
			c.ds.Errorf(diag.HDDLDeclared, o.Name.At, "object %s is declared with two types, %s and %s", quote(o.Name.Text), earlier.Type, o.Type).
				Related = []diag.Related{{Span: earlier.At, Message: "first declared here"}}
		}
	}
}

func (c *checker) actions(list []Action) {
	for i := range list {
		a := &list[i]
		c.where = place{"action " + quote(a.Name.Text), true}
		c.scope.within(a.Params, func() {
			c.formula(a.Precondition)
			c.effect(a.Effect)
		})
	}
}

func (c *checker) methods(list []Method) {
	for i := range list {
		m := &list[i]
		c.where = place{"method " + quote(m.Name.Text), true}
		c.scope.within(m.Params, func() {
			c.methodTask(m)
			c.formula(m.Precondition)
			c.network(&m.Network)
		})
	}
}

// methodTask checks what a method is a way to do: a compound task.
func (c *checker) methodTask(m *Method) {
	name := m.Task.Name
	if name.Text == "" {
		return
	}
	if sig, ok := c.calls.byName[name.Text]; ok && sig.kind == "action" {
		c.ds.Errorf(diag.HDDLWrongKind, name.At, "%s is an action; methods are for tasks", quote(name.Text)).
			Related = []diag.Related{{Span: sig.at, Message: "declared here"}}
		return
	}
	c.call(m.Task)
}

// call checks a task or action with its arguments.
func (c *checker) call(call Call) {
	name := call.Name
	if name.Text == "" {
		return
	}
	sig, ok := c.calls.byName[name.Text]
	if !ok {
		c.ds.Errorf(diag.HDDLUnknownTask, name.At, "unknown task %s", quote(name.Text)).Hint = c.otherKind(name, "task")
		c.args(call.Args)
		return
	}
	c.arguments(name, sig, call.Args)
}

// otherKind is the hint for a name that is declared as something else than it is used for.
func (c *checker) otherKind(name Name, kind string) string {
	table := map[string]*signatures{"task": &c.calls, "predicate": &c.predicates, "function": &c.functions}
	if hint := c.didYouMean(name.Text, table[kind].names); hint != "" {
		return hint
	}
	for _, s := range []*signatures{&c.predicates, &c.functions, &c.calls, &c.methodsAt} {
		if sig, ok := s.byName[name.Text]; ok {
			return fmt.Sprintf("%s is %s", quote(name.Text), diag.WithArticle(sig.kind))
		}
	}
	return ""
}

// arguments holds arguments against the parameters they are for.
func (c *checker) arguments(name Name, sig signature, args []Name) {
	c.args(args)
	if len(args) != len(sig.params) {
		c.ds.Errorf(diag.HDDLArity, name.At, "%s %s takes %s, not %d", sig.kind, quote(name.Text),
			count(len(sig.params), "argument", "arguments"), len(args)).
			Related = []diag.Related{{Span: sig.at, Message: "declared here"}}
		return
	}
	for i, arg := range args {
		p := &sig.params[i]
		t, what, ok := c.typeOf(arg)
		if !ok || c.accepts(arg, t, p.Type) {
			continue
		}
		report := c.ds.Errorf
		if arg.IsVar() && (sig.kind == "task" || sig.kind == "action") {
			report = c.ds.Warnf // the method can never be taken, which published domains live with
		}
		report(diag.HDDLArgument, arg.At, "%s %s is of type %s; %s %s takes %s here", what, quote(arg.Text), t, sig.kind, quote(name.Text), p.Type).
			Related = []diag.Related{{Span: p.At, Message: "declared here"}}
	}
}

// accepts reports whether an argument can be what is asked for. The type of an object is known; that of a variable
// bounds what it can be.
func (c *checker) accepts(arg Name, t, wanted Type) bool {
	if !c.typesKnown(t) || !c.typesKnown(wanted) {
		return true // said elsewhere
	}
	if arg.IsVar() {
		return c.types.Overlap(t, wanted)
	}
	return c.types.Fits(t, wanted)
}

func (c *checker) typesKnown(t Type) bool {
	for _, n := range t.Names {
		if !c.types.Known(n.Text) {
			return false
		}
	}
	return true
}

// args checks that variables and objects are declared.
func (c *checker) args(list []Name) {
	for _, a := range list {
		c.term(a)
	}
}

func (c *checker) term(a Name) {
	switch {
	case a.Text == "":
	case a.IsVar():
		if c.scope.find(a.Text) != nil {
			return
		}
		d := c.ds.Errorf(diag.HDDLUnknownVariable, a.At, "unknown variable %s in %s", quote(a.Text), c.where.name)
		if len(c.ds.All) == diag.MaxDiagnostics {
			return // hints take time, and this one is not kept
		}
		if d.Hint = c.didYouMean(a.Text, c.scope.names()); d.Hint == "" && c.where.params {
			d.Hint = "declare it in :parameters"
		}
	case c.objects[a.Text] == nil:
		d := c.ds.Errorf(diag.HDDLUnknownObject, a.At, "unknown object %s", quote(a.Text))
		if c.scope.find("?"+a.Text) != nil {
			d.Hint = `did you mean the variable ` + strconv.Quote("?"+a.Text) + `?`
		} else {
			d.Hint = c.didYouMean(a.Text, c.names)
		}
	}
}

// typeOf returns the type of a variable or object; false: it is not declared.
func (c *checker) typeOf(a Name) (t Type, what string, ok bool) {
	if a.IsVar() {
		if p := c.scope.find(a.Text); p != nil {
			return p.Type, "variable", true
		}
		return Type{}, "", false
	}
	if o := c.objects[a.Text]; o != nil {
		return o.Type, "object", true
	}
	return Type{}, "", false
}
