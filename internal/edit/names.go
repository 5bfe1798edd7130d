package edit

import (
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/lang/index"
)

// names are the occurrences of the names of a program.
type names struct {
	*index.Index
	files map[string]*diag.Source // by name
	of    map[*diag.Source]string
}

// names returns those of the present texts.
func (e *editor) names() *names {
	if e.known == nil {
		e.known = e.namesIn(overlay{e.fsys, e.texts})
	}
	return e.known
}

func (e *editor) namesIn(files overlay) *names {
	inside := map[string]string{}
	model, _ := lang.LoadAs(files, e.main, func(name string) string {
		shown := e.display(name)
		inside[shown] = name
		return shown
	})
	ns := &names{index.New(model), map[string]*diag.Source{}, map[*diag.Source]string{}}
	for _, f := range model.Files {
		if f.Src != nil {
			ns.files[inside[f.Src.Name]] = f.Src
			ns.of[f.Src] = inside[f.Src.Name]
		}
	}
	return ns
}

// in returns the occurrences in a range of a file.
func (ns *names) in(file string, start, end int) []index.Occurrence {
	var list []index.Occurrence
	for _, o := range ns.In(ns.files[file]) {
		if int(o.At.Start) >= start && int(o.At.End) <= end {
			list = append(list, o)
		}
	}
	return list
}

func rename(e *editor, t *text, op Op) *change {
	ns := e.names()
	s := e.symbol(t, ns, op)
	if s == nil {
		return nil
	}
	edits, err := ns.Rename(s, op.To)
	if err != nil {
		e.refuse(diag.EditName, diag.Span{}, "%v", err)
		return nil
	}
	c := &change{keeps: true}
	add := func(name string, p patch) {
		for i := range c.files {
			if f := &c.files[i]; f.name == name {
				f.patches = append(f.patches, p)
				return
			}
		}
		c.files = append(c.files, fileChange{name, e.texts[name], []patch{p}})
	}
	for _, edit := range edits {
		name := ns.of[edit.At.Src]
		file := e.text(name)
		if file == nil {
			return nil
		}
		p := patch{from: int(edit.At.Start), to: int(edit.At.End), text: edit.Text}
		for _, n := range file.nodes {
			if n.Start == p.from {
				p.carries = append(p.carries, carry{n, 0})
			}
		}
		add(name, p)
	}
	if !e.means(ns, c) {
		e.refuse(diag.EditName, diag.Span{}, "%q would mean something else somewhere", op.To).Hint = "take a name that nothing else has"
		return nil
	}
	was := s.Name
	c.inverse = func(d *done) []Op {
		back := Op{Op: "rename", To: was, Name: op.To}
		if op.At != "" {
			n := t.find(&diag.List{}, op.At)
			if n == nil || d.moved[n] == nil {
				return nil
			}
			back.At = d.moved[n].path
			if op.Name == "" {
				back.Name = ""
			}
		}
		return []Op{back}
	}
	return c
}

// means reports whether each name means the same after a change.
func (e *editor) means(before *names, c *change) bool {
	texts := map[string]*text{}
	for name, t := range e.texts {
		texts[name] = t
	}
	for _, f := range c.files {
		if !f.t.separate(f.patches) {
			return false
		}
		now, _ := readText(f.t.src.Name, f.t.replaced(f.patches))
		if now == nil {
			return false
		}
		texts[f.name] = now
	}
	return index.Same(before.Index, e.namesIn(overlay{e.fsys, texts}).Index) == nil
}

// symbol returns what an operation renames: what a statement declares, a name that stands in it, or a name of the whole
// program.
func (e *editor) symbol(t *text, ns *names, op Op) *index.Symbol {
	file := e.name(op.File)
	if op.At == "" {
		var found *index.Symbol
		for _, s := range ns.Symbols {
			if s.Name == op.Name && s.Kind.Global() {
				if found != nil && found != s {
					e.refuse(diag.EditName, diag.Span{}, "several declarations are called %q", op.Name).Hint = "say which by its path: at"
					return nil
				}
				found = s
			}
		}
		if found == nil {
			e.refuse(diag.EditName, diag.Span{}, "nothing is called %q", op.Name)
		}
		return found
	}
	n := t.find(&e.ds, op.At)
	if n == nil {
		return nil
	}
	if op.Name == "" {
		if start, _, ok := t.ownName(n); ok {
			if o, ok := ns.At(ns.files[file], n.Start+start); ok && o.Sym != nil {
				return o.Sym
			}
		}
		e.refuse(diag.EditName, t.span(n), "%q declares no name", op.At).Hint = "say which name in it: name"
		return nil
	}
	for _, o := range ns.in(file, n.Start, n.End) {
		if o.Sym != nil && o.Sym.Name == op.Name {
			return o.Sym
		}
	}
	e.refuse(diag.EditName, t.span(n), "no name %q with a declaration stands in %q", op.Name, op.At)
	return nil
}

// simple reports whether a text of an expression can replace a name everywhere without parentheses.
func simple(s string) bool {
	depth := 0
	for i, r := range s {
		switch {
		case r == '(' && i > 0:
			depth++
		case r == ')':
			depth--
		case depth == 0 && strings.ContainsRune(" +-*/%<>=!&|?:", r) && i > 0:
			return false
		case depth == 0 && (r == '!' || r == '-'):
			return false
		}
	}
	return true
}
