package lsp

import (
	"cmp"
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/lang/index"
)

type renameParams struct {
	positionParams
	NewName string `json:"newName"`
}

type renameRange struct {
	Range       lspRange `json:"range"`
	Placeholder string   `json:"placeholder"`
}

// prepareRename returns the name at a place, if it can be renamed.
func (s *server) prepareRename(p *positionParams) (any, error) {
	pl, err := s.at(p)
	if err != nil {
		return nil, err
	}
	o, ok := pl.symbol()
	if !ok {
		return nil, failed("there is no name here that a file declares")
	}
	if _, err := pl.index().Rename(o.Sym, o.Sym.Name+"_"); err != nil {
		return nil, failed("%v", err)
	}
	return &renameRange{pl.text.span(o.At), o.Sym.Name}, nil
}

// rename returns the edits that give the name at a place another one, in every file that mentions it. It refuses names
// that clash: with the new name, each name must mean what it meant before.
func (s *server) rename(p *renameParams) (any, error) {
	s.space.rescan = true // a file made a moment ago may mention the name
	pl, err := s.at(&p.positionParams)
	if err != nil {
		return nil, err
	}
	o, ok := pl.symbol()
	if !ok {
		return nil, failed("there is no name here that a file declares")
	}
	all := map[string][]textEdit{}
	for _, t := range s.twins(pl, o.Sym) {
		edits, err := t.renamed(t.sym, p.NewName)
		if err != nil {
			return nil, err
		}
		for _, e := range edits {
			uri := t.w.uri(t.keys[e.At.Src])
			all[uri] = append(all[uri], textEdit{t.textOf(e.At.Src).span(e.At), e.Text})
		}
	}
	for uri, list := range all {
		slices.SortFunc(list, func(a, b textEdit) int {
			return cmp.Or(cmp.Compare(a.Range.Start.Line, b.Range.Start.Line), cmp.Compare(a.Range.Start.Character, b.Range.Start.Character))
		})
		all[uri] = slices.Compact(list)
	}
	return &workspaceEdit{all}, nil
}

// renamed returns the edits of a program that rename a symbol, after trying them.
func (p *prog) renamed(s *index.Symbol, name string) ([]index.Edit, error) {
	edits, err := p.index().Rename(s, name)
	if err != nil {
		return nil, failed("%v", err)
	}
	texts := lang.Texts{}
	for _, f := range p.model.Files {
		texts[f.Src.Name] = index.Apply(f.Src, edits)
		if lang.IsJSON(f.Src.Name) && slices.ContainsFunc(edits, func(e index.Edit) bool { return e.At.Src == f.Src }) {
			return nil, failed("%s mentions the name in the JSON form, where it cannot be renamed", f.Src.Name)
		}
	}
	m, found := lang.Load(texts, p.model.Files[0].Src.Name)
	if o := index.Same(p.index(), index.New(m)); o != nil {
		return nil, failed("%q clashes with another name: %v would mean something else", name, o.At.Position())
	}
	if len(found.All) > len(p.found.All) {
		return nil, failed("%q cannot stand at every place: %v", name, first(found))
	}
	if known := p.check(); !known.HasErrors() {
		if _, ds := p.w.link(m); ds.HasErrors() {
			return nil, failed("%q cannot be the name: %v", name, first(ds))
		}
	}
	return edits, nil
}

// first returns the first error of a list, or the first finding.
func first(ds diag.List) *diag.Diagnostic {
	i := slices.IndexFunc(ds.All, func(d diag.Diagnostic) bool { return d.Severity == diag.Error })
	return &ds.All[max(i, 0)]
}
