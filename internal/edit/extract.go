package edit

import (
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/lang/index"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// part is what an operation makes a declaration of, or a call is replaced by.
type part uint8

const (
	subtasks part = iota + 1
	nodes
	steps
)

// partOf returns what a statement is a part of; 0: nothing that can be extracted.
func partOf(t *text, n *node) part {
	decl := n
	for decl.parent != t.top {
		decl = decl.parent
	}
	switch {
	case n.Key != "" || n == decl:
		return 0
	case decl.Says == &def.TaskTable:
		return subtasks
	case decl.Says == &def.TreeTable:
		return nodes
	case decl.Says == &def.GoalTable && n.Says == &def.StepTable:
		return steps
	}
	return 0
}

func extract(e *editor, t *text, op Op) *change {
	first, last := e.several(t, op)
	if first == nil {
		return nil
	}
	what := partOf(t, first)
	if what == 0 || first.parent.body != 0 && what == nodes {
		e.refuse(diag.EditPlace, t.span(first), "%q cannot be extracted", op.At).Hint = "extract is for subtasks, nodes of trees and steps of goals"
		return nil
	}
	if what == nodes && first.watched() {
		e.refuse(diag.EditPlace, t.span(first), "the abort of the node around it watches this condition: in a tree of its own, it would not be watched").Hint = "extract the nodes behind the condition"
		return nil
	}
	if !expr.CanName(op.Name) {
		e.refuse(diag.EditName, diag.Span{}, "extract needs a name for the declaration")
		return nil
	}
	name := expr.NameText(op.Name)
	params, args, ok := e.surroundings(t, op, first, last)
	if !ok {
		return nil
	}
	x := t.cut(first, last, what)
	decl := declared(what, name+params, x.body, first, last)
	if decl == "" {
		e.refuse(diag.EditPlace, t.span(first), "several children of this node cannot become one").Hint = "wrap them in a sequence or a selector first"
		return nil
	}
	top := first
	for top.parent != t.top {
		top = top.parent
	}
	c := e.one(op, t, patch{from: x.from, to: x.to, text: name + args + x.stays, fresh: []int{0}}, t.put(spot{t.top, 0, top.at + 1}, decl, nil, nil))
	c.keeps = true
	c.inverse = func(d *done) []Op {
		if len(d.fresh) == 0 {
			return nil
		}
		return []Op{{Op: "inline", At: d.fresh[0].path, Drop: true}}
	}
	return c
}

// watched reports whether the abort of the node around a node watches it: it is among the conditions with which that
// node begins.
func (n *node) watched() bool {
	if !slices.ContainsFunc(n.parent.Clauses, func(c lang.Part) bool { return c.Word == "abort" }) {
		return false
	}
	lines := n.parent.lines
	return !slices.ContainsFunc(lines[:slices.Index(lines, n)+1], func(l *node) bool {
		return l.nodeKind() != 0 && l.nodeKind() != def.NodeIf
	})
}

// extracted is the text of statements that become a declaration.
type extracted struct {
	from, to int
	body     string
	stays    string // the clauses that belong to the call
}

// cut takes statements out of a text.
func (t *text) cut(first, last *node, what part) extracted {
	x := extracted{from: first.Start, to: last.End}
	if t.alone(first) && t.alone(last) {
		x.from, x.to = t.lead(first), t.tail(last)
	}
	var inside []patch
	if what == nodes {
		for _, c := range first.Clauses {
			if isParents(c) {
				x.stays += " " + t.src.Text[c.Start:c.End]
				inside = append(inside, patch{from: c.Start - x.from, to: c.End - x.from})
			}
		}
	}
	body := t.src.Text[x.from:x.to]
	for _, c := range slices.Backward(inside) {
		body = strings.TrimRight(body[:c.from], " ") + body[c.to:]
	}
	x.body = outdent(t.indentation(x.from) + body)
	return x
}

// declared returns a declaration of statements; "" if they cannot be one.
func declared(what part, head, body string, first, last *node) string {
	inner := indent(body, "    ")
	switch several := first != last; {
	case what == subtasks && several && first.parent.Says == &def.UnorderedTable:
		return "task " + head + " {\n    method \"do\" {\n        unordered {\n" + indent(inner, "        ") + "\n        }\n    }\n}"
	case what == subtasks:
		return "task " + head + " {\n    method \"do\" {\n" + indent(inner, "    ") + "\n    }\n}"
	case what == nodes && several:
		kind := first.parent.nodeKind()
		if kind != def.NodeSequence && kind != def.NodeSelector {
			return ""
		}
		return "tree " + head + " {\n    " + kind.Info().Words + " {\n" + indent(inner, "    ") + "\n    }\n}"
	case what == nodes:
		return "tree " + head + " {\n" + inner + "\n}"
	}
	return "goal " + head + " {\n" + inner + "\n}"
}

// surroundings returns the parameters and arguments for what statements use of the declaration around them.
func (e *editor) surroundings(t *text, op Op, first, last *node) (params, args string, ok bool) {
	ns, file := e.names(), e.name(op.File)
	var seen []*index.Symbol
	var ps, as []string
	for _, o := range ns.in(file, first.Start, last.End) {
		s := o.Sym
		if s == nil || s.Kind != index.Param && s.Kind != index.Variable || slices.Contains(seen, s) {
			continue
		}
		at, known := ns.Declaration(s)
		if !known || at.Src != ns.files[file] || int(at.Start) >= first.Start && int(at.End) <= last.End {
			continue // of what is called, or of its own
		}
		if !e.around(t, int(at.Start), first) {
			continue // the parameter of another declaration: the name before an argument
		}
		typ := typeOf(s)
		if typ == "" {
			e.refuse(diag.EditName, o.At, "%q has no type that a parameter could have", s.Name).Hint = "give the variable a type, or leave it out of what is extracted"
			return "", "", false
		}
		seen = append(seen, s)
		ps, as = append(ps, direction(s)+expr.NameText(s.Name)+": "+typ), append(as, expr.NameText(s.Name))
	}
	if len(ps) == 0 {
		return "", "", true
	}
	return "(" + strings.Join(ps, ", ") + ")", "(" + strings.Join(as, ", ") + ")", true
}

// around reports whether a place is in the declaration that a statement belongs to.
func (e *editor) around(t *text, at int, n *node) bool {
	for n.parent != t.top {
		n = n.parent
	}
	return n.Start <= at && at < n.End
}

// typeOf returns the type of a parameter or a variable, as it is written.
func typeOf(s *index.Symbol) string {
	switch d := s.Decl.(type) {
	case *def.Param:
		var list []string
		for _, t := range d.Types {
			list = append(list, expr.PrintType(t))
		}
		return strings.Join(list, " | ")
	case *expr.Var:
		if d.Type.Name != "" {
			return expr.PrintType(d.Type)
		}
	}
	return ""
}

// direction returns the word before a port that is written to.
func direction(s *index.Symbol) string {
	if s.In == nil {
		return ""
	}
	if tree, ok := s.In.Decl.(*def.Tree); ok {
		for i := range tree.Params {
			if p := &tree.Params[i]; any(&p.Param) == s.Decl && p.Dir != def.PortIn {
				return p.Dir.String() + " "
			}
		}
	}
	return ""
}
