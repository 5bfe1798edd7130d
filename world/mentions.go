package world

import (
	"slices"

	"github.com/karakuri-ai/karakuri/det"
)

// mentions lists the words of a sparse table that have an object as an argument, or hold one. It is computed when some
// objects have been removed ([goneUnlisted]). A word in it may no longer exist, but none is missing: later writes are
// in [laterMentions]. Its memory is reused.
type mentions struct {
	starts [][]int32 // by population and index: where its addresses start; those of the next index follow
	addrs  []Addr
}

type mention struct {
	object Word // without its generation
	addr   Addr
}

const anyGeneration = 1<<generationShift - 1

// goneUnlisted is the number of removed objects after which the words are listed by the objects that they mention:
// building the lists takes about as long as that many searches of all words.
const goneUnlisted = 4

// laterMentions are the words that were written to a table after its mentions were computed, found by object. Once
// there are half as many as words, both are dropped, so that computing them anew takes little time for each write.
type laterMentions struct {
	heads []int32 // a power of two: by hash of the object the last one, + 1
	list  []laterMention
}

type laterMention struct {
	mention
	before int32 // the one before with the same hash, + 1
}

const laterMin = 64 // heads at least

// add notes that a word mentions an object.
func (l *laterMentions) add(m mention) {
	if len(l.list) == len(l.heads) {
		l.spread(max(laterMin, 2*len(l.heads)))
	}
	l.list = append(l.list, laterMention{mention: m})
	l.link(len(l.list) - 1)
}

func (l *laterMentions) spread(size int) {
	l.heads = resize(l.heads, size)
	clear(l.heads)
	for i := range l.list {
		l.link(i)
	}
}

func (l *laterMentions) link(i int) {
	head := l.head(l.list[i].object)
	l.list[i].before, *head = *head, int32(i+1)
}

// head returns where the list of an object begins, among others of the same hash.
func (l *laterMentions) head(object Word) *int32 {
	return &l.heads[det.Mix(uint64(object))&uint64(len(l.heads)-1)]
}

func (l *laterMentions) clear() {
	clear(l.heads)
	l.list = l.list[:0]
}

func (l *laterMentions) copyFrom(src *laterMentions) {
	l.heads, l.list = append(l.heads[:0], src.heads...), append(l.list[:0], src.list...)
}

// note notes what a word that has been written mentions, if mentions have been computed.
func (t *table) note(s *Schema, a Addr, w Word) {
	if !t.listed.Load() {
		return
	}
	if len(t.later.list) > laterMin && 2*len(t.later.list) > t.used {
		t.forgetMentions()
		return
	}
	s.eachMention(a, w, t.later.add)
}

// copyMentions takes over what another table has of mentions.
func (t *table) copyMentions(src *table) {
	if t.later.copyFrom(&src.later); src.listed.Load() {
		t.mentions.copyFrom(&src.mentions)
		t.listed.Store(true)
		return
	}
	t.listed.Store(false)
}

func (m *mentions) copyFrom(src *mentions) {
	m.starts = resize(m.starts, len(src.starts))
	for i := range m.starts {
		m.starts[i] = append(m.starts[i][:0], src.starts[i]...)
	}
	m.addrs = append(m.addrs[:0], src.addrs...)
}

func (t *table) forgetMentions() {
	t.listed.Store(false)
	t.later.clear()
}

// resetSparse gives their default to all sparse cells that mention or hold an object.
func (st *State) resetSparse(pop int32, index int, o Object) {
	s := st.schema
	st.needFar()
	st.scratch = st.mentioning(pop, index, o, st.scratch[:0])
	for _, a := range st.scratch {
		st.setSparse(a, s.defaults[a.ordinal()][a&1])
	}
	if st.gone++; st.isListed() {
		st.gone = 0
	}
}

// isListed reports whether what mentions objects has been computed.
func (st *State) isListed() bool {
	base := st.sparse.base.part
	return base != nil && base.value.listed.Load()
}

