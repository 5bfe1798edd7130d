package htn

import (
	"cmp"
	"slices"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/sorting"
	"github.com/karakuri-ai/karakuri/world"
)

// ordering computes the order of a plan's steps, one step after the other. Each step has candidates: the steps that the
// methods put directly before it, and the last ones that touched a cell that it touches. Those that come before another
// candidate are dropped. To find that out, the steps are laid out in chains, in each of which a step comes before the
// next one, and a step knows of each chain the last step that comes before it. So the time grows with candidates times
// chains, where a sequence is one chain.
type ordering struct {
	pl         *Plan
	candidates links     // by step: those before it
	chain      []int32   // by step
	tails      []int32   // by chain: its last step
	before     [][]int32 // by step: of each chain but its own the last step that comes before it, if one does
	latest     []int32   // by chain: the same of the step that is dealt with; -1: none does
	known      []int32   // the chains of which one does
	cells      cells
	edges      [][2]int
	work       int // candidates and chains looked at; for tests
}

// links are a list of steps for each step.
type links struct {
	heads []int32 // by step: index of its list, + 1
	list  []link
}

type link struct {
	step int32
	next int32 // + 1
}

func (l *links) add(of, step int32) {
	l.list = append(l.list, link{step, l.heads[of]})
	l.heads[of] = int32(len(l.list))
}

func (o *ordering) order(pl *Plan, m *expr.Machine) [][2]int {
	n := len(pl.steps)
	o.pl, o.chain, o.before, o.candidates.heads = pl, make([]int32, n), make([][]int32, n), make([]int32, n)
	o.followMethods()
	var list []int32
	for b := range int32(n) {
		touched := pl.footprint(int(b), m)
		list = o.cells.earlier(&touched, list[:0])
		for at := o.candidates.heads[b]; at != 0; at = o.candidates.list[at-1].next {
			list = append(list, o.candidates.list[at-1].step)
		}
		slices.Sort(list)
		list = slices.Compact(list)
		slices.Reverse(list)
		o.place(b, list)
		o.cells.note(&touched, b, o.chain[b])
	}
	o.work += o.cells.work
	sorting.By(o.edges, func(x, y [2]int) int { return cmp.Or(cmp.Compare(x[0], y[0]), cmp.Compare(x[1], y[1])) })
	return o.edges
}

// place keeps those candidates of a step, the last first, that come before no other, and adds the step to a chain that
// ends in one of them, or to a new one.
func (o *ordering) place(b int32, candidates []int32) {
	chain, first := int32(-1), int32(-1)
	for _, a := range candidates {
		o.work++
		switch c := o.chain[a]; {
		case first < 0:
			first = a
		case c == o.chain[first]:
			continue
		default:
			if len(o.known) == 0 {
				o.learn(first)
			}
			if o.latest[c] >= a {
				continue
			}
			o.learn(a)
		}
		o.edges = append(o.edges, [2]int{int(a), int(b)})
		if c := o.chain[a]; chain < 0 && o.tails[c] == a {
			chain = c
		}
	}
	if chain < 0 {
		chain = int32(len(o.tails))
		o.tails, o.latest = append(o.tails, 0), append(o.latest, -1)
	}
	o.chain[b], o.tails[chain] = chain, b
	if first >= 0 && len(o.known) == 0 && o.chain[first] == chain {
		o.before[b] = o.before[first] // there is nothing else before it
		return
	}
	if first >= 0 && len(o.known) == 0 {
		o.learn(first)
	}
	for _, c := range o.known {
		if c != chain {
			o.before[b] = append(o.before[b], o.latest[c])
		}
		o.latest[c] = -1
	}
	o.known = o.known[:0]
}

// learn notes that a step comes before the one that is dealt with, and so does what comes before it.
func (o *ordering) learn(a int32) {
	o.hear(a)
	for _, s := range o.before[a] {
		o.hear(s)
	}
}

func (o *ordering) hear(a int32) {
	o.work++
	c := o.chain[a]
	if o.latest[c] < 0 {
		o.known = append(o.known, c)
	}
	o.latest[c] = max(o.latest[c], a)
}

// subtask is one of a method instance: a step, or ^ a node.
type subtask = int32

// ends are the steps of a subtask that no other of its steps comes before, or after.
type ends struct {
	first, last []subtask // of the node itself; two or more, or one step
}

// followMethods finds the candidates by the methods: if one subtask comes before another, and none with steps is
// between them, the last steps of the one come before the first steps of the other.
func (o *ordering) followMethods() {
	pl := o.pl
	kids := make([][]subtask, len(pl.nodes))
	for i := range pl.steps {
		if p := pl.steps[i].parent; p >= 0 {
			kids[p] = append(kids[p], subtask(i))
		}
	}
	all := make([]ends, len(pl.nodes))
	for n := int32(len(pl.nodes)) - 1; n >= 0; n-- { // a parent's number is lower than its children's
		list := kids[n]
		sorting.By(list, func(a, b subtask) int { return cmp.Compare(o.ordinal(a), o.ordinal(b)) })
		if len(list) == 0 {
			continue
		}
		o.followMethod(&pl.d.methods[pl.nodes[n].method], list, all, &all[n])
		if p := pl.nodes[n].parent; p >= 0 {
			kids[p] = append(kids[p], ^n)
		}
	}
}

func (o *ordering) ordinal(p subtask) int32 {
	if p >= 0 {
		return o.pl.steps[p].ordinal
	}
	return o.pl.nodes[^p].ordinal
}

