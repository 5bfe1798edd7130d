package def

import (
	"fmt"
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// lintConditions warns of conditions that no state can meet.
func (c *checker) lintConditions() {
	for _, t := range c.info.Tasks {
		for _, m := range t.Methods {
			what := "this method"
			if m.Name != "" {
				what = fmt.Sprintf("method %q", m.Name)
			}
			c.lintCondition(what, headSpan(&m.Decl.Head), m.When, m.Where)
		}
	}
	for _, op := range c.info.Operators {
		what, at := fmt.Sprintf("operator %q", op.Name), headSpan(&op.Decl.Head)
		c.lintCondition(what, at, op.When, varying(op.While))
		c.lintCondition("until of "+what, at, varying(op.Until))
	}
	for _, g := range c.info.Goals {
		c.lintGoalConditions(g)
	}
	for _, b := range c.info.Brains {
		for _, w := range b.Wants {
			c.lintCondition(fmt.Sprintf("want %q", w.Name), wantSpan(w.Decl), w.When, w.Where)
		}
	}
	for _, a := range c.info.Agents {
		for _, p := range a.Plans {
			c.lintCondition("this plan line", p.Decl.At, p.When)
		}
		for _, r := range a.Reactions {
			c.lintCondition("this reaction", r.Decl.At, varying(r.On))
		}
	}
}

// varying returns a condition unless it is constant, which is another matter.
func varying(t *expr.Term) *expr.Term {
	if _, known := t.Const(); known {
		return nil
	}
	return t
}

// lintCondition warns when conditions that must all hold cannot.
func (c *checker) lintCondition(what string, at diag.Span, conditions ...*expr.Term) {
	f := contradiction{schema: c.names.schema, domains: map[string]*domain{}}
	for _, t := range conditions {
		if t != nil {
			f.hold(t, true)
		}
	}
	if f.found != "" {
		if f.at.Src != nil {
			at = f.at
		}
		c.diags.Warnf(diag.NeverApplies, at, "%s can never apply: %s", what, f.found)
	}
}

// contradiction looks for one among terms that must all hold. It understands tests of one value against constants, such
// as money >= 5 or at == home, and their combinations with && and !; it assumes that anything else may hold.
type contradiction struct {
	schema  *world.Schema
	domains map[string]*domain // by the text of the tested expression
	found   string             // the mistake; "" as long as there is none
	at      diag.Span
}

// domain is the values that something can still have.
type domain struct {
	lo, hi     world.Word
	loBy, hiBy string       // the tests that say so; "": the type does
	not        []world.Word // within lo..hi
	only       []world.Word // nil: all
}

// hold takes in that a term is true, or that it is false.
func (f *contradiction) hold(t *expr.Term, want bool) {
	if f.found != "" {
		return
	}
	switch {
	case t.Kind == expr.TermConst:
		if (t.Words[0] != 0) != want {
			f.found, f.at = "its condition is always false", spanOf(t.Src)
		}
	case t.Kind == expr.TermAnd && want, t.Kind == expr.TermOr && !want:
		for _, a := range t.Args {
			f.hold(a, want)
		}
	case t.Kind == expr.TermUnary && t.Op == expr.Not:
		f.hold(t.Args[0], !want)
	case t.Kind == expr.TermCompare:
		f.compare(t, want)
	case t.Kind == expr.TermBetween && want:
		f.between(t)
	case t.Kind == expr.TermIn && want:
		f.oneOf(t)
	case t.Type.Kind == world.KindBool:
		f.cut(t, want, t, func(d *domain, by string) { d.within(world.Bool(want), world.Bool(want), by) })
	}
}

var negated = map[expr.Op]expr.Op{expr.Eq: expr.Ne, expr.Ne: expr.Eq, expr.Lt: expr.Ge, expr.Ge: expr.Lt, expr.Gt: expr.Le, expr.Le: expr.Gt}
var mirrored = map[expr.Op]expr.Op{expr.Eq: expr.Eq, expr.Ne: expr.Ne, expr.Lt: expr.Gt, expr.Gt: expr.Lt, expr.Le: expr.Ge, expr.Ge: expr.Le}

func (f *contradiction) compare(t *expr.Term, want bool) {
	x, op, y := t.Args[0], t.Op, t.Args[1]
	if _, ok := x.Const(); ok {
		x, op, y = y, mirrored[op], x
	}
	if !want {
		op = negated[op]
	}
	value, ok := y.Const()
	if !ok || y.Type.Kind == world.KindVec2 {
		return
	}
	w := value[0]
	f.cut(t, want, x, func(d *domain, by string) {
		switch op {
		case expr.Eq:
			d.within(w, w, by)
		case expr.Ne:
			d.not = append(d.not, w)
		case expr.Le:
			d.within(math.MinInt64, w, by)
		case expr.Ge:
			d.within(w, math.MaxInt64, by)
		case expr.Lt:
			d.within(math.MinInt64, max(w, math.MinInt64+1)-1, by)
		case expr.Gt:
			d.within(min(w, math.MaxInt64-1)+1, math.MaxInt64, by)
		}
	})
}

func (f *contradiction) between(t *expr.Term) {
	lo, ok := t.Args[1].Const()
	hi, both := t.Args[2].Const()
	if ok && both {
		f.cut(t, true, t.Args[0], func(d *domain, by string) { d.within(lo[0], hi[0], by) })
	}
}

func (f *contradiction) oneOf(t *expr.Term) {
	list := []world.Word{}
	for _, a := range t.Args[1:] {
		value, ok := a.Const()
		if !ok || a.Type.Kind == world.KindVec2 {
			return
		}
		list = append(list, value[0])
	}
	f.cut(t, true, t.Args[0], func(d *domain, _ string) { d.among(list) })
}

// cut narrows what x can be because t is true, or is not, and notes when nothing is left. Within one state the same
// text has the same value, whatever it reads.
func (f *contradiction) cut(t *expr.Term, want bool, x *expr.Term, narrow func(d *domain, by string)) {
	if x.Src == nil || t.Src == nil {
		return
	}
	cell, by := expr.Print(x.Src), testText(t, want)
	key := fmt.Sprint(x.Type.Kind, " ", cell)
	d := f.domains[key]
	if d == nil {
		d = f.whole(x.Type)
		f.domains[key] = d
	}
	narrow(d, by)
	if !d.empty() {
		return
	}
	f.at = t.Src.Span()
	other := d.loBy
	if d.loBy == by {
		other = d.hiBy
	}
	switch {
	case d.lo <= d.hi:
		f.found = fmt.Sprintf("%s leaves no value of %s", by, cell)
	case other == "":
		f.found = fmt.Sprintf("%s is false for every value of %s (%s)", by, cell, world.FormatType(f.schema, x.Type))
	default:
		f.found = fmt.Sprintf("%s contradicts %s", by, other)
	}
}

// testText returns a test as the condition means it.
func testText(t *expr.Term, want bool) string {
	text := expr.Print(t.Src)
	_, simple := t.Src.(*expr.Ref)
	switch {
	case want:
		return text
	case simple:
		return "!" + text
	}
	return "!(" + text + ")"
}

// whole returns all values of a type.
func (f *contradiction) whole(t world.Type) *domain {
	d := &domain{lo: math.MinInt64, hi: math.MaxInt64}
	switch t.Kind {
	case world.KindBool:
		d.lo, d.hi = 0, 1
	case world.KindInt:
		d.lo, d.hi = world.Word(t.Lo), world.Word(t.Hi)
	case world.KindEnum:
		d.lo, d.hi = 0, world.Word(len(f.schema.Enums[t.ID].Values)-1)
	}
	return d
}

func (d *domain) within(lo, hi world.Word, by string) {
	if lo > d.lo {
		d.lo, d.loBy = lo, by
	}
	if hi < d.hi {
		d.hi, d.hiBy = hi, by
	}
}

func (d *domain) among(list []world.Word) {
	if d.only == nil {
		d.only = list
		return
	}
	d.only = slices.DeleteFunc(slices.Clone(d.only), func(w world.Word) bool { return !slices.Contains(list, w) })
}

func (d *domain) empty() bool {
	can := func(w world.Word) bool { return w >= d.lo && w <= d.hi && !slices.Contains(d.not, w) }
	if d.only != nil {
		return !slices.ContainsFunc(d.only, can)
	}
	if d.lo > d.hi {
		return true
	}
	if uint64(d.hi)-uint64(d.lo) >= uint64(len(d.not)) {
		return false // fewer values are ruled out than there are
	}
	for w := d.lo; ; w++ {
		if can(w) {
			return false
		}
		if w == d.hi {
			return true
		}
	}
}
