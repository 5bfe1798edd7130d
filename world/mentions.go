package world

import (
	"cmp"
	"slices"
)

// mentions tells which words of a sparse table mention an object as an argument, or hold one, in order of the objects and then of the addresses. It is worked
// out when many objects go in a row ([inARow]), and never changed: what it tells of may be gone, but nothing is left out.
type mentions []mention

type mention struct {
	object Word // without its generation
	addr   Addr
}

const anyGeneration = 1<<generationShift - 1

// inARow is how many objects go in a row before the words are sorted by what they mention: sorting takes about as long as looking at all words as often.
const inARow = 16

// resetSparse gives their default to all sparse cells that mention or hold an object.
func (st *State) resetSparse(pop int32, index int, o Object) {
	s := st.schema
	st.comes()
	st.scratch = st.mentioning(pop, index, o, st.scratch[:0])
	gone := st.gone
	for _, a := range st.scratch {
		st.setSparse(a, s.defaults[a.ordinal()][a&1])
	}
	st.gone = gone + 1
}

// mentioning appends the addresses of the sparse words that mention or hold an object, in order. For the first
// objects it looks at all words.
func (st *State) mentioning(pop int32, index int, o Object, list []Addr) []Addr {
	s := st.schema
	want := func(a Addr, w Word) bool {
		st.looked++
		return s.mentions(a, w, pop, index, o)
	}
	if st.gone < inARow || st.sparse.base.part == nil {
		return st.sparse.collect(list, s.defaults, want)
	}
	st.looked += len(st.sparse.overlay.entries)
	for _, e := range st.sparse.overlay.entries {
		if e.stays(s.defaults) && want(e.addr, e.word) {
			list = append(list, e.addr)
		}
	}
	for _, m := range st.sparse.base.part.value.mentioned(s).of(o & anyGeneration) {
		if st.sparse.overlay.find(m.addr) != nil {
			continue
		}
		if w := st.getSparse(m.addr); w != s.defaults[m.addr.ordinal()][m.addr&1] && want(m.addr, w) {
			list = append(list, m.addr)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// mentions reports whether a sparse word has an object as an argument or is one.
func (s *Schema) mentions(a Addr, w Word, pop int32, index int, o Object) bool {
	sym := s.sparse[a.ordinal()]
	if sym.Type.Kind == KindObject && w == o {
		return true
	}
	for i := range sym.shapes {
		p := &sym.shapes[i]
		if p.kind == KindObject && int32(p.population) == pop && sym.indexAt(i, a) == uint64(index) {
			return true
		}
	}
	return false
}

// mentioned returns what mentions objects. States that share the table may ask at the same time: they work out the same.
func (t *table) mentioned(s *Schema) mentions {
	if m := t.mentions.Load(); m != nil {
		return *m
	}
	m := make(mentions, 0, 2*t.used)
	for _, e := range t.entries {
		if !e.stays(s.defaults) {
			continue
		}
		sym := s.sparse[e.addr.ordinal()]
		if sym.Type.Kind == KindObject {
			m = append(m, mention{e.word & anyGeneration, e.addr})
		}
		for i := range sym.shapes {
			if p := &sym.shapes[i]; p.kind == KindObject {
				m = append(m, mention{makeObject(int32(p.population), int(sym.indexAt(i, e.addr)), 0), e.addr})
			}
		}
	}
	slices.SortFunc(m, func(a, b mention) int { return cmp.Or(cmp.Compare(a.object, b.object), cmp.Compare(a.addr, b.addr)) })
	t.mentions.Store(&m)
	return m
}

// of returns what mentions an object.
func (m mentions) of(o Word) mentions {
	first, _ := slices.BinarySearchFunc(m, o, func(m mention, o Word) int { return cmp.Compare(m.object, o) })
	end := first
	for end < len(m) && m[end].object == o {
		end++
	}
	return m[first:end]
}
