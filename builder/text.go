package builder

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// name returns a name given in a call; it reports texts that are not names.
func (d *Domain) name(at place, text string) def.Name {
	span := at.span(text)
	if !expr.CanName(text) {
		d.badName(span, text)
		text = nameLike(text)
	}
	return def.Name{At: span, Name: text}
}

// reference returns the name of something that is declared elsewhere; an empty one after a mistake, of which the check
// says nothing more.
func (d *Domain) reference(at place, text string) def.Name {
	n := d.name(at, text)
	if !expr.CanName(text) {
		n.Name = ""
	}
	return n
}

// nameLike turns an invalid name into a valid one, so that it is reported once only.
func nameLike(text string) string {
	return "_" + strings.Map(func(r rune) rune {
		if expr.IsName("_" + string(r)) {
			return r
		}
		return '_'
	}, text)
}

func (d *Domain) badName(at diag.Span, text string) {
	d.findings.Errorf(diag.BuildText, at, "%q is not a name", text).Hint =
		"a name has no backquotes and no control characters, and is not too long"
}

func (d *Domain) names(at place, texts []string) []def.Name {
	list := make([]def.Name, len(texts))
	for i, text := range texts {
		list[i] = d.name(at, text)
	}
	return list
}

// named returns the head of a declaration that has a name and nothing else in its string.
func (d *Domain) named(at place, text string) (def.Head, string) {
	n := d.name(at, text)
	return def.Head{At: n.At, NameAt: n.At}, n.Name
}

// title returns the name of a method or test, with its place: any text but none.
func (d *Domain) title(at place, text, what string) (diag.Span, string) {
	span := at.span(text)
	if text == "" {
		d.findings.Errorf(diag.BuildText, span, "the name of %s must not be empty", what)
	}
	return span, text
}

// once reports whether something has not been given before, and the finding when it has.
func (d *Domain) once(at place, text string, given bool, what string) bool {
	if given {
		d.findings.Errorf(diag.BuildTwice, at.span(text), "%s is given already", what)
	}
	return !given
}

// floatText returns a number as the language writes it.
func floatText(f float64) string {
	text := strconv.FormatFloat(f, 'g', -1, 64)
	if !strings.ContainsAny(text, ".eIN") {
		text += ".0"
	}
	return text
}

// durationText returns a duration as the language writes it.
func durationText(v time.Duration) string {
	if v%time.Second == 0 {
		return fmt.Sprintf("%ds", v/time.Second)
	}
	return strconv.FormatFloat(float64(v)/float64(time.Millisecond), 'f', -1, 64) + "ms"
}

// time returns a time as the language writes it: a string as it is, or a time.Duration; some time after a mistake.
func (d *Domain) time(at place, value any, what string) (text string, ok bool) {
	switch v := value.(type) {
	case string:
		return v, true
	case time.Duration:
		return durationText(v), true
	}
	d.findings.Errorf(diag.BuildValue, at.span(fmt.Sprint(value)), "%s is not %s", typeName(value), diag.WithArticle(what)).Hint = `give a time.Duration, or a string such as "500ms"`
	return "1s", false
}

// number returns a number as the language writes it: a string as it is, an int or a float64; some number after a
// mistake.
func (d *Domain) number(at place, value any) (text string, ok bool) {
	switch v := value.(type) {
	case string:
		return v, true
	case int:
		return fmt.Sprint(v), true
	case float64:
		return floatText(v), true
	}
	d.findings.Errorf(diag.BuildValue, at.span(fmt.Sprint(value)), "%s is not a number", typeName(value)).Hint = `give a number, or an expression such as "n + 1"`
	return "1", false
}

// constant returns a number as an expression.
func (d *Domain) constant(at place, value any) expr.Node {
	text, _ := d.number(at, value)
	return d.expr(at, text)
}

// optional is constant for a number that may be omitted: nil.
func (d *Domain) optional(at place, value any) expr.Node {
	if value == nil {
		return nil
	}
	return d.constant(at, value)
}

// oneVariable parses the single variable of a declaration; nil after a mistake.
func (d *Domain) oneVariable(at place, text, owner string) *expr.Var {
	vars := d.variables(at, text)
	if len(vars) == 0 {
		return nil
	}
	if len(vars) > 1 {
		d.findings.Errorf(diag.BuildText, vars[1].At, "%s has one variable", owner)
	}
	return &vars[0]
}

// deed parses what an operator does: a call, or an order such as "order flanker flank(e)", "order urgent flanker
// flank(e)". Nil after a mistake.
func (d *Domain) deed(at place, text string) *def.Call {
	p := expr.NewStringParser(at.source(text), &d.findings)
	if !p.IsWord("order") || p.Peek(1).Kind != expr.TokName {
		return d.placedCall(at, text)
	}
	start := p.Here()
	p.Next()
	urgent := p.AcceptWord("urgent")
	role := def.Name{At: p.Here(), Name: p.Name("a role")}
	var r *expr.Ref
	if !p.Failed() {
		r = p.Call("the goal or task of the order")
	}
	if !p.Finish() {
		return nil
	}
	return &def.Call{At: p.Since(start), Name: def.Name{At: r.NameAt, Name: r.Name}, Args: r.Args, Todo: r.Todo, Role: role, Urgent: urgent}
}

// The strings of a call are parsed by package expr, as sources whose place is that of the call.

func (d *Domain) expr(at place, text string) expr.Node {
	return expr.ParseString(at.source(text), &d.findings)
}

