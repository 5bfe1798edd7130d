package lang

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

var testRules = []clauseRule[*def.Test]{
	{"agent", testAgent},
	{"objects", (*parser).testObjects},
	{"given", (*parser).testGiven},
	{"task", (*parser).testTask},
	{"when", testOutcome},
	{"at", testEvent},
	{"run", func(p *parser, d *def.Test, h def.Head) { p.clause(def.TestTable.Clause("run"), d, h) }},
	{"expect", testExpect},
}

// test "no money" { given money = 0; expect work, buy, eat }
func (p *parser) testDecl(h def.Head) def.Decl {
	d := &def.Test{Head: h}
	n := p.title("the name of a test")
	d.Name, d.NameAt = n.Name, n.At
	failed := p.Failed()
	d.End = clauses(p, &d.Head, "test "+quoted(d.Name), "a test", testRules, d)
	if d.Expect.At.Src == nil && len(d.Checks) == 0 && !failed && !p.Failed() && !p.gaveUp {
		p.Soft(diag.MissingClause, d.NameAt, "the test expects nothing").Hint = "write expect and the steps of the plan, expect none, or what agents are to do: expect NAME within TIME"
	}
	p.finish(&d.Head)
	return d
}

func (p *parser) testObjects(d *def.Test, h def.Head) {
	d.Objects = append(d.Objects, p.objectsDecl(h).(*def.Objects))
}

// given money = 0, has_job = false
func (p *parser) testGiven(d *def.Test, h def.Head) {
	h.NameAt = p.SpanOf(p.Peek(-1)) // marks where a new "given" begins
	for {
		l := &def.EffectLine{Head: h}
		l.Effect = p.Effect()
		d.Given = append(d.Given, l)
		if p.Failed() || !p.Accept(expr.TokComma) {
			p.finish(&l.Head)
			return
		}
		l.At = p.Since(l.At)
		l.Before = append(l.Before, p.takeInner()...)
		p.takeTrailing(&l.Head)
		h = p.begin(false)
	}
}

func (p *parser) testTask(d *def.Test, h def.Head) {
	p.once("task", &d.TaskHead, h)
	c, _ := p.callHere("a task")
	d.Task = &c
	p.finish(&h)
	d.TaskHead = h
}

// expect work, buy, eat · expect none · expect { }
func (p *parser) testPlan(d *def.Test, h def.Head) {
	p.once("expect", &d.Expect.Head, h)
	e := def.Expect{Head: h}
	switch {
	case p.IsWord("none") && !p.NewLine():
		p.Next()
		e.None = true
	case p.Is(expr.TokLBrace) && p.Peek(1).Kind == expr.TokRBrace:
		p.Next()
		p.Next()
	default:
		p.expectSteps(&e)
	}
	p.finish(&e.Head)
	d.Expect = e
}

func (p *parser) expectSteps(e *def.Expect) {
	if p.NewLine() {
		p.FailExpected("a step, or none")
	}
	for {
		c, bare := p.call("a step, or none")
		e.Steps, e.Bare = append(e.Steps, c), append(e.Bare, bare)
		if p.Failed() || !p.Accept(expr.TokComma) {
			return
		}
	}
}
