package studio

import (
	"slices"

	"github.com/karakuri-ai/karakuri/world"
)

// maxCells limits the number of listed cells of one relation.
const maxCells = 200

// Cell is a value of the world state.
type Cell struct {
	Name   string `json:"name"`   // "money", "visible(e1)"
	Symbol string `json:"symbol"` // without arguments: "visible"
	Value  string `json:"value"`
	Scope  string `json:"scope"`
	Type   string `json:"type"`
	Sensed bool   `json:"sensed,omitempty"` // the host writes it
}

// cellsOf lists the values of a state: all symbols without parameters, and the cells of relations that differ from the
// default.
func cellsOf(st *world.State) []Cell {
	out := []Cell{}
	schema := st.Schema()
	for i := range schema.Symbols {
		sym := &schema.Symbols[i]
		if sym.Says != "" {
			continue
		}
		if len(sym.Params) == 0 {
			out = append(out, cellAt(st, sym, sym.Base))
			continue
		}
		n := 0
		st.Cells(sym, func(args, _ []world.Word) bool {
			if at, ok := sym.Addr(args...); ok {
				out = append(out, cellAt(st, sym, at))
				n++
			}
			return n < maxCells
		})
	}
	return out
}

func cellAt(st *world.State, sym *world.Symbol, at world.Addr) Cell {
	return Cell{Name: world.FormatCell(st, sym, at), Symbol: sym.Name, Value: valueAt(st, sym, at), Scope: scopeName(sym.Scope),
		Type: world.FormatType(st.Schema(), sym.Type), Sensed: sym.Sensed}
}

func valueAt(st *world.State, sym *world.Symbol, at world.Addr) string {
	words := []world.Word{st.Get(at)}
	if sym.Type.Width() == 2 {
		words = append(words, st.Get(at+1))
	}
	return world.FormatWord(st.Schema(), st, sym.Type, words)
}

// Change is a cell that was written.
type Change struct {
	Name   string `json:"name"`
	Symbol string `json:"symbol"` // without arguments
	Was    string `json:"was"`
	Is     string `json:"is"`
}

// changesOf lists the writes to a state since a mark, each cell once. before is the state at the mark.
func changesOf(st, before *world.State, since world.Mark) []Change {
	var out []Change
	var seen []world.Addr
	for _, ch := range st.Changes(since) {
		sym := st.Schema().SymbolAt(ch.Addr)
		if sym == nil || sym.Says != "" {
			continue
		}
		at := ch.Addr
		if sym.Type.Width() == 2 {
			at = sym.Base + (ch.Addr-sym.Base)/2*2
		}
		if slices.Contains(seen, at) {
			continue
		}
		seen = append(seen, at)
		c := Change{world.FormatCell(st, sym, at), sym.Name, valueAt(before, sym, at), valueAt(st, sym, at)}
		if c.Was != c.Is {
			out = append(out, c)
		}
	}
	return out
}

func scopeName(s world.Scope) string {
	switch s {
	case world.ScopeWorld:
		return "world"
	case world.ScopeSquad:
		return "squad"
	}
	return "agent"
}
