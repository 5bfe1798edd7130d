package def

import (
	"maps"
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// checkConsts computes the constants, whatever order they are declared in.
func (c *checker) checkConsts() {
	consts := c.entriesOf(kindConst)
	index := indexOf(consts)
	order, circles := arrange(len(consts), func(i int) []int { return c.constNeeds(consts[i], index) })
	for _, loop := range circles {
		c.reportCircle(diag.ConstCycle, consts, loop, "constant %q depends on itself: %s")
	}
	for _, i := range order {
		if e := consts[i]; !e.bad {
			c.checkConst(e)
		}
	}
	for _, e := range consts {
		if !e.bad && !e.lost {
			c.info.Consts = append(c.info.Consts, e.konst)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.opts.Consts)) {
		if c.names.find(name, kindConst) == nil {
			at := spanOf(c.opts.Consts[name])
			c.diags.Errorf(diag.UnknownConst, at, "unknown constant %q", name).Meant(name, c.suggest(name, kindConst))
		}
	}
}

// indexOf returns the place of each entry in a list.
func indexOf(list []*entry) map[*entry]int {
	index := make(map[*entry]int, len(list))
	for i, e := range list {
		index[e] = i
	}
	return index
}

// needsOf returns which of the indexed entries an expression names, in order of first mention.
func (c *checker) needsOf(index map[*entry]int, visit func(func(name string))) []int {
	var needs []int
	seen := map[int]bool{}
	visit(func(name string) {
		if i, ok := index[c.names.entries[name]]; ok && !seen[i] {
			seen[i] = true
			needs = append(needs, i)
		}
	})
	return needs
}

// constNeeds returns the constants that a constant's value and type mention. One that is given another value still
// needs what its own mentions: that says of which type it is.
func (c *checker) constNeeds(e *entry, index map[*entry]int) []int {
	d := e.decl.(*Const)
	return c.needsOf(index, func(look func(string)) {
		eachName(d.Value, look)
		(&walker{ref: func(r *expr.Ref) { look(r.Name) }}).typeName(d.Type)
		if !e.lost {
			eachName(c.opts.Consts[e.name], look)
		}
	})
}

// checkConst computes one constant; those it needs have been.
func (c *checker) checkConst(e *entry) {
	d := e.decl.(*Const)
	e.bad = true
	want := none
	if d.Type != nil {
		if want = c.constType(d.Type); want == none {
			return
		}
	}
	if d.Value == nil && c.partial {
		return
	}
	if d.Value == nil {
		c.diags.Errorf(diag.PartMissing, e.at, "constant %q has no value", e.name)
		return
	}
	value, t, ok := c.constValue(d.Value, want)
	if !ok {
		return
	}
	switch {
	case want != none:
		t = want
	case t.Kind == world.KindInt:
		t = expr.IntType
	case t.IsLiteral():
		misplaced(c.diags, "a constant", d.Value, t, c.names.schema)
		return
	}
	if other, given := c.opts.Consts[e.name]; given && !e.lost {
		if value, _, ok = c.constValue(other, t); !ok {
			return
		}
	}
	e.bad = false
	e.konst = &ConstInfo{Decl: d, Name: e.name, Type: t, Words: value}
	e.value = expr.Entity{Kind: expr.EntityConst, Type: t, Words: value}
}

// constValue is constant, before symbols and functions can be resolved.
func (c *checker) constValue(n expr.Node, want world.Type) ([2]world.Word, world.Type, bool) {
	if !c.onlyConstants(n, "the value of a constant") {
		return [2]world.Word{}, none, false
	}
	return c.constant(n, c.global(), want, "the value of a constant")
}

// constType is typeOf, before symbols and functions can be resolved.
func (c *checker) constType(tn *expr.TypeName) world.Type {
	if tn.Ranged && (!c.onlyConstants(tn.Lo, "a range") || !c.onlyConstants(tn.Hi, "a range")) {
		return none
	}
	return c.typeOf(tn, c.global())
}

// spanOf returns the place of an expression, which may be missing.
func spanOf(n expr.Node) diag.Span {
	if n == nil {
		return diag.Span{}
	}
	return n.Span()
}
