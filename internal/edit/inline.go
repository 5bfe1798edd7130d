package edit

import (
	"cmp"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/lang/index"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

func inline(e *editor, t *text, op Op) *change {
	n := t.find(&e.ds, op.At)
	if n == nil {
		return nil
	}
	ns := e.names()
	call, ok := ns.At(ns.files[e.name(op.File)], n.Start)
	if !ok || call.Sym == nil || int(call.At.Start) != n.Start || partOf(t, n) == 0 || len(n.Clauses)+len(n.Bodies) > 0 && !onlyParent(n) {
		e.refuse(diag.EditPlace, t.span(n), "%q is not a call that can be replaced by what it does", op.At).Hint = "inline is for calls without clauses of tasks, trees and goals"
		return nil
	}
	b := e.bodyOf(ns, call.Sym)
	if b == nil {
		e.refuse(diag.EditPlace, t.span(n), "%q does not stand for a list of statements", call.Sym.Name).Hint = "it needs one method, one node or one way, without clauses and services"
		return nil
	}
	body, ok := e.filledIn(t, n, ns, call.Sym, b)
	if !ok {
		return nil
	}
	if n.parent.Says == &def.UnorderedTable && len(b.lines) > 1 {
		body = "ordered {\n" + body + "\n}"
	}
	from, to, by := n.Start, n.End, t.indentation(n.Start)
	switch {
	case t.alone(n):
		body = strings.TrimPrefix(indent(body, by), by)
		if t.tail(n) > t.separator(n.End) && strings.Contains(body, "//") && b.t.tail(b.lines[len(b.lines)-1]) > b.lines[len(b.lines)-1].End {
			to = t.separator(n.End)
			body += "\n" + by
		}
	case t.takes(n, b.inLine(body)):
		body = b.inLine(body)
	case strings.ContainsAny(body, "\n") || strings.Contains(body, "//"):
		body = "\n" + body + "\n"
	}
	for _, s := range []string{";", ","} {
		body = strings.TrimSuffix(body, s)
	}
	var around []*node
	if strings.HasPrefix(body, "\n") {
		around = []*node{n.parent}
	}
	moved := patch{around: around, from: from, to: to, text: body + stayingClauses(t, n), fresh: []int{statementIn(body)}}
	c := e.one(op, t, moved)
	if op.Drop {
		return e.dropped(c, ns, call.Sym, b)
	}
	return c
}

// inLine returns the statements in a line, as they were filled in; "" if one of them needs lines of its own.
func (b *inlined) inLine(body string) string {
	lines := strings.Split(strings.TrimSpace(body), "\n")
	if strings.Contains(body, "//") || len(lines) != len(b.lines) {
		return ""
	}
	for i := range lines {
		lines[i] = strings.TrimRight(strings.TrimSpace(lines[i]), ";,")
	}
	return strings.Join(lines, "; ")
}

// takes reports whether a statement in a line of others may be replaced by such a text there.
func (t *text) takes(n *node, by string) bool {
	from := strings.LastIndexByte(t.src.Text[:n.Start], '\n') + 1
	to := n.End + strings.IndexByte(t.src.Text[n.End:]+"\n", '\n')
	return by != "" && to-from-(n.End-n.Start)+len(by) <= lang.FormatWidth
}

// onlyParent reports whether the clauses of a call are those that its parent reads.
func onlyParent(n *node) bool {
	return len(n.Bodies) == 0 && !slices.ContainsFunc(n.Clauses, func(p lang.Part) bool { return !isParents(p) })
}

// isParents reports whether a clause is one that a parent reads from its child.
func isParents(c lang.Part) bool { return c.Word == "score" || c.Word == "weight" }

func stayingClauses(t *text, n *node) string {
	var s strings.Builder
	for _, c := range n.Clauses {
		s.WriteString(" " + t.src.Text[c.Start:c.End])
	}
	return s.String()
}

// inlined is what a declaration does: statements of a text.
type inlined struct {
	t     *text
	decl  *node
	lines []*node
}

// bodyOf returns what a declaration does; nil: more than a list of statements.
func (e *editor) bodyOf(ns *names, s *index.Symbol) *inlined {
	d, ok := s.Decl.(def.Decl)
	if !ok || d.Header().At.Src == nil {
		return nil
	}
	t := e.text(ns.of[d.Header().At.Src])
	if t == nil {
		return nil
	}
	i := slices.IndexFunc(t.top.lines, func(n *node) bool { return n.Start == int(d.Header().At.Start) })
	if i < 0 {
		return nil
	}
	b := &inlined{t: t, decl: t.top.lines[i]}
	switch lines := b.decl.lines; d.(type) {
	case *def.Task:
		if len(lines) == 1 && len(lines[0].Clauses) == 0 {
			b.lines = lines[0].lines
		}
	case *def.Tree:
		if len(lines) == 1 && lines[0].Key == "" {
			b.lines = lines
		}
	case *def.Goal:
		if !slices.ContainsFunc(lines, func(n *node) bool { return n.Says != &def.StepTable }) {
			b.lines = lines
		}
	}
	if len(b.lines) == 0 {
		return nil
	}
	return b
}

// nodeKind returns the kind of a node of a tree; 0 if it is none.
func (n *node) nodeKind() def.NodeKind {
	if n.Says == nil || len(n.Says.Nodes) == 0 {
		return 0
	}
	return n.Says.Nodes[0]
}

// filledIn returns the statements of a declaration with the arguments of a call in place of its parameters.
func (e *editor) filledIn(t *text, n *node, ns *names, s *index.Symbol, b *inlined) (string, bool) {
	args, ok := argumentsOf(t.src.Text[n.Start:callEnd(n)])
	params := paramsOf(s.Decl)
	first, last := b.lines[0], b.lines[len(b.lines)-1]
	from, to := first.Start, last.End
	if b.t.alone(first) && b.t.alone(last) {
		from, to = b.t.lead(first), b.t.tail(last)
	}
	refuse := func(why string) (string, bool) {
		e.refuse(diag.EditName, t.span(n), "%q cannot be replaced by what it does: %s", s.Name, why)
		return "", false
	}
	if !ok {
		return refuse(`its arguments end with ".."`)
	}
	var list []patch
	for _, o := range ns.in(ns.of[ns.sourceOf(s)], from, to) {
		switch {
		case o.Sym == s:
			return refuse("it calls itself")
		case o.Sym == nil:
		case o.Sym.In == s && o.Sym.Kind == index.Param:
			i := slices.IndexFunc(params, func(p argument) bool { return p.name == o.Sym.Name })
			value := argumentFor(args, params, i)
			if value == "" {
				return refuse("the argument " + o.Sym.Name + " is missing")
			}
			if !simple(value) {
				value = "(" + value + ")"
			}
			list = append(list, patch{from: int(o.At.Start) - from, to: int(o.At.End) - from, text: value})
		case o.Sym.Kind == index.Variable && mentions(args, o.Sym.Name):
			return refuse("a variable in it is called " + o.Sym.Name + ", as in the arguments")
		case e.hides(t, n, ns, o.Sym):
			return refuse(o.Sym.Name + " means something else here")
		}
	}
	body := b.t.src.Text[from:to]
	slices.SortFunc(list, func(a, b patch) int { return cmp.Compare(b.from, a.from) })
	for _, p := range list {
		body = body[:p.from] + p.text + body[p.to:]
	}
	return outdent(b.t.indentation(from) + body), true
}

// callEnd returns where a call ends, before its clauses.
func callEnd(n *node) int {
	if len(n.Clauses) > 0 {
		return n.Clauses[0].Start
	}
	return n.End
}

// hides reports whether a name has another meaning where a call stands: as a parameter or a variable there.
func (e *editor) hides(t *text, n *node, ns *names, s *index.Symbol) bool {
	if s.Kind == index.Param || s.Kind == index.Variable {
		return false
	}
	for n.parent != t.top {
		n = n.parent
	}
	for _, file := range ns.files {
		if file.Name != t.src.Name {
			continue
		}
		for _, o := range ns.in(ns.of[file], n.Start, n.End) {
			if o.Role == index.Declares && o.Sym != s && o.Sym.Name == s.Name && (o.Sym.Kind == index.Param || o.Sym.Kind == index.Variable) {
				return true
			}
		}
	}
	return false
}

func (ns *names) sourceOf(s *index.Symbol) *diag.Source {
	at, _ := ns.Declaration(s)
	return at.Src
}

// argument is an argument of a call, or a parameter with its default.
type argument struct{ name, value string }

// argumentsOf reads the arguments of a call; false: some are left to the surroundings.
func argumentsOf(call string) ([]argument, bool) {
	open := strings.IndexByte(call, '(')
	if open < 0 {
		return nil, true
	}
	var list []argument
	depth, start, quote := 0, open+1, byte(0)
	for i := open; i < len(call); i++ {
		switch c := call[i]; {
		case quote != 0:
			if c == quote && call[i-1] != '\\' {
				quote = 0
			}
		case c == '"' || c == '`':
			quote = c
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth--
		}
		if quote == 0 && (depth == 1 && call[i] == ',' || depth == 0) {
			if text := strings.TrimSpace(call[start:i]); text != "" {
				list = append(list, argumentIn(text))
			}
			start = i + 1
		}
		if depth == 0 {
			break
		}
	}
	return list, !slices.ContainsFunc(list, func(a argument) bool { return a.value == ".." })
}

func argumentIn(text string) argument {
	name, value, named := strings.Cut(text, ":")
	if name = strings.TrimSpace(name); named && (expr.IsName(name) || strings.HasPrefix(name, "`")) {
		return argument{strings.Trim(name, "`"), strings.TrimSpace(value)}
	}
	return argument{"", text}
}

// argumentFor returns the value of a parameter.
func argumentFor(args, params []argument, i int) string {
	if i < 0 {
		return ""
	}
	for k, a := range args {
		if a.name == params[i].name || a.name == "" && k == i {
			return a.value
		}
	}
	return params[i].value
}

func mentions(args []argument, name string) bool {
	return slices.ContainsFunc(args, func(a argument) bool { return strings.Contains(a.value, name) })
}

// paramsOf returns the parameters of a declaration with their defaults.
func paramsOf(d any) []argument {
	var list []argument
	switch d := d.(type) {
	case *def.Task:
		for _, p := range d.Params {
			list = append(list, argument{name: p.Name})
		}
	case *def.Goal:
		for _, p := range d.Params {
			list = append(list, argument{name: p.Name})
		}
	case *def.Tree:
		for _, p := range d.Params {
			a := argument{name: p.Name}
			if p.Default != nil {
				a.value = expr.Print(p.Default)
			}
			list = append(list, a)
		}
	}
	return list
}

// dropped adds to a change that a declaration vanishes which nothing else mentions.
func (e *editor) dropped(c *change, ns *names, s *index.Symbol, b *inlined) *change {
	for _, o := range ns.Of(s) {
		at := int(o.At.Start)
		if o.Role == index.Declares || ns.of[o.At.Src] == c.files[0].name && at == c.files[0].patches[0].from {
			continue
		}
		return c
	}
	from, to := b.t.unit(b.decl, b.decl)
	p := patch{from: from, to: to}
	if b.t == c.files[0].t {
		c.files[0].patches = append(c.files[0].patches, p)
		return c
	}
	c.files = append(c.files, fileChange{ns.of[ns.sourceOf(s)], b.t, []patch{p}})
	return c
}
