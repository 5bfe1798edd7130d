package studio

import (
	"context"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// Declaration is something with a name that a file declares.
type Declaration struct {
	Name string `json:"name"`
	Kind string `json:"kind"` // the word that declares it; of a symbol "state"
	Line string `json:"line"` // its first line, as it is written
	At   Spot   `json:"at"`
}

// index lists what the files of the program declare, so that a page can lead from a name to where it comes from.
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

// spanText is what stands in a place of a file.
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

// firstWord is a name without what follows it.
func firstWord(text string) string {
	for i, r := range text {
		if r == ' ' || r == '(' {
			return text[:i]
		}
	}
	return text
}
