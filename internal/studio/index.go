package studio

import (
	"context"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// Declaration is a named declaration of a file.
type Declaration struct {
	Name string `json:"name"`
	Kind string `json:"kind"` // its keyword; "state" for a symbol
	Line string `json:"line"` // its first line
	At   Spot   `json:"at"`
}

// index lists the declarations of the program's files, so that a page can link names to them.
func index(ctx context.Context, p *page, _ *Request) ([]Declaration, error) {
	list := []Declaration{}
	err := p.session.do(ctx, func() error {
		for _, f := range p.session.source.program.Info.Model.Files {
			list = appendDeclarations(list, f)
		}
		return nil
	})
	return list, err
}

func appendDeclarations(list []Declaration, f *def.File) []Declaration {
	for _, d := range f.Decls {
		if st, ok := d.(*def.State); ok {
			for _, sym := range st.Symbols {
				list = append(list, Declaration{sym.Name, "state", firstLine(sym.At), spotOf(sym.At)})
			}
			continue
		}
		h := d.Header()
		if name := spanText(h.NameAt); name != "" {
			list = append(list, Declaration{name, firstWord(spanText(h.At)), firstLine(h.At), spotOf(h.At)})
		}
	}
	return list
}

// spanText returns the text at a place of a file.
func spanText(s diag.Span) string {
	if s.Src == nil {
		return ""
	}
	return s.Src.Text[s.Start:s.End]
}

func firstLine(s diag.Span) string {
	line, _, _ := strings.Cut(spanText(s), "\n")
	return strings.TrimRight(line, " {")
}

// firstWord returns the text up to the first space or parenthesis.
func firstWord(text string) string {
	for i, r := range text {
		if r == ' ' || r == '(' {
			return text[:i]
		}
	}
	return text
}
