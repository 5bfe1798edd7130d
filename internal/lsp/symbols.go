package lsp

import (
	"cmp"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang/index"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// maxSymbols bounds the answer to a search for symbols.
const maxSymbols = 500

type documentSymbol struct {
	Name           string           `json:"name"`
	Detail         string           `json:"detail,omitempty"`
	Kind           int              `json:"kind"`
	Range          lspRange         `json:"range"`
	SelectionRange lspRange         `json:"selectionRange"`
	Children       []documentSymbol `json:"children,omitempty"`
}

// Kinds of symbols, as the protocol numbers them.
var symbolKinds = map[index.Kind]int{
	index.Type: 10, index.Value: 22, index.Object: 19, index.Const: 14, index.State: 8, index.Derived: 7, index.Function: 12,
	index.Action: 12, index.Operator: 12, index.Task: 11, index.Tree: 5, index.Goal: 24, index.Brain: 2, index.Squad: 4, index.Agent: 5,
	index.Personality: 2, index.Sense: 7, index.Memory: 7, index.Method: 6, index.Way: 6, index.Want: 24, index.RoleName: 8, index.Token: 8, index.Test: 6, index.Layer: 8,
}

// listed reports whether symbols of a kind are in outlines and in searches.
func listed(k index.Kind) bool { return symbolKinds[k] != 0 }

// documentSymbol returns the outline of a document.
func (s *server) documentSymbol(p *documentParams) (any, error) {
	pl, err := s.at(&positionParams{TextDocument: p.TextDocument})
	if err != nil {
		return nil, err
	}
	byDecl := map[any][]index.Occurrence{}
	children := map[*index.Symbol][]index.Occurrence{}
	for _, o := range pl.index().In(pl.file.Src) {
		if o.Role != index.Declares || o.Sym == nil || !listed(o.Sym.Kind) {
			continue
		}
		if d, ok := o.Sym.Decl.(def.Decl); ok && o.Sym.In == nil {
			byDecl[d] = append(byDecl[d], o)
		} else if o.Sym.In != nil {
			children[o.Sym.In] = append(children[o.Sym.In], o)
		}
	}
	list := []documentSymbol{}
	for _, d := range pl.file.Decls {
		if st, ok := d.(*def.State); ok {
			list = append(list, pl.stateSymbol(st, byDecl))
			continue
		}
		for _, o := range byDecl[d] {
			list = append(list, pl.outline(o, children, 0))
		}
	}
	return list, nil
}

// stateSymbol is the outline of a block of symbols.
func (pl place) stateSymbol(d *def.State, byDecl map[any][]index.Occurrence) documentSymbol {
	at := d.At
	if d.NameAt.Src != nil {
		at = d.NameAt
	}
	out := documentSymbol{Name: strings.TrimSpace("state " + d.Scope), Kind: 3, Range: pl.text.span(d.At), SelectionRange: pl.text.span(at)}
	for _, line := range d.Symbols {
		for _, o := range byDecl[line] {
			out.Children = append(out.Children, pl.outline(o, nil, 0))
		}
	}
	return out
}

func (pl place) outline(o index.Occurrence, children map[*index.Symbol][]index.Occurrence, depth int) documentSymbol {
	out := documentSymbol{Name: o.Sym.Name, Detail: o.Sym.Kind.String(), Kind: symbolKinds[o.Sym.Kind], SelectionRange: pl.text.span(o.At), Range: pl.text.span(wholeOf(o))}
	for _, c := range children[o.Sym] {
		if depth < 2 {
			out.Children = append(out.Children, pl.outline(c, children, depth+1))
		}
	}
	return out
}

// wholeOf returns the place of a whole declaration; that of its name, where it shares the declaration with others.
func wholeOf(o index.Occurrence) diag.Span {
	d, ok := o.Sym.Decl.(def.Decl)
	if !ok || o.Sym.Kind == index.Value || o.Sym.Kind == index.Object {
		return o.At
	}
	at := d.Header().At
	if at.Src != o.At.Src || at.Start > o.At.Start || at.End < o.At.End {
		return o.At
	}
	return at
}

type workspaceSymbolParams struct {
	Query string `json:"query"`
}

type symbolInformation struct {
	Name          string   `json:"name"`
	Kind          int      `json:"kind"`
	Location      location `json:"location"`
	ContainerName string   `json:"containerName,omitempty"`
}

// workspaceSymbol finds declarations whose names have the letters of a query in this order.
func (s *server) workspaceSymbol(p *workspaceSymbolParams) (any, error) {
	list := []symbolInformation{}
	s.space.scan()
	seen := map[string]bool{}
	for _, key := range s.space.known {
		for _, pr := range s.space.programsOf(key) {
			if seen[pr.main] {
				continue
			}
			seen[pr.main] = true
			for _, sym := range pr.index().Symbols {
				at, ok := pr.index().Declaration(sym)
				if !ok || !listed(sym.Kind) || !matches(sym.Name, p.Query) {
					continue
				}
				info := symbolInformation{Name: sym.Name, Kind: symbolKinds[sym.Kind], Location: pr.location(at)}
				if sym.In != nil {
					info.ContainerName = sym.In.Name
				}
				list = append(list, info)
			}
		}
	}
	slices.SortFunc(list, func(a, b symbolInformation) int {
		return cmp.Or(cmp.Compare(len(a.Name), len(b.Name)), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Location.URI, b.Location.URI),
			cmp.Compare(a.Location.Range.Start.Line, b.Location.Range.Start.Line), cmp.Compare(a.Location.Range.Start.Character, b.Location.Range.Start.Character))
	})
	list = slices.Compact(list)
	return list[:min(len(list), maxSymbols)], nil
}

// matches reports whether a name has the letters of a query in their order, whatever their case.
func matches(name, query string) bool {
	rest := []rune(strings.ToLower(query))
	for _, r := range strings.ToLower(name) {
		if len(rest) > 0 && r == rest[0] {
			rest = rest[1:]
		}
	}
	return len(rest) == 0
}
