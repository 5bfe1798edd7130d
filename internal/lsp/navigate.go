package lsp

import (
	"cmp"
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang/index"
)

// definition returns where the name at a place is declared.
func (s *server) definition(p *positionParams) (any, error) {
	pl, err := s.at(p)
	if err != nil {
		return nil, err
	}
	o, ok := pl.symbol()
	if !ok {
		return []location{}, nil
	}
	if o.Sym.Kind == index.File {
		return pl.fileLocation(o.Sym.Name), nil
	}
	list := []location{}
	for _, d := range pl.index().Of(o.Sym) {
		if d.Role == index.Declares {
			list = append(list, pl.location(d.At))
		}
	}
	return list, nil
}

func (p *prog) fileLocation(name string) []location {
	for _, f := range p.model.Files {
		if f.Name == name {
			return []location{p.location(diag.Span{Src: f.Src})}
		}
	}
	return []location{}
}

// typeDefinition returns where the type of the name at a place is declared.
func (s *server) typeDefinition(p *positionParams) (any, error) {
	pl, err := s.at(p)
	if err != nil {
		return nil, err
	}
	list := []location{}
	if o, ok := pl.symbol(); ok {
		if t := pl.index().Named(pl.typeOf(o.Sym), index.Type); t != nil {
			if at, ok := pl.index().Declaration(t); ok {
				list = append(list, pl.location(at))
			}
		}
	}
	return list, nil
}

// twin is the symbol of an occurrence in one of the programs that contain its declaration.
type twin struct {
	*prog
	sym *index.Symbol
}

// twins returns a symbol as it is in each program that contains its declaration.
func (s *server) twins(pl place, sym *index.Symbol) []twin {
	list := []twin{{pl.prog, sym}}
	at, ok := pl.index().Declaration(sym)
	if !ok {
		return list
	}
	key := pl.keys[at.Src]
	for _, p := range s.space.programsOf(key) {
		f := p.file(key)
		if p == pl.prog || f == nil {
			continue
		}
		if o, ok := p.index().At(f.Src, int(at.Start)); ok && o.Sym != nil {
			list = append(list, twin{p, o.Sym})
		}
	}
	return list
}

type referenceParams struct {
	positionParams
	Context struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
}

// references returns every place that mentions the name at a place, in all programs that contain its declaration.
func (s *server) references(p *referenceParams) (any, error) {
	s.space.rescan = true // a file made a moment ago may mention the name
	pl, err := s.at(&p.positionParams)
	if err != nil {
		return nil, err
	}
	o, ok := pl.symbol()
	if !ok {
		return []location{}, nil
	}
	return s.uses(pl, o.Sym, p.Context.IncludeDeclaration), nil
}

func (s *server) uses(pl place, sym *index.Symbol, declarations bool) []location {
	list := []location{}
	for _, t := range s.twins(pl, sym) {
		for _, o := range t.index().Of(t.sym) {
			if declarations || o.Role != index.Declares {
				list = append(list, t.location(o.At))
			}
		}
	}
	slices.SortFunc(list, func(a, b location) int {
		return cmp.Or(cmp.Compare(a.URI, b.URI), cmp.Compare(a.Range.Start.Line, b.Range.Start.Line), cmp.Compare(a.Range.Start.Character, b.Range.Start.Character))
	})
	return slices.Compact(list)
}

type highlightRecord struct {
	Range lspRange `json:"range"`
	Kind  int      `json:"kind"`
}

// highlight returns where a document mentions the name at a place.
func (s *server) highlight(p *positionParams) (any, error) {
	pl, err := s.at(p)
	if err != nil {
		return nil, err
	}
	list := []highlightRecord{}
	o, ok := pl.symbol()
	if !ok {
		return list, nil
	}
	for _, u := range pl.index().Of(o.Sym) {
		if u.At.Src != pl.file.Src {
			continue
		}
		kind := 2
		if u.Role == index.Declares || u.Role == index.Writes {
			kind = 3
		}
		list = append(list, highlightRecord{pl.text.span(u.At), kind})
	}
	return list, nil
}
