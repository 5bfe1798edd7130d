package hddl

import (
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
)

func (c *checker) problem(d *Domain, p *Problem) {
	c.requirements(p.Requirements)
	c.objectDecls(p.Objects)
	c.initial(p)
	c.where = place{"the initial network", true}
	switch {
	case p.HTN != nil:
		c.params(p.HTN.Params)
		c.scope.within(p.HTN.Params, func() { c.network(&p.HTN.Network) })
	case p.Name.Text != "":
		c.ds.Errorf(diag.HDDLMissing, p.Name.At, "the problem has no :htn").Hint = "add the tasks: (:htn :ordered-subtasks (and (deliver p1)))"
	}
	c.where = place{"the goal", false}
	c.formula(p.Goal)
	if p.Metric != nil {
		c.where = place{"the metric", false}
		c.metric(p.Metric.Value)
	}
	if c.ds.HasErrors() {
		c.otherDomain(d, p)
	}
}

// otherDomain says that a problem with mistakes names another domain, which may be why. By itself that is no
// mistake: many of the competition's files do.
func (c *checker) otherDomain(d *Domain, p *Problem) {
	if p.Domain.Text == "" || d.Name.Text == "" || p.Domain.Text == d.Name.Text {
		return
	}
	c.ds.Warnf(diag.HDDLDomain, p.Domain.At, "the problem is of domain %s, not %s", quote(p.Domain.Text), quote(d.Name.Text)).
		Related = []diag.Related{{Span: d.Name.At, Message: "the domain"}}
}

// metric checks the metric; total-time is the length of the plan, whether declared or not.
func (c *checker) metric(x Number) {
	if f, ok := x.(*Fluent); ok && f.Name.Text == "total-time" && len(f.Args) == 0 {
		return
	}
	c.number(x)
}

// initial checks the facts, each by itself and against the others.
func (c *checker) initial(p *Problem) {
	c.where = place{"the initial state", false}
	denied := map[string]*NotFact{}
	values := map[string]*SetFact{}
	for _, f := range p.Init {
		switch f := f.(type) {
		case *Atom:
			c.fact(f)
		case *NotFact:
			c.fact(f.Atom)
			denied[key(f.Atom.Name, f.Atom.Args)] = f
		case *SetFact:
			c.firstValue(f, values)
		}
	}
	for _, f := range p.Init {
		a, ok := f.(*Atom)
		if !ok || len(denied) == 0 {
			continue
		}
		if not := denied[key(a.Name, a.Args)]; not != nil {
			c.ds.Errorf(diag.HDDLContradicted, not.At, "%s is declared both true and false", text(callOf(a.Name, a.Args))).
				Related = []diag.Related{{Span: a.At, Message: "declared true here"}}
		}
	}
}

func (c *checker) fact(a *Atom) {
	if c.ground(a.Args) {
		c.atom(a)
	}
}

func (c *checker) firstValue(f *SetFact, values map[string]*SetFact) {
	if !c.ground(f.Fluent.Args) {
		return
	}
	c.fluent(f.Fluent)
	k := key(f.Fluent.Name, f.Fluent.Args)
	first := values[k]
	if first == nil {
		values[k] = f
		return
	}
	if first.Value.Value != f.Value.Value {
		c.ds.Errorf(diag.HDDLContradicted, f.At, "%s has two initial values, %s and %s", text(callOf(f.Fluent.Name, f.Fluent.Args)), first.Value.Text, f.Value.Text).
			Related = []diag.Related{{Span: first.At, Message: "first given here"}}
	}
}

// ground reports variables where only objects can stand.
func (c *checker) ground(args []Name) bool {
	ok := true
	for _, a := range args {
		if a.IsVar() {
			c.ds.Errorf(diag.HDDLNotGround, a.At, "variable %s in the initial state", quote(a.Text)).Hint = "name an object"
			ok = false
		}
	}
	return ok
}

// key is an identity of a fact.
func key(name Name, args []Name) string {
	var b strings.Builder
	b.WriteString(name.Text)
	for _, a := range args {
		b.WriteByte(' ')
		b.WriteString(a.Text)
	}
	return b.String()
}
