package lsp

import (
	"github.com/karakuri-ai/karakuri/internal/lang/index"
)

type callItem struct {
	Name           string   `json:"name"`
	Kind           int      `json:"kind"`
	Detail         string   `json:"detail"`
	URI            string   `json:"uri"`
	Range          lspRange `json:"range"`
	SelectionRange lspRange `json:"selectionRange"`
}

type callParams struct {
	Item callItem `json:"item"`
}

type incomingCall struct {
	From       callItem   `json:"from"`
	FromRanges []lspRange `json:"fromRanges"`
}

type outgoingCall struct {
	To         callItem   `json:"to"`
	FromRanges []lspRange `json:"fromRanges"`
}

// prepareCalls returns the declaration of the name at a place, if it is one that plans or acts.
func (s *server) prepareCalls(p *positionParams) (any, error) {
	pl, err := s.at(p)
	if err != nil {
		return nil, err
	}
	if o, ok := pl.symbol(); ok {
		if item, ok := pl.callItem(owner(o.Sym)); ok {
			return []callItem{item}, nil
		}
	}
	return []callItem{}, nil
}

// owner returns the declaration that a symbol belongs to, the symbol itself if it is one.
func owner(s *index.Symbol) *index.Symbol {
	for s.In != nil {
		s = s.In
	}
	return s
}

// callItem describes a declaration that calls others or is called.
func (p *prog) callItem(s *index.Symbol) (callItem, bool) {
	if s == nil {
		return callItem{}, false
	}
	switch s.Kind {
	case index.Action, index.Operator, index.Task, index.Tree, index.Goal, index.Brain, index.Squad, index.Agent, index.Test:
	default:
		return callItem{}, false
	}
	for _, o := range p.index().Of(s) {
		if o.Role == index.Declares {
			at := p.location(o.At)
			return callItem{Name: s.Name, Kind: symbolKinds[s.Kind], Detail: s.Kind.String(), URI: at.URI, Range: p.textOf(o.At.Src).span(wholeOf(o)), SelectionRange: at.Range}, true
		}
	}
	return callItem{}, false
}

// callee returns the symbol of an item that the client sends back.
func (s *server) itemSymbol(p *callParams) (place, *index.Symbol, error) {
	pl, err := s.at(&positionParams{TextDocument: documentID{p.Item.URI}, Position: p.Item.SelectionRange.Start})
	if err != nil {
		return pl, nil, err
	}
	o, ok := pl.symbol()
	if !ok {
		return pl, nil, failed("there is no declaration any more")
	}
	return pl, o.Sym, nil
}

// incomingCalls returns what plans for a task, runs a tree or does an action.
func (s *server) incomingCalls(p *callParams) (any, error) {
	pl, sym, err := s.itemSymbol(p)
	if err != nil {
		return nil, err
	}
	list := []incomingCall{}
	for _, t := range s.twins(pl, sym) {
		at := map[*index.Symbol]int{}
		for _, o := range t.index().Of(t.sym) {
			if o.Role == index.Declares || o.In == nil {
				continue
			}
			from := owner(o.In)
			item, ok := t.callItem(from)
			if !ok {
				continue
			}
			i, known := at[from]
			if !known {
				i = indexOfCall(list, item)
				if at[from] = i; i == len(list) {
					list = append(list, incomingCall{From: item})
				} else {
					continue // another program has the same file
				}
			}
			if at[from] < len(list) {
				list[i].FromRanges = append(list[i].FromRanges, t.textOf(o.At.Src).span(o.At))
			}
		}
	}
	return list, nil
}

// indexOfCall returns the place of a caller in a list; its length if it is not there.
func indexOfCall(list []incomingCall, item callItem) int {
	for i := range list {
		if list[i].From == item {
			return i
		}
	}
	return len(list)
}

// outgoingCalls returns what a declaration plans for, runs or does.
func (s *server) outgoingCalls(p *callParams) (any, error) {
	pl, sym, err := s.itemSymbol(p)
	if err != nil {
		return nil, err
	}
	list := []outgoingCall{}
	at := map[*index.Symbol]int{}
	for _, o := range pl.index().In(pl.file.Src) {
		if o.Sym == nil || o.Role == index.Declares || o.In == nil || owner(o.In) != sym || o.Sym == sym && o.Role != index.Calls {
			continue
		}
		item, ok := pl.callItem(o.Sym)
		if !ok {
			continue
		}
		if _, known := at[o.Sym]; !known {
			at[o.Sym] = len(list)
			list = append(list, outgoingCall{To: item})
		}
		list[at[o.Sym]].FromRanges = append(list[at[o.Sym]].FromRanges, pl.text.span(o.At))
	}
	return list, nil
}