func (o *ordering) followMethod(m *method, list []subtask, all []ends, out *ends) {
	if m.before == nil {
		for i := range list[1:] {
			o.chainUp(list[i], list[i+1], all)
		}
		out.first, out.last = shorten(list[:1], all, true), shorten(list[len(list)-1:], all, false)
		return
	}
	n := m.subtasks()
	before := func(a, b subtask) bool { return m.before[int(o.ordinal(a))*n+int(o.ordinal(b))] }
	var first, last []subtask
	for i, b := range list {
		isFirst, isLast := true, true
		for k, a := range list {
			isFirst = isFirst && (k == i || !before(a, b))
			isLast = isLast && (k == i || !before(b, a))
			if before(a, b) && !slices.ContainsFunc(list, func(c subtask) bool { return before(a, c) && before(c, b) }) {
				o.chainUp(a, b, all)
			}
		}
		if isFirst {
			first = append(first, b)
		}
		if isLast {
			last = append(last, b)
		}
	}
	out.first, out.last = shorten(first, all, true), shorten(last, all, false)
}

// shorten omits a node that stands alone: its own ends are the same.
func shorten(list []subtask, all []ends, first bool) []subtask {
	if len(list) > 1 || list[0] >= 0 {
		return list
	}
	if first {
		return all[^list[0]].first
	}
	return all[^list[0]].last
}

// chainUp makes the last steps of a subtask candidates of the first steps of another.
func (o *ordering) chainUp(a, b subtask, all []ends) {
	eachEnd([]subtask{b}, all, true, func(later int32) {
		eachEnd([]subtask{a}, all, false, func(earlier int32) {
			o.work++
			o.candidates.add(later, earlier)
		})
	})
}

func eachEnd(list []subtask, all []ends, first bool, visit func(step int32)) {
	for _, p := range list {
		switch {
		case p >= 0:
			visit(p)
		case first:
			eachEnd(all[^p].first, all, first, visit)
		default:
			eachEnd(all[^p].last, all, first, visit)
		}
	}
}

// cells say which steps touched a cell last.
type cells struct {
	symbols map[*world.Symbol]*touchedSymbol
	work    int // steps looked at
}

// touchedSymbol records what has touched a symbol since all of it was last written.
type touchedSymbol struct {
	writer                   int32 // that wrote all of it; -1: none
	cells                    map[world.Addr]*touchedCell
	written, read, readAsOne lastSteps // some cell; all of it
}

// touchedCell records what has touched a cell since.
type touchedCell struct {
	writer int32     // the last one; -1: none since all of the symbol was written
	read   lastSteps // since the cell was written
}

// lastSteps are steps, of each chain the last one.
type lastSteps struct {
	steps []int32
	at    map[int32]int // by chain
}

func (l *lastSteps) add(step, chain int32) {
	if at, ok := l.at[chain]; ok {
		l.steps[at] = step
		return
	}
	if l.at == nil {
		l.at = map[int32]int{}
	}
	l.at[chain] = len(l.steps)
	l.steps = append(l.steps, step)
}

func (c *cells) symbol(s *world.Symbol) *touchedSymbol {
	if c.symbols == nil {
		c.symbols = map[*world.Symbol]*touchedSymbol{}
	}
	t := c.symbols[s]
	if t == nil {
		t = &touchedSymbol{writer: -1, cells: map[world.Addr]*touchedCell{}}
		c.symbols[s] = t
	}
	return t
}

func (t *touchedSymbol) cell(a world.Addr) *touchedCell {
	c := t.cells[a]
	if c == nil {
		c = &touchedCell{writer: -1}
		t.cells[a] = c
	}
	return c
}

// earlier appends the last steps that a step must come after, for what both touch.
func (c *cells) earlier(f *footprint, list []int32) []int32 {
	before := len(list)
	for _, a := range f.reads {
		t := c.symbol(a.Sym)
		if a.Whole {
			list = append(appendStep(list, t.writer), t.written.steps...)
		} else {
			list = t.appendWriter(list, t.cell(a.Addr))
		}
	}
	for _, a := range f.writes {
		t := c.symbol(a.Sym)
		list = append(list, t.readAsOne.steps...)
		if a.Whole {
			list = append(append(appendStep(list, t.writer), t.written.steps...), t.read.steps...)
		} else {
			cell := t.cell(a.Addr)
			list = append(t.appendWriter(list, cell), cell.read.steps...)
		}
	}
	c.work += len(list) - before
	return list
}

// appendWriter appends the step that wrote a cell last, alone or with all of the symbol.
func (t *touchedSymbol) appendWriter(list []int32, c *touchedCell) []int32 {
	if c.writer >= 0 {
		return append(list, c.writer)
	}
	return appendStep(list, t.writer)
}

func appendStep(list []int32, step int32) []int32 {
	if step < 0 {
		return list
	}
	return append(list, step)
}

// note notes that a step of a chain touches its cells.
func (c *cells) note(f *footprint, step, chain int32) {
	for _, a := range f.reads {
		t := c.symbol(a.Sym)
		if a.Whole {
			t.readAsOne.add(step, chain)
		} else {
			t.cell(a.Addr).read.add(step, chain)
			t.read.add(step, chain)
		}
	}
	for _, a := range f.writes {
		t := c.symbol(a.Sym)
		if a.Whole {
			*t = touchedSymbol{writer: step, cells: map[world.Addr]*touchedCell{}}
		} else {
			*t.cell(a.Addr) = touchedCell{writer: step}
			t.written.add(step, chain)
		}
	}
}