func (d *Domain) effects(at place, text string) []expr.Effect {
	return expr.ParseEffectString(at.source(text), &d.findings)
}

// effectLines parses the arguments of Init or Given; NameAt marks the beginning of a new "given".
func (d *Domain) effectLines(at place, texts []string) []*def.EffectLine {
	var lines []*def.EffectLine
	for _, text := range texts {
		for _, e := range d.effects(at, text) {
			lines = append(lines, &def.EffectLine{Head: def.Head{At: e.Span()}, Effect: e})
		}
	}
	if len(lines) > 0 {
		lines[0].NameAt = lines[0].At
	}
	return lines
}

func (d *Domain) variables(at place, text string) []expr.Var {
	return expr.ParseVarsString(at.source(text), &d.findings)
}

func (d *Domain) typeName(at place, text string) expr.TypeName {
	t, _ := expr.ParseTypeString(at.source(text), &d.findings)
	return t
}

// call parses a call; nil after a mistake.
func (d *Domain) call(at place, text string) *def.Call {
	ref := expr.ParseCallString(at.source(text), &d.findings)
	if ref == nil {
		return nil
	}
	return &def.Call{At: ref.At, Name: def.Name{At: ref.NameAt, Name: ref.Name}, Args: ref.Args, Todo: ref.Todo}
}

// namedCall parses a call whose arguments may have names; nil after a mistake. rest: it ends with "..".
func (d *Domain) namedCall(at place, text string) (c *def.Call, rest bool) {
	n := expr.ParseNamedCallString(at.source(text), &d.findings)
	if n == nil {
		return nil, false
	}
	call := callOf(n)
	return &call, n.Rest
}

// callOf returns a call as the model has it.
func callOf(n *expr.NamedCall) def.Call {
	c := def.Call{At: n.At, Name: def.Name{At: n.NameAt, Name: n.Name}, Args: n.Args, Todo: n.Todo}
	for _, name := range n.Names {
		c.ArgNames = append(c.ArgNames, def.Name(name))
	}
	return c
}

// placedCall is namedCall where ".." cannot stand.
func (d *Domain) placedCall(at place, text string) *def.Call {
	c, rest := d.namedCall(at, text)
	if rest {
		d.badRest(c.At)
	}
	return c
}

func (d *Domain) badRest(at diag.Span) {
	d.findings.Errorf(diag.BuildText, at, `".." is only allowed in calls within trees`).Hint = "give the arguments"
}

func (d *Domain) exprs(at place, text string) []expr.Node {
	return expr.ParseExprsString(at.source(text), &d.findings)
}

// signature is the head of a declaration: "approach(e: enemy)", "clear(a: place, b: place): bool".
type signature struct {
	head   def.Head
	name   string
	params []def.Param
	result *expr.TypeName // nil: none was written
	ok     bool
}

// The clauses of a signature besides name and parameters.
type signatureKind uint8

const (
	plain      signatureKind = iota
	withTypes                // several types for a parameter: actions
	withResult               // a result type: functions, constants
)

// signature parses the head of a declaration.
func (d *Domain) signature(at place, text string, kind signatureKind) signature {
	src := at.source(text)
	before := len(d.findings.All) + d.findings.Dropped
	p := expr.NewParser(src, &d.findings)
	start := p.Here()
	s := signature{name: p.Name("a name")}
	if s.head = (def.Head{NameAt: start}); !p.Failed() {
		s.params = params(p.Params(kind == withTypes), kind)
	}
	if kind == withResult && !p.Failed() && p.Accept(expr.TokColon) {
		t := p.TypeName()
		s.result = &t
	}
	if !p.Failed() && p.Kind() != expr.TokEOF {
		p.Fail(diag.Syntax, p.Here(), "expected the end, found %s", p.Found(p.Tok()))
	}
	s.head.At = p.Since(start)
	s.ok = before == len(d.findings.All)+d.findings.Dropped
	return s
}

// ports parses the head of a tree: "guard(sight: float, reach: float = 1)".
func (d *Domain) ports(at place, text string) (def.Head, string, []def.Port) {
	p := expr.NewParser(at.source(text), &d.findings)
	h := def.Head{NameAt: p.Here()}
	name := p.Name("a name")
	var ports []def.Port
	for _, v := range p.Ports() {
		if len(v.Types) > 0 {
			v.Types = v.Types[:1]
			ports = append(ports, def.Port{Param: def.Param(v.Param), Dir: portDir(v.Dir), Default: v.Default})
		}
	}
	if !p.Failed() && p.Kind() != expr.TokEOF {
		p.Fail(diag.Syntax, p.Here(), "expected the end, found %s", p.Found(p.Tok()))
	}
	h.At = p.Since(h.NameAt)
	return h, name, ports
}

func portDir(word string) def.PortDir {
	for _, dir := range []def.PortDir{def.PortOut, def.PortInOut} {
		if dir.String() == word {
			return dir
		}
	}
	return def.PortIn
}

// params returns parameters without the faulty ones, which have been reported: missing types, and types too many.
func params(list []expr.Param, kind signatureKind) []def.Param {
	var good []def.Param
	for _, p := range list {
		if kind != withTypes && len(p.Types) > 1 {
			p.Types = p.Types[:1]
		}
		if len(p.Types) > 0 {
			good = append(good, def.Param(p))
		}
	}
	return good
}

// typeName names the Go type of a value in messages: "an int".
func typeName(value any) string { return diag.WithArticle(fmt.Sprintf("%T", value)) }
