package lang

import (
	"reflect"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// declRun writes the declaration i, and those after it whose bodies are aligned with its own. It returns how many.
func (w *layout) declRun(decls []def.Decl, i int) int {
	w.separate(decls, i)
	heads, bodies := w.alignedRun(decls[i:])
	if len(heads) == 0 {
		w.decl(decls[i])
		return 1
	}
	column, fit := alignment(0, heads, bodies)
	for k := range heads {
		if k > 0 {
			w.above(0, decls[i+k].Header(), false)
		}
		head := heads[k]
		if fit {
			head = pad(head, column)
		}
		w.line(0, head+" "+bodies[k], decls[i+k].Header().After)
	}
	return len(heads)
}

// separate writes what stands above declaration i. Without a text, declarations of different kinds and those on several
// lines are set apart.
func (w *layout) separate(decls []def.Decl, i int) {
	if i > 0 && w.src == nil && (kindOf(decls[i]) != kindOf(decls[i-1]) || w.tall(decls[i]) || w.tall(decls[i-1])) {
		w.blank()
	}
	w.above(0, decls[i].Header(), i == 0)
}

func kindOf(d def.Decl) reflect.Type { return reflect.TypeOf(d) }

// tall reports whether a declaration with a body takes several lines.
func (w *layout) tall(d def.Decl) bool {
	_, _, ok := w.inline(d)
	return !ok && hasBody(d)
}

// hasBody reports whether a declaration is one of those with braces that hold lines.
func hasBody(d def.Decl) bool { return def.StatementOf(d).Body != nil }

// alignedRun returns the heads and bodies of the first declaration, if it stays on one line, and of those after it that
// follow at once, are of the same kind, and stay on one line too. Tests are not aligned: their names are long.
func (w *layout) alignedRun(decls []def.Decl) (heads, bodies []string) {
	for i, d := range decls {
		h := d.Header()
		if i > 0 && (kindOf(d) != kindOf(decls[0]) || h.Gap || len(h.Before) > 0) {
			break
		}
		head, body, ok := w.inline(d)
		if !ok {
			break
		}
		heads, bodies = append(heads, head), append(bodies, body)
		if _, isTest := d.(*def.Test); isTest {
			break
		}
	}
	return heads, bodies
}

// alignment returns the width of the widest head, and whether all lines fit when padded to it.
func alignment(indent int, heads, bodies []string) (column int, fit bool) {
	for _, h := range heads {
		column = max(column, width(h))
	}
	fit = true
	for _, b := range bodies {
		fit = fit && fits(indent, pad("", column)+" "+b)
	}
	return column, fit
}

// decl writes a declaration that has no body, or has it on several lines.
func (w *layout) decl(d def.Decl) {
	after := d.Header().After
	switch d := d.(type) {
	case *def.Import:
		w.line(0, "import "+expr.Quote(d.Path), after)
	case *def.TypeDecl:
		w.typeDecl(d)
	case *def.Objects:
		w.objects(0, d)
	case *def.Const:
		w.expr(0, constPrefix(d), d.Value, "", after)
	case *def.Function:
		w.line(0, declHead(d)+": "+expr.PrintType(d.Result), after)
	case *def.Action:
		w.line(0, actionText(d), after)
	case *def.State:
		w.open(0, declHead(d), after)
		w.symbols(d.Symbols)
		w.close(0, d.End, len(d.Symbols) == 0)
	case *def.Init:
		w.open(0, declHead(d), after)
		for i, l := range d.Effects {
			w.above(1, &l.Head, i == 0)
			w.effect(1, "", l.Effect, "", l.After)
		}
		w.close(0, d.End, len(d.Effects) == 0)
	case *def.Task:
		w.open(0, declHead(d), after)
		w.methods(d.Methods)
		w.close(0, d.End, len(d.Methods) == 0)
	case *def.Tree:
		w.tree(d)
	default:
		if lines, ok := w.declLines(d); ok {
			w.open(0, declHead(d), after)
			w.bodyLines(0, lines, *def.StatementOf(d).Kept(d).End)
		}
	}
}

// declHead returns a declaration up to its braces.
func declHead(d def.Decl) string {
	s := def.StatementOf(d)
	kept, text := s.Kept(d), s.Word
	if kept.Name != nil {
		text += " " + expr.NameText(*kept.Name)
	}
	if kept.Params != nil {
		text += paramsText(*kept.Params)
	}
	switch d := d.(type) {
	case *def.State:
		text += " " + d.Scope
	case *def.Tree:
		text += portsText(d.Params)
	case *def.Sense:
		text += kindText(d.Kind)
	case *def.Memory:
		text += kindText(d.Kind)
	case *def.Test:
		text += " " + expr.Quote(d.Name)
	}
	return text
}

// declLines returns the lines of a declaration whose body is a list of them, in the order of the layout.
func (w *layout) declLines(d def.Decl) (lines []bodyLine, ok bool) {
	switch d.(type) {
	case *def.State, *def.Init, *def.Task, *def.Tree:
		return nil, false
	}
	s := def.StatementOf(d)
	return w.clauseLines(s.Body, d), s.Body != nil
}

func (w *layout) open(indent int, head, after string) { w.line(indent, head+" {", after) }

// close writes the comments at the end of a body and its closing brace.
func (w *layout) close(indent int, end []string, empty bool) {
	w.comments(indent+1, end, empty)
	w.line(indent, "}", "")
}

func (w *layout) typeDecl(d *def.TypeDecl) {
	text, values := typeDeclText(d)
	whole := text
	if d.Enum {
		whole = text + " " + strings.Join(values, ", ") + " }"
	}
	if !d.Enum || fits(0, whole) || len(values) == 0 {
		w.line(0, whole, d.After)
		return
	}
	w.line(0, text, "")
	for i, v := range values {
		if i < len(values)-1 {
			v += ","
		}
		w.line(1, v, "")
	}
	w.line(0, "}", d.After)
}

func (w *layout) objects(indent int, d *def.Objects) {
	w.list(indent, "objects ", nameTexts(d.Names), ": "+expr.NameText(d.Type.Name), d.After)
}

// symbols writes the lines of a state; the types of stored symbols that follow each other are aligned.
func (w *layout) symbols(list []*def.Symbol) {
	for i := 0; i < len(list); {
		n, column := symbolRun(list[i:])
		for k, s := range list[i : i+n] {
			w.above(1, &s.Head, i+k == 0)
			prefix := pad(symbolName(s), column) + symbolType(s)
			w.expr(1, prefix, symbolValue(s), "", s.After)
		}
		i += n
	}
}

// symbolRun returns the number of symbols whose types are aligned, and the column of these. Symbols with
// parameters, sensed and remembered ones are not: they have long names.
func symbolRun(list []*def.Symbol) (n, column int) {
	column = width(symbolName(list[0]))
	plain := func(s *def.Symbol) bool { return s.Derived == nil && !s.Sensed && !s.Remembered && len(s.Params) == 0 }
	for n = 1; plain(list[0]) && n < len(list); n++ {
		s := list[n]
		if !plain(s) || s.Gap || len(s.Before) > 0 {
			break
		}
		column = max(column, width(symbolName(s)))
	}
	return n, column
}
