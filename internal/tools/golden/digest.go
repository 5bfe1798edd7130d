// Package golden pins the behaviour of whole programs in tests: digests of all values in a crowd's states, tick by
// tick, and a dump of a karakuri file's content. Both use the names of the language and public queries, so that they
// stay the same when the engine is restructured.
package golden

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strconv"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// Watch makes digests of a crowd. It skips everything that has not changed since the last one. Not safe for concurrent
// use.
type Watch struct {
	crowd   *agent.Crowd
	symbols [][]*world.Symbol // by scope, in the order of their names
	types   []*world.ObjectType
	known   map[int64]known // by the number of an agent; 0: the world
	buf     []byte
	text    io.Writer
}

// known is the digest of a state when it had a hash.
type known struct{ hash, digest uint64 }

// NewWatch returns a watch of a crowd. Every cell that has changed is written to text as well, unless that is nil.
func NewWatch(c *agent.Crowd, text io.Writer) *Watch {
	w := &Watch{crowd: c, known: map[int64]known{}, symbols: make([][]*world.Symbol, world.ScopeWorld+1), text: text}
	schema := c.Schema()
	for i := range schema.Symbols {
		s := &schema.Symbols[i]
		w.symbols[s.Scope] = append(w.symbols[s.Scope], s)
	}
	for _, list := range w.symbols {
		slices.SortFunc(list, func(a, b *world.Symbol) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Says, b.Says)) })
	}
	for i := range schema.Types {
		w.types = append(w.types, &schema.Types[i])
	}
	slices.SortFunc(w.types, func(a, b *world.ObjectType) int { return cmp.Compare(a.Name, b.Name) })
	return w
}

// Digest returns a digest of the values of all symbols and of all objects, in the world and as each agent and squad has
// them now, as far as they differ from those that the file declares. Enum values and objects count by their names.
func (w *Watch) Digest() uint64 {
	st := w.crowd.World()
	sum := w.digest(0, st, func() {
		w.objects(st)
		w.cells(st, world.ScopeWorld)
	})
	for id := range w.crowd.All {
		st := w.crowd.State(id)
		sum += w.digest(w.crowd.Number(id), st, func() {
			w.buf = append(w.buf, w.crowd.KindOf(id)+"\n"...)
			w.cells(st, world.ScopeAgent)
			w.cells(st, world.ScopeSquad)
		})
	}
	return sum
}

// digest returns the digest of what write appends to the buffer for a state.
func (w *Watch) digest(number int64, st *world.State, write func()) uint64 {
	if was, ok := w.known[number]; ok && was.hash == st.Hash() {
		return was.digest
	}
	w.buf = fmt.Appendf(w.buf[:0], "agent %d ", number)
	write()
	h := fnv.New64a()
	h.Write(w.buf)
	if w.text != nil {
		fmt.Fprintf(w.text, "tick %d %s", w.crowd.Tick(), w.buf)
	}
	w.known[number] = known{st.Hash(), h.Sum64()}
	return h.Sum64()
}

// objects appends the objects there are, by type.
func (w *Watch) objects(st *world.State) {
	for _, t := range w.types {
		w.buf = append(w.buf, "\n"+t.Name+":"...)
		for _, o := range st.Objects(t.ID) {
			if st.TypeOf(o) == t.ID {
				w.buf = append(w.buf, " "+st.PlainName(o, t.ID)...)
			}
		}
	}
	w.buf = append(w.buf, '\n')
}

// cells appends the cells of a scope that differ from their defaults.
func (w *Watch) cells(st *world.State, scope world.Scope) {
	for _, s := range w.symbols[scope] {
		st.Cells(s, func(args, words []world.Word) bool {
			w.buf = append(append(w.buf, "  "+s.Name...), s.Says...)
			for i, p := range s.Params {
				w.buf = append(w.buf, ' ')
				w.word(st, p, args[i:i+1])
			}
			w.buf = append(w.buf, " = "...)
			w.word(st, s.Type, words)
			w.buf = append(w.buf, '\n')
			return true
		})
	}
}

// word appends a value.
func (w *Watch) word(st *world.State, t world.Type, words []world.Word) {
	switch schema := st.Schema(); t.Kind {
	case world.KindFloat, world.KindVec2:
		for _, word := range words {
			w.buf = append(strconv.AppendFloat(w.buf, word.Float(), 'g', -1, 64), ' ')
		}
	case world.KindEnum:
		w.buf = append(w.buf, schema.Enums[t.ID].Values[words[0]]...)
	case world.KindObject:
		w.buf = append(w.buf, st.PlainName(words[0], t.ID)...)
	default:
		w.buf = strconv.AppendInt(w.buf, int64(words[0]), 10)
	}
}

// fold makes one number of two, so that order matters.
func fold(sum, next uint64) uint64 {
	h := fnv.New64a()
	var b [16]byte
	binary.LittleEndian.PutUint64(b[:8], sum)
	binary.LittleEndian.PutUint64(b[8:], next)
	h.Write(b[:])
	return h.Sum64()
}
