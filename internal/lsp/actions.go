package lsp

import (
	"strings"

	"github.com/karakuri-ai/karakuri/internal/lang"
)

type actionParams struct {
	TextDocument documentID `json:"textDocument"`
	Range        lspRange   `json:"range"`
	Context      struct {
		Only []string `json:"only"`
	} `json:"context"`
}

type codeAction struct {
	Title       string         `json:"title"`
	Kind        string         `json:"kind"`
	Diagnostics []diagnostic   `json:"diagnostics,omitempty"`
	IsPreferred bool           `json:"isPreferred,omitempty"`
	Disabled    *disabled      `json:"disabled,omitempty"`
	Edit        *workspaceEdit `json:"edit,omitempty"`
	Data        *actionData    `json:"data,omitempty"` // what the edit can be made from
}

type disabled struct {
	Reason string `json:"reason"`
}

// codeAction returns the quick fixes for the findings in a range, and the refactorings of what it selects.
func (s *server) codeAction(p *actionParams) (any, error) {
	pl, err := s.at(&positionParams{TextDocument: p.TextDocument, Position: p.Range.Start})
	if err != nil {
		return nil, err
	}
	start, end := pl.text.offset(p.Range.Start), pl.text.offset(p.Range.End)
	list := []codeAction{}
	if wanted(p.Context.Only, "quickfix") {
		list = s.fixes(pl, start, end)
	}
	return append(list, s.refactorings(pl, p.Context.Only, start, max(start, end))...), nil
}

func (s *server) fixes(pl place, start, end int) []codeAction {
	list := []codeAction{}
	for _, f := range s.found(pl.key) {
		if f.Span.Src == nil || int(f.Span.Start) > end || int(f.Span.End) < start {
			continue
		}
		if at, text, ok := lang.FixOf(f.Diagnostic); ok {
			list = append(list, codeAction{
				Title: "Replace " + at.Text() + " by " + text, Kind: "quickfix", IsPreferred: true,
				Diagnostics: []diagnostic{f.prog.diagnostic(f.Diagnostic)},
				Edit:        &workspaceEdit{map[string][]textEdit{s.space.uri(pl.key): {{pl.text.span(at), text}}}},
			})
		}
	}
	return list
}

// wanted reports whether a kind of actions is among those that the client wants: itself, or one that contains it.
func wanted(only []string, kind string) bool {
	for _, o := range only {
		if o == "" || o == kind || strings.HasPrefix(kind, o+".") {
			return true
		}
	}
	return len(only) == 0
}