// mentioning appends the addresses of the sparse words that mention or hold an object, in order. For the first
// objects it looks at all words.
func (st *State) mentioning(pop int32, index int, o Object, list []Addr) []Addr {
	s := st.schema
	want := func(a Addr, w Word) bool {
		st.looked++
		return s.mentions(a, w, pop, index, o)
	}
	if st.sparse.base.part == nil || st.gone < goneUnlisted && !st.isListed() {
		return st.sparse.collect(list, s.defaults, want)
	}
	st.looked += len(st.sparse.overlay().entries)
	for _, e := range st.sparse.overlay().entries {
		if e.stays(s.defaults) && want(e.addr, e.word) {
			list = append(list, e.addr)
		}
	}
	base := &st.sparse.base.part.value
	if !st.isListed() {
		st.looked += len(base.entries)
	}
	look := func(a Addr) {
		if st.sparse.overlay().find(a) != nil {
			return
		}
		if w := st.getSparse(a); w != s.defaults[a.ordinal()][a&1] && want(a, w) {
			list = append(list, a)
		}
	}
	for _, a := range base.mentioned(s).of(pop, index) {
		look(a)
	}
	base.later.of(o&anyGeneration, func(a Addr) {
		st.looked++
		look(a)
	})
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

// mentioned returns what mentions objects. States that share the table may ask at the same time.
func (t *table) mentioned(s *Schema) *mentions {
	if t.listed.Load() {
		return &t.mentions
	}
	t.listing.Lock()
	defer t.listing.Unlock()
	if !t.listed.Load() {
		t.list(s)
		t.listed.Store(true)
	}
	return &t.mentions
}

func (t *table) list(s *Schema) {
	m := &t.mentions
	m.starts = resize(m.starts, len(s.populations))
	for i := range m.starts {
		m.starts[i] = m.starts[i][:0]
	}
	t.eachMention(s, func(one mention) {
		pop, index := splitObject(one.object)
		for len(m.starts[pop]) < index+2 {
			m.starts[pop] = append(m.starts[pop], 0)
		}
		m.starts[pop][index]++
	})
	end := int32(0)
	for _, starts := range m.starts {
		for i := range starts {
			end += starts[i]
			starts[i] = end // as many are put before it below
		}
	}
	m.addrs = resize(m.addrs, int(end))
	t.eachMention(s, func(one mention) {
		pop, index := splitObject(one.object)
		m.starts[pop][index]--
		m.addrs[m.starts[pop][index]] = one.addr
	})
}

func (t *table) eachMention(s *Schema, visit func(mention)) {
	for _, e := range t.entries {
		if e.stays(s.defaults) {
			s.eachMention(e.addr, e.word, visit)
		}
	}
}

// eachMention calls visit for each object that a sparse word has as an argument or holds.
func (s *Schema) eachMention(a Addr, w Word, visit func(mention)) {
	sym := s.sparse[a.ordinal()]
	if sym.Type.Kind == KindObject {
		if pop, index := splitObject(w); int(pop) < len(s.populations) && index <= s.populations[pop].max { // else no object ever
			visit(mention{w & anyGeneration, a})
		}
	}
	for i := range sym.shapes {
		if p := &sym.shapes[i]; p.kind == KindObject {
			visit(mention{makeObject(int32(p.population), int(sym.indexAt(i, a)), 0), a})
		}
	}
}

// of calls visit for each word that mentions an object, some more than once.
func (l *laterMentions) of(object Word, visit func(Addr)) {
	if len(l.list) == 0 {
		return
	}
	for at := *l.head(object); at != 0; at = l.list[at-1].before {
		if l.list[at-1].object == object {
			visit(l.list[at-1].addr)
		}
	}
}

// of returns the addresses of what mentions an object.
func (m *mentions) of(pop int32, index int) []Addr {
	starts := m.starts[pop]
	if index+1 >= len(starts) {
		return nil
	}
	return m.addrs[starts[index]:starts[index+1]]
}
