package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/karakuri-ai/karakuri/world"
)

// maxCells bounds how many cells of one relation are shown.
const maxCells = 12

// stateTexts returns the values of a scope's symbols as briefly as they can be written: hungry, !has_meal, money=5.
// Relations are shown where they differ from usual, which is a state too; without one, from what they start with. Some
// symbols are omitted.
func stateTexts(st *world.State, scope world.Scope, usual *world.State, without ...*world.Symbol) []string {
	var out []string
	schema := st.Schema()
	for i := range schema.Symbols {
		sym := &schema.Symbols[i]
		switch {
		case sym.Scope != scope || sym.Says != "" || slices.Contains(without, sym):
		case len(sym.Params) == 0:
			out = append(out, cellText(st, sym, sym.Base))
		default:
			out = append(out, relationTexts(st, sym, usual)...)
		}
	}
	return out
}

// relationTexts returns the cells of a relation that differ from usual.
func relationTexts(st *world.State, sym *world.Symbol, usual *world.State) []string {
	var out []string
	more := 0
	tell := func(args []world.Word) {
		switch at, ok := sym.Addr(args...); {
		case !ok || usual != nil && sameCell(st, usual, sym, at):
		case len(out) < maxCells:
			out = append(out, cellText(st, sym, at))
		default:
			more++
		}
	}
	st.Cells(sym, func(args, _ []world.Word) bool { tell(args); return true })
	if usual != nil { // the ones that have their default again
		usual.Cells(sym, func(args, _ []world.Word) bool {
			if at, ok := sym.Addr(args...); ok && isDefault(st, sym, at) {
				tell(args)
			}
			return true
		})
	}
	if more > 0 {
		out = append(out, fmt.Sprintf("(%d more %s)", more, sym.Name))
	}
	return out
}

func sameCell(a, b *world.State, sym *world.Symbol, at world.Addr) bool {
	return slices.Equal(cellWords(a, sym, at), cellWords(b, sym, at))
}

func isDefault(st *world.State, sym *world.Symbol, at world.Addr) bool {
	return slices.Equal(cellWords(st, sym, at), sym.Default[:sym.Type.Width()])
}

// cellText is one cell: "hungry", "!visible(e1)", "money=5".
func cellText(st *world.State, sym *world.Symbol, at world.Addr) string {
	name := world.FormatCell(st, sym, at)
	if sym.Type.Kind == world.KindBool {
		if st.Get(at).Bool() {
			return name
		}
		return "!" + name
	}
	return name + "=" + briefText(st, sym.Type, cellWords(st, sym, at))
}

// briefText is a value with as many digits as people look at.
func briefText(st *world.State, t world.Type, words []world.Word) string {
	switch t.Kind {
	case world.KindFloat:
		return briefNumber(words[0].Float())
	case world.KindVec2:
		return "(" + briefNumber(words[0].Float()) + ", " + briefNumber(words[1].Float()) + ")"
	}
	return world.FormatWord(st.Schema(), st, t, words)
}

// briefNumber rounds to thousandths, where anything is left of it then.
func briefNumber(x float64) string {
	if rounded := math.Round(x*1000) / 1000; rounded != 0 {
		x = rounded
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

func cellWords(st *world.State, sym *world.Symbol, at world.Addr) []world.Word {
	words := []world.Word{st.Get(at)}
	if sym.Type.Width() == 2 {
		words = append(words, st.Get(at+1))
	}
	return words
}
