package lsp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/edit"
	"github.com/karakuri-ai/karakuri/internal/lang/index"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// maxShown bounds the declarations that are shown whole, in bytes.
const maxShown = 160

// headText returns the first line of a declaration, without its body.
func headText(at diag.Span) string {
	if at.Src == nil {
		return ""
	}
	text := at.Text()
	line, _, more := strings.Cut(text, "\n")
	line = strings.TrimRight(line, " \t\r;")
	if !more && len(line) <= maxShown {
		return line
	}
	if open := strings.IndexByte(line, '{'); open > 0 {
		line = strings.TrimRight(line[:open], " \t")
	}
	return line
}

// signature returns the declaration of a symbol on one line.
func (p *prog) signature(s *index.Symbol) string {
	name := expr.NameText(s.Name)
	switch d := s.Decl.(type) {
	case *def.Symbol:
		owner := "state"
		if at, ok := p.index().Declaration(s); ok {
			owner = strings.TrimSpace("state " + p.scopeOf(at))
		}
		return owner + ": " + headText(d.At)
	case *def.Param:
		return d.At.Text()
	case *expr.Var:
		return d.At.Text()
	case *def.TypeDecl:
		if s.Kind == index.Value {
			return name + ": " + expr.NameText(d.Name)
		}
		return headText(d.At)
	case *def.Objects:
		return "objects " + name + ": " + expr.NameText(d.Type.Name)
	case def.Decl:
		return headText(d.Header().At)
	}
	return s.Kind.String() + " " + name
}

// scopeOf returns the scope of the state block that a place is in.
func (p *prog) scopeOf(at diag.Span) string {
	for _, f := range p.model.Files {
		for _, d := range f.Decls {
			if st, ok := d.(*def.State); ok && f.Src == at.Src && st.At.Start <= at.Start && at.End <= st.At.End {
				return st.Scope
			}
		}
	}
	return ""
}

// comment returns the comment of a declaration: the lines right above it, and that at the end of its line.
func comment(s *index.Symbol) string {
	d, ok := s.Decl.(def.Decl)
	if !ok || s.Kind == index.Value {
		return ""
	}
	h := d.Header()
	lines := h.Before
	for i := len(lines) - 1; i >= 0; i-- {
		if lines[i] == "\n" {
			lines = lines[i+1:]
			break
		}
	}
	lines = slices.DeleteFunc(slices.Clone(lines), edit.IsMark)
	text := strings.Join(lines, "\n")
	if h.After != "" {
		text = strings.TrimSpace(text + "\n" + h.After)
	}
	return text
}

// facts returns what the checked program knows of a symbol beyond its declaration: its type with its range, the value
// of a constant, who writes it.
func (p *prog) facts(s *index.Symbol) []string {
	p.check()
	if p.info == nil {
		return nil
	}
	var list []string
	schema := p.info.Scope().Schema()
	switch s.Kind {
	case index.Const:
		if c := p.info.Const(s.Name); c != nil {
			list = append(list, "Value: `"+world.FormatWord(schema, nil, c.Type, c.Words[:])+"`")
		}
	case index.State:
		if sym := p.info.Symbol(s.Name); sym != nil {
			list = append(list, "Type: `"+world.FormatType(schema, sym.Type)+"`")
			if sym.Sensed {
				list = append(list, "The host writes it; in effects it is an expectation.")
			}
		}
	case index.Derived:
		if d := p.info.DerivedSymbol(s.Name); d != nil {
			list = append(list, "Type: `"+world.FormatType(schema, d.Type)+"`")
		}
	case index.Param, index.Variable, index.Object, index.Value:
		if t := p.index().TypeOf(s); t != "" {
			list = append(list, "Type: `"+t+"`")
		}
	}
	return list
}

// describe returns the documentation of a symbol.
func (p *prog) describe(s *index.Symbol) string {
	var b strings.Builder
	fmt.Fprintf(&b, "```karakuri\n%s\n```\n", p.signature(s))
	if text := comment(s); text != "" {
		b.WriteString("\n" + text + "\n")
	}
	kind := s.Kind.String()
	if s.In != nil && s.In.Name != "" {
		kind += " of " + s.In.Kind.String() + " " + expr.NameText(s.In.Name)
	}
	fmt.Fprintf(&b, "\n*%s*", kind)
	for _, f := range p.facts(s) {
		b.WriteString("  \n" + f)
	}
	return b.String()
}

// describeOffer returns the documentation of a word of the language.
func describeOffer(o def.Offer) string {
	var b strings.Builder
	if o.Form != "" {
		fmt.Fprintf(&b, "```karakuri\n%s\n```\n\n", o.Form)
	}
	b.WriteString(o.Doc)
	for _, part := range []struct{ what, is string }{{"Takes", o.Takes}, {"Unit", o.Unit}, {"Default", o.Default}, {"Since", o.Since}} {
		if part.is != "" {
			fmt.Fprintf(&b, "  \n%s: %s", part.what, part.is)
		}
	}
	return b.String()
}
