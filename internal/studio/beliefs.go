package studio

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/world"
)

// maxBeliefs is the maximum number of beliefs that a view draws of an agent.
const maxBeliefs = 100

// beliefsOf returns where an agent believes others to be by its symbols and those of its squad: the cells about an
// object whose value is a place, as in seen_at(kane) = yard. spot returns the place of a value.
func beliefsOf(st *world.State, spot func(action.Value) (at [2]float64, ok bool)) (list []Fact) {
	schema := st.Schema()
	for i := range schema.Symbols {
		sym := &schema.Symbols[i]
		if sym.Says != "" || sym.Scope == world.ScopeWorld || len(sym.Params) != 1 || sym.Type.Kind != world.KindObject {
			continue
		}
		st.Cells(sym, func(args, _ []world.Word) bool {
			at, ok := sym.Addr(args...)
			if !ok {
				return true
			}
			v := action.Value{Type: sym.Type}
			v.Words[0] = st.Get(at)
			if where, is := spot(v); is {
				list = append(list, Fact{Name: world.FormatCell(st, sym, at), X: where[0], Y: where[1], Confidence: 1, Belief: true})
			}
			return len(list) < maxBeliefs
		})
	}
	return list
}
