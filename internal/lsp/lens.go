package lsp

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/internal/lang/index"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

type codeLens struct {
	Range   lspRange `json:"range"`
	Command command  `json:"command"`
}

// Commands that the editor carries out.
const (
	commandTest       = "karakuri.test"       // the URI of the file, the name of the test
	commandReferences = "karakuri.references" // the URI, the position of the name, the locations
)

// codeLens puts a command above each test that runs it, and above each declaration the number of places that mention
// it.
func (s *server) codeLens(p *documentParams) (any, error) {
	pl, err := s.at(&positionParams{TextDocument: p.TextDocument})
	if err != nil {
		return nil, err
	}
	list := []codeLens{}
	for _, d := range pl.file.Decls {
		if t, ok := d.(*def.Test); ok && t.NameAt.Src != nil {
			list = append(list, codeLens{pl.text.span(t.NameAt), command{"Run test", commandTest, []any{p.TextDocument.URI, t.Name}}})
		}
	}
	for _, o := range pl.index().In(pl.file.Src) {
		if o.Role != index.Declares || o.Sym == nil || !counted(o.Sym.Kind) {
			continue
		}
		uses := s.uses(pl, o.Sym, false)
		title := fmt.Sprintf("%d references", len(uses))
		if len(uses) == 1 {
			title = "1 reference"
		}
		r := pl.text.span(o.At)
		list = append(list, codeLens{r, command{title, commandReferences, []any{p.TextDocument.URI, r.Start, uses}}})
	}
	return list, nil
}

// counted reports whether the references to symbols of a kind are counted.
func counted(k index.Kind) bool {
	switch k {
	case index.Action, index.Operator, index.Task, index.Tree, index.Goal, index.Brain, index.Squad, index.Function:
		return true
	}
	return false
}
